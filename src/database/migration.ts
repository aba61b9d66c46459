import type { Knex } from 'knex';

/** One reversible step of the schema. The name is what knex records, so it is the same from source and from a build. */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}
