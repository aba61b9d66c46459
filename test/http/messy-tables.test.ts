import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoadKind, loadFile } from '../../indexers/registers/index.ts';
import { generate } from '../../lab/fictional/writing.ts';
import { knownCompanies } from '../support/messy/companies.ts';
import { judge, type TableOutcome } from '../support/messy/judging.ts';
import { type MessyTable, messyTables } from '../support/messy/tables.ts';
import { files, folder, listedCompanies, writeSample } from '../support/real-files.ts';
import { serviceSuite } from '../support/service.ts';
import { size } from '../support/size.ts';
import { readCsv } from '../support/strict-csv.ts';

/**
 * Tables as offices keep them, from file to file: imported as they are, mapped to the columns that the service suggests,
 * resolved and exported. Their companies are real where the official files are next to the project, else fictional.
 * `npm test` takes a tenth of the listed companies; `npm run prove` takes all.
 */

const hasFiles = Object.values(files).every((name) => existsSync(path.join(folder, name)));
const patience = 300_000;
const { database, service, end } = await serviceSuite();
const state = mkdtempSync(path.join(tmpdir(), 'cds-messy-'));
afterAll(async () => {
  rmSync(state, { recursive: true, force: true });
  await end();
});

const outcomes: TableOutcome[] = [];
let tables: readonly MessyTable[] = [];
let caller: ReturnType<typeof service.as>;

beforeAll(async () => {
  if (hasFiles) {
    const step = size(10, 1);
    const listed = listedCompanies();
    writeSample(
      state,
      listed,
      listed.filter((_, at) => at % step === 0),
      step,
    );
    const load = (kind: LoadKind, file: string) =>
      loadFile(kind, { databaseUrl: database.url, stateFolder: path.join(state, 'state'), file });
    // The day's changes first: they have whole addresses.
    await load('nta-diff', path.join(folder, files.changes));
    for (const [kind, name] of [
      ['edinet', files.edinet],
      ['jpx', files.jpx],
      ['jsonl', files.profiles],
    ] as const)
      await load(kind, path.join(state, name));
  } else {
    await generate({
      databaseUrl: database.url,
      companies: size(3000, 20_000),
      seed: 1,
      today: '2026-11-21',
    });
  }
  await service.reindexCompanies();
  caller = service.as(await service.createAccount({ plan: 'unlimited', credits: { basic: 1_000_000 } }));
  tables = messyTables(await knownCompanies(database.knex));
}, patience);

/** From file to file, as the command `match` does it. */
async function exportOf({ fileName, bytes }: MessyTable): Promise<string> {
  const imported = await caller
    .post('/api/service/sources/files')
    .query({ filename: fileName })
    .set('Content-Type', 'application/octet-stream')
    .send(bytes)
    .expect(200);
  const { source_id, detected_identifier_columns, detected_hint_columns } = imported.body.source;
  const suggested = (detected: { suggested: boolean; field: string; header: string }[]) =>
    Object.fromEntries(
      detected.filter((column) => column.suggested).map(({ field, header }) => [field, header]),
    );
  const mapping = {
    entity: 'company',
    columns: suggested(detected_identifier_columns),
    hints: suggested(detected_hint_columns),
  };
  const at = `/api/service/sources/${source_id}`;
  await caller.post(`${at}/map`).send(mapping).expect(200);
  await caller
    .post(`${at}/resolve`)
    .set('Idempotency-Key', `resolve ${source_id}`)
    .send({ execute: true, maxCredits: 1000 })
    .expect(200);
  return (await caller.get(`${at}/export`).query({ encoding: 'utf-8' }).expect(200)).text;
}

describe('a table as an office keeps it', () => {
  it(
    'comes out as it went in, with the right companies beside its rows',
    async () => {
      expect(tables.length).toBeGreaterThanOrEqual(30);
      for (const table of tables) outcomes.push(judge(table, readCsv(await exportOf(table))));
      const faults = outcomes.filter(({ wrong, lost, linesLost }) => wrong + lost + linesLost > 0);
      expect(faults).toEqual([]);
      const short = outcomes.filter(({ right, rows }, at) => right < rows * (tables[at]?.settled ?? 1));
      expect(short).toEqual([]);
      if (process.env.MESSY_REPORT)
        writeFileSync(process.env.MESSY_REPORT, JSON.stringify(outcomes, null, 2));
    },
    patience,
  );
});
