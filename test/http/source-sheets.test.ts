import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import { idOf } from '../support/companies.ts';
import { changedParts, partsOf } from '../support/own-files.ts';
import { SourceAccount, sourceSuite } from '../support/sources.ts';
import { type WorkbookSheet, workbook } from '../support/workbooks.ts';

const suite = await sourceSuite();
let caller: SourceAccount;
beforeEach(async () => {
  caller = await suite.account(10);
});
afterAll(suite.end);

const fileType = 'application/octet-stream';
const customers: WorkbookSheet = {
  name: '得意先',
  lines: {
    1: ['得意先一覧'],
    3: ['得意先名', '売上'],
    4: ['株式会社孤立電機', 10],
    5: ['存在しない株式会社', 5],
  },
};
const suppliers: WorkbookSheet = {
  name: '仕入,先',
  lines: { 1: ['コード', '仕入先'], 2: [1, '架空自動車株式会社'] },
};
const staff: WorkbookSheet = {
  name: '職員',
  lines: {
    1: ['氏名', 'メール'],
    2: ['山田', 'a@kakuu-jidosha.co.jp'],
    3: ['佐藤', 'b@kakuu-jidosha.co.jp'],
  },
};
const book = Buffer.from(
  workbook([
    {
      name: '表紙',
      lines: { 1: ['会社名', '株式会社孤立電機'], 2: ['作成者', '山田'], 3: ['作成日', '4月'] },
    },
    customers,
    suppliers,
    staff,
    { name: '空' },
    { ...customers, name: '旧得意先', hidden: true },
  ]),
);

const send = (query: string, file = book) =>
  caller.upload(`/sources/files?filename=帳.xlsx&${query}`, file, fileType);

interface Sheet {
  readonly sheet: string;
  readonly left_out: string | null;
  readonly source: { readonly source_id: string; readonly name: string } | null;
}

/** Both tables, resolved. @returns their ids */
async function resolveBoth(): Promise<readonly [string, string]> {
  const { body } = await send('sheets=all').expect(200);
  const ids = body.sheets.flatMap(({ source }: Sheet) => source?.source_id ?? []);
  for (const [at, name] of ['得意先名', '仕入先'].entries()) {
    await caller.post(`/sources/${ids[at]}/map`, { entity: 'company', columns: { name } }).expect(200);
    await caller.resolve(ids[at]).expect(200);
  }
  return ids;
}

async function download(id: string, query: string, as = caller) {
  const { body } = await as
    .get(`/sources/${id}/export?format=xlsx&${query}`)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  return body as Buffer;
}

const countSources = async () => (await caller.get('/sources').expect(200)).body.items.length;
const countPieces = async () => (await suite.database.knex('source_file_pieces')).length;

describe('several sheets of a workbook', () => {
  it('become a source each, and those without companies say why they are left out', async () => {
    const { body } = await send('sheets=all').expect(200);
    const told = body.sheets.map(({ sheet, left_out, source }: Sheet) => [sheet, left_out ?? source?.name]);
    expect(told).toEqual([
      ['表紙', 'form'],
      ['得意先', '帳.xlsx (得意先)'],
      ['仕入,先', '帳.xlsx (仕入,先)'],
      ['職員', 'no_companies'],
      ['空', 'empty'],
      ['旧得意先', 'hidden'],
    ]);
    expect(body.sheets[0]).toMatchObject({ message: expect.stringContaining('cover'), source: null });
    expect(body.source).toEqual(body.sheets[1].source);
    expect(body.source.reading.remarks).toEqual([]);
    expect(body.source.other_sheets).toEqual([
      { source_id: body.sheets[2].source.source_id, sheet: '仕入,先', status: 'imported', writable: true },
    ]);
  });

  it('leave shops and offices of one company out beside companies, unless they are asked for', async () => {
    const shops = {
      name: '店舗',
      lines: { 1: ['店舗名', '電話'], 2: ['新宿店', '03'], 3: ['渋谷店', '04'] },
    };
    const offices = {
      name: '拠点',
      lines: {
        1: ['拠点名', '会社名'],
        2: ['本社', '株式会社孤立電機'],
        3: ['大阪支店', '株式会社孤立電機'],
        4: ['札幌営業所', '株式会社孤立電機'],
      },
    };
    const withThem = Buffer.from(workbook([offices, customers, shops]));
    const read = async (query: string, file = withThem) =>
      (await send(`${query}&preview=true`, file).expect(200)).body.sheets?.map(
        ({ left_out }: Sheet) => left_out,
      );
    expect(await read('sheets=all')).toEqual(['other_parties', null, 'other_parties']);
    expect(await read('sheets=all,店舗')).toEqual(['other_parties', null, null]);
    expect(await read('sheets=all', Buffer.from(workbook([offices, shops])))).toEqual([null, null]);
    const { body } = await send('preview=true', withThem).expect(200);
    expect(body.preview.reading.sheet).toBe('得意先');
  });

  it('are read although they have no companies, if they are asked for by name or number', async () => {
    const { body } = await send('sheets=職員,3').expect(200);
    const read = body.sheets.filter(({ source }: Sheet) => source).map(({ sheet }: Sheet) => sheet);
    expect(read).toEqual(['仕入,先', '職員']);
    // A name with a comma is a parameter of its own.
    const comma = await send('sheets=仕入,先&sheets=職員,得意先').expect(200);
    expect(comma.body.sheets.filter(({ source }: Sheet) => source)).toHaveLength(3);
    const both = await send('sheets=all,職員').expect(200);
    expect(both.body.sheets.map(({ left_out }: Sheet) => left_out)).toEqual([
      'form',
      null,
      null,
      null,
      'empty',
      'hidden',
    ]);
  });

  it('are the same sources again, also for one sheet alone', async () => {
    const first = await send('sheets=all').expect(200);
    const again = await send('sheets=all').expect(200);
    expect(again.body.deduplicated).toBe(true);
    const alone = await send(`sheet=${encodeURIComponent('仕入,先')}`).expect(200);
    expect(alone.body.source.source_id).toBe(first.body.sheets[2].source.source_id);
    expect(await countSources()).toBe(2);
    await send('sheets=all&again=new').expect(200);
    expect(await countSources()).toBe(4);
  });

  it('are only shown by a preview', async () => {
    const { body } = await send('sheets=all&preview=true').expect(200);
    expect(body.preview.headers).toEqual(['得意先名', '売上']);
    expect(body.sheets[2]).toMatchObject({
      left_out: null,
      source: null,
      preview: { headers: ['コード', '仕入先'] },
    });
    expect(await countSources()).toBe(0);
  });

  it('are stored all or none', async () => {
    const wide = Array.from({ length: 201 }, (_, at) => `列${at}`);
    const file = Buffer.from(workbook([customers, { name: '幅', lines: { 1: wide, 2: wide } }]));
    const { body } = await send('sheets=得意先,幅', file).expect(413);
    expect(body.error.code).toBe('payload_too_large');
    expect(await countSources()).toBe(0);
  });

  it.each([
    ['sheets=無い', 'sheets', 'names "無い", '],
    ['sheets=', 'sheets', 'must not be blank'],
    ['sheets=,', 'sheets', 'must not be blank'],
    ['sheets=all&sheet=1', 'sheet'],
    ['sheets=all&header_row=1', 'header_row'],
    ['sheets=all&keep=2', 'keep'],
  ])('refuse %s', async (query, field, said = '') => {
    const { body } = await send(query).expect(400);
    const message = expect.stringContaining(said);
    expect(body.error).toMatchObject({
      code: expect.stringMatching(/^invalid_(?:request|query)$/),
      details: [{ field, message }],
    });
  });

  it('are not in a text, nor in a workbook without companies', async () => {
    const text = await send('sheets=all', Buffer.from('会社名\n株式会社孤立電機')).expect(400);
    expect(text.body.error.details[0].field).toBe('sheets');
    const { body } = await send('sheets=all', Buffer.from(workbook([staff]))).expect(400);
    expect(body.error).toMatchObject({
      code: 'source_file_unreadable',
      message: expect.stringMatching(/職員: No column of it .* A sheet that is named in sheets is read/),
    });
    const named = await send('sheets=空').expect(400);
    expect(named.body.error.message).toMatch(/companies\. 空: It has no value\.$/);
  });
});

describe('the file of several sheets', () => {
  it('comes back with the columns in all of them, and nothing else changed', async () => {
    const [one, other] = await resolveBoth();
    const file = await download(one, `with=${other}&columns=company_id`);
    const [before, after] = [await partsOf(book), await partsOf(file)];
    expect(changedParts(before, after)).toEqual([
      'xl/styles.xml',
      'xl/worksheets/sheet2.xml',
      'xl/worksheets/sheet3.xml',
    ]);
    expect(String(after.get('xl/worksheets/sheet2.xml'))).toContain(idOf(5));
    expect(String(after.get('xl/worksheets/sheet3.xml'))).toContain(idOf(1));
    const alone = await partsOf(await download(other, 'columns=company_id'));
    expect(changedParts(before, alone)).toEqual(['xl/styles.xml', 'xl/worksheets/sheet3.xml']);
  });

  it('has one record of what people decided about all of them', async () => {
    const sources = await resolveBoth();
    for (const id of sources) {
      const decisions = [{ row: 1, action: 'reopen', why: `理由 ${id}` }];
      await caller.post(`/sources/${id}/decisions`, { execute: true, decisions }, id).expect(200);
    }
    const [one, other] = sources;
    const { sheets } = await readXlsx(await download(one, `with=${other}&audit=true`));
    const record = sheets.find(({ name }) => name === 'decisions')?.rows ?? [];
    expect(record).toHaveLength(3);
    expect(record[0]?.at(-1)).toBe('sheet');
    for (const [at, id] of sources.entries()) {
      expect(record[at + 1]).toContain(`理由 ${id}`);
      expect(sheets.map(({ name }) => name)).toContain(record[at + 1]?.at(-1));
    }
    expect(record[1]?.at(-1)).not.toBe(record[2]?.at(-1));
  });

  it('is kept once, until the last of its sources is deleted', async () => {
    const before = await countPieces();
    const [one, other] = await resolveBoth();
    expect(await countPieces()).toBe(before + 1);
    await caller.delete(`/sources/${one}`).expect(200);
    expect(changedParts(await partsOf(book), await partsOf(await download(other, '')))).toHaveLength(2);
    await caller.delete(`/sources/${other}`).expect(200);
    expect(await countPieces()).toBe(before);
  });

  it('is refused with what is no other sheet of it', async () => {
    const [one, other] = await resolveBoth();
    const refuse = async (query: string, part: string) => {
      const { body } = await caller.get(`/sources/${one}/export?${query}`).expect(400);
      expect(body.error.details).toEqual([{ field: 'with', message: expect.stringContaining(part) }]);
    };
    await refuse(`format=xlsx&with=${one}`, 'twice');
    await refuse(`format=csv&with=${other}`, 'format=xlsx');
    await refuse(`format=xlsx&layout=table&with=${other}`, 'layout=file');
    const rows = await caller.mapped([{ 会社名: '株式会社孤立電機' }]);
    await refuse(`format=xlsx&with=${rows}`, 'another file');
  });

  it('is not for a key of one of them, nor for another account', async () => {
    const [one, other] = await resolveBoth();
    const key = await suite.service.accounts.createKey(caller.account.accountId, { sourceId: one });
    const limited = new SourceAccount(suite.service, { ...caller.account, apiKey: key.api_key });
    const { body } = await limited.get(`/sources/${one}/inspect`).expect(200);
    expect(body.source.other_sheets).toEqual([]);
    await limited.get(`/sources/${one}/export?format=xlsx&with=${other}`).expect(404);
    const stranger = await suite.account();
    const theirs = await stranger.upload('/sources/files?sheets=all', book, fileType).expect(200);
    const id = theirs.body.source.source_id;
    expect(theirs.body.source.other_sheets).toHaveLength(1);
    await stranger.get(`/sources/${id}/export?format=xlsx&with=${other}`).expect(404);
  });
});
