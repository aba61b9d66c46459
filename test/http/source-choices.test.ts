import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { maxSourceRows } from '../../src/contract/limits.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { type Cells, type SourceAccount, sourceSuite } from '../support/sources.ts';
import { type WorkbookSheet, workbook } from '../support/workbooks.ts';
import { readWorkbook } from '../support/written-workbook.ts';

// The table of candidates as a person fills it in, from a spreadsheet.

const suite = await sourceSuite();
afterAll(suite.end);

const shared = { name: '株式会社同名商事' };
const unknown = { name: '誰も知らない\n株式会社' };

/** The table of one source. Lines have their cells by header. */
class Table {
  readonly headers: readonly string[];
  lines: Record<string, string>[];

  private constructor(
    readonly caller: SourceAccount,
    readonly id: string,
    text: string,
  ) {
    const [headers = [], ...lines] = parse(text, { bom: true }) as string[][];
    this.headers = headers;
    this.lines = lines.map((cells) =>
      Object.fromEntries(headers.map((header, at) => [header, cells[at] ?? ''])),
    );
  }

  static async of(caller: SourceAccount, id: string, query = ''): Promise<Table> {
    const { text } = await caller.get(`/sources/${id}/candidates${query}`).expect(200);
    return new Table(caller, id, text);
  }

  /** Writes into the line of a row and candidate. */
  choose(row: number, candidate: string, choice: string, why = ''): this {
    const line = this.lines.find((each) => each.cd_row === String(row) && each.cd_candidate === candidate);
    if (!line) throw new Error(`row ${row} has no line ${candidate}`);
    Object.assign(line, { cd_choice: choice, cd_why: why });
    return this;
  }

  /** Header and lines. */
  cells(): string[][] {
    return [[...this.headers], ...this.lines.map((line) => this.headers.map((header) => line[header] ?? ''))];
  }

  text(separator = ','): string {
    const cells = this.cells();
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    return cells.map((line) => line.map(quoted).join(separator)).join('\r\n');
  }

  send(
    bytes: Buffer = Buffer.from(this.text()),
    query = 'execute=true&maxCredits=100',
    key: string = randomUUID(),
  ) {
    return this.caller.upload(`/sources/${this.id}/choices?${query}`, bytes, 'text/csv', key);
  }
}

async function tableOf(rows: readonly Cells[]): Promise<Table> {
  const caller = await suite.account(100);
  return Table.of(caller, await caller.resolved(rows));
}

async function states({ caller, id }: Table) {
  return (await caller.rows(id)).map(({ resolve_status, company_id, decision }) => [
    resolve_status,
    company_id,
    decision,
  ]);
}

describe('the table of candidates', () => {
  it('has a line for each candidate of each open row, and one for everything else', async () => {
    const { lines, headers, caller, id } = await tableOf([shared, { name: '株式会社孤立電機' }, unknown]);
    expect(
      lines.map((line) => [line.cd_row, line.cd_candidate, line.name, line.cd_candidate_company_id]),
    ).toEqual([
      ['1', '1', shared.name, idOf(3)],
      ['1', '2', shared.name, idOf(4)],
      ['1', 'other', shared.name, ''],
      ['3', 'other', unknown.name, ''],
    ]);
    expect(lines[1]).toMatchObject({
      cd_candidate_name: shared.name,
      cd_candidate_corporate_number: corporateNumber(4),
      cd_candidate_address: expect.stringContaining('大阪府大阪市北区'),
      cd_candidate_status: 'active',
      cd_row_status: 'multiple_candidates',
      cd_choice: '',
    });
    expect(headers).toContain('prefecture');
    const missing = await Table.of(caller, id, '?status=not_found&bom=true');
    expect(missing.lines).toHaveLength(1);
  });

  it('has no cell that a spreadsheet runs, and counts them', async () => {
    const { caller, id } = await tableOf([{ name: '=1+1' }, { name: '-1,000' }]);
    const at = `/sources/${id}/candidates`;
    const { text, headers } = await caller.get(at).expect(200);
    expect(headers['disarmed-cells']).toBe('1');
    expect(text).toContain(",'=1+1,");
    const kept = await caller.get(`${at}?formulas=keep`).expect(200);
    expect(kept.text).toContain(',=1+1,');
    expect(kept.headers).not.toHaveProperty('disarmed-cells');
    await caller.get(`${at}?format=ods`).expect(400);
  });

  it('leaves out rows that a person decided', async () => {
    const table = await tableOf([unknown]);
    await table.choose(1, 'other', '対象外').send().expect(200);
    expect((await Table.of(table.caller, table.id)).lines).toEqual([]);
  });
});

describe('a returned table', () => {
  const rows = [shared, shared, shared, unknown, unknown, unknown];
  const filled = async () =>
    (await tableOf(rows))
      .choose(1, '2', 'ｘ', '電話で確認')
      .choose(2, 'other', '1')
      .choose(3, 'other', `T${corporateNumber(5)}`)
      .choose(4, 'other', 'なし')
      .choose(5, 'other', '対象外');
  const expected = [
    ['matched', idOf(4), 'chosen'],
    ['matched', idOf(3), 'chosen'],
    ['matched', idOf(5), 'chosen'],
    ['not_found', null, 'none_of_these'],
    ['not_found', null, 'not_a_company'],
    ['not_found', null, null],
  ];

  it('decides the rows, for one credit each newly settled row', async () => {
    const table = await filled();
    const dry = await table.send(undefined, 'execute=true&maxCredits=100&dryRun=true').expect(200);
    expect(dry.body.billing).toMatchObject({ credits_used: 3, dry_run: true });
    const { body } = await table.send().expect(200);
    expect(body).toMatchObject({
      command: 'source.choices',
      choices: { read: 5, empty: 1, changed: 5, unchanged: 0, chosen: 3, none_of_these: 1, not_a_company: 1 },
      billing: { credits_used: 3 },
    });
    expect(await states(table)).toEqual(expected);
    const { body: history } = await table.caller.get(`/sources/${table.id}/history?order=oldest`);
    expect(history.items).toHaveLength(5);
    expect(history.items[0]).toMatchObject({ made_by: 'choices', why: '電話で確認', row_number: 1 });
    const companies = new Set(
      history.items.flatMap(({ after }: { after: { company_id: string | null } }) => after.company_id ?? []),
    );
    expect([body.choices.companies, history.items[0].batch_companies]).toEqual([
      companies.size,
      companies.size,
    ]);
    expect(history.items[0].batch_actions).toEqual([
      { action: 'choose', rows: 3 },
      { action: 'none_of_these', rows: 1 },
      { action: 'not_a_company', rows: 1 },
    ]);
  });

  it('changes nothing the second time, whatever the order of its lines', async () => {
    const table = await filled();
    await table.send().expect(200);
    table.lines = table.lines.toReversed();
    const { body } = await table.send().expect(200);
    expect(body).toMatchObject({
      choices: { read: 5, changed: 0, unchanged: 5 },
      billing: { credits_used: 0 },
    });
    expect((await table.caller.get(`/sources/${table.id}/history`)).body.items).toHaveLength(5);
  });

  it.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['a title above the header', (text: string) => Buffer.from(`候補\r\n\r\n${text}`)],
    ['a title far above the header', (text: string) => Buffer.from(`候補\r\n${'\r\n'.repeat(40)}${text}`)],
    [
      'another order of columns, beside other ones',
      (text: string) => {
        const lines = parse(text) as string[][];
        const turned = lines.map((line) => ['メモ', ...line.toReversed(), ''].map((cell) => `"${cell}"`));
        return Buffer.from(turned.join('\n'));
      },
    ],
    [
      'two tables below each other',
      (text: string) => Buffer.from(`${text}\r\n${text.slice(0, text.indexOf('\r\n'))}`),
    ],
  ])('is read from %s', async (_, encoded) => {
    const table = await filled();
    await table.send(encoded(table.text())).expect(200);
    expect(await states(table)).toEqual(expected);
  });

  it.each([';', '\t'])('is read with %j between the cells', async (separator) => {
    const table = await filled();
    await table.send(Buffer.from(table.text(separator))).expect(200);
    expect(await states(table)).toEqual(expected);
  });

  it('is read in CP932, as spreadsheets in Japan save it', async () => {
    const table = await tableOf([unknown]);
    const { cd_source_row_id: id = '' } = table.lines[0] ?? {};
    const none = Buffer.from([0x82, 0xc8, 0x82, 0xb5]);
    const head = 'cd_source_row_id,cd_candidate,cd_candidate_company_id,cd_choice\r\n';
    await table.send(Buffer.concat([Buffer.from(`${head}${id},other,,`), none])).expect(200);
    expect(await states(table)).toEqual([['not_found', null, 'none_of_these']]);
  });

  it('with faults does nothing and names each by its line', async () => {
    const table = await tableOf([shared, shared, shared, shared, unknown]);
    table
      .choose(1, '1', 'x')
      .choose(1, '2', 'x')
      .choose(2, '1', '×')
      .choose(3, 'other', '7')
      .choose(4, 'other', '1234567890124')
      .choose(5, 'other', corporateNumber(99), 'y'.repeat(501));
    const { body } = await table.send().expect(400);
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'line 3, cd_choice',
      'line 5, cd_choice',
      'line 10, cd_choice',
      'line 13, cd_choice',
      'line 14, cd_why',
    ]);
    table.choose(5, 'other', corporateNumber(99));
    for (const row of [1, 2, 3, 4]) for (const line of ['1', '2', 'other']) table.choose(row, line, '');
    const alone = await table.send().expect(404);
    expect(alone.body.error).toMatchObject({
      code: 'company_not_found',
      details: [{ field: 'line 14, cd_choice' }],
    });
    expect((await states(table)).map(([, , decision]) => decision)).toEqual([null, null, null, null, null]);
    expect(await table.caller.balance()).toBe(100);
  });

  it('whose numbers a program wrote with decimals is read', async () => {
    const table = await tableOf([shared, shared, unknown]);
    for (const line of table.lines)
      if (line.cd_candidate !== 'other') line.cd_candidate = `${line.cd_candidate}.0`;
    table
      .choose(1, '2.0', '2.0')
      .choose(2, 'other', '1.0')
      .choose(3, 'other', `${corporateNumber(5)}.0`);
    await table.send().expect(200);
    expect((await states(table)).map(([, company]) => company)).toEqual([idOf(4), idOf(3), idOf(5)]);
  });

  it.each([
    ['cd_source_row_id', 'line 1', 'has no column cd_source_row_id;'],
    ['cd_candidate_company_id', 'line 1', 'has no column cd_candidate_company_id;'],
    ['cd_choice', 'line 1', 'has no column cd_choice;'],
  ])('without the column %s says what is missing', async (column, field, message) => {
    const table = (await tableOf([shared])).choose(1, '1', 'x');
    const send = (text: string) => table.send(Buffer.from(text)).expect(400);
    for (const text of [table.text().replace(column, '列'), table.text().replace(column, '')]) {
      const { body } = await send(text);
      expect(body.error.details).toMatchObject([{ field, message: expect.stringContaining(message) }]);
    }
  });

  it.each([
    ['', 400, 'is empty beside a choice'],
    ['株式会社同名商事', 404, '"株式会社同名商事" is neither a company_id nor a corporate number.'],
    ['1.18E+12', 404, 'A spreadsheet has rounded this corporate number'],
    [corporateNumber(99), 404, 'no loaded company has the id or number'],
  ])('with %j as the id of a candidate names the cell', async (id, status, message) => {
    const table = (await tableOf([shared])).choose(1, '1', 'x');
    for (const line of table.lines) if (line.cd_candidate === '1') line.cd_candidate_company_id = id;
    const { body } = await table.send().expect(status);
    expect(body.error.details).toMatchObject([
      { field: 'line 2, cd_candidate_company_id', message: expect.stringContaining(message) },
    ]);
    expect(await table.caller.balance()).toBe(100);
  });

  it('that another person overtook is refused', async () => {
    const table = await tableOf([shared]);
    await table.caller.select(table.id, table.lines[0]?.cd_source_row_id ?? '', idOf(4)).expect(200);
    const { body } = await table.choose(1, '1', 'x').send().expect(409);
    expect(body.error).toMatchObject({ code: 'source_row_not_selectable', details: [{ field: 'line 2' }] });
  });

  it('is remembered as its caller says', async () => {
    const table = (await tableOf([shared])).choose(1, '1', 'x');
    await table.send(undefined, 'execute=true&maxCredits=1&remember=always').expect(200);
    const { body } = await table.caller.get('/remembered-choices').expect(200);
    expect(body.items).toMatchObject([{ name: shared.name, company_id: idOf(3), always: true }]);
  });

  it('lists the rows that the company settled which it replaces, and reopens them', async () => {
    const first = (await tableOf([shared])).choose(1, '1', 'x');
    await first.send(undefined, 'execute=true&maxCredits=1&remember=always').expect(200);
    const settled = await Table.of(first.caller, await first.caller.resolved([shared]));
    const next = await first.caller.resolved([shared]);
    const reopening = [{ row: 1, action: 'reopen' }];
    const body = { execute: true, maxCredits: 0, decisions: reopening };
    await first.caller.post(`/sources/${next}/decisions`, body, randomUUID()).expect(200);
    const other = await Table.of(first.caller, next);
    other.choose(1, 'other', corporateNumber(4));
    const query = 'execute=true&maxCredits=1&remember=always&reopen=true';
    const { body: answer } = await other.send(undefined, query).expect(200);
    expect(answer).toMatchObject({
      choices: { changed: 1 },
      settled: { total_rows: 1, reopened_rows: 1, rows: [{ source_id: settled.id, company_id: idOf(3) }] },
    });
    expect(await states(settled)).toEqual([['multiple_candidates', null, null]]);
  });

  it('is guarded and replayed like every charge, and one key is for one file', async () => {
    const table = (await tableOf([shared])).choose(1, '1', 'x');
    const at = `/sources/${table.id}/choices`;
    const bytes = Buffer.from(table.text());
    const refused = [
      [table.caller.upload(`${at}?maxCredits=1`, bytes, 'text/csv', 'k'), 'execute_required'],
      [table.caller.upload(`${at}?execute=true`, bytes, 'text/csv', 'k'), 'max_credits_required'],
      [table.caller.upload(`${at}?execute=true&maxCredits=1`, bytes, 'text/csv'), 'idempotency_key_required'],
      [
        table.caller.upload(`${at}?execute=true&maxCredits=0`, bytes, 'text/csv', 'k'),
        'max_credits_exceeded',
      ],
      [table.caller.upload(`${at}?execute=yes`, bytes, 'text/csv', 'k'), 'invalid_query'],
    ] as const;
    for (const [answer, code] of refused) expect((await answer).body.error?.code).toBe(code);
    await table.send(bytes, undefined, 'k').expect(200);
    const again = await table.send(bytes, undefined, 'k').expect(200);
    expect(again.body.billing).toMatchObject({ credits_used: 0, deduplicated: true });
    const other = await table.choose(1, '1', '').send(undefined, undefined, 'k').expect(422);
    expect(other.body.error.code).toBe('idempotency_key_reused');
  });

  it('is read from a form, whose fields are the parameters', async () => {
    const table = await filled();
    const form = (fields: Readonly<Record<string, string>>, query = '') => {
      const request = suite.service.as(table.caller.account);
      const sent = request.post(`/api/service/sources/${table.id}/choices${query}`);
      for (const [name, value] of Object.entries(fields)) sent.field(name, value);
      return sent.set('Idempotency-Key', randomUUID()).attach('file', Buffer.from(table.text()), 'table.csv');
    };
    const twice = await form({ execute: 'true' }, '?execute=true').expect(400);
    expect(twice.body.error.details).toMatchObject([{ field: 'execute' }]);
    expect((await form({ execute: 'true' })).body.error.code).toBe('max_credits_required');
    await form({ execute: 'true', maxCredits: '100', dryRun: 'true' }).expect(200);
    expect((await states(table)).every(([, company]) => company === null)).toBe(true);
    await form({ execute: 'true', maxCredits: '100' }).expect(200);
    expect(await states(table)).toEqual(expected);
  });

  describe('in a workbook', () => {
    const sheetOf = (name: string, lines: readonly (readonly string[])[], first = 1): WorkbookSheet => ({
      name,
      lines: Object.fromEntries(lines.map((cells, at) => [first + at, cells])),
    });
    const sent = (table: Table, sheets: readonly WorkbookSheet[], query = '') =>
      table.send(Buffer.from(workbook(sheets)), `execute=true&maxCredits=100${query}`);

    it('is sent out, filled in and read back', async () => {
      const table = await filled();
      const file = await suite.service
        .as(table.caller.account)
        .get(`/api/service/sources/${table.id}/candidates?format=xlsx`)
        .buffer()
        .parse((response, done) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => done(null, Buffer.concat(chunks)));
        })
        .expect(200);
      expect(file.headers['content-disposition']).toContain(`candidates-${table.id}.xlsx`);
      const { lines } = await readWorkbook(file.body);
      const blank = table
        .cells()
        .map((cells, line) =>
          cells.map((cell, at) =>
            line > 0 && /^cd_(choice|why)$/.test(table.headers[at] ?? '') ? '' : cell,
          ),
        );
      expect(lines).toEqual(blank);
      const [, first = [], second = []] = (await readXlsx(file.body)).sheets[0]?.rows ?? [];
      const place = table.headers.indexOf('cd_candidate');
      expect([first[0], first[place], second[place]]).toEqual([1, 1, 2]);
      await sent(table, [sheetOf('候補', table.cells())]).expect(200);
      expect(await states(table)).toEqual(expected);
    });

    it('is found on its sheet, below and beside other things', async () => {
      const table = await filled();
      const beside = table.cells().map((cells) => ['', 'メモ', ...cells]);
      const sheets = [sheetOf('表紙', [['候補の一覧'], ['会社名', '件数']]), sheetOf('候補', beside, 30)];
      const first = await sent(table, sheets, '&sheet=1').expect(400);
      expect(first.body.error.details).toMatchObject([
        { message: expect.stringContaining('has no column cd_source_row_id') },
      ]);
      await sent(table, sheets).expect(200);
      expect(await states(table)).toEqual(expected);
    });

    it('names faults by the line of the sheet', async () => {
      const table = await tableOf([shared]);
      const { body } = await sent(table, [sheetOf('候補', table.choose(1, '1', '×').cells(), 30)]).expect(
        400,
      );
      expect(body.error.details).toMatchObject([{ field: 'line 31, cd_choice' }]);
    });

    it('may have macros by then', async () => {
      const table = (await tableOf([shared])).choose(1, '1', 'x');
      const bytes = workbook([sheetOf('候補', table.cells())], { kind: 'sheet.macroEnabled' });
      const { body } = await table.send(Buffer.from(bytes)).expect(200);
      expect(body.choices).toMatchObject({ changed: 1 });
    });
  });

  it('may have many more lines than a source has rows', async () => {
    const table = (await tableOf([shared])).choose(1, '1', 'x');
    const { cd_source_row_id = '' } = table.lines[0] ?? {};
    table.lines = [...Array.from({ length: 120_000 }, () => ({ cd_source_row_id })), ...table.lines];
    const { body } = await table.send().expect(200);
    expect(body.choices).toMatchObject({ read: 1, changed: 1 });
  });

  it('with more choices than a source has rows is refused', async () => {
    const table = await tableOf([shared]);
    const wrong = { cd_source_row_id: 'x', cd_choice: 'x' };
    table.lines = Array.from({ length: maxSourceRows + 1 }, () => wrong);
    const { body } = await table.send().expect(413);
    expect(body.error).toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining(`${maxSourceRows.toLocaleString('en')} choices`),
    });
  });

  it('with a column of the service twice is refused', async () => {
    const table = (await tableOf([shared])).choose(1, '1', 'x');
    const doubled = table.cells().map((cells) => [...cells, cells[table.headers.indexOf('cd_choice')] ?? '']);
    const text = doubled.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
    const { body } = await table.send(Buffer.from(text)).expect(400);
    expect(body.error.details).toMatchObject([
      { field: 'line 1', message: expect.stringContaining('cd_choice') },
    ]);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'invalid_request'],
    ['another table', Buffer.from('a,b\n1,2\n'), 'invalid_request'],
    ['a damaged workbook', Buffer.from('PK\u0003\u0004'), 'source_file_unreadable'],
    ['bytes of no encoding', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00]), 'source_file_unreadable'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'source_file_type_unsupported'],
    ['an open quote', Buffer.from('cd_source_row_id,cd_choice\n"a,b'), 'source_file_unreadable'],
  ])('that is %s is refused', async (_, bytes, code) => {
    const table = await tableOf([shared]);
    const { body } = await table.send(bytes);
    expect(body.error.code).toBe(code);
    expect(await table.caller.balance()).toBe(100);
  });
});
