import { describe, expect, it } from '@jest/globals';
import { wholeText } from '../../src/features/row-matching/lookup/name-result.ts';
import { mappedColumns } from '../../src/features/row-matching/parse-row.ts';
import {
  arePlacesOfBranch,
  chooseNarrowingPlace,
  comparePlaces,
  readPlaces,
} from '../../src/features/row-matching/settling/places-in-name.ts';
import type { NameInCell } from '../../src/text/cells/name-in-cell.ts';
import { parseWrittenName } from '../../src/text/cells/written-name.ts';
import { parsePrefecture } from '../../src/text/places/prefectures.ts';
import { cardOf } from '../support/company-cards.ts';

/** What the cell says, if 株式会社架空電機 is the name. */
function placesOf(cell: string) {
  const isIt = ({ name }: NameInCell) => name === '株式会社架空電機';
  const named = parseWrittenName(cell).steps.flat().find(isIt);
  return named ? readPlaces({ way: named.way, setAside: named.setAside }) : null;
}

describe('the place in a text with a name', () => {
  it.each([
    ['株式会社架空電機（福岡県）', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機(福岡)', [{ prefecture: '福岡' }]],
    ['株式会社架空電機（所在：福岡県）', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機（大阪府本社）', [{ prefecture: '大阪府' }]],
    ['株式会社架空電機 沖縄本店', [{ prefecture: '沖縄' }]],
    ['株式会社架空電機 代表取締役 空想太郎 札幌市', [{ city: '札幌市' }]],
    ['株式会社架空電機【札幌市】', [{ city: '札幌市' }]],
    ['札幌市　株式会社架空電機', [{ city: '札幌市' }]],
    ['株式会社架空電機 本社：札幌市', [{ city: '札幌市' }]],
    ['株式会社架空電機（本店：北海道札幌市）', [{ city: '北海道札幌市' }]],
    ['株式会社架空電機（知多郡東浦町）', [{ city: '知多郡東浦町' }]],
    ['株式会社架空電機 〒060-0001', [{ postal_code: '〒060-0001' }]],
    ['株式会社架空電機(〒0600001)', [{ postal_code: '〒0600001' }]],
    [
      '株式会社架空電機 060-0001 札幌市中央区架空1-2',
      [{ postal_code: '060-0001', address: '札幌市中央区架空1-2' }],
    ],
    [
      '〒060-0001 札幌市中央区架空1-2 株式会社架空電機',
      [{ postal_code: '〒060-0001' }, { address: '札幌市中央区架空1-2' }],
    ],
    [
      '株式会社架空電機\n札幌市中央区架空1-2架空会館203号室',
      [{ address: '札幌市中央区架空1-2架空会館203号室' }],
    ],
    ['株式会社架空電機 所在地：札幌市中央区架空1-2 御中', [{ address: '札幌市中央区架空1-2' }]],
    ['株式会社架空電機(本店所在地:北海道札幌市中央区架空1-2)', [{ address: '北海道札幌市中央区架空1-2' }]],
    ['株式会社架空電機(本社札幌市中央区架空1-2)', [{ address: '札幌市中央区架空1-2' }]],
    ['株式会社架空電機(国頭郡本部町)', [{ city: '国頭郡本部町' }]],
    ['株式会社架空電機 本店所在地 札幌市中央区架空1-2', [{ address: '札幌市中央区架空1-2' }]],
    ['株式会社架空電機 住所　福岡県', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機 所在地：福岡県', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機／福岡県', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機 / 福岡県', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機 - 福岡県', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機; 福岡県', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機|札幌市', [{ city: '札幌市' }]],
    ['福岡 株式会社架空電機', [{ prefecture: '福岡' }]],
    ['福岡：株式会社架空電機', [{ prefecture: '福岡' }]],
    ['福岡県／株式会社架空電機', [{ prefecture: '福岡県' }]],
    [
      '〒0600001 札幌市中央区架空1-2 株式会社架空電機',
      [{ postal_code: '〒0600001' }, { address: '札幌市中央区架空1-2' }],
    ],
    ['株式会社架空電機（福岡県所在）', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機（福岡県内）', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機（福岡県に本社）', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機 福岡県内本社', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機（本社／福岡県）', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機（福岡県 北九州市八幡西区）', [{ address: '福岡県北九州市八幡西区' }]],
    ['株式会社架空電機（福岡県・北九州市八幡西区）', [{ address: '福岡県北九州市八幡西区' }]],
    ['株式会社架空電機：札幌市中央区架空1-2', [{ address: '札幌市中央区架空1-2' }]],
    ['株式会社架空電機 - 北海道札幌市', [{ address: '北海道札幌市' }]],
    ['株式会社架空電機_060-0001', [{ postal_code: '060-0001' }]],
    ['株式会社架空電機※札幌市', [{ city: '札幌市' }]],
    ['株式会社架空電機【本社】札幌市', [{ city: '札幌市' }]],
    ['株式会社架空電機・福岡県北九州市', [{ address: '福岡県北九州市' }]],
    ['株式会社架空電機●福岡県北九州市', [{ address: '福岡県北九州市' }]],
    ['株式会社架空電機本社：札幌市', [{ city: '札幌市' }]],
    ['株式会社架空電機 本社：兵庫県神戸市長田区', [{ address: '兵庫県神戸市長田区' }]],
    ['本社：福岡県　北九州市 株式会社架空電機', [{ city: '福岡県北九州市' }]],
    ['福岡県の株式会社架空電機', [{ prefecture: '福岡県' }]],
    ['株式会社架空電機（札幌）', [{ city: '札幌' }]],
    ['株式会社架空電機（札幌市中央区北一条西）', [{ address: '札幌市中央区北一条西' }]],
    ['株式会社架空電機（札幌市中央区架空1-2本社）', [{ address: '札幌市中央区架空1-2' }]],
    ['株式会社架空電機北海道札幌市中央区架空1-2', [{ address: '北海道札幌市中央区架空1-2' }]],
    ['株式会社架空電機 札幌市水道局', []],
    ['株式会社架空電機 札幌支店 札幌市中央区架空1-2', []],
    ['株式会社架空電機 札幌営業部 札幌市中央区架空1-2', []],
    ['株式会社架空電機 営業部 札幌市中央区架空1-2', [{ address: '札幌市中央区架空1-2' }]],
    ['株式会社架空電機（廣島縣福山市）', [{ city: '廣島縣福山市' }]],
    ['株式会社架空電機（神奈川縣横浜市都筑区）', [{ address: '神奈川縣横浜市都筑区' }]],
    ['株式会社架空電機 札幌支店 本店所在地 福岡県', [{ prefecture: '福岡県' }]],
    // Rather two parties.
    ['株式会社架空電機、福岡県', []],
    ['〒060-0001 札幌市中央区架空1-2 株式会社架空電機 札幌支店', []],
    ['株式会社架空電機 札幌支店 本社：札幌市', [{ city: '札幌市' }]],
    ['株式会社架空電機 本社 札幌市', [{ city: '札幌市' }]],
    ['株式会社架空電機 大阪支店長 空想太郎', []],
    ['株式会社架空電機 関西地区', []],
    ['株式会社架空電機(第2工区)', []],
    ['株式会社架空電機 営業部', []],
  ])('%s', (cell, wanted) => {
    expect(placesOf(cell)).toStrictEqual(wanted);
  });

  it('is behind the comma in a list in English', () => {
    for (const place of ['Osaka-fu', 'Sakai-shi, Osaka', 'Sakai, Osaka, Japan', '大阪府']) {
      const [[first] = []] = parseWrittenName(`Kaku Kogyo Co., Ltd., ${place}`).steps;
      expect(first?.name).toBe('Kaku Kogyo Co., Ltd.');
      const [hints] = first ? readPlaces(first) : [];
      expect(parsePrefecture(hints?.prefecture ?? '')?.name).toBe('大阪府');
    }
  });

  it("is nobody's if the text names several companies", () => {
    expect(placesOf('株式会社架空電機・株式会社空想 他2社(福岡県)')).toStrictEqual([]);
  });

  it('is that of the only one that is named', () => {
    expect(placesOf('株式会社架空電機外2社（福岡県福岡市）')).toStrictEqual([{ city: '福岡県福岡市' }]);
  });
});

describe('a town in a text with a name', () => {
  const office = { prefecture: '神奈川県', city: '横浜市中区', street: '元町1-2', postal_code: null };
  const said = (town: string) => {
    const hits = [{ card: cardOf(1, '株式会社架空電機'), matchedQueries: ['legal_exact'] }];
    const found = {
      ...wholeText('株式会社架空電機', hits),
      setAside: [{ kind: 'place' as const, text: town }],
    };
    const id = hits[0]?.card.company.company_id ?? '';
    expect(chooseNarrowingPlace(found)).toStrictEqual({});
    return comparePlaces(new Map(), found, new Map([[id, office]])).get(id);
  };

  it('may be of the street of the head office, or another municipality', () => {
    expect(said('元町')).toMatchObject({ agrees: [], contradicted: false });
    expect(said('東浦町')).toMatchObject({ agrees: [], contradicted: true });
  });
});

describe('the place of hints', () => {
  const isOfBranch = (branch: string, hints: Parameters<typeof arePlacesOfBranch>[0]['hints']) => [
    arePlacesOfBranch({ hints }, { setAside: [{ kind: 'branch', text: branch }] }),
    arePlacesOfBranch({ hints, branch }, { setAside: [] }),
  ];

  it.each([
    ['名古屋支店', { address: '愛知県名古屋市中区錦1-1' }],
    ['名古屋支店', { address: '名古屋市中区錦1-1' }],
    ['名古屋支店', { prefecture: '愛知県' }],
    ['名古屋南営業所', { prefecture: '愛知県', city: '名古屋市南区', address: '架空町1-1' }],
    ['東海支社名古屋営業所', { city: '名古屋市' }],
    ['関西支社', { address: '大阪市北区梅田1-1' }],
    ['竜ヶ崎工場', { city: '龍ケ崎市' }],
    ['名古屋営業部', { address: '愛知県名古屋市中区錦1-1' }],
    ['名古屋本部', { address: '愛知県名古屋市中区錦1-1' }],
    ['名古屋製作所', { address: '愛知県名古屋市中区錦1-1' }],
    ['北関東支店', { prefecture: '栃木県' }],
    ['九州北営業所', { prefecture: '福岡県' }],
    ['西日本支社', { city: '大阪市北区' }],
  ])('can be that of %s: %j', (branch, hints) => {
    expect(isOfBranch(branch, hints)).toEqual([true, true]);
  });

  it.each(['名古屋', '名古屋市', '愛知県', '東海', '名古屋 支店', '営業部 名古屋支店'])(
    'can be that of %s in a column for branches',
    (branch) => {
      const hints = { address: '愛知県名古屋市中区錦1-1' };
      expect(arePlacesOfBranch({ hints, branch }, { setAside: [] })).toBe(true);
    },
  );

  it.each(['本社', '札幌', '名古屋太郎', '営業部'])('is not that of %s', (branch) => {
    const hints = { address: '愛知県名古屋市中区錦1-1' };
    expect(arePlacesOfBranch({ hints, branch }, { setAside: [] })).toBe(false);
  });

  it.each([
    ['名古屋支店', { address: '札幌市中央区架空1-2' }],
    ['東京本店', { address: '東京都千代田区丸の内1' }],
    ['本社', { address: '東京都千代田区丸の内1' }],
    ['第一営業所', { address: '東京都千代田区丸の内1' }],
    ['名古屋支店', {}],
  ])('is not that of %s: %j', (branch, hints) => {
    expect(isOfBranch(branch, hints)).toEqual([false, false]);
  });
});

describe('a column for branches', () => {
  const branchOf = (...others: string[]) => {
    const mapping = { entity: 'company', columns: { name: '会社名' }, hints: {} } as const;
    return mappedColumns(mapping, ['会社名', ...others]).branch;
  };

  it.each([
    '支店名',
    '営業所',
    '支店・営業所名',
    '出張所',
    '担当支店',
    '部署名',
    '所属',
    'Branch',
    '支店名（漢字）',
  ])('%s', (header) => {
    expect(branchOf(header)).toBe(1);
  });

  it.each(['支店コード', '支店住所', '営業所電話番号', '部署担当者', '会社所在地', '備考'])(
    'is not %s',
    (header) => {
      expect(branchOf(header)).toBeUndefined();
    },
  );

  it('is rather that of the branch than that of the department', () => {
    expect(branchOf('部署', '支店')).toBe(2);
  });
});
