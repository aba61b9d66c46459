import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { suiteDatabase } from '../support/database.ts';
import { writeSchema } from '../support/schema-sql.ts';

const file = path.resolve(import.meta.dirname, '../../src/database/schema.sql');
const head = `-- The schema after all migrations, to read: tables with their constraints, indices and triggers, then functions.
-- Nothing runs this file. After a new migration, write it with
--   RECORD_SCHEMA=1 npm test -- test/migrations/schema.test.ts
-- Who may do what with a table: src/database/rights/table-rights.ts.

`;

const database = await suiteDatabase();
afterAll(() => database.drop());

describe('src/database/schema.sql', () => {
  it('is the schema after all migrations; RECORD_SCHEMA=1 npm test -- test/migrations/schema.test.ts writes it', async () => {
    const schema = head + (await writeSchema(database.knex));
    if (process.env.RECORD_SCHEMA === '1') writeFileSync(file, schema);
    expect(readFileSync(file, 'utf8')).toBe(schema);
  });
});
