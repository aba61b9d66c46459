import type { Knex } from 'knex';

/** A running transaction. Services hand it on from one store to another; only stores ask it anything. */
export type Transaction = Knex.Transaction;
