import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import iconv from 'iconv-lite';
import { maxSourceHeaders } from '../../src/contract/limits.ts';
import { resultColumns } from '../../src/contract/sources/columns/result-columns.ts';
import { idOf } from '../support/companies.ts';
import { changedParts, partsOf } from '../support/own-files.ts';
import { type SourceAccount, sourceSuite } from '../support/sources.ts';
import { archive, workbook } from '../support/workbooks.ts';

const suite = await sourceSuite();
let caller: SourceAccount;
beforeAll(async () => {
  caller = await suite.account();
});
afterAll(suite.end);

const fileType = 'application/octet-stream';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const mapping = { entity: 'company', columns: { name: '会社名' } };
const wanted = 'columns=corporate_number,resolve_status';

const book = Buffer.from(
  workbook(
    [
      { name: '表紙', lines: { 1: ['取引先の一覧'] } },
      {
        name: '取引先',
        lines: {
          1: ['取引先一覧'],
          3: ['会社名', '登録日', '金額'],
          4: ['株式会社孤立電機', { number: 45_000, style: 'date' }, 1],
          5: ['存在しない株式会社', { number: 45_001, style: 'date' }, { formula: 'C4*2', text: '2' }],
          7: ['※ 2024年度'],
        },
      },
    ],
    { parts: { 'xl/charts/chart1.xml': '<c:chart/>', 'xl/media/image1.png': '\u0089PNG' } },
  ),
);
const text =
  '取引先一覧\r\n会社名\t備考\n株式会社髙架屋\t"a\nb"\r\n株式会社孤立電機\n\n存在しない株式会社\t=1+1';

async function stored(file: Buffer, query = '', as = caller): Promise<string> {
  const path = `/sources/files?filename=table&again=new${query}`;
  const { body } = await as.upload(path, file, fileType).expect(200);
  return body.source.source_id;
}

async function resolved(file: Buffer, query = ''): Promise<string> {
  const id = await stored(file, query);
  await caller.post(`/sources/${id}/map`, mapping).expect(200);
  await caller.resolve(id).expect(200);
  return id;
}

async function download(id: string, query: string) {
  const { body, headers } = await caller
    .get(`/sources/${id}/export?${query}`)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  return { file: body as Buffer, headers: headers as Record<string, string> };
}

const cellsOf = (xml: string) =>
  Object.fromEntries(
    [...xml.matchAll(/<c r="(\w+)"[^>]*><is><t[^>]*>([^<]*)<\/t>/g)].map(([, at, cell]) => [at, cell]),
  );

describe('a workbook', () => {
  it('comes back as the same, with the columns beside its table', async () => {
    const id = await resolved(book);
    const { body } = await caller.get(`/sources/${id}/inspect`).expect(200);
    expect(body.source.reading).toMatchObject({ sheet: '取引先', free_column: 4, header_row: 3 });
    const { file } = await download(id, `format=xlsx&${wanted}`);
    const [before, after] = [await partsOf(book), await partsOf(file)];
    expect(changedParts(before, after)).toEqual(['xl/styles.xml', 'xl/worksheets/sheet2.xml']);
    const xml = String(after.get('xl/worksheets/sheet2.xml'));
    for (const cell of String(before.get('xl/worksheets/sheet2.xml')).match(/<c .*?<\/c>/g) ?? [])
      expect(xml).toContain(cell);
    expect(cellsOf(xml)).toMatchObject({
      A3: '会社名',
      D3: 'cd_corporate_number',
      E3: 'cd_resolve_status',
      F3: 'cd_source_row_id',
      D4: idOf(5).slice(3),
      E4: 'matched',
      E5: 'not_found',
    });
    expect(Object.keys(cellsOf(xml))).not.toContain('D7');
  });

  it.each([
    ['A1:H1', 3],
    ['A1:H2', 3],
    ['A9:H9', 3],
    ['A3:H3', 9],
    ['A1:H4', 9],
    ['C4:XFD4', null],
  ])('has its columns beside merged cells only in the lines of its table: %s', async (ref, free) => {
    const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const titled = workbook([
      {
        name: '取引先',
        xml: `<sheetData><row r="1">${cell('A1', '取引先一覧')}</row><row r="3">${cell('A3', '会社名')}${cell('B3', '備考')}</row><row r="4">${cell('A4', '株式会社孤立電機')}${cell('B4', 'a')}</row></sheetData><mergeCells><mergeCell ref="${ref}"/></mergeCells>`,
      },
    ]);
    const { body } = await caller.get(`/sources/${await stored(Buffer.from(titled))}/inspect`).expect(200);
    expect(body.source.reading).toMatchObject({ header_row: 3, free_column: free });
  });

  it('that comes back is recognized, and its columns are written anew', async () => {
    const { file } = await download(await resolved(book), `format=xlsx&${wanted}`);
    const again = await resolved(file);
    const twice = await download(again, 'format=xlsx&columns=legal_name');
    const cells = cellsOf(String((await partsOf(twice.file)).get('xl/worksheets/sheet2.xml')));
    expect(cells).toMatchObject({ D3: 'cd_legal_name', D4: '株式会社孤立電機', E3: 'cd_source_row_id' });
    expect(cells).not.toHaveProperty('F3');
  });

  it('of as many columns as are allowed comes back with all that can be added, and is filled again', async () => {
    const others = Array.from({ length: maxSourceHeaders - 1 }, (_, at) => `列${at}`);
    const lines = { 1: ['会社名', ...others], 2: ['株式会社孤立電機', ...others] };
    const wide = Buffer.from(workbook([{ name: '取引先', lines }]));
    const first = (await download(await resolved(wide), 'format=xlsx&columns=all&lang=ja')).file;
    const id = await resolved(first);
    const { body } = await caller.get(`/sources/${id}/inspect`).expect(200);
    expect(body.source.headers).toHaveLength(maxSourceHeaders + resultColumns.length);
    expect(body.source.reading.renamed_headers).toEqual([]);
    const last = body.source.headers.length;
    const { body: table } = await caller
      .get(`/sources/${id}/rows?sort=column&sort_column=${last}`)
      .expect(200);
    expect(table.rows[0].company.company_id).toBe(idOf(5));
    const again = await readXlsx((await download(id, 'format=xlsx&columns=all&lang=ja')).file);
    expect(again.sheets[0]?.rows[0]).toEqual(body.source.headers);
    const tooWide = { 1: ['会社名', ...others, '備考'], 2: ['株式会社孤立電機', ...others] };
    const refused = await caller
      .upload(
        '/sources/files?filename=table',
        Buffer.from(workbook([{ name: '取引先', lines: tooWide }])),
        fileType,
      )
      .expect(413);
    expect(refused.body.error.message).toContain(`${maxSourceHeaders + 1} columns`);
  });

  it('with macros comes back with them, under the name of such a workbook', async () => {
    const macros = Buffer.from(
      workbook([{ name: '取引先', lines: { 1: ['会社名', '備考'], 2: ['株式会社孤立電機', 'a'] } }], {
        kind: 'sheet.macroEnabled',
        parts: { 'xl/vbaProject.bin': '\u00d0\u00cf\0' },
      }),
    );
    const id = await resolved(macros);
    const { body } = await caller.get(`/sources/${id}/inspect`).expect(200);
    expect(body.source.reading).toMatchObject({ file_type: 'xlsm', free_column: 3 });
    const { file, headers } = await download(id, `format=xlsm&${wanted}`);
    expect(headers['content-type']).toBe('application/vnd.ms-excel.sheet.macroEnabled.12');
    expect(headers['content-disposition']).toBe(`attachment; filename="source-${id}.xlsm"`);
    const changed = changedParts(await partsOf(macros), await partsOf(file));
    expect(changed).toEqual(['xl/styles.xml', 'xl/worksheets/sheet1.xml']);
    // A new workbook has none, and says so.
    const plain = await download(id, 'format=xlsx');
    expect((await partsOf(plain.file)).has('xl/vbaProject.bin')).toBe(false);
    const refusals = [`${id}/export?format=xlsm&layout=table`, `${await stored(book)}/export?format=xlsm`];
    for (const path of refusals) {
      const { body: refused } = await caller.get(`/sources/${path}`).expect(400);
      expect(refused.error.details).toEqual([expect.objectContaining({ field: 'format' })]);
    }
  });

  it('has the decisions as a further sheet', async () => {
    const id = await resolved(book);
    const body = {
      execute: true,
      maxCredits: 0,
      decisions: [{ row: 2, action: 'not_a_company', why: '個人' }],
    };
    await caller.post(`/sources/${id}/decisions`, body, id).expect(200);
    const { file } = await download(id, 'format=xlsx&audit=true');
    const { sheets } = await readXlsx(file);
    expect(sheets.map(({ name }) => name)).toEqual(['表紙', '取引先', 'decisions']);
    const [header = [], first = []] = sheets[2]?.rows ?? [];
    expect(first).toContain('個人');
    expect(['row_number', 'credits'].map((column) => first[header.indexOf(column)])).toEqual([2, 0]);
    expect((await partsOf(file)).get('xl/media/image1.png')).toEqual(
      (await partsOf(book)).get('xl/media/image1.png'),
    );
    // What comes back is the same table, not the decisions.
    const { body: again } = await caller.upload('/sources/files?filename=again', file, fileType).expect(200);
    expect(again.source.reading).toMatchObject({ sheet: '取引先', header_row: 3 });
  });

  /** The book whose list of relations is written in another way. */
  async function withRelations(change: (relations: string) => string): Promise<Buffer> {
    const name = 'xl/_rels/workbook.xml.rels';
    const parts = await partsOf(book);
    return Buffer.from(archive({ ...Object.fromEntries(parts), [name]: change(String(parts.get(name))) }));
  }

  it('has them also when relations begin with their type, as openpyxl writes them', async () => {
    const openpyxl = await withRelations((relations) =>
      relations.replaceAll(/<Relationship (Id="[^"]*") (Type="[^"]*")/g, '<Relationship $2 $1'),
    );
    const { file } = await download(await resolved(openpyxl), 'format=xlsx&audit=true');
    const { sheets } = await readXlsx(file);
    expect(sheets.map(({ name }) => name)).toEqual(['表紙', '取引先', 'decisions']);
  });

  it('is never replaced by a new file: a list of sheets that is written in an unusual way is named', async () => {
    const unusual = await withRelations((relations) =>
      relations.replace('<Relationships', '<!-- ends with </Relationships> --><Relationships'),
    );
    const id = await resolved(unusual);
    await download(id, 'format=xlsx');
    const { body } = await caller.get(`/sources/${id}/export?format=xlsx&audit=true`);
    expect(body.error?.details).toEqual([expect.objectContaining({ field: 'audit' })]);
  });

  it.each([
    ['beside its lines', 'twoCell', [3, 1], [9, 8], ['drawing_beside']],
    ['of a place and a size', 'absolute', [4, 1], null, ['drawing_beside']],
    ['of a place and a size below the table', 'absolute', [4, 3], null, []],
    ['of a size that begins in the table', 'oneCell', [0, 1], null, ['drawing_beside']],
    ['over the table alone', 'twoCell', [0, 0], [0, 8], []],
    ['below the table', 'twoCell', [0, 4], [9, 20], []],
  ] as const)(
    'with a drawing %s says whether it can lie over the columns',
    async (_, kind, from, to, expected) => {
      const corner = (name: string, [col, row]: readonly [number, number]) =>
        `<xdr:${name}><xdr:col>${col}</xdr:col><xdr:colOff>9</xdr:colOff><xdr:row>${row}</xdr:row></xdr:${name}>`;
      const begin =
        kind === 'absolute'
          ? `<xdr:pos x="${from[0] * 609_600}" y="${from[1] * 190_500}"/>`
          : corner('from', from);
      const anchor = `<xdr:${kind}Anchor>${begin}${to ? corner('to', to) : '<xdr:ext cx="1219200" cy="9"/>'}<xdr:pic/></xdr:${kind}Anchor>`;
      const lines = { 1: ['会社名'], 2: ['株式会社孤立電機'] };
      const drawn = workbook([{ name: '取引先', lines }], {
        parts: {
          'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">${anchor}</xdr:wsDr>`,
          'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="a" Type="${relations}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
        },
      });
      const { body } = await caller.get(`/sources/${await stored(Buffer.from(drawn))}/inspect`).expect(200);
      expect(body.source.reading.remarks.map(({ code }: { code: string }) => code)).toEqual(expected);
    },
  );

  it('with a drawing that cannot be read is a table all the same', async () => {
    const drawn = workbook([{ name: '取引先', lines: { 1: ['会社名'], 2: ['株式会社孤立電機'] } }], {
      parts: {
        'xl/drawings/drawing1.xml': '<xdr:wsDr><xdr:from>',
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="a" Type="${relations}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
      },
    });
    const { body } = await caller.get(`/sources/${await stored(Buffer.from(drawn))}/inspect`).expect(200);
    expect(body.source).toMatchObject({ row_count: 1, reading: { free_column: 2, remarks: [] } });
  });

  describe('with an Excel table', () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const tablePart = 'xl/tables/table1.xml';
    const tabled = Buffer.from(
      workbook([{ name: '取引先', lines: { 1: ['会社名'], 2: ['株式会社孤立電機'] } }], {
        parts: {
          [tablePart]: `<table xmlns="${main}" id="1" displayName="表1" ref="A1:A2"><tableColumns count="1"><tableColumn id="1" name="会社名"/></tableColumns></table>`,
          'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="a" Type="${relations}/table" Target="../tables/table1.xml"/></Relationships>`,
        },
      }),
    );
    const namesOf = async (file: Buffer) => {
      const parts = await partsOf(file);
      const headers = Object.values(cellsOf(String(parts.get('xl/worksheets/sheet1.xml'))));
      const columns = [...String(parts.get(tablePart)).matchAll(/<tableColumn [^>]*name="([^"]*)"/g)];
      return { headers, columns: columns.map(([, name]) => name) };
    };
    const chosen = 'format=xlsx&columns=resolve_status,capital';
    const japanese = ['会社名', '照合_結果', '照合_資本金（円）', '照合_行ID'];

    it('keeps the names of its columns in another language, because formulas name them, beside cells in that language', async () => {
      const { file: first } = await download(await resolved(tabled), `${chosen}&lang=ja`);
      expect((await namesOf(first)).columns).toEqual(japanese);
      const id = await resolved(first);
      const { columns, headers } = await namesOf((await download(id, `${chosen}&lang=en`)).file);
      expect(columns).toEqual(japanese);
      expect(headers).toEqual(expect.arrayContaining([...japanese, 'settled']));
      const more = await namesOf((await download(id, `${chosen},employee_count`)).file);
      expect(more.columns).toEqual([...japanese, '照合_従業員数']);
      const fewer = await namesOf((await download(id, 'format=xlsx&columns=industry,capital')).file);
      expect(fewer.columns).toEqual(['会社名', '照合_資本金（円）', '照合_行ID', '照合_業種']);
      const renamed = await namesOf((await download(id, `${chosen}&lang=en&prefix=X_`)).file);
      expect(renamed.columns).toEqual(['会社名', 'X_Result', 'X_Capital (yen)', 'X_Row ID']);
    });
  });

  it.each([
    ['another format', 'format=csv'],
    ['only the table', 'format=xlsx&layout=table'],
    ['only some rows', 'format=xlsx&status=matched'],
  ])('is a new one for %s', async (_, query) => {
    const { file } = await download(await resolved(book), query);
    expect(file.includes('xl/media/image1.png')).toBe(false);
    expect(file.length).toBeGreaterThan(100);
  });

  it('is a new one if the table has no header, or the file is no longer there', async () => {
    const headless = await stored(book, '&header_row=0&sheet=2');
    const { body } = await caller.get(`/sources/${headless}/inspect`).expect(200);
    expect(body.source.reading.free_column).toBeNull();
    expect(await piecesOf(headless)).toBe(0);
    const id = await stored(book);
    await suite.database.knex('source_file_pieces').delete();
    const { file } = await download(id, 'format=xlsx');
    expect(file.includes('xl/media/image1.png')).toBe(false);
  });
});

describe('a text', () => {
  it.each(['utf-8', 'cp932', 'utf-16le'])(
    'comes back in its encoding, with its signs and line ends: %s',
    async (encoding) => {
      const mark = encoding === 'utf-16le' ? Buffer.from([0xff, 0xfe]) : Buffer.alloc(0);
      const id = await resolved(Buffer.concat([mark, iconv.encode(text, encoding)]));
      const { file, headers } = await download(id, wanted);
      const back = iconv.decode(file.subarray(mark.length), encoding, { stripBOM: false });
      const rowIds = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
      expect(back.replaceAll(rowIds, 'ID')).toBe(
        `取引先一覧\r\n会社名\t備考\tcd_corporate_number\tcd_resolve_status\tcd_source_row_id\n株式会社髙架屋\t"a\nb"\t${idOf(6).slice(3)}\tmatched\tID\r\n株式会社孤立電機\t\t${idOf(5).slice(3)}\tmatched\tID\n\n存在しない株式会社\t'=1+1\t\tnot_found\tID`,
      );
      expect(file.subarray(0, mark.length)).toEqual(mark);
      expect(headers['disarmed-cells']).toBe('1');
      expect(headers['missing-characters']).toBe(encoding === 'cp932' ? '0' : undefined);
      const charset = encoding === 'cp932' ? 'windows-31j' : encoding;
      expect(headers['content-type']).toBe(`text/csv; charset=${charset}`);
    },
  );

  it('has 〓 for characters that its encoding does not have, and says how many', async () => {
    const id = await resolved(iconv.encode('会社名,備考\n株式会社孤立電機,\n', 'cp932'));
    const named = suite.database.knex('company_names').where({ company_id: idOf(5), kind: 'legal' });
    await named.clone().update({ name: '株式会社𠮷立〜電機' });
    try {
      const { file, headers } = await download(id, 'columns=legal_name');
      expect(iconv.decode(file, 'cp932')).toContain('株式会社〓立～電機');
      expect(headers['missing-characters']).toBe('1');
      const utf8 = await download(id, 'columns=legal_name&encoding=utf-8');
      expect(String(utf8.file)).toContain('株式会社𠮷立〜電機');
      expect(utf8.headers).not.toHaveProperty('missing-characters');
    } finally {
      await named.update({ name: '株式会社孤立電機' });
    }
  });

  it('is a new file on request, and if its encoding has marks within', async () => {
    const id = await resolved(iconv.encode(text, 'cp932'));
    for (const query of ['encoding=utf-8', 'bom=true', 'newline=lf'])
      expect(String((await download(id, query)).file)).toContain('株式会社髙架屋,"a\nb"');
    const { body } = await caller.get(`/sources/${id}/export?encoding=file&bom=true`).expect(400);
    expect(body.error.details).toEqual([expect.objectContaining({ field: 'encoding' })]);
    const jis = Buffer.from('\u001b$B2q<RL>\u001b(B,a\n\u001b$B3t<02q<R9CEE5!\u001b(B,1\n', 'latin1');
    const { file } = await download(await stored(jis), 'columns=row');
    expect(String(file)).toContain('会社名,a,');
  });
});

async function piecesOf(id: string): Promise<number> {
  return (await suite.database.knex('source_file_pieces').where({ source_id: id })).length;
}

describe('the file of a source', () => {
  it('is stored once, and not for a preview', async () => {
    const count = async () => (await suite.database.knex('source_file_pieces')).length;
    const own = Buffer.concat([iconv.encode(text, 'utf-8'), Buffer.from('\t')]);
    const before = await count();
    await caller.upload('/sources/files?preview=true', own, fileType).expect(200);
    expect(await count()).toBe(before);
    const first = await caller.upload('/sources/files', own, fileType, 'own-file').expect(200);
    const replayed = await caller.upload('/sources/files', own, fileType, 'own-file').expect(200);
    const second = await caller.upload('/sources/files', own, fileType).expect(200);
    expect(second.body).toMatchObject({
      deduplicated: true,
      source: { source_id: first.body.source.source_id },
    });
    expect(replayed.body.source.source_id).toBe(first.body.source.source_id);
    expect(await count()).toBe(before + 1);
  });

  it('is kept for a source that an earlier version made of it, which stays the same source', async () => {
    const { knex } = suite.database;
    const account = await suite.account();
    const first = await account.upload('/sources/files', book, fileType).expect(200);
    const { source_id: id } = first.body.source;
    await knex('source_file_pieces').where({ source_id: id }).delete();
    await knex('sources')
      .where({ source_id: id })
      .update({ reading: knex.raw("(reading::jsonb - 'free_column')::json") });
    const second = await account.upload('/sources/files', book, fileType).expect(200);
    expect(second.body).toMatchObject({ deduplicated: true, source: { source_id: id } });
    const { body } = await account.get(`/sources/${id}/inspect`).expect(200);
    expect(body.source.reading.free_column).toBe(4);
    expect(await piecesOf(id)).toBe(1);
  });

  it('is that of a form, without what is around it', async () => {
    const border = '--x';
    const form = Buffer.concat([
      Buffer.from(`${border}\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`),
      book,
      Buffer.from(`\r\n${border}--\r\n`),
    ]);
    const account = await suite.account();
    const { body } = await account
      .upload('/sources/files?again=new', form, 'multipart/form-data; boundary=x')
      .expect(200);
    const { rows } = await suite.database.knex.raw(
      'SELECT bytes FROM source_file_pieces WHERE source_id = ?',
      [body.source.source_id],
    );
    expect(Buffer.concat(rows.map((row: { bytes: Buffer }) => row.bytes))).toEqual(book);
  });

  it('is not that of another account', async () => {
    const id = await stored(book);
    const other = await suite.account();
    await other.get(`/sources/${id}/export?format=xlsx`).expect(404);
  });

  it('is deleted with the source', async () => {
    const account = await suite.account();
    const id = await stored(book, '', account);
    expect(await piecesOf(id)).toBe(1);
    await account.delete(`/sources/${id}`).expect(200);
    expect(await piecesOf(id)).toBe(0);
    await account.get(`/sources/${id}/export?format=xlsx`).expect(404);
  });

  it('does not come back in part if the source is deleted meanwhile', async () => {
    // More than the system keeps for a connection.
    const rows = Array.from({ length: 3000 }, (_, at) => `株式会社架空${at},${'備考'.repeat(1500)}\n`);
    const id = await stored(Buffer.from(`会社名,備考\n${rows.join('')}`));
    const headers = { 'x-api-key': caller.account.apiKey };
    const response = await fetch(`${suite.service.url}/api/service/sources/${id}/export`, { headers });
    expect(response.status).toBe(200);
    await suite.database.knex('sources').where({ source_id: id }).delete();
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});
