import { afterAll, describe, expect, it } from '@jest/globals';
import { municipalities } from '../../src/text/places/municipalities.ts';
import { prefectures } from '../../src/text/places/prefectures.ts';
import { companyFacts, identifierOf, idOf, insertFacts } from '../support/companies.ts';
import { sourceSuite } from '../support/sources.ts';

/** Companies of one name in generated places: more than a lookup by the name alone reads. */
const name = '株式会社同じ名前';
const count = 500;

interface Place {
  readonly number: number;
  readonly prefecture: string;
  readonly city: string;
  readonly street: string;
  readonly postal_code: string;
}

/** Two of three are alone in their city; the others share a town with another one. */
const places: readonly Place[] = Array.from({ length: count }, (_, at) => {
  const shared = at % 3 === 2;
  const municipality = municipalities[(shared ? at - 1 : at) * 3];
  if (!municipality) throw new Error('there are fewer municipalities');
  return {
    number: 1000 + at,
    prefecture: municipality.prefecture,
    city: municipality.city,
    street: `大字架空${shared ? 2 : 1}丁目${(at % 40) + 1}番${(at % 7) + 1}号`,
    postal_code: `${String(100 + at).padStart(3, '0')}${String(at).padStart(4, '0')}`,
  };
});

const suite = await sourceSuite();
await insertFacts(
  suite.database.knex,
  ...places.map((place) => {
    const code = prefectures.find((each) => each.name === place.prefecture)?.code ?? '';
    const facts = companyFacts({
      number: place.number,
      name,
      prefecture: { code, name: place.prefecture, city: place.city },
    });
    const addresses = facts.company_addresses.map((address) => ({
      ...address,
      street: place.street,
      postal_code: place.postal_code,
    }));
    return { ...facts, company_addresses: addresses };
  }),
  // The same name in other spellings.
  ...Array.from({ length: 70 }, (_, at) => companyFacts({ number: 2000 + at, name: '同じ名前株式会社' })),
  // The reading of another company is the name of this one without its form.
  companyFacts({
    number: 3001,
    name: '株式会社カラナガ',
    prefecture: { code: '13', name: '東京都', city: '港区' },
  }),
  companyFacts({
    number: 3002,
    name: '株式会社柄長',
    kana: 'カラナガ',
    prefecture: { code: '27', name: '大阪府', city: '堺市' },
  }),
  {
    company_identifiers: [
      identifierOf(1007, 'domain', 'onaji-namae.co.jp'),
      identifierOf(5, 'domain', 'onaji-namae.co.jp'),
    ],
  },
);
await suite.service.reindexCompanies();
afterAll(suite.end);

const caller = await suite.account();

type Hints = Readonly<Record<string, string>>;

async function resolved(asked: readonly { readonly hints?: Hints; readonly identifier?: string }[]) {
  const items = asked.map(({ hints, identifier = name }, at) => ({
    key: String(at),
    identifier_type: 'name',
    identifier,
    ...(hints && { hints }),
  }));
  const { body } = await caller.post('/resolve/batch', { items }).expect(200);
  return body.items as {
    data: {
      status: string;
      company_id: string | null;
      candidate_count: number;
      candidates: { company_id: string; matched_by: { stage: string; field: string; value: string }[] }[];
    };
    gaps: { code: string; message: string }[];
  }[];
}

/** The companies that only this part of their place distinguishes. */
function alone(part: (place: Place) => string): Place[] {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(part(place), (counts.get(part(place)) ?? 0) + 1);
  return places.filter((place) => counts.get(part(place)) === 1);
}

/** One of four, from all prefectures: as telling as all, in a quarter of the time. */
const some = places.filter((_, at) => at % 4 === 0);

const hyphens = (street: string) => street.replace(/大字|号$/g, '').replaceAll(/丁目|番/g, '-');

describe('each of 500 companies of one name', () => {
  it.each<[string, readonly Place[], (place: Place) => Hints]>([
    [
      'prefecture and city',
      alone(({ prefecture, city }) => prefecture + city),
      ({ prefecture, city }) => ({ prefecture, city }),
    ],
    ['postal code', some, ({ postal_code }) => ({ postal_code })],
    ['address', some, ({ prefecture, city, street }) => ({ address: `${prefecture}${city}${street}` })],
    [
      'address in another spelling, with a building',
      some,
      ({ prefecture, city, street, postal_code }) => ({
        address: `〒${postal_code} ${prefecture}${city.replace(/^[^市]+郡(?=.+[町村]$)/, '')} ${hyphens(street)}　架空ビル3F`,
      }),
    ],
    [
      'prefecture, city and the street in a column of its own',
      some,
      ({ prefecture, city, street }) => ({ prefecture, city, address: hyphens(street) }),
    ],
  ])('is found by its %s', async (_, asked, hintsOf) => {
    expect(asked.length).toBeGreaterThanOrEqual(100);
    const answers = await resolved(asked.map((place) => ({ hints: hintsOf(place) })));
    expect(answers.map(({ data }) => data.company_id)).toEqual(asked.map(({ number }) => idOf(number)));
  });

  it('is found by its city alone, unless other prefectures have a city of that name', async () => {
    const asked = alone(({ city }) => city).filter(({ city }) => city.includes('市'));
    const answers = await resolved(asked.map(({ city }) => ({ hints: { city } })));
    expect(answers.map(({ data }) => data.company_id)).toEqual(asked.map(({ number }) => idOf(number)));
  });
});

const [first, second, third] = places as readonly [Place, Place, Place];

describe('hints', () => {
  it('that leave several settle nothing, and order the candidates', async () => {
    const [answer] = await resolved([{ hints: { prefecture: second.prefecture, city: second.city } }]);
    expect(answer?.data).toMatchObject({ status: 'ambiguous', candidate_count: count + 70 });
    const fitting = answer?.data.candidates.slice(0, 2).map(({ company_id }) => company_id);
    expect(new Set(fitting)).toEqual(new Set([idOf(second.number), idOf(third.number)]));
  });

  it('that fit no company settle nothing', async () => {
    const answers = await resolved([
      { hints: { prefecture: '東京都', city: '札幌市' } },
      { hints: { prefecture: first.prefecture, postal_code: '9999999' } },
      { hints: { address: '東京都千代田区丸の内1-1' } },
    ]);
    expect(answers.map(({ data }) => data.status)).toEqual(['ambiguous', 'ambiguous', 'ambiguous']);
  });

  it('that cannot be read say so and are ignored', async () => {
    const [answer] = await resolved([{ hints: { city: 'Nowhere', postal_code: '1', domain: 'x' } }]);
    expect(answer?.gaps.filter(({ code }) => code === 'hint_malformed')).toHaveLength(3);
    expect(answer?.data.status).toBe('ambiguous');
  });

  it('that contradict the only company of a name leave it to a person', async () => {
    const [right, wrong] = await resolved([
      { identifier: '株式会社孤立電機', hints: { prefecture: '東京' } },
      { identifier: '株式会社孤立電機', hints: { prefecture: '大阪府' } },
    ]);
    expect(right?.data).toMatchObject({ status: 'resolved', company_id: idOf(5) });
    expect(right?.data.candidates[0]?.matched_by).toContainEqual(
      expect.objectContaining({ stage: 'hint', field: 'prefecture', value: '東京' }),
    );
    expect(wrong?.data).toMatchObject({ status: 'ambiguous', company_id: null });
    expect(wrong?.gaps.map(({ code }) => code)).toContain('hints_contradict');
  });

  it('that are of a branch in the name do not speak against the head office, and choose no namesake', async () => {
    const { prefecture, city } = first;
    const address = `${prefecture}${city}架空1-2`;
    const [branch, elsewhere, namesakes] = await resolved([
      {
        identifier: '株式会社孤立電機 名古屋支店',
        hints: { address: '名古屋市中区架空1-2', postal_code: '460-0003' },
      },
      { identifier: '株式会社孤立電機 名古屋支店', hints: { address: '札幌市中央区架空1-2' } },
      { identifier: `${name} ${prefecture}支店`, hints: { address } },
    ]);
    expect(branch?.data).toMatchObject({ status: 'resolved', company_id: idOf(5) });
    expect(elsewhere?.gaps.map(({ code }) => code)).toContain('hints_contradict');
    expect(namesakes?.data).toMatchObject({ status: 'ambiguous', company_id: null });
  });

  it('are compared in every form in which tables have them', async () => {
    const answers = await resolved(
      ['東亰都|千代⽥區', '東京都東京都千代田区', '東京都<br>千代田区', '東京都千代田区千代田区'].map(
        (address) => ({
          identifier: '株式会社孤立電機',
          hints: { address },
        }),
      ),
    );
    expect(answers.map(({ data }) => data.company_id)).toEqual(Array(4).fill(idOf(5)));
  });

  it('leave a name without its legal form as a candidate, the fitting company first', async () => {
    const { address } = { address: `${first.prefecture}${first.city}${first.street}` };
    const [answer] = await resolved([{ identifier: '同じ名前', hints: { address } }]);
    expect(answer?.data.status).toBe('ambiguous');
    expect(answer?.data.candidates[0]?.company_id).toBe(idOf(first.number));
  });

  it('settle by a domain that a company of another name has too, and not by its domain alone', async () => {
    const [shared, other, unknown] = await resolved([
      { hints: { domain: 'https://www.onaji-namae.co.jp/about' } },
      { hints: { domain: 'kakuu-jidosha.co.jp' } },
      { hints: { domain: 'nobody-has-this.co.jp' } },
    ]);
    expect(shared?.data).toMatchObject({ status: 'resolved', company_id: idOf(1007) });
    expect(shared?.data.candidates[0]?.matched_by.at(-1)).toMatchObject({ stage: 'hint', field: 'domain' });
    expect(other?.data.status).toBe('ambiguous');
    expect(unknown?.data.status).toBe('ambiguous');
  });

  it('beside a securities code of another company settle nothing', async () => {
    const [own, other] = await resolved([
      { identifier: '架空自動車株式会社', hints: { securities_code: '9203' } },
      { identifier: '株式会社孤立電機', hints: { securities_code: '9203' } },
    ]);
    expect(own?.data.status).toBe('resolved');
    expect(other?.data.status).toBe('ambiguous');
  });

  it.each([
    [{ identifier_type: 'domain', identifier: 'a.co.jp', hints: { city: '港区' } }, 'hints'],
    [{ identifier_type: 'name', identifier: name, hints: { town: '丸の内' } }, 'hints.town'],
    [{ identifier_type: 'name', identifier: name, hints: { city: ' ' } }, 'hints.city'],
  ])('%j are refused', async (body, field) => {
    const { body: refused } = await caller.post('/resolve', body).expect(400);
    expect(refused.error).toMatchObject({ code: 'invalid_request', details: [{ field }] });
    const items = [{ key: 'a', ...body }];
    const { body: batch } = await caller.post('/resolve/batch', { items }).expect(200);
    expect(batch.items[0].error).toMatchObject({ code: 'invalid_request', details: [{ field }] });
  });
});

/** 株式会社孤立電機 is in 千代田区, 東京都. */
const contradicting = [
  '株式会社孤立電機 本社：札幌市',
  '株式会社孤立電機（福岡県）',
  '株式会社孤立電機【札幌市】',
  '札幌市　株式会社孤立電機',
  '【北海道】株式会社孤立電機 御中',
  '株式会社孤立電機\n北海道札幌市中央区北一条西２丁目１番地',
  '株式会社孤立電機（所在地：大阪府堺市架空町1-2架空ビル203号室）',
  '〒060-0001 札幌市中央区架空1-2 株式会社孤立電機',
  '株式会社孤立電機 営業部（大阪）',
  '株式会社孤立電機（知多郡東浦町）',
];
const agreeing = [
  '株式会社孤立電機 本社：千代田区',
  '株式会社孤立電機（東京）',
  '東京都　株式会社孤立電機 御中',
  '株式会社孤立電機\n東京都千代田区架空1-2架空ビル203号室',
];
/** The place is not the head office's, or not one that can be compared. */
const elsewhere = [
  '株式会社孤立電機 札幌支店',
  '株式会社孤立電機 大阪支店長 空想太郎',
  '株式会社孤立電機 札幌支店 札幌市中央区架空1-2',
  '〒060-0001 札幌市中央区架空1-2 株式会社孤立電機 札幌支店',
  '株式会社孤立電機 関西地区',
  '株式会社孤立電機（第2工区）',
];

describe('a place beside the name in one text', () => {
  it('that contradicts the only company of the name leaves it to a person', async () => {
    for (const { data, gaps } of await resolved(contradicting.map((identifier) => ({ identifier })))) {
      expect(data).toMatchObject({ status: 'ambiguous', company_id: null });
      expect(gaps.map(({ code }) => code)).toContain('hints_contradict');
    }
    const { body } = await caller
      .post('/resolve', { identifier_type: 'name', identifier: '株式会社孤立電機（福岡県）' })
      .expect(200);
    expect(body.gaps[0]).toMatchObject({ code: 'hints_contradict', field: 'identifier' });
  });

  it('that agrees is a reason for the company', async () => {
    for (const { data } of await resolved(agreeing.map((identifier) => ({ identifier })))) {
      expect(data).toMatchObject({ status: 'resolved', company_id: idOf(5) });
      expect(data.candidates[0]?.matched_by.map(({ stage }) => stage)).toContain('hint');
    }
  });

  it('says nothing if it is that of a branch or no municipality', async () => {
    for (const { data } of await resolved(elsewhere.map((identifier) => ({ identifier }))))
      expect(data).toMatchObject({ status: 'resolved', company_id: idOf(5) });
  });

  it('distinguishes the companies of one name, and must fit beside the hints too', async () => {
    const { prefecture, city, street, postal_code } = first;
    const identifier = `${name}（${prefecture}${city}${street}）`;
    const answers = await resolved([
      { identifier },
      { identifier: `${name} 〒${postal_code}`, hints: { prefecture, city } },
      { identifier, hints: { postal_code: '9999999' } },
      { identifier: `${name}（福岡県）`, hints: { postal_code } },
      { identifier: `${name} 〒999-9990`, hints: { prefecture, city } },
    ]);
    expect(answers.map(({ data }) => data.company_id)).toEqual([
      idOf(first.number),
      idOf(first.number),
      null,
      null,
      null,
    ]);
  });
});

describe('rows of a source', () => {
  const headers = ['会社名', '住所', 'サイト', '支店名'];
  const mapping = {
    entity: 'company',
    columns: { name: '会社名' },
    hints: { address: '住所', domain: 'サイト' },
  };

  async function source(rows: readonly (readonly string[])[], columns: object = mapping) {
    const cells = rows.map((row) => Object.fromEntries(headers.map((header, at) => [header, row[at] ?? ''])));
    const { body } = await caller.post('/sources/import', { headers, rows: cells }).expect(200);
    const id = body.source.source_id as string;
    await caller.post(`/sources/${id}/map`, columns).expect(200);
    const charge = { execute: true, maxCredits: rows.length };
    await caller.post(`/sources/${id}/resolve`, charge, `resolve ${id}`).expect(200);
    return id;
  }

  it('settle by their place among all companies of the name', async () => {
    const asked = places.filter((_, at) => at % 5 === 0);
    const rows = asked.map((place) => [
      name,
      `${place.prefecture}${place.city}${hyphens(place.street)} 2F`,
      '',
    ]);
    const id = await source([
      ...rows,
      [name, '', 'onaji-namae.co.jp'],
      [name, '東京都', 'onaji-namae.co.jp'],
    ]);
    const found = await caller.rows(id);
    expect(found.slice(0, asked.length).map(({ company_id }) => company_id)).toEqual(
      asked.map(({ number }) => idOf(number)),
    );
    expect(found[0]?.reason?.code).toBe('name_and_place');
    const [bySite, contradicted] = found.slice(-2);
    expect(bySite).toMatchObject({ company_id: idOf(1007), reason: { code: 'name_and_place' } });
    expect(contradicted).toMatchObject({ resolve_status: 'multiple_candidates', company_id: null });
  });

  it('settle a name without its legal form as resolve does, also if it is the reading of another company elsewhere', async () => {
    const addresses = ['東京都港区', '大阪府堺市', '京都府'];
    const id = await source(addresses.map((address) => ['カラナガ', address, '']));
    const rows = (await caller.rows(id)).map(({ company_id }) => company_id);
    expect(rows).toEqual([idOf(3001), null, null]);
    const answers = await resolved(
      addresses.map((address) => ({ identifier: 'カラナガ', hints: { address } })),
    );
    expect(answers.map(({ data }) => data.company_id)).toEqual(rows);
  });

  it('compare the address of a branch in a column of its own with nobody', async () => {
    const address = '名古屋市中区架空1-2';
    const id = await source([
      ['株式会社孤立電機', address, '', '名古屋支店'],
      ['株式会社孤立電機', address, '', '札幌支店'],
      ['株式会社孤立電機', address, '', ''],
    ]);
    const rows = await caller.rows(id);
    expect(rows.map(({ company_id }) => company_id)).toEqual([idOf(5), null, null]);
  });

  it('compare a place in the name, with and without columns of hints', async () => {
    const texts = [...contradicting, ...agreeing, ...elsewhere];
    const isAt = texts.map((text) => (contradicting.includes(text) ? null : idOf(5)));
    const id = await source(texts.map((text) => [text]));
    const rows = await caller.rows(id);
    expect(rows.map(({ company_id }) => company_id)).toEqual(isAt);
    expect(new Set(rows.slice(0, contradicting.length).map(({ reason }) => reason?.code))).toEqual(
      new Set(['place_contradicts']),
    );
    const bare = { entity: 'company', columns: { name: '会社名' } };
    const unhinted = await source(
      texts.map((text) => [text]),
      bare,
    );
    expect((await caller.rows(unhinted)).map(({ company_id }) => company_id)).toEqual(isAt);
  });

  it('take the company that a person chose always for a name with its place', async () => {
    const [text = ''] = contradicting;
    const id = await source([[text]]);
    const [row] = await caller.rows(id);
    const decisions = [{ row: row?.source_row_id, action: 'choose', companyId: idOf(5), remember: 'always' }];
    await caller
      .post(`/sources/${id}/decisions`, { decisions, execute: true, maxCredits: 1 }, `always ${id}`)
      .expect(200);
    const [later] = await caller.rows(await source([[text]]));
    expect(later).toMatchObject({ company_id: idOf(5), reason: { code: 'remembered' } });
  });

  it('without hints say how many companies have the name, and list all of them by place', async () => {
    const id = await source([[name], ['株式会社孤立電機'], ['']]);
    const [row, , empty] = await caller.rows(id);
    expect(row).toMatchObject({ reason: { code: 'too_many_namesakes' }, candidate_count: 50 });
    const [issue] = row?.issues ?? [];
    expect(issue).toMatchObject({ code: 'candidates_truncated' });
    expect(issue?.message).toContain(
      `${count + 70} companies have this name or a spelling of it, in ${new Set(places.map(({ prefecture }) => prefecture)).size} prefectures`,
    );
    const at = `/sources/${id}/rows/${row?.source_row_id}/namesakes`;
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await caller.get(`${at}?limit=100${cursor}`).expect(200);
      expect(body).toMatchObject({ name, total: count + 70 });
      seen.push(...body.items.map(({ company_id }: { company_id: string }) => company_id));
      cursor = body.meta.next_cursor ? `&cursor=${body.meta.next_cursor}` : '';
    } while (cursor);
    expect(seen).toHaveLength(count + 70);
    expect(new Set(seen).size).toBe(count + 70);
    expect(new Set(seen.slice(0, count))).toEqual(new Set(places.map(({ number }) => idOf(number))));
    const place = { prefecture: second.prefecture, city: second.city };
    const { body } = await caller.get(`${at}?${new URLSearchParams(place)}`).expect(200);
    expect(body.total).toBe(2);
    expect(body.items[0]).toMatchObject({ legal_name: name, ...place, status: 'active' });
    const counted = body.by_prefecture.reduce((sum: number, each: { count: number }) => sum + each.count, 0);
    expect(counted).toBe(count);
    const none = await caller.get(`/sources/${id}/rows/${empty?.source_row_id}/namesakes`).expect(200);
    expect(none.body).toMatchObject({ name: null, total: 0, items: [] });
    // Any of them can be chosen, also one that the row does not list.
    const last = idOf(places.at(-1)?.number ?? 0);
    const decisions = [{ row: row?.source_row_id, action: 'choose', companyId: last }];
    const decided = { decisions, execute: true, maxCredits: 1 };
    await caller.post(`/sources/${id}/decisions`, decided, `choose ${id}`).expect(200);
    expect((await caller.rows(id))[0]).toMatchObject({ resolve_status: 'matched', company_id: last });
  });

  it('of another account, unknown rows and other cursors have no companies of the name', async () => {
    const id = await source([[name]]);
    const [row] = await caller.rows(id);
    const at = `/sources/${id}/rows/${row?.source_row_id}/namesakes`;
    const stranger = await suite.account();
    expect((await stranger.get(at)).body.error.code).toBe('source_not_found');
    expect((await caller.get(`/sources/${id}/rows/row/namesakes`)).body.error.code).toBe(
      'source_row_not_found',
    );
    const { body } = await caller.get(`${at}?limit=1`).expect(200);
    const other = await caller.get(`${at}?limit=1&prefecture=13&cursor=${body.meta.next_cursor}`);
    expect(other.body.error.code).toBe('invalid_cursor');
    const wrong = await caller.get(`${at}?prefecture=${encodeURIComponent('関東')}`);
    expect(wrong.body.error).toMatchObject({ code: 'invalid_query', details: [{ field: 'prefecture' }] });
  });
});
