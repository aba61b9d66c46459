import { describe, expect, it } from '@jest/globals';
import type { CompanyCard } from '../../mappings/companies.ts';
import type { Hints } from '../../src/contract/company-resolve/hints.ts';
import {
  type NameResult,
  type NameSuggestion,
  wholeText,
} from '../../src/features/row-matching/lookup/name-result.ts';
import { noteChangeOfHands } from '../../src/features/row-matching/lookup/names-in-time.ts';
import { Namesakes } from '../../src/features/row-matching/lookup/namesakes.ts';
import { findWrittenNames } from '../../src/features/row-matching/lookup/written-names-lookup.ts';
import { ParsedName } from '../../src/features/row-matching/parsed-name.ts';
import { explainRow } from '../../src/features/row-matching/settling/explain-row.ts';
import type { FoundIdentifier, RowEvidence } from '../../src/features/row-matching/settling/row-evidence.ts';
import { settleRow } from '../../src/features/row-matching/settling/settle-row.ts';
import type { NameKeys } from '../../src/text/names/names.ts';
import { idOf } from '../support/companies.ts';
import { type CardParts, cardOf } from '../support/company-cards.ts';

// Which rows a bulk button settles, over a made-up register.

const former = (name: string): CardParts => ({
  names: [
    { kind: 'legal', name: '新名堂株式会社', valid_from: null, valid_to: null },
    { kind: 'former', name, valid_from: null, valid_to: null },
  ],
});

const cards = [
  cardOf(1, '株式会社孤立電機'),
  cardOf(2, '株式会社大文字'),
  cardOf(3, 'Ｃ株式会社'),
  cardOf(4, '新名堂株式会社', former('旧名堂株式会社')),
  cardOf(5, '株式会社ＫＡＫＵ', {
    names: [
      { kind: 'legal', name: '株式会社ＫＡＫＵ', valid_from: null, valid_to: null },
      { kind: 'alias', name: '株式会社架空通販', valid_from: null, valid_to: null },
    ],
  }),
];

const known: readonly CompanyCard[] = [
  cardOf(6, '夢想国際総合物流株式会社'),
  cardOf(7, '株式会社有名堂', { prominence: 4 }),
  cardOf(8, '株式会社孤立電機製作'),
  cardOf(9, '株式会社有名物産', { prominence: 4 }),
];

const lookups = {
  findByNames: (names: ReadonlyMap<string, NameKeys>) => {
    const namesakes = new Namesakes(names);
    for (const card of [...cards, ...known]) namesakes.add(card);
    return Promise.resolve(namesakes.listHits());
  },
  findNearNames: () => Promise.resolve(new Map()),
};

const office = { prefecture: '大阪府', city: '堺市北区', street: '架空町1丁目2番3号', postal_code: null };
const findCard = (last: number) =>
  [...cards, ...known].find(({ company }) => company.company_id === idOf(last));

function suggestionOf(last: number): NameSuggestion {
  const card = findCard(last);
  if (!card) throw new Error('no such company');
  return { card, name: card.company.legal_name, reason: 'slip' };
}

/** The reason of a row, and the company with which it is accepted. */
async function explain(
  text: string,
  given: {
    readonly hints?: Hints;
    readonly isComplete?: boolean;
    readonly found?: NameResult;
    readonly code?: number;
  } = {},
) {
  const { hints = {}, isComplete = false, found, code } = given;
  const name = new ParsedName(text);
  const written = found ?? (await findWrittenNames(lookups, [name])).get(text) ?? null;
  const holder = code === undefined ? undefined : findCard(code);
  const identifiers: FoundIdentifier[] = holder
    ? [{ field: 'ticker', type: 'securities_code', value: `920${code}`, cards: [holder] }]
    : [];
  const row = settleRow({
    question: {
      name,
      settleFrom: 'name_in_incomplete_register',
      identifiers,
      hints,
      asOf: null,
      faulty: [],
      invalid: false,
      rejected: [],
      onlySharedSite: false,
    },
    identifiers,
    found: written,
    fund: null,
    nameCount: null,
    hintHolders: new Map(),
    places: new Map([...cards, ...known].map(({ company }) => [company.company_id, office])),
    chosen: [],
    register: { complete: isComplete, share: isComplete ? 1 : 0.5, companies: cards.length },
  });
  const { reason, candidates, suggestions } = explainRow(row);
  const companies = candidates.length > 0 ? candidates : suggestions;
  const accepted = companies.filter(({ acceptable }) => acceptable === true);
  expect(accepted.length).toBeLessThan(2);
  if (accepted.length > 0) expect(accepted[0]).toBe(companies[0]);
  return { reason, accepted: accepted[0]?.company_id ?? null };
}

/** @param holder the company that has the corporate number of the row; by default, the row has none */
async function outcomeOf(text: string, isComplete: boolean, holder?: number, mistyped?: string) {
  const name = new ParsedName(text);
  const written = (await findWrittenNames(lookups, [name])).get(text);
  const found = written ? noteChangeOfHands(written, '2026-11-27') : null;
  const place = { prefecture: null, city: null, street: null, postal_code: null };
  const card = holder === undefined ? undefined : cards[holder - 1];
  const value = card?.company.corporate_number;
  const identifiers: FoundIdentifier[] =
    card && value ? [{ field: 'corporate_number', type: 'corporate_number', value, cards: [card] }] : [];
  const evidence: RowEvidence = {
    question: {
      name,
      settleFrom: 'name_in_incomplete_register',
      identifiers,
      hints: {},
      asOf: null,
      faulty: mistyped === undefined ? [] : [{ field: 'corporate_number', text: mistyped }],
      invalid: mistyped !== undefined,
      rejected: [],
      onlySharedSite: false,
    },
    identifiers,
    found,
    fund: null,
    nameCount: null,
    hintHolders: new Map(),
    places: new Map(cards.map(({ company }) => [company.company_id, place])),
    chosen: [],
    register: { complete: isComplete, share: isComplete ? 1 : 0.5, companies: cards.length },
  };
  const { reason, candidates } = explainRow(settleRow(evidence));
  return { reason, accepted: candidates.some((each) => 'acceptable' in each && each.acceptable === true) };
}

describe('a row that is accepted with others', () => {
  it('has a part cut off only if it is a branch at a place, and the register is whole', async () => {
    for (const [text, accepted] of [
      ['株式会社孤立電機あおば支店', true],
      ['株式会社大文字洋紙店', false],
    ] as const) {
      expect(await outcomeOf(text, true)).toStrictEqual({ reason: 'part_of_name', accepted });
      expect((await outcomeOf(text, false)).accepted).toBe(false);
    }
  });

  it('has no word behind its name that can be the end of the name, before the place of a branch', async () => {
    for (const word of ['Amber', '農場', 'ちょこ', '機料商会', '福岡']) {
      const { accepted } = await outcomeOf(`株式会社孤立電機 ${word}大阪支店`, false);
      expect([word, accepted]).toStrictEqual([word, false]);
    }
  });

  it('has a former name if the text says so', async () => {
    for (const isComplete of [true, false]) {
      expect((await outcomeOf('旧 旧名堂株式会社', isComplete)).accepted).toBe(true);
      expect((await outcomeOf('旧 株式会社孤立電機', isComplete)).accepted).toBe(false);
    }
  });

  it('has a name of the register if that is incomplete, not an alias, which can be that of others', async () => {
    expect(await outcomeOf('株式会社架空通販', true)).toStrictEqual({ reason: 'only_alias', accepted: true });
    expect(await outcomeOf('株式会社架空通販', false)).toStrictEqual({
      reason: 'only_alias',
      accepted: false,
    });
  });

  it('says with its number which company is meant, and nothing that can make its name another one', async () => {
    for (const [text, accepted] of [
      ['株式会社孤立電機あおば支店', true],
      ['株式会社孤立電機ほか', true],
      ['株式会社孤立電機（カイロ）', false],
      ['遠方(株)孤立電機', false],
    ] as const)
      expect(await outcomeOf(text, false, 1)).toStrictEqual({ reason: 'branch_behind_name', accepted });
    expect(await outcomeOf('Ａ＆Ｃ株式会社', false, 3)).toMatchObject({ accepted: false });
  });

  it('has nothing beside its name that is not understood if only a number near its own speaks for it', async () => {
    const number = cards[3]?.company.corporate_number ?? '';
    const mistyped = `${number.slice(0, -1)}${(Number(number.slice(-1)) + 1) % 10}`;
    for (const [text, accepted] of [
      ['新名堂株式会社', true],
      ['新名堂株式会社 大阪支店', true],
      ['新名堂株式会社ホールディングス', false],
    ] as const)
      expect([text, await outcomeOf(text, false, undefined, mistyped)]).toMatchObject([text, { accepted }]);
  });

  it('names the lead of several companies first, in full, and says that there are others', async () => {
    for (const [text, accepted] of [
      ['株式会社孤立電機ほか3社', 1],
      ['㈱孤立電機 外2社', 1],
      ['株式会社孤立電機・株式会社大文字特定建設工事共同企業体', 1],
      ['代表企業 株式会社大文字・株式会社孤立電機共同企業体', 2],
      // Parties of equal rank have no lead, and the lead may not be loaded.
      ['株式会社孤立電機、株式会社大文字', null],
      ['株式会社誰も知らない・株式会社孤立電機ＪＶ', null],
      ['株式会社孤立電機・株式会社大文字（代表）共同企業体', null],
      ['孤立電機・大文字共同企業体', null],
      // The end of a longer name.
      ['株式会社孤立電機組立工場・株式会社大文字ＪＶ', null],
    ] as const)
      expect([text, (await explain(text)).accepted]).toStrictEqual([
        text,
        accepted === null ? null : idOf(accepted),
      ]);
  });

  it('has a place elsewhere, which can be that of a branch, if hardly two companies have its name or all are loaded', async () => {
    const hints = { prefecture: '東京都' };
    for (const [text, isComplete, accepted] of [
      ['株式会社孤立電機', false, null],
      ['株式会社孤立電機', true, 1],
      ['夢想国際総合物流株式会社', false, 6],
      ['株式会社有名堂', false, 7],
      // Without its form, another company can have the name.
      ['有名堂', false, null],
    ] as const)
      expect([text, await explain(text, { hints, isComplete })]).toStrictEqual([
        text,
        { reason: 'place_contradicts', accepted: accepted && idOf(accepted) },
      ]);
  });

  it('has the name of a well-known company without its form, if the register is incomplete', async () => {
    for (const [text, accepted] of [
      ['有名物産', 9],
      ['有名堂', null],
      ['孤立電機', null],
    ] as const)
      expect([text, await explain(text)]).toStrictEqual([
        text,
        { reason: 'assurance_below', accepted: accepted && idOf(accepted) },
      ]);
  });

  it('has one letter that differs, and the street of the only company that is near', async () => {
    const here = { address: '大阪府堺市北区架空町1-2-3' };
    const there = { address: '大阪府堺市北区架空町9-9-9' };
    for (const [text, hints, accepted] of [
      ['株式会社孤立電機制作', here, 8],
      ['株式会社孤立電機制作', there, null],
      ['株式会社孤立電機制作', {}, null],
      // Companies of one group differ in numbers.
      ['株式会社孤立電機2作', here, null],
    ] as const) {
      const found = wholeText(text, [], [suggestionOf(8)]);
      const reason = accepted === null ? 'suggestions_only' : 'one_slip';
      expect([text, hints, await explain(text, { hints, found })]).toStrictEqual([
        text,
        hints,
        { reason, accepted: accepted && idOf(accepted) },
      ]);
    }
  });

  it('has the code of a company whose name begins with that of the row, and no well-known company has it', async () => {
    const hitOf = (last: number, rule: string, prominence: number) => ({
      card: cardOf(last, '株式会社孤立電', { prominence }),
      matchedQueries: [rule],
      score: 1,
    });
    for (const [other, reason, accepted] of [
      [hitOf(20, 'legal_core', 0), 'code_and_short_name', 8],
      [hitOf(20, 'called', 4), 'code_and_short_name', 8],
      [hitOf(20, 'legal_core', 4), 'identifier_and_name_differ', null],
    ] as const) {
      const found = wholeText('孤立電', [other]);
      expect(await explain('孤立電', { code: 8, found })).toStrictEqual({
        reason,
        accepted: accepted && idOf(accepted),
      });
    }
  });
});
