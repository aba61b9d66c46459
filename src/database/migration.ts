import type { Knex } from 'knex';

/** One reversible schema change. knex records the name, so it must be the same in the sources and in a build. */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}
