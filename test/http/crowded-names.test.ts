import { afterAll, describe, expect, it } from '@jest/globals';
import { companyFacts, idOf, insertFacts } from '../support/companies.ts';
import { sourceSuite } from '../support/sources.ts';

/** More companies of one name than are shown, in 12 prefectures, each in a city, town and delivery area of its own. */
const name = '株式会社群生商会';
const cities = ['甲山市', '乙川市', '架空郡丙沢町', '丁島市東区', '丁島市西区'];
const prefectures = [
  '青森県',
  '岩手県',
  '宮城県',
  '秋田県',
  '山形県',
  '福島県',
  '茨城県',
  '栃木県',
  '群馬県',
  '埼玉県',
  '千葉県',
  '東京都',
];
const places = Array.from({ length: 120 }, (_, at) => ({
  number: 1_000 + at,
  code: String(2 + (at % 12)).padStart(2, '0'),
  prefecture: prefectures[at % 12] ?? '',
  city: cities[Math.floor(at / 12) % 5] ?? '',
  town: at < 60 ? '大字本町' : '新田',
  block: at + 1,
  postal_code: `${100 + at}0001`,
}));

const suite = await sourceSuite();
await insertFacts(
  suite.database.knex,
  ...places.map(({ number, code, prefecture, city, town, block, postal_code }) => {
    const facts = companyFacts({ number, name, prefecture: { code, name: prefecture, city } });
    const street = `${town}２丁目${block}番地３`;
    return {
      ...facts,
      company_addresses: facts.company_addresses.map((address) => ({ ...address, street, postal_code })),
    };
  }),
);
await suite.service.reindexCompanies();
afterAll(() => suite.end());

async function resolved(hints: Readonly<Record<string, string>>, rows: readonly Record<string, string>[]) {
  const caller = await suite.account(1_000);
  const body = { headers: ['name', ...Object.keys(hints)], rows: rows.map((row) => ({ name, ...row })) };
  const imported = await caller.post('/sources/import', body).expect(200);
  const sourceId: string = imported.body.source.source_id;
  const mapping = { entity: 'company', columns: { name: 'name' }, hints };
  await caller.post(`/sources/${sourceId}/map`, mapping).expect(200);
  await caller.resolve(sourceId).expect(200);
  return caller.allRows(sourceId);
}

describe('a name of 120 companies', () => {
  it.each([
    [
      'address',
      ({ prefecture, city, town, block }: (typeof places)[number]) => ({
        address: `${prefecture}${city}${town.replace('大字', '')}2-${block}-3 架空ビル`,
      }),
    ],
    ['postal_code', ({ postal_code }: (typeof places)[number]) => ({ postal_code: `〒${postal_code}` })],
  ])('settles on each of them by its %s', async (hint, cells) => {
    const rows = await resolved(
      { [hint]: hint },
      places.map((place): Record<string, string> => cells(place)),
    );
    expect(rows.map(({ company_id }) => company_id)).toEqual(places.map(({ number }) => idOf(number)));
    expect(new Set(rows.map(({ resolve_status }) => resolve_status))).toEqual(new Set(['matched']));
  });

  it.each([
    ['a wrong address', { address: '東京都戊谷市本町2-1-3' }],
    ['half of an address', { address: '東京都甲山市' }],
    ['only a town', { address: '本町' }],
  ])('does not settle by %s', async (_, cells) => {
    const [row] = await resolved({ address: 'address' }, [cells]);
    expect(row).toMatchObject({ resolve_status: 'multiple_candidates', company_id: null });
  });

  it('lists the companies of the place first', async () => {
    const [row] = await resolved({ prefecture: 'prefecture', city: 'city' }, [
      { prefecture: '東京', city: '丙沢町' },
    ]);
    expect(row?.resolve_status).toBe('multiple_candidates');
    const inPlace = [35, 95].map((at) => idOf(1_000 + at));
    const first = row?.resolve_candidates.slice(0, 2).map(({ company_id }) => company_id);
    expect(first?.toSorted()).toEqual(inPlace.toSorted());
  });
});
