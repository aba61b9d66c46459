import { afterAll, describe, expect, it } from '@jest/globals';
import { corporateNumber } from '../support/companies.ts';
import { sourceSuite } from '../support/sources.ts';
import { archive, workbook } from '../support/workbooks.ts';

const suite = await sourceSuite();
const caller = await suite.account();
afterAll(suite.end);

const path = '/api/service/sources/files';
const text = '会社名,法人番号\n架空自動車株式会社,\n';
const post = () => suite.service.as(caller.account).post(path);
const send = (bytes: Uint8Array | string, query: Record<string, string> = {}) =>
  post()
    .query(query)
    .set('Content-Type', 'text/csv')
    .send(Buffer.from(bytes) as unknown as string);

describe('a file', () => {
  it('can be sent in a form, with parameters as fields', async () => {
    const { body } = await post()
      .attach('file', Buffer.from(`表題\n${text}`), { filename: '取引先 一覧.csv' })
      .field('header_row', '2')
      .expect(200);
    expect(body.source).toMatchObject({
      name: '取引先 一覧.csv',
      original_filename: '取引先 一覧.csv',
      row_count: 1,
    });
    expect(body.source.reading).toMatchObject({ header_row: 2, set_aside_counts: { title: 1 } });
    const inspected = await caller.get(`/sources/${body.source.source_id}/inspect`).expect(200);
    expect(inspected.body.source.reading).toEqual(body.source.reading);
  });

  const named = (disposition: string) =>
    post()
      .set('Content-Type', 'multipart/form-data; boundary="B"')
      .send(`--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n--B--\r\n`);

  it.each([
    ['name="file"; filename="取引先.csv"', '取引先.csv'],
    ["name=file; filename=x.csv; filename*=utf-8''%E5%8F%96%E5%BC%95%E5%85%88.csv", '取引先.csv'],
    ['filename="C:\\\\temp\\\\表.csv"; name="file"', '表.csv'],
    ['name="file"; filename="a\\"b.csv"', 'a"b.csv'],
  ])('can be sent in a form as %s', async (disposition, name) => {
    const { body } = await named(disposition).query({ again: 'new' }).expect(200);
    expect(body.source).toMatchObject({ original_filename: name, row_count: 1 });
  });

  it.each([
    ['without an end', '--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nA'],
    ['without parts', 'x'],
  ])('is not accepted in a form %s', async (_, form) => {
    const sent = post().set('Content-Type', 'multipart/form-data; boundary=B').send(form);
    const { body } = await sent.expect(400);
    expect(body.error.message).toContain('not a valid form');
  });

  it('is only shown in a preview', async () => {
    const before = (await caller.get('/sources?limit=100')).body.items.length;
    const { body } = await send(text, { preview: 'true' }).expect(200);
    expect(body).toMatchObject({ command: 'source.preview', source: null, preview: { row_count: 1 } });
    expect((await caller.get('/sources?limit=100')).body.items.length).toBe(before);
  });

  it('shows in a preview from which columns a person must choose', async () => {
    const { body } = await send('会社名,取引先名\nA社,B社\n', { preview: 'true' }).expect(200);
    expect(
      body.preview.mapping_warnings.map(({ code, header }: Record<string, string>) => [code, header]),
    ).toEqual([
      ['several_columns', '会社名'],
      ['several_columns', '取引先名'],
    ]);
  });

  it.each([
    ['学校名,住所\n架空高等学校,香川県高松市\n', '学校名'],
    ['店舗名\n新宿店\n', '店舗名'],
    ['施設名\n市民会館\n株式会社架空\n', '施設名'],
  ])('says in a preview, and after mapping, that a column names places: %j', async (places, header) => {
    const expected = [expect.objectContaining({ code: 'names_of_places', field: 'name', header })];
    const { body } = await send(places, { preview: 'true' }).expect(200);
    expect(body.preview.mapping_warnings).toEqual(expected);
    const { source } = (await send(places, { again: 'new' }).expect(200)).body;
    expect(source.mapping_warnings).toEqual(expected);
    const mapping = { entity: 'company', columns: { name: header } };
    const mapped = await caller.post(`/sources/${source.source_id}/map`, mapping).expect(200);
    expect(mapped.body.source.mapping_warnings).toEqual(expected);
  });

  it.each([
    '施設名\n株式会社架空\n有限会社架空\n市民会館\n',
    '施設名,法人番号\n市民会館,8700110005901\n',
    '会社名,店舗名\n架空,新宿店\n',
    '事業所名\n架空\n',
    '事業所名\n架空\n',
  ])('has no such warning if companies are named or numbered: %j', async (companies) => {
    const { body } = await send(companies, { preview: 'true' }).expect(200);
    expect(body.preview.mapping_warnings).toEqual([]);
  });

  it('is kept if no column identifies companies, and the answer says what to do', async () => {
    const { body } = await send('日付,金額\n2026-04-01,5\n').expect(200);
    expect(body.source.detected_identifier_columns).toEqual([]);
    expect(body.next_actions[0]).toContain('no column looks like an identifier');
  });

  it('with a key is answered again', async () => {
    const again = () => send(text, { again: 'new', name: '鍵' }).set('Idempotency-Key', 'file-1').expect(200);
    expect((await again()).body).toEqual((await again()).body);
    const other = await send('会社名\nB\n', { again: 'new' }).set('Idempotency-Key', 'file-1').expect(422);
    expect(other.body.error.code).toBe('idempotency_key_reused');
  });

  it('with another table below says where that begins', async () => {
    const tables = '会社名,売上\nA社,1\n\n担当者\n氏名,部署\n山田,経理\n';
    const { body } = await send(tables, { preview: 'true' }).expect(200);
    expect(body.preview.row_count).toBe(4);
    expect(body.preview.reading.remarks[0]).toMatchObject({
      code: 'another_table',
      message: expect.stringContaining('last_row=2'),
    });
  });

  it.each([
    [
      'beside',
      '得意先一覧,,,仕入先一覧,\n会社名,住所,,会社名,電話\nA社,東京,,B社,03\nC社,大阪,,D社,06\n',
      'D to E',
    ],
    ['beside, in one line', '会社名,売上,,会社名,売上\nA社,1,,B社,2\n', 'D to E'],
  ])('with another table %s says in which columns', async (_, tables, columns) => {
    const { body } = await send(tables, { preview: 'true' }).expect(200);
    expect(body.preview.reading.remarks).toEqual([
      { code: 'table_beside', message: expect.stringContaining(`Columns ${columns} `) },
    ]);
  });

  it('with a company in each column says so', async () => {
    const turned =
      '会社名,架空電機株式会社,株式会社見本\n住所,東京都,大阪府\n電話番号,03-0000-0000,06-0000-0000\n';
    const { body } = await send(turned, { preview: 'true' }).expect(200);
    expect(body.preview.row_count).toBeGreaterThan(0);
    expect(body.preview.reading.remarks).toContainEqual({
      code: 'headers_in_first_column',
      message: expect.stringContaining('transpose'),
    });
  });

  it.each([
    ['an empty column between', '会社名,,住所\nA社,,東京\nB社,,大阪\n'],
    ['repeated headers without one', '会社名,担当,会社名\nA社,山田,B社\n'],
    ['one line', '会社名,住所\n架空電機株式会社,東京都\n'],
  ])('of one table with %s has no remark about its shape', async (_, table) => {
    const { body } = await send(table, { preview: 'true' }).expect(200);
    expect(body.preview.reading.remarks).toEqual([]);
  });

  it('of several sheets says which one is read', async () => {
    const sheets = workbook([
      { name: '表紙', lines: { 1: ['取引先一覧'] } },
      { name: '一覧', lines: { 1: ['会社名'], 2: ['A'] } },
    ]);
    const { body } = await send(sheets, { preview: 'true' }).expect(200);
    expect(body.preview.reading).toMatchObject({ sheet: '一覧', remarks: [{ code: 'other_sheets' }] });
    expect(body.preview.reading.remarks[0].message).toContain('表紙');
  });

  it.each([
    [
      'of staff with mail addresses',
      ['部署', '氏名', 'メール'],
      ['営業部', '山田 太郎', 't.yamada@kakuu0.co.jp'],
    ],
    ['of versions', ['日付', '版', '変更内容', '担当'], ['2026/4/1', '1.0', '新規作成', '山田']],
    ['of departments', ['部署名', '人数', '責任者'], ['営業部', '12', '山田']],
    ['of days', ['月', '締日', '支払日'], ['4月', '2026/4/30', '2026/5/31']],
  ])('of several sheets reads the one with companies, not the table %s before it', async (_, header, row) => {
    const sheets = workbook([
      { name: '表紙', lines: { 1: header, 2: row, 3: row } },
      { name: '一覧', lines: { 1: ['会社名'], 2: ['架空電機株式会社'] } },
    ]);
    const { body } = await send(sheets, { preview: 'true' }).expect(200);
    expect(body.preview.reading.sheet).toBe('一覧');
  });

  it('of several sheets reads one with sites if none has names', async () => {
    const sheets = workbook([
      { name: '表紙', lines: { 1: ['取引先一覧'] } },
      { name: 'サイト', lines: { 1: ['URL'], 2: ['https://www.kakuu0.co.jp'] } },
    ]);
    const { body } = await send(sheets, { preview: 'true' }).expect(200);
    expect(body.preview.reading.sheet).toBe('サイト');
  });

  it.each([
    ['last_row', '1', 'the header is in line 2'],
    ['last_row', '9', 'the last line with a value is 3'],
    ['keep', '7', 'no line with a value'],
    ['keep', 'blank', 'empty lines'],
    ['leave_out', '3-2', 'no line with a value'],
    ['leave_out', '2', 'is the header'],
  ])('with a parameter %s=%s that changes nothing', async (field, value, said) => {
    const { body } = await send(`表題,\n${text}`, { [field]: value }).expect(400);
    expect(body.error.details).toEqual([{ field, message: expect.stringContaining(said) }]);
  });

  it('that was read in another way is another source', async () => {
    const one = (await send('会社名\nA社\nB社\n').expect(200)).body;
    const other = (await send('会社名\nA社\nB社\n', { last_row: '2' }).expect(200)).body;
    expect(other).toMatchObject({ deduplicated: false, source: { row_count: 1 } });
    expect(other.source.source_id).not.toBe(one.source.source_id);
  });
});

const sheet = (lines: Record<number, string[]>) => workbook([{ name: 'S', lines }]);
const parts = (extra: Record<string, string>) =>
  workbook([{ name: 'S', lines: { 1: ['会社名'], 2: ['A'] } }], { parts: extra });

const withMacros = (kind: string) =>
  workbook([{ name: 'S', lines: { 1: ['会社名'], 2: ['A'] } }], { kind: `${kind}.macroEnabled` });

describe('a file that cannot be read', () => {
  const ole = (mark: string) =>
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600), Buffer.from(mark, 'utf16le')]);
  it.each<[string, Uint8Array | string, Record<string, string>, number, string, string]>([
    ['is empty', '\n \n', {}, 400, 'source_file_unreadable', 'no line with a value'],
    [
      'is binary',
      Uint8Array.of(1, 0, 2, 0, 0, 9, 0),
      {},
      400,
      'source_file_unreadable',
      'bytes with the value zero',
    ],
    ['has an open quotation mark', '会社名\nA\n"B\nC\n', {}, 400, 'source_file_unreadable', 'in line 3'],
    [
      'is not in the named encoding',
      Uint8Array.of(0x82, 0xff),
      { encoding: 'utf-8' },
      400,
      'invalid_request',
      'encoding',
    ],
    [
      'is in no known encoding',
      Uint8Array.of(0xff, 0xff, 0x41),
      {},
      400,
      'source_file_encoding_unclear',
      'UTF-8',
    ],
    [
      'has a quotation mark that swallows lines',
      '会社名,備考\nA,"x\nB,y\nC,"z\n',
      {},
      400,
      'source_file_unreadable',
      'in line 2',
    ],
    ['is a web page', '<html><table>', {}, 415, 'source_file_type_unsupported', 'HTML'],
    ['is XML', '\ufeff<?xml version="1.0"?><Workbook>', {}, 415, 'source_file_type_unsupported', 'XML'],
    ['is JSON', '[{"会社名":"A"}]', {}, 415, 'source_file_type_unsupported', 'sources/import'],
    ['is an archive', Buffer.from('Rar!\x1a\x07'), {}, 415, 'source_file_type_unsupported', 'RAR'],
    ...[
      ['refers to a text that is not there', '<row><c t="s"><v>7</v></c></row>', 'line 1, column 1'] as const,
      [
        'has two values for one cell',
        '<row r="3"><c r="A3"><v>1</v></c><c r="A3"><v>2</v></c></row>',
        'line 3 has two values',
      ] as const,
    ].map(([what, xml, said]): [string, Uint8Array, Record<string, string>, number, string, string] => [
      what,
      workbook([{ name: 'S', xml: `<sheetData>${xml}</sheetData>` }]),
      {},
      400,
      'source_file_unreadable',
      said,
    ]),
    [
      'has more than 1,000 sheets',
      workbook(Array.from({ length: 1001 }, (_, at) => ({ name: `S${at}` }))),
      {},
      413,
      'payload_too_large',
      'sheets',
    ],
    ['has no such line', text, { header_row: '9' }, 400, 'invalid_request', 'header_row'],
    [
      'has no such sheet',
      sheet({ 1: ['会社名'] }),
      { sheet: 'T' },
      400,
      'invalid_request',
      'its sheets are: S',
    ],
    ['has no sheet with a value', sheet({}), {}, 400, 'source_file_unreadable', 'no visible sheet'],
    ['is a template with macros', withMacros('template'), {}, 415, 'source_file_type_unsupported', '.xltm'],
    ['is an add-in with macros', withMacros('addin'), {}, 415, 'source_file_type_unsupported', '.xlam'],
    ['has a password', ole('EncryptedPackage'), {}, 415, 'source_file_type_unsupported', 'password'],
    ['is an old workbook', ole('Workbook'), {}, 415, 'source_file_type_unsupported', '.xls'],
    ['is another archive', archive({ 'a.txt': 'a' }), {}, 415, 'source_file_type_unsupported', 'zip'],
    [
      'is a damaged workbook',
      sheet({ 1: ['a'] }).subarray(0, 300),
      {},
      400,
      'source_file_unreadable',
      'damaged',
    ],
    [
      'defines entities',
      parts({ 'xl/worksheets/sheet1.xml': '<!DOCTYPE w [<!ENTITY a "b">]><worksheet>&a;</worksheet>' }),
      {},
      400,
      'source_file_unreadable',
      'document type',
    ],
    [
      'repeats a long text in many cells',
      workbook(
        [
          {
            name: 'S',
            xml: `<sheetData>${`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(100)}</sheetData>`,
          },
        ],
        { strings: [`<si><t>${'長'.repeat(9000)}</t></si>`] },
      ),
      {},
      413,
      'payload_too_large',
      '64 million',
    ],
    [
      'has a cell far away',
      workbook([
        { name: 'S', xml: '<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>' },
      ]),
      {},
      413,
      'payload_too_large',
      '16,384 columns',
    ],
  ])('%s', async (_, bytes, query, status, code, said) => {
    const { body } = await send(bytes, query).expect(status);
    expect(body.error.code).toBe(code);
    expect(body.error.message).toContain(said);
  });

  const cp932 = [0x89, 0xef, 0x8e, 0xd0, 0x96, 0xbc, 0x0a, 0x8b, 0xf3, 0x82, 0x0a];
  const faulty = (bytes: readonly number[]) => Uint8Array.from([...cp932.slice(0, 7), ...bytes]);
  const names = Array.from({ length: 10 }, () => [...cp932.slice(0, 6), 0x0a]).flat();

  it.each<[string, Uint8Array, Record<string, string>, string]>([
    [
      'UTF-8',
      Buffer.concat([Buffer.from(`会社名\n${'架空商事\n'.repeat(9)}`), Uint8Array.of(0xe6, 0x9e)]),
      { encoding: 'utf-8' },
      'line 11',
    ],
    ['CP932', faulty([...names, 0x8b, 0xf3, 0x82, 0x0a, ...names]), { encoding: 'cp932' }, 'line 12'],
  ])('has a few bytes that are not %s, and the answer says where', async (_, bytes, way, line) => {
    const refused = await send(bytes).expect(400);
    expect(refused.body.error.code).toBe('source_file_encoding_unclear');
    expect(refused.body.error.message).toContain(line);
    expect(refused.body.error.message).toContain(`encoding=${way.encoding}`);
    const { body } = await send(bytes, way).expect(200);
    expect(body.source.reading.remarks[0]).toMatchObject({
      code: 'faulty_bytes',
      message: expect.stringContaining(line),
    });
  });

  it('is missing', async () => {
    const { body } = await post().expect(400);
    expect(body.error.details[0].field).toBe('file');
  });

  it('is in a form that names another account', async () => {
    const { body } = await post()
      .attach('file', Buffer.from(text), 'a.csv')
      .field('account_id', 'other')
      .expect(400);
    expect(body.error.code).toBe('account_scope_conflict');
  });
});

describe('a mapping', () => {
  const rows = [
    ['架空自動車株式会社', corporateNumber(1), '03-0000-0000', ''],
    ['株式会社孤立電機', corporateNumber(5), '06-0000-0000', ''],
  ];
  const table = `会社名,法人番号,電話,備考\n${rows.map((row) => `${row.join(',')}\n`).join('')}`;

  it('that fits has no warnings', async () => {
    const { body } = await send(table).expect(200);
    const columns = { name: '会社名', corporate_number: '法人番号' };
    const mapped = await caller
      .post(`/sources/${body.source.source_id}/map`, { entity: 'company', columns })
      .expect(200);
    expect(mapped.body.source.mapping_warnings).toEqual([]);
  });

  it('with numbers that are not registered yet has no warnings', async () => {
    const cells = ['未登録', '免税', '申請中', corporateNumber(1)];
    const { body } = await send(
      `会社名,登録番号\n${cells.map((cell, at) => `会社${at},${cell}\n`).join('')}`,
    );
    const columns = { name: '会社名', corporate_number: '登録番号' };
    const mapped = await caller
      .post(`/sources/${body.source.source_id}/map`, { entity: 'company', columns })
      .expect(200);
    expect(mapped.body.source.mapping_warnings).toEqual([]);
  });

  it('that does not fit is warned of before anything is resolved', async () => {
    const { body } = await send(table).expect(200);
    const own = `/sources/${body.source.source_id}`;
    const mapping = {
      columns: { name: '法人番号', ticker: '電話', domain: '備考' },
      hints: { address: '会社名' },
    };
    const mapped = await caller.post(`${own}/map`, { entity: 'company', ...mapping }).expect(200);
    const warnings = mapped.body.source.mapping_warnings;
    expect(warnings).toMatchObject([
      {
        field: 'ticker',
        header: '電話',
        code: 'does_not_fit',
        valid_ratio: 0,
        samples: ['03-0000-0000', '06-0000-0000'],
      },
      { field: 'domain', header: '備考', code: 'mostly_empty', empty_ratio: 1 },
      { field: 'name', header: '法人番号', code: 'fits_other_field', other_field: 'corporate_number' },
      { field: 'address', header: '会社名', code: 'fits_other_field', other_field: 'name' },
    ]);
    expect((await caller.get(`${own}/inspect`).expect(200)).body.source.mapping_warnings).toEqual(warnings);
  });
});
