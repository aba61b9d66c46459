import { afterAll, describe, expect, it } from '@jest/globals';
import { ColumnPieces } from '../../src/features/sources/records/column-pieces.ts';
import { suiteDatabase } from '../support/database.ts';

const database = await suiteDatabase();
afterAll(() => database.drop());

interface Row {
  readonly name: string | null;
  readonly companies: unknown;
}

function piecesOf(rows: readonly Row[]) {
  const pieces = new ColumnPieces({ name: 'text', companies: 'jsonb' });
  for (const row of rows) pieces.add({ ...row });
  return pieces.finish();
}

async function read([name, companies]: readonly Buffer[]): Promise<Row[]> {
  const { rows } = await database.knex.raw<{ rows: Row[] }>(
    'SELECT * FROM unnest(CAST(:name AS text[]), CAST(:companies AS jsonb[])) AS o (name, companies)',
    { name: name ?? null, companies: companies ?? null },
  );
  return rows;
}

describe('rows that are sent by column', () => {
  it('arrive as they are', async () => {
    const rows = [
      { name: '株式会社"壱"', companies: [{ name: '｛壱｝,\\', employees: 1 }] },
      { name: null, companies: null },
      { name: '', companies: [] },
      { name: '𠮷野家 😀', companies: ['NULL', null, '\n'] },
    ];
    const [piece = [], ...others] = piecesOf(rows);
    expect(others).toEqual([]);
    expect(await read(piece)).toEqual(rows);
  });

  it('are in pieces that are short enough to be sent, and one long row is a piece', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({
      name: `${at}`,
      companies: ['株'.repeat(at === 50 ? 400_000 : 10_000)],
    }));
    const pieces = piecesOf(rows);
    const sizes = pieces.map((columns) => columns.reduce((sum, { length }) => sum + length, 0));
    expect(sizes.filter((bytes) => bytes > 600_000)).toHaveLength(1);
    expect((await Promise.all(pieces.map(read))).flat()).toEqual(rows);
  });

  it('are no pieces if there are none', () => {
    expect(piecesOf([])).toEqual([]);
  });
});
