import type { Knex } from 'knex';

/**
 * One reversible schema change. knex records the name, so it must be the same in the sources and in a build.
 *
 * Requests are answered while it runs, and wait for the locks that it takes until its transaction ends. So `up` does nothing that
 * grows with a table: what does is a `largeTableMigration` of its own (docs/decisions/0061-upgrades.md).
 */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
  /** The same as `up`, beside requests. */
  readonly steps?: readonly LargeTableStep[];
}

/** Work that reads a whole table. Without a transaction, reads and writes of the table go on meanwhile. */
export type LargeTableStep =
  | {
      readonly index: string;
      /** As after `CREATE INDEX <name>`: `ON companies (prefecture_code)`. */
      readonly definition: string;
      readonly unique?: true;
    }
  /** A constraint that an earlier migration added as NOT VALID, so that it was checked for new rows only. */
  | { readonly validate: string; readonly table: string };

/** A migration of such steps. Each one that is done is left out, so that it can be repeated after a kill. */
export function largeTableMigration(name: string, steps: readonly LargeTableStep[]): Migration {
  return {
    name,
    steps,
    async up(knex) {
      for (const step of steps)
        for (const statement of buildStatements(step, { concurrently: false })) await knex.raw(statement);
    },
    async down(knex) {
      for (const step of [...steps].reverse()) await knex.raw(buildUndoStatement(step));
    },
  };
}

/** What a step does, one statement after the other. */
export function buildStatements(step: LargeTableStep, { concurrently }: { concurrently: boolean }): string[] {
  if ('validate' in step) return [`ALTER TABLE ${step.table} VALIDATE CONSTRAINT ${step.validate}`];
  const unique = step.unique ? 'UNIQUE ' : '';
  const how = concurrently ? 'CONCURRENTLY ' : '';
  return [
    // One that is left of an interrupted build is not valid.
    `DROP INDEX ${how}IF EXISTS ${step.index}`,
    `CREATE ${unique}INDEX ${how}${step.index} ${step.definition}`,
  ];
}

/** Whether a step is done, as SQL for one boolean. */
export function buildIsDoneStatement(step: LargeTableStep): string {
  if ('validate' in step)
    return `SELECT EXISTS (SELECT FROM pg_constraint WHERE conname = '${step.validate}'
         AND conrelid = to_regclass('${step.table}') AND convalidated) AS done`;
  return `SELECT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('${step.index}') AND indisvalid) AS done`;
}

function buildUndoStatement(step: LargeTableStep): string {
  if (!('validate' in step)) return `DROP INDEX ${step.index}`;
  const { table, validate: constraint } = step;
  return `DO $$
    DECLARE
      rule text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint
        WHERE conname = '${constraint}' AND conrelid = '${table}'::regclass);
    BEGIN
      ALTER TABLE ${table} DROP CONSTRAINT ${constraint};
      EXECUTE 'ALTER TABLE ${table} ADD CONSTRAINT ${constraint} ' || rule || ' NOT VALID';
    END $$`;
}
