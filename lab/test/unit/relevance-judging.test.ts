import { describe, expect, it } from '@jest/globals';
import type { Holders, JudgedQuery } from '../../relevance/judged-query.ts';
import type { KnownCompany, NameKind } from '../../relevance/known-company.ts';
import { draftQueries, queryForms } from '../../relevance/making-queries.ts';
import { NameHolders } from '../../relevance/name-holders.ts';
import { bareName, plainName, wordsOf } from '../../relevance/plain-name.ts';
import { missLines, remarkLines, scoreTable } from '../../relevance/report.ts';
import { belowFloors, type QueryAnswer, scoreClasses } from '../../relevance/scoring.ts';
import {
  fullWidth,
  halfKana,
  halfWidth,
  hiragana,
  katakana,
  largeKana,
  otherKanji,
  withoutLongVowels,
} from '../../relevance/spellings.ts';

/** How queries are made, judged and scored, without stores. */

function company(companyId: string, legal: string, more: Partial<KnownCompany> = {}): KnownCompany {
  const { names = [], ...facts } = more;
  return {
    companyId,
    status: 'active',
    corporateNumber: null,
    names: [{ kind: 'legal', name: legal }, ...names],
    securitiesCodes: [],
    edinetCodes: [],
    domains: [],
    aliases: [],
    ...facts,
  };
}

/** The queries of these companies, when there are no others. */
function queriesOf(companies: readonly KnownCompany[], perClass = 100): JudgedQuery[] {
  const drafts = draftQueries(companies, perClass);
  const names = new NameHolders(drafts.wants);
  for (const { companyId, names: held } of companies) {
    for (const { kind, name } of held) names.add(companyId, kind, name);
  }
  const holders: Holders = {
    names,
    ofDomain: (domain) =>
      companies.filter(({ domains }) => domains.includes(domain)).map(({ companyId }) => companyId),
  };
  return drafts.judge(holders);
}

const texts = (queries: readonly JudgedQuery[], form: string) =>
  queries.filter((query) => query.form === form).map(({ text }) => text);

describe('spellings', () => {
  it('write a text differently with the same meaning', () => {
    expect(fullWidth('A1 (株)')).toBe('Ａ１　（株）');
    expect(halfWidth('ＡＢ　１')).toBe('AB 1');
    expect(halfKana('ガーデン')).toBe('ｶﾞｰﾃﾞﾝ');
    expect(largeKana('キャノン')).toBe('キヤノン');
    expect(katakana(hiragana('ヴィラ'))).toBe('ヴィラ');
    expect(withoutLongVowels('コンピューター第一')).toBe('コンピュタ第一');
    expect(otherKanji('髙島屋')).toBe('高島屋');
    expect(otherKanji('山田')).toBe('山田');
  });

  it('keep the NFKC form if they only change widths', () => {
    for (const text of ['トヨタ自動車株式会社', 'ＡＢＣ　パピプペポ１２', 'ヴァイオリン']) {
      expect(halfKana(halfWidth(text)).normalize('NFKC')).toBe(text.normalize('NFKC'));
      expect(fullWidth(halfWidth(text)).normalize('NFKC')).toBe(text.normalize('NFKC'));
    }
  });
});

describe('plain names', () => {
  it.each([
    ['㈱　ＡＢＣ', '株式会社abc', 'abc'],
    ['ABC (有)', 'abc有限会社', 'abc'],
    ['アコムカブシキガイシャ', 'アコム株式会社', 'アコム'],
    ['TOEI COMPANY,LTD.', 'toeicompany,ltd.', 'toei'],
    ['Evernex Japan K.K.', 'evernexjapan株式会社', 'evernexjapan'],
    ['株式会社', '株式会社', '株式会社'],
  ])('%s is %s and without its form %s', (name, plain, bare) => {
    expect(plainName(name)).toBe(plain);
    expect(bareName(plain)).toBe(bare);
  });

  it('have words where the script changes, but not inside a word of kanji and hiragana', () => {
    expect(wordsOf('株式会社日本アシストabc')).toEqual(['日本', 'アシスト', 'abc']);
    expect(wordsOf('全国子育て支援')).toEqual([]);
  });
});

describe('holders of names', () => {
  const holders = new NameHolders([
    {
      names: ['株式会社日立'],
      bareNames: ['日立'],
      beginnings: ['日立'],
      wordSets: [['日本', '電気'], ['電気']],
    },
  ]);
  const add = (id: string, name: string, kind: NameKind = 'legal') => holders.add(id, kind, name);
  add('a', '株式会社日立');
  add('b', '日立㈱');
  add('c', '日立建機株式会社');
  add('d', '電気化学日本株式会社', 'former');

  it('return the companies with a name, a name of any form, a beginning or words', () => {
    const ids = (held: readonly { companyId: string }[]) => held.map(({ companyId }) => companyId);
    expect(ids(holders.named('株式会社日立'))).toEqual(['a']);
    expect(ids(holders.bareNamed('日立'))).toEqual(['a', 'b']);
    expect(ids(holders.beginning('日立'))).toEqual(['a', 'b', 'c']);
    expect(ids(holders.withWords(['電気', '日本']))).toEqual(['d']);
    expect(holders.withWords(['電気'])[0]?.kind).toBe('former');
  });

  it('refuse names that were not requested before', () => {
    expect(() => holders.named('株式会社ソニー')).toThrow('not requested');
  });
});

describe('queries', () => {
  const toyota = company('cn_1180301018771', 'トヨタ自動車株式会社', {
    corporateNumber: '1180301018771',
    securitiesCodes: ['7203'],
    edinetCodes: ['E02144'],
    domains: ['toyota.jp'],
    aliases: ['tse_7203'],
    names: [
      { kind: 'english', name: 'TOYOTA MOTOR CORPORATION' },
      { kind: 'former', name: 'トヨタ自動車工業株式会社' },
    ],
  });

  it('write identifiers as people do', () => {
    const queries = queriesOf([toyota]);
    expect(texts(queries, 'corporate number, hyphens')).toEqual(['1-1803-0101-8771']);
    expect(texts(queries, 'securities code, five characters')).toEqual(['72030']);
    expect(texts(queries, 'EDINET code, full-width lower case')).toEqual(['ｅ０２１４４']);
    expect(texts(queries, 'URL')).toEqual(['https://www.toyota.jp/x?y=1']);
    expect(texts(queries, 'former company_id')).toEqual(['tse_7203']);
    const ids = queries.filter((query) => query.class === 'identifier_forms');
    for (const { expected } of ids) expect(expected).toEqual([toyota.companyId]);
  });

  it('expect every company of a domain', () => {
    const sister = company('cn_2', 'トヨタ販売株式会社', { domains: ['toyota.jp'] });
    const query = queriesOf([toyota, sister]).find(({ form }) => form === 'e-mail');
    expect(query?.expected).toEqual([toyota.companyId, 'cn_2']);
  });

  it('let only the company with exactly this form come first, and those of any form if none is typed', () => {
    const other = company('cn_2', '株式会社トヨタ自動車');
    const queries = queriesOf([toyota, other]);
    const turned = queries.find(({ text }) => text === '株式会社トヨタ自動車');
    expect(turned).toMatchObject({ form: 'at the other end', first: ['cn_2'], settles: ['cn_2'] });
    const bare = queries.find(({ form, text }) => form === 'left out' && text === 'トヨタ自動車');
    expect(bare?.first).toEqual([toyota.companyId, 'cn_2']);
  });

  it('ask for former names, but not for one that is still the name', () => {
    expect(texts(queriesOf([toyota]), 'as it was')).toEqual(['トヨタ自動車工業株式会社']);
    const same = company('cn_2', '株式会社現代', { names: [{ kind: 'former', name: '㈱現代' }] });
    expect(texts(queriesOf([same]), 'as it was')).toEqual([]);
  });

  it('keep the writing of an English name that loses its form', () => {
    expect(texts(queriesOf([toyota]), 'without the legal form')).toEqual(['TOYOTA MOTOR']);
  });

  it('share a name only when two companies have it', () => {
    expect(queriesOf([toyota]).filter((query) => query.class === 'shared_names')).toEqual([]);
    const twin = company('cn_2', 'トヨタ自動車（株）');
    const shared = queriesOf([toyota, twin]).filter((query) => query.class === 'shared_names');
    expect(shared[0]).toMatchObject({
      expected: [toyota.companyId, 'cn_2'],
      settles: [toyota.companyId, 'cn_2'],
    });
  });

  it('compare a parent with the company whose name extends its name', () => {
    const queries = queriesOf([company('p', '株式会社アイシン'), company('s', '株式会社アイシン開発')]);
    const pairs = queries.filter((query) => query.class === 'subsidiaries_and_parents');
    expect(pairs.map(({ text, expected }) => [text, expected])).toEqual([
      ['株式会社アイシン', ['p']],
      ['アイシン', ['p']],
      ['株式会社アイシン開発', ['s']],
      ['アイシン開発', ['s']],
    ]);
  });

  it('leave out queries that more companies match than a page shows', () => {
    const many = Array.from({ length: 11 }, (_, at) => company(`cn_${at}`, `株式会社タカラ${at}`));
    expect(texts(queriesOf(many), 'of the legal name')).toEqual([]);
    expect(texts(queriesOf(many.slice(0, 9)), 'of the legal name')).toEqual(['タカラ']);
  });

  it('take the forms of a class in turn, up to the requested number', () => {
    const names = Array.from({ length: 30 }, (_, at) => company(`cn_${at}`, `株式会社ガーデン${at}号`));
    const widths = queriesOf(names, 8).filter((query) => query.class === 'widths');
    expect(widths).toHaveLength(8);
    expect(new Set(widths.map(({ form }) => form)).size).toBeGreaterThanOrEqual(4);
  });

  it('have a rule for every class', () => {
    expect(new Set(queryForms.map((form) => form.class)).size).toBe(12);
  });
});

describe('scores', () => {
  const query: JudgedQuery = {
    class: 'kana',
    form: 'hiragana',
    text: 'きやのん',
    identifierType: 'name',
    expected: ['a', 'b'],
    first: ['a', 'b'],
    settles: [],
  };
  const answer = (found: string[], more: Partial<QueryAnswer> = {}): QueryAnswer => ({
    query,
    found,
    byIdentifier: false,
    settledOn: null,
    ...more,
  });
  const kana = (...answers: QueryAnswer[]) => scoreClasses(answers).find((scores) => scores.class === 'kana');

  it('measure the first result, the first ten, the rank and the precision', () => {
    expect(kana(answer(['a', 'b']))).toMatchObject({ hit_at_1: 1, recall_at_10: 1, mrr: 1, precision: 1 });
    expect(kana(answer(['x', 'b']))).toMatchObject({
      hit_at_1: 0,
      recall_at_10: 0.5,
      mrr: 0.5,
      precision: 0.5,
      misses: [{ text: 'きやのん', found: ['x', 'b'] }],
    });
    expect(kana(answer([]))).toMatchObject({ hit_at_1: 0, recall_at_10: 0, mrr: 0, precision: 0 });
  });

  it('count a settlement that more than one company could claim, or another company could, as wrong', () => {
    const settled = (on: string, claims: Partial<JudgedQuery>) =>
      kana(answer(['a'], { settledOn: on, query: { ...query, ...claims } }))?.wrongly_resolved;
    expect(settled('a', { settles: ['a'] })).toBe(0);
    expect(settled('b', { settles: ['a'] })).toBe(1);
    expect(settled('a', { settles: ['a', 'b'] })).toBe(1);
    expect(settled('a', { settles: [] })).toBe(1);
    expect(settled('a', { settles: [], first: ['a'] })).toBe(0);
  });

  it('want an identifier to be matched as one', () => {
    const byNumber = { ...query, class: 'identifier_forms', first: ['a'], expected: ['a'] } as const;
    const scored = (byIdentifier: boolean) =>
      scoreClasses([answer(['a'], { query: byNumber, byIdentifier })])[0]?.hit_at_1;
    expect(scored(true)).toBe(1);
    expect(scored(false)).toBe(0);
  });

  it('are null for a class without queries, and the report says so', () => {
    const classes = scoreClasses([answer(['x', 'a'])]);
    expect(classes.find((scores) => scores.class === 'widths')).toMatchObject({ queries: 0, hit_at_1: null });
    const remarks = remarkLines({ classes, per_class: 1 }, []);
    expect(remarks).toContain('widths: no queries, because the data has no suitable companies.');
    expect(remarks).toContain('Every class is at its floor or above.');
    expect(scoreTable(classes).find((line) => line.includes('| kana '))).toMatch(
      /\| +1 \| +0\.0 % \| +50\.0 % \|/,
    );
    expect(missLines(classes, 1)).toEqual(['kana, hiragana: きやのん: expected a b; found x a']);
  });

  it('are compared with floors; a wrong settlement never passes', () => {
    const classes = scoreClasses([answer(['x', 'b'], { settledOn: 'x' })]);
    expect(
      belowFloors(classes, { kana: { recall_at_10: 0.5, hit_at_1: 0.9 }, widths: { hit_at_1: 1 } }),
    ).toEqual([
      { class: 'kana', measure: 'hit_at_1', is: 0, floor: 0.9 },
      { class: 'kana', measure: 'wrongly_resolved', is: 1, floor: 0 },
    ]);
  });
});
