import type { Knex } from 'knex';

/** A running transaction. Services pass it between stores; only stores run queries on it. */
export type Transaction = Knex.Transaction;
