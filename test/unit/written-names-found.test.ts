import { describe, expect, it } from '@jest/globals';
import { settledByName } from '../../src/features/company-resolve/name-settlement.ts';
import { Namesakes } from '../../src/features/company-resolve/namesakes.ts';
import { findWrittenNames } from '../../src/features/company-resolve/written-names-service.ts';
import { nameKeys } from '../../src/text/names.ts';
import { cardOf } from '../support/company-cards.ts';

const legalNames = [
  '株式会社架空',
  '株式会社架空デザイン',
  '株式会社KAKU',
  '株式会社KAKU DESIGN',
  'マリン株式会社',
  '空想・マリン＆夢想株式会社',
  '有限会社空想組',
];
const cards = legalNames.map((name, at) => cardOf(at + 1, name));

const lookups = {
  byNames: (names: readonly string[]) => {
    const namesakes = new Namesakes(new Map(names.map((name) => [name, nameKeys(name)])));
    for (const card of cards) namesakes.add(card);
    return Promise.resolve(namesakes.found());
  },
  nearNames: () => Promise.resolve(new Map()),
};

async function found(cell: string) {
  const result = (await findWrittenNames(lookups, [cell], '2026-11-23')).get(cell);
  if (!result) throw new Error('every cell has a result');
  return {
    settled: settledByName(result)?.card.legal_name ?? null,
    companies: result.hits.map(({ card }) => card.legal_name),
    setAside: result.setAside.map(({ kind }) => kind),
  };
}

describe('what a written name finds', () => {
  it.each(['「株式会社架空」', '株式会社架空※', '株式会社架空。', '"株式会社架空"', '株式会社架空 *1'])(
    'settles %s without its marks',
    async (cell) => {
      expect((await found(cell)).settled).toBe('株式会社架空');
    },
  );

  it('lets a person decide if a name goes on behind the space', async () => {
    const longer = await found('株式会社KAKU DESIGN大阪支店');
    expect([longer.settled, longer.companies]).toStrictEqual([null, ['株式会社KAKU DESIGN']]);
    const unknown = await found('株式会社KAKU MUSIC大阪支店');
    expect([unknown.settled, unknown.companies]).toStrictEqual([null, ['株式会社KAKU']]);
  });

  it('settles a name with a branch and a person behind it, and keeps them', async () => {
    expect(
      await found('(代)株式会社架空　大阪支店 営業第二課 課長 空想太郎 様 TEL06-1234-5678'),
    ).toStrictEqual({
      settled: '株式会社架空',
      companies: ['株式会社架空'],
      setAside: ['role', 'branch', 'department', 'person', 'honorific', 'telephone'],
    });
  });

  it('means the longest name of a joint venture that marks divide', async () => {
    const { settled, companies } = await found('空想・マリン＆夢想株式会社・有限会社空想組共同企業体');
    expect(settled).toBeNull();
    expect(companies).toStrictEqual(['有限会社空想組', '空想・マリン＆夢想株式会社']);
  });

  it('finds each of several with a branch', async () => {
    const { companies } = await found('株式会社架空デザイン東京支店／有限会社空想組大阪支店');
    expect(companies).toStrictEqual(['株式会社架空デザイン', '有限会社空想組']);
  });

  it('never settles a name with others behind it', async () => {
    expect(await found('1.株式会社架空(東京都港区) 他3社')).toMatchObject({
      settled: null,
      companies: ['株式会社架空'],
      setAside: ['note', 'place', 'and_others'],
    });
  });
});
