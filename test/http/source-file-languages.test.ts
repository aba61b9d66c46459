import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { corporateNumber, idOf } from '../support/companies.ts';
import { type SourceAccount, sourceSuite, usualHeaders, usualMapping } from '../support/sources.ts';

// The files about a table that people read: candidates, decisions, remembered choices, two tables joined.

const suite = await sourceSuite();
afterAll(suite.end);

const shared = { name: '株式会社同名商事' };
let caller: SourceAccount;
let id = '';
beforeAll(async () => {
  caller = await suite.account(100);
  id = await caller.resolved([shared, shared, { name: '孤立電気' }, { number: '123' }, { name: '現金' }]);
});

async function read(path: string): Promise<string[][]> {
  const { text } = await caller.get(path).expect(200);
  return parse(text, { bom: true });
}

const languages = ['en', 'ja'] as const;

/** Names of the API in cells or headers. */
function listCodes(lines: readonly string[][]): string[] {
  return lines.flat().flatMap((cell) => cell.match(/[a-z]+_[a-z_]+/g) ?? []);
}

function toCsv(lines: readonly string[][]): Buffer {
  return Buffer.from(
    lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  );
}

describe('the table of candidates', () => {
  const headersIn = { en: ['Match: Choice', 'Match: Candidate'], ja: ['照合_選択', '照合_候補'] } as const;

  it.each(languages)('has no code of the API: %s', async (lang) => {
    const [headers = [], ...lines] = await read(`/sources/${id}/candidates?lang=${lang}`);
    expect(listCodes([headers, ...lines])).toEqual([]);
    expect(headers).toEqual(expect.arrayContaining([...headersIn[lang], ...usualHeaders.slice(0, 2)]));
  });

  it('is in sentences for people', async () => {
    const [headers = [], ...lines] = await read(`/sources/${id}/candidates?lang=ja`);
    const [first, , other] = lines.map((cells) =>
      Object.fromEntries(cells.map((cell, at) => [headers[at] ?? '', cell])),
    );
    expect(first).toMatchObject({
      照合_候補_商号: shared.name,
      照合_候補_会社の状態: '存続',
      照合_候補_一致した項目: expect.stringContaining('が一致'),
      照合_結果: '候補あり',
      照合_理由: '同じ名称、または表記や法人格だけが異なる名称の会社が複数あります。',
    });
    expect(other).toMatchObject({
      照合_候補: 'その他',
      照合_候補_商号: expect.stringContaining('「対象外」'),
    });
  });

  it.each(languages)('is recognised when it comes back, and faults name its columns: %s', async (lang) => {
    const [choice, candidate] = headersIn[lang];
    const source = await caller.resolved([shared, { name: '現金' }, { name: '株式会社誰も知らない' }]);
    const [headers = [], ...lines] = await read(`/sources/${source}/candidates?lang=${lang}`);
    const at = headers.indexOf(choice);
    const mark = (line: number, text: string) => {
      const cells = lines[line] ?? [];
      cells[at] = text;
    };
    const send = () =>
      caller.upload(
        `/sources/${source}/choices?execute=true&maxCredits=9&remember=no`,
        toCsv([headers, ...lines]),
        'text/csv',
        randomUUID(),
      );
    const others = lines.flatMap((cells, line) =>
      /^(?:other|その他)$/.test(cells[headers.indexOf(candidate)] ?? '') ? [line] : [],
    );
    expect(others).toHaveLength(3);
    mark(1, '×');
    const { body } = await send().expect(400);
    const other = { en: 'other', ja: 'その他' }[lang];
    expect(body.error.details).toMatchObject([
      { field: `line 3, ${choice}`, message: expect.stringMatching(new RegExp(`in the line ${other}$`)) },
    ]);
    mark(1, 'x');
    mark(others[1] ?? 0, { en: 'not a company', ja: '会社ではない' }[lang]);
    mark(others[2] ?? 0, { en: 'none of these', ja: '該当なしと確定' }[lang]);
    await send().expect(200);
    const rows = await caller.rows(source);
    expect(rows.map(({ company_id, decision }) => company_id ?? decision)).toEqual([
      idOf(4),
      'not_a_company',
      'none_of_these',
    ]);
  });
});

describe('the record of decisions', () => {
  it.each(languages)('has no code of the API: %s', async (lang) => {
    const source = await caller.resolved([shared, { name: '現金' }, { name: '孤立電気' }]);
    const decisions = [
      { row: 1, action: 'choose', companyId: idOf(3) },
      { row: 2, action: 'not_a_company' },
      { row: 3, action: 'skip' },
    ];
    const body = { execute: true, maxCredits: 9, decisions };
    await caller.post(`/sources/${source}/decisions`, body, randomUUID()).expect(200);
    const [headers = [], ...lines] = await read(`/sources/${source}/history/export?lang=${lang}`);
    expect(listCodes([headers, ...lines])).toEqual([]);
    if (lang === 'en') return;
    const [first] = lines.map((cells) =>
      Object.fromEntries(cells.map((cell, at) => [headers[at] ?? '', cell])),
    );
    expect(first).toMatchObject({
      '判断日時（日本時間）': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      判断: '選択',
      変更前_結果: '候補あり',
      変更後_結果: '確定',
      変更後_商号: shared.name,
      確認時_理由: '同じ名称、または表記や法人格だけが異なる名称の会社が複数あります。',
      確認時_候補: expect.stringContaining('名称が一致'),
    });
  });
});

describe('a file of remembered choices', () => {
  it.each(languages)('has no code of the API, and is recognised when it comes back: %s', async (lang) => {
    const source = await caller.resolved([shared, { name: '現金' }]);
    const decisions = [
      { row: 1, action: 'choose', companyId: idOf(3), remember: 'always' },
      { row: 2, action: 'not_a_company', remember: 'always' },
    ];
    const body = { execute: true, maxCredits: 9, decisions };
    await caller.post(`/sources/${source}/decisions`, body, randomUUID()).expect(200);
    const lines = await read(`/remembered-choices/export?lang=${lang}`);
    expect(listCodes(lines)).toEqual([]);
    const send = async (as: SourceAccount) =>
      (await as.upload('/remembered-choices/import', toCsv(lines), 'text/csv').expect(200)).body.imported;
    const count = lines.length - 1;
    expect(await send(caller)).toMatchObject({ read: count, added: 0, changed: 0, unchanged: count });
    const another = await suite.account(10);
    expect(await send(another)).toMatchObject({ read: count, added: count });
    const rows = await another.rows(await another.resolved([{ name: '現金' }]));
    expect(rows).toMatchObject([{ decision: 'not_a_company' }]);
  });
});

describe('two tables joined', () => {
  it.each(languages)('name the company, and are recognised when they come back: %s', async (lang) => {
    const number = { number: corporateNumber(5) };
    const own = await caller.resolved([number]);
    const other = await caller.resolved([number]);
    const [headers = [], ...rows] = await read(`/sources/${own}/join/export?other=${other}&lang=${lang}`);
    const prefix = { en: 'Match: ', ja: '照合_' }[lang];
    expect(headers.filter((header) => header.startsWith(prefix))).toEqual(
      { en: ['Company ID', 'Corporate number', 'Legal name'], ja: ['会社ID', '法人番号', '商号'] }[lang].map(
        (title) => prefix + title,
      ),
    );
    const body = {
      headers,
      rows: rows.map((cells) => Object.fromEntries(headers.map((header, at) => [header, cells[at] ?? '']))),
    };
    const { body: imported } = await caller.post('/sources/import', body).expect(200);
    const again = imported.source.source_id as string;
    await caller.post(`/sources/${again}/map`, usualMapping).expect(200);
    await caller.resolve(again, { maxCredits: 0 }).expect(200);
    expect((await caller.rows(again)).map(({ reason }) => reason?.code)).toEqual(['earlier_export']);
  });
});
