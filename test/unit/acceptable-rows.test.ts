import { describe, expect, it } from '@jest/globals';
import { noteChangeOfHands } from '../../src/features/row-matching/lookup/names-in-time.ts';
import { Namesakes } from '../../src/features/row-matching/lookup/namesakes.ts';
import { findWrittenNames } from '../../src/features/row-matching/lookup/written-names-lookup.ts';
import { ParsedName } from '../../src/features/row-matching/parsed-name.ts';
import { explainRow } from '../../src/features/row-matching/settling/explain-row.ts';
import type { FoundIdentifier, RowEvidence } from '../../src/features/row-matching/settling/row-evidence.ts';
import { settleRow } from '../../src/features/row-matching/settling/settle-row.ts';
import type { NameKeys } from '../../src/text/names/names.ts';
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

const lookups = {
  findByNames: (names: ReadonlyMap<string, NameKeys>) => {
    const namesakes = new Namesakes(names);
    for (const card of cards) namesakes.add(card);
    return Promise.resolve(namesakes.listHits());
  },
  findNearNames: () => Promise.resolve(new Map()),
};

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
});
