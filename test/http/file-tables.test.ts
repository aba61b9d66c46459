import { afterAll, describe, expect, it } from '@jest/globals';
import { messyTables } from '../support/file-tables.ts';
import { sourceSuite } from '../support/sources.ts';

const suite = await sourceSuite();
const caller = await suite.account();
afterAll(suite.end);

describe.each(messyTables)('$what', ({ bytes, query = {}, ...expected }) => {
  const send = (more: Record<string, string> = {}) =>
    suite.service
      .as(caller.account)
      .post('/api/service/sources/files')
      .query({ ...query, ...more })
      .set('Content-Type', 'application/octet-stream')
      .send(Buffer.from(bytes));

  it('is read as a person reads it', async () => {
    const { body } = await send().expect(200);
    const { source } = body;
    const { reading } = source;
    expect(reading.header_row).toBe(expected.headerRow);
    expect(source.headers).toEqual(expected.headers);
    const rows = await caller.rows(source.source_id);
    expect(
      rows.map(({ file_row, cells }) => [file_row, ...expected.headers.map((header) => cells[header])]),
    ).toEqual(expected.rows);
    expect(reading.last_row).toBe(expected.rows.at(-1)?.[0]);
    expect(
      reading.set_aside.map(({ file_row, kind }: { file_row: number; kind: string }) => [file_row, kind]),
    ).toEqual(expected.setAside ?? []);
    if (expected.encoding !== undefined) expect(reading.encoding).toBe(expected.encoding);
    const found = [...source.detected_identifier_columns, ...source.detected_hint_columns];
    const suggested = Object.fromEntries(
      found.filter((column) => column.suggested).map(({ field, header }) => [field, header]),
    );
    if (expected.suggested !== undefined) expect(suggested).toEqual(expected.suggested);
  });

  it('is the same source when it is sent again, and another one if the caller wants it', async () => {
    const first = (await send().expect(200)).body;
    expect(first.deduplicated).toBe(true);
    expect(first.next_actions[0]).toContain('again=new');
    const other = (await send({ again: 'new' }).expect(200)).body;
    expect(other).toMatchObject({ deduplicated: false, source: { row_count: expected.rows.length } });
    expect(other.source.source_id).not.toBe(first.source.source_id);
    expect((await send().expect(200)).body.source.source_id).toBe(other.source.source_id);
  });
});
