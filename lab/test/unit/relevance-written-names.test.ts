import { describe, expect, it } from '@jest/globals';
import { Draws } from '../../fictional/draws.ts';
import { NameHolders } from '../../relevance/name-holders.ts';
import type { NamedCompany } from '../../relevance/written/fictional-companies.ts';
import { draftFictional } from '../../relevance/written/fictional-names.ts';
import { noiseRules } from '../../relevance/written/noise.ts';
import { writtenClass } from '../../relevance/written/written-class.ts';
import type { WrittenAnswer, WrittenName } from '../../relevance/written/written-names.ts';
import { writtenLines, writtenMissLines } from '../../relevance/written/written-report.ts';
import { belowWrittenFloors, scoreNames, scoreWritten } from '../../relevance/written/written-scoring.ts';

/** How written names are classed, made, judged and scored, without stores. */

describe('the class of a written name', () => {
  it.each([
    ['㈱　架空商会', '株式会社架空商会', 'same'],
    ['(一社)架空協会', '一般社団法人架空協会', 'same'],
    ['Ｔ－ＬＩＦＥ株式会社', 'Ｔ‐ＬＩＦＥ株式会社', 'same'],
    ['架空商会', '株式会社架空商会', 'other_form'],
    ['架空商会株式会社', '株式会社架空商会', 'other_form'],
    ['有限会社架空商会', '株式会社架空商会', 'other_form'],
    ['株式会社架空商会大阪支店', '株式会社架空商会', 'behind'],
    ['(株)架空商会(幹事)', '株式会社架空商会', 'behind'],
    ['架空商会・山川組特定建設工事共同企業体', '株式会社架空商会', 'behind'],
    ['株式会社架空商会ほか', '株式会社架空商会', 'others'],
    ['株式会社架空商会 他3社', '株式会社架空商会', 'others'],
    ['㈱架空商会外２名', '株式会社架空商会', 'others'],
    ['代表機関 株式会社架空商会', '株式会社架空商会', 'contains'],
    ['株式会社日本架空商会', '株式会社架空商会', 'contains'],
    ['株式会社架空商店', '株式会社架空商会', 'otherwise'],
    ['株式会社山川組', '株式会社山', 'otherwise'],
  ])('of %s for %s is %s', (written, registered, expected) => {
    expect(writtenClass(written, registered)).toBe(expected);
  });
});

const rule = (form: string) => {
  const found = noiseRules.find((each) => each.form === form);
  if (!found) throw new Error(`no rule ${form}`);
  return found;
};
/** What a rule makes of a name, with 50 seeds. */
const written = (form: string, name: string, other = '山川組株式会社') => [
  ...new Set(Array.from({ length: 50 }, (_, at) => rule(form).write(name, new Draws(1, at, 1), other, null))),
];

describe('the noise', () => {
  it.each([
    ['form as a sign', '株式会社架空商会', '㈱架空商会'],
    ['form in brackets', '架空商会有限会社', '架空商会(有)'],
    ['form in Latin letters', '架空商会株式会社', '架空商会 K.K.'],
    ['form at the other end', '架空商会株式会社', '株式会社架空商会'],
    ['letters in katakana', 'ＡＢＣ架空株式会社', 'エー・ビー・シー架空株式会社'],
    ['letters in katakana', 'ＡＢＣ架空株式会社', 'エービーシー架空株式会社'],
    ['another form of a kanji', '株式会社国沢', '株式会社国澤'],
    ['HD, G, & written out or not', '架空ホールディングス株式会社', '架空HD株式会社'],
    ['HD, G, & written out or not', 'Ａ＆Ｂ株式会社', 'ＡアンドＢ株式会社'],
    ['numbers in kanji', '株式会社架空２１', '株式会社架空二十一'],
    ['numbers in kanji', '株式会社架空１０', '株式会社架空十'],
    ['look-alike letters', '株式会社架空エ房', '株式会社架空工房'],
    ['others', '株式会社架空商会', '株式会社架空商会ほか'],
    ['role in front', '株式会社架空商会', '(代)株式会社架空商会'],
    ['joint venture', '株式会社架空商会', '架空商会・山川組特定建設工事共同企業体'],
    ['two companies in one cell', '株式会社架空商会', '株式会社架空商会／山川組株式会社'],
    ['English, other form', 'Kakuu Co., Ltd.', 'Kakuu Company, Limited'],
  ])('%s: writes %s as %s', (form, name, expected) => {
    expect(written(form, name)).toContain(expected);
  });

  it.each([
    'letters in katakana',
    'another form of a kanji',
    'HD, G, & written out or not',
    'numbers in kanji',
  ])('%s: leaves out names that it does not change', (form) => {
    expect(written(form, '株式会社架空')).toEqual([null]);
  });

  it('slips once in names of at least six letters, and never in the first', () => {
    expect(written('one slip', '株式会社アイウエオ')).toEqual([null]);
    const slipped = written('one slip', '株式会社アイウエオカ').filter((name) => name !== null);
    expect(slipped.length).toBeGreaterThan(10);
    for (const name of slipped) expect(name).toMatch(/^株式会社ア.{4,6}$/);
    expect(slipped).not.toContain('株式会社アイウエオカ');
    expect(written('two slips in a long name', '株式会社アイウエオカキクケ')).toEqual([null]);
  });

  it('has a name for each form', () => {
    const forms = noiseRules.map(({ form }) => form);
    expect(new Set(forms).size).toBe(forms.length);
  });
});

const company = (companyId: string, legal: string, more: Partial<NamedCompany> = {}): NamedCompany => ({
  companyId,
  status: 'active',
  names: [{ kind: 'legal', name: legal }],
  ...more,
});

/** Fictional names of these companies, when there are no others. */
function namesOf(companies: readonly NamedCompany[], unknown: readonly string[] = []): WrittenName[] {
  const drafts = draftFictional(companies, unknown, { perForm: 20, seed: 1 });
  const active = new NameHolders(drafts.wants);
  const closed = new NameHolders(drafts.wants);
  for (const { companyId, status, names } of companies) {
    for (const { kind, name } of names) (status === 'active' ? active : closed).add(companyId, kind, name);
  }
  return drafts.judge({ active, closed });
}
const ofForm = (names: readonly WrittenName[], form: string) => names.filter((name) => name.form === form);

describe('fictional names', () => {
  const shared = [company('a', '株式会社架空'), company('b', '株式会社架空'), company('c', '架空有限会社')];

  it('mean the company from which they were made', () => {
    const names = namesOf([company('a', '株式会社架空商会'), company('b', '株式会社山川組')]);
    expect(ofForm(names, 'form as a sign')).toEqual([
      { text: '㈱架空商会', class: 'same', form: 'form as a sign', right: ['a'], settles: true },
      { text: '㈱山川組', class: 'same', form: 'form as a sign', right: ['b'], settles: true },
    ]);
    expect(ofForm(names, 'others').map(({ settles }) => settles)).toEqual([false, false]);
    expect(ofForm(names, 'branch').map((name) => name.class)).toEqual(['behind', 'behind']);
  });

  it('of a shared name mean every company that has it, and settle on none', () => {
    const names = namesOf(shared);
    expect(ofForm(names, 'shared name')).toMatchObject([
      { text: '株式会社架空', right: ['a', 'b'], settles: false },
    ]);
    expect(ofForm(names, 'shared name, form left out')).toMatchObject([
      { text: '架空', right: ['a', 'b', 'c'] },
    ]);
    expect(ofForm(names, 'as registered')).toEqual([]);
  });

  it('leave out what another company is called', () => {
    const closed = company('b', '架空商会有限会社', { status: 'closed' });
    expect(ofForm(namesOf([company('a', '株式会社架空商会'), closed]), 'as registered')).toEqual([]);
    const former = company('b', '株式会社山', {
      names: [
        { kind: 'legal', name: '株式会社山' },
        { kind: 'former', name: '株式会社架空商会' },
      ],
    });
    expect(
      ofForm(namesOf([company('a', '株式会社架空商会'), former]), 'as registered').map(({ text }) => text),
    ).toEqual(['株式会社山']);
  });

  it('of closed companies and former names mean those companies', () => {
    const closed = company('b', '株式会社山川組', { status: 'closed' });
    const renamed = company('a', '株式会社新架空', {
      names: [
        { kind: 'former', name: '株式会社架空' },
        { kind: 'legal', name: '株式会社新架空' },
      ],
    });
    const names = namesOf([renamed, closed]);
    expect(ofForm(names, 'closed company')).toMatchObject([{ text: '株式会社山川組', right: ['b'] }]);
    expect(ofForm(names, 'former name')).toMatchObject([{ text: '株式会社架空', right: ['a'] }]);
  });

  it('of absent companies mean nobody, and are left out if a company has the name', () => {
    const names = namesOf(
      [company('a', '株式会社架空商会')],
      ['有限会社架空商会', '株式会社未登録', '株式会社無登録'],
    );
    expect(names.filter((name) => name.class === null)).toEqual([
      { text: '㈱未登録', class: null, form: null, right: [], settles: false },
      { text: '無登録', class: null, form: null, right: [], settles: false },
    ]);
  });

  it('are the same for the same seed', () => {
    expect(namesOf(shared)).toEqual(namesOf(shared));
  });
});

describe('scores of written names', () => {
  const name = (more: Partial<WrittenName> = {}): WrittenName => ({
    text: '架空商会',
    class: 'same',
    form: null,
    right: ['a', 'successor'],
    settles: true,
    ...more,
  });
  const answer = (more: Partial<WrittenAnswer> = {}): WrittenAnswer => ({
    settledOn: null,
    candidates: [],
    suggestions: [],
    reason: 'several_companies',
    ...more,
  });
  const score = (answers: Partial<WrittenAnswer>, more: Partial<WrittenName> = {}) =>
    scoreNames([{ name: name(more), answer: answer(answers) }]);

  it.each<[string, Partial<WrittenAnswer>, object]>([
    [
      'settled',
      { settledOn: 'a' },
      { found_first: 1, found_in_five: 1, settled_right: 1, settled_on_another: 0 },
    ],
    [
      'settled on a successor',
      { settledOn: 'successor' },
      { found_first: 1, settled_right: 1, settled_on_another: 0 },
    ],
    [
      'settled on another',
      { settledOn: 'x' },
      { found_first: 0, found_in_five: 0, settled_right: 0, settled_on_another: 1 },
    ],
    [
      'the first candidate',
      { candidates: ['a', 'x'] },
      { found_first: 1, found_in_five: 1, candidates_per_row: 2 },
    ],
    ['the fifth candidate', { candidates: [...'1234', 'a'] }, { found_first: 0, found_in_five: 1 }],
    ['the sixth candidate', { candidates: [...'12345', 'a'] }, { found_first: 0, found_in_five: 0 }],
    [
      'a suggestion',
      { suggestions: ['x', 'a'] },
      { found_first: 0, found_in_five: 1, suggestions_per_row: 2 },
    ],
    [
      'a suggestion after five candidates',
      { candidates: [...'12345'], suggestions: ['a'] },
      { found_in_five: 0 },
    ],
    ['nothing', {}, { found_first: 0, found_in_five: 0, settled_on_another: 0 }],
  ])('count %s', (_, given, expected) => {
    expect(score(given)).toMatchObject({ rows: 1, ...expected });
  });

  it('count a settlement as wrong if the name does not say who is meant', () => {
    expect(score({ settledOn: 'a' }, { settles: false })).toMatchObject({
      found_in_five: 0,
      settled_on_another: 1,
    });
    expect(score({ candidates: ['a'] }, { settles: false })).toMatchObject({
      found_in_five: 1,
      settled_on_another: 0,
    });
  });

  const absent = (given: Partial<WrittenAnswer>) => ({
    name: name({ class: null, right: [] }),
    answer: answer(given),
  });
  const tables = scoreWritten([
    ...Array.from({ length: 4 }, () => ({
      name: name({ form: 'branch' }),
      answer: answer({ candidates: ['a'] }),
    })),
    { name: name({ form: 'branch', text: '架空' }), answer: answer({ settledOn: 'x' }) },
    { name: name({ class: 'otherwise', form: 'slip' }), answer: answer() },
    absent({ settledOn: 'x' }),
    absent({ candidates: ['x'], suggestions: ['y'] }),
    absent({}),
    absent({}),
    absent({}),
  ]);

  it('are by class, by form, and for absent companies', () => {
    expect(tables.classes.map((scores) => [scores.class, scores.rows, scores.found_in_five])).toEqual([
      ['same', 5, 4],
      ['other_form', 0, 0],
      ['behind', 0, 0],
      ['others', 0, 0],
      ['contains', 0, 0],
      ['otherwise', 1, 0],
    ]);
    expect(tables.forms.map(({ form, rows }) => [form, rows])).toEqual([
      ['branch', 5],
      ['slip', 1],
    ]);
    expect(tables.total).toMatchObject({ rows: 6, found_in_five: 4, settled_on_another: 1 });
    expect(tables.not_loaded).toEqual({
      rows: 5,
      settled_on_namesake: 1,
      given_candidates: 1,
      given_suggestions: 1,
    });
    expect(tables.misses.map((miss) => [miss.class, miss.text, miss.settled_on])).toEqual([
      ['same', '架空', 'x'],
      ['otherwise', '架空商会', null],
      ['not_loaded', '架空商会', 'x'],
    ]);
  });

  const everyday = scoreNames(
    Array.from({ length: 5 }, () => ({ name: name(), answer: answer({ settledOn: 'x' }) })),
  );

  it('worse than a floor are reported', () => {
    const floors = {
      classes: { same: { found_in_five: 0.81, settled_on_another: 0.19 }, otherwise: { found_in_five: 1 } },
      forms: { branch: { found_in_five: 0.8, settled_on_another: 0.2 } },
      total: { settled_right: 0.01 },
      everyday: { settled_on_another: 0 },
      not_loaded: { settled_on_namesake: 0.1, given_candidates: 0.2 },
    };
    expect(belowWrittenFloors({ ...tables, everyday }, floors)).toEqual([
      { of: 'same', measure: 'found_in_five', is: 0.8, floor: 0.81 },
      { of: 'same', measure: 'settled_on_another', is: 0.2, floor: 0.19 },
      { of: 'total', measure: 'settled_right', is: 0, floor: 0.01 },
      { of: 'everyday', measure: 'settled_on_another', is: 1, floor: 0 },
      { of: 'not_loaded', measure: 'settled_on_namesake', is: 0.2, floor: 0.1 },
    ]);
    expect(belowWrittenFloors({ ...tables, everyday: null }, { everyday: { found_in_five: 1 } })).toEqual([]);
  });

  it('are shown as tables', () => {
    const report = { names: 'fictional', ...tables, everyday, everyday_not_listed: 2, rows_per_second: 10 };
    const lines = writtenLines(report, [{ of: 'total', measure: 'settled_right', is: 0, floor: 0.5 }]);
    expect(lines.join('\n')).toMatch(/\| all +\| +6 \| +4 \(66\.7 %\) \| +4 \(66\.7 %\) \| +0 \| +1 \|/);
    expect(lines).toContain('2 everyday names are of companies that are not listed in this database.');
    expect(lines.at(-1)).toBe('WORSE THAN THE FLOOR: total, settled_right 0 (floor 0.5).');
    expect(writtenMissLines(tables.misses, 1)).toEqual([
      'same, branch: 架空: meant a successor; settled on x',
      'otherwise, slip: 架空商会: meant a successor; found nothing',
      'not_loaded: 架空商会: meant nobody here; settled on x',
    ]);
    expect(writtenMissLines(tables.misses, 0)).toEqual([]);
  });
});
