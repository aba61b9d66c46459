import { describe, expect, it } from '@jest/globals';
import type { NameInCell } from '../../src/text/cells/name-in-cell.ts';
import { parseWrittenName } from '../../src/text/cells/written-name.ts';
import { toLooseKey, toNameKeys } from '../../src/text/names/names.ts';

/** What is left when all that surrounds a name is set aside, as text: each name with its way, and what was set aside. */
function read(cell: string): string[] {
  const { steps } = parseWrittenName(cell);
  const isUnderstood = ({ cut, way, setAside }: NameInCell) =>
    !cut && (way === 'name' || setAside.some(({ kind }) => kind === 'and_others'));
  const last = steps.findLast(([first]) => first && isUnderstood(first)) ?? steps[0] ?? [];
  const whole = last.filter(({ cut }) => !cut);
  return whole.map(({ name, way, setAside }) => {
    const aside = setAside.map(({ kind, text }) => `${kind}=${text}`).join(' ');
    return `${name} <${way}> ${aside}`;
  });
}

describe('a name without a legal form before a branch', () => {
  it.each([
    ['架空堂　大阪支店', '架空堂'],
    ['カクウ 営業部', 'カクウ'],
    ['カクウ自動車 大阪支店', 'カクウ自動車'],
  ])('is cut off at the space: %s', (cell, name) => {
    const names = parseWrittenName(cell).steps.flat();
    expect(names.map((each) => each.name)).toContain(name);
  });
});

describe('a short legal form inside a cell', () => {
  it.each([
    ['リョーマ(同)３', 'リョーマ合同会社３'],
    ['架空㈱一級建築士事務所', '架空株式会社一級建築士事務所'],
    ['架空㈱ 日本支店', '架空株式会社　日本支店'],
    ['(株)架空(有)商会', '株式会社架空有限会社商会'],
  ])('has the keys of its full spelling: %s', (cell, name) => {
    expect(toNameKeys(cell)).toEqual(toNameKeys(name));
  });

  it.each([
    '架空グループ (株)東京支店',
    '架空グループ(株)渋谷営業所',
    '架空商事(同)3',
    '架空商事(株)大阪市',
    '架空ホーム (株)東京支店 御中',
    '架空ホーム (株)夢想支店営業部',
    'KAKU (株)大阪支店長 空想一郎',
    'KAKU (株)大阪支店 TEL 06-1234-5678',
  ])('belongs to what is before it: %s', (cell) => {
    const names = parseWrittenName(cell).steps.flat();
    expect(names.filter(({ name }) => /^\(.\)/.test(name))).toEqual([]);
    expect(names.map(({ name }) => name)).toContain(cell.slice(0, cell.indexOf(')') + 1));
  });
});

describe('what is left of 株式会社', () => {
  it.each([
    '架空社',
    '架空会社',
    '架空株会社',
    '架空式会社',
    '架空株式社',
    '架空株式会',
    '会社架空',
    '株会社架空',
    '架空株',
    '株架空',
  ])('is that form at either end, for a person: %s', (cell) => {
    const names = parseWrittenName(cell).steps.flat();
    const completed = names.filter(({ name }) =>
      /^(?:\(株\)|株式会社)架空$|^架空(?:\(株\)|株式会社)$/.test(name),
    );
    expect(completed.map(({ way }) => way)).toEqual(['beginning', 'beginning']);
  });

  it.each(['架空有限会社', '合同会社架空'])('is not completed in a whole form: %s', (cell) => {
    const names = parseWrittenName(cell)
      .steps.flat()
      .map(({ name }) => name);
    expect(names.filter((name) => name.includes('株式会社'))).toEqual([]);
  });
});

describe('what a row is about', () => {
  it.each([
    '株式会社架空 令和6年度 実証事業',
    '株式会社架空：橋補修工事',
    '株式会社架空_庁舎清掃業務',
    '株式会社架空 次世代電池プロジェクト',
    '株式会社架空\n庁舎清掃業務委託',
    '件名：庁舎清掃　受託者：株式会社架空',
    '地域活性化事業-株式会社架空',
  ])('leaves the name to a person: %s', (cell) => {
    const found = parseWrittenName(cell)
      .steps.flat()
      .find(({ name }) => name === '株式会社架空');
    expect(found && found.way !== 'name').toBe(true);
  });

  it('is not the second half of a name', () => {
    const names = parseWrittenName('株式会社架空 モーション')
      .steps.flat()
      .map(({ name }) => name);
    expect(names).not.toContain('株式会社架空');
  });
});

describe('a role in brackets', () => {
  it('names who acts for several, with others behind', () => {
    const names = parseWrittenName('夢想グループ（代表企業：株式会社架空 ほか2社）').steps.flat();
    expect(names.map(({ name }) => name)).toContain('株式会社架空');
  });

  it.each(['【代表】株式会社架空【構成員】夢想株式会社', '（代表者）株式会社架空 （構成員）夢想株式会社'])(
    'divides members: %s',
    (cell) => {
      const members = parseWrittenName(cell).steps.find((step) => step.length > 1) ?? [];
      expect(members.map(({ name, way }) => [name, way])).toEqual([
        ['株式会社架空', 'one_of_several'],
        ['夢想株式会社', 'one_of_several'],
      ]);
    },
  );
});

describe('a legal form with an unknown letter', () => {
  it.each([
    ['株〓会社架空', '株式会社架空'],
    ['架空有限?社', '架空有限会社'],
    ['一般社団■人架空協会', '一般社団法人架空協会'],
  ])('is that form, for a person: %s', (cell, name) => {
    const found = parseWrittenName(cell)
      .steps.flat()
      .find((each) => each.name === name);
    expect(found?.way).toBe('beginning');
  });

  it('is each of several that fit', () => {
    const names = parseWrittenName('架空合〓会社')
      .steps.flat()
      .map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['架空合同会社', '架空合資会社', '架空合名会社']));
  });
});

describe('a cell is taken apart', () => {
  it.each([
    ['株式会社架空製作所御中', '株式会社架空製作所 <name> honorific=御中'],
    ['株式会社架空製作所　大阪支店', '株式会社架空製作所 <name> branch=大阪支店'],
    [
      '株式会社架空製作所 営業部 空想太郎様',
      '株式会社架空製作所 <name> department=営業部 person=空想太郎 honorific=様',
    ],
    ['(株)架空製作所 岐阜支店 御中', '(株)架空製作所 <name> branch=岐阜支店 honorific=御中'],
    ['株式会社架空製作所 代表取締役 空想一郎', '株式会社架空製作所 <name> person=代表取締役 空想一郎'],
    [
      '株式会社架空製作所総務部長 空想一郎様',
      '株式会社架空製作所 <name> person=総務部長 空想一郎 honorific=様',
    ],
    [
      '株式会社架空製作所 経理部 御担当者様',
      '株式会社架空製作所 <name> department=経理部 person=御担当者 honorific=様',
    ],
    ['株式会社架空製作所(大阪市)', '株式会社架空製作所 <name> place=大阪市'],
    ['株式会社架空製作所【大阪】', '株式会社架空製作所 <name> place=大阪'],
    ['株式会社架空製作所（大阪支店）', '株式会社架空製作所 <name> branch=大阪支店'],
    ['株式会社架空製作所(幹事)', '株式会社架空製作所 <name> role=幹事'],
    ['(代)株式会社架空製作所', '株式会社架空製作所 <name> role=代'],
    ['代表機関:国立大学法人架空大学', '国立大学法人架空大学 <name> role=代表機関'],
    ['架空自動車(7203)', '架空自動車 <name> code=7203'],
    ['株式会社架空製作所 T1234567890123', '株式会社架空製作所 <name> code=T1234567890123'],
    [
      '株式会社架空製作所 東京都千代田区丸の内1-2-3 丸の内ビル5F',
      '株式会社架空製作所 <name> address=東京都千代田区丸の内1-2-3 丸の内ビル5F',
    ],
    [
      '株式会社架空製作所〒100-0001東京都千代田区1-1',
      '株式会社架空製作所 <name> address=〒100-0001東京都千代田区1-1',
    ],
    ['株式会社架空製作所 TEL 03-1234-5678', '株式会社架空製作所 <name> telephone=TEL 03-1234-5678'],
    ['1. 株式会社架空製作所', '株式会社架空製作所 <name> note=1.'],
    ['①株式会社架空製作所', '株式会社架空製作所 <name> note=1'],
    ['架空信用金庫 梅田支店', '架空信用金庫 <name> branch=梅田支店'],
    ['大阪府 NPO法人架空村', 'NPO法人架空村 <name> place=大阪府'],
    ['株式会社架空製作所;', '株式会社架空製作所 <name> '],
    ['株式会社架空製作所&reg;', '株式会社架空製作所 <name> note=®'],
    ['株式会社架空製作所ほか', '株式会社架空製作所 <one_of_several> and_others=ほか'],
    ['株式会社架空製作所外1名', '株式会社架空製作所 <one_of_several> and_others=外1名'],
    ['株式会社架空製作所 等3社', '株式会社架空製作所 <one_of_several> and_others=等3社'],
    ['架空連合代表機関株式会社架空製作所', '株式会社架空製作所 <inside> role=架空連合代表機関'],
  ])('%s', (cell, wanted) => {
    expect(read(cell)).toStrictEqual([wanted]);
  });

  it.each([
    ['大阪支店　{}', 'branch=大阪支店'],
    ['東京都港区架空1-2-3 {}', 'address=東京都港区架空1-2-3'],
    ['【大阪府】{}', 'place=大阪府'],
    ['受注者：{}', 'role=受注者'],
    ['≪代表≫{}', 'role=≪代表≫'],
    ['No.12 {}', 'note=No.12'],
    ['00123 {}', 'code=00123'],
    ['(ア){}', 'note=ア'],
    ['{} 経理部経理課経費係', 'department=経理部経理課経費係'],
    [
      '{} 第二事業部 システム開発部 第一課',
      'department=第二事業部 department=システム開発部 department=第一課',
    ],
    [
      '{}　大阪支店 営業第二課 課長 空想太郎 様',
      'branch=大阪支店 department=営業第二課 person=課長 空想太郎 honorific=様',
    ],
    ['{}／大阪支店', 'branch=大阪支店'],
    ['{} 代表取締役社長 兼 CEO 空想太郎', 'person=代表取締役社長 兼 CEO 空想太郎'],
    ['{}(担当:空想 03-1234-5678)', 'person=担当:空想 telephone=03-1234-5678'],
    ['{} Attn: Kuso', 'person=Attn: Kuso'],
    ['{}　御　中', 'honorific=御 中'],
    ['{} TEL：03-1234-5678（内線123）', 'telephone=TEL:03-1234-5678(内線123)'],
    ['{} +81-3-1234-5678', 'telephone=+81-3-1234-5678'],
    ['{} E-mail: info@example.com', 'email=E-mail: info@example.com'],
    ['{}（https://www.example.com/）', 'url=https://www.example.com/'],
    ['{} 法人番号1180301018771', 'code=法人番号1180301018771'],
    ['{}（東証プライム：7203）', 'code=東証プライム:7203'],
    ['{}（再委託）', 'note=再委託'],
    ['{}（注1）', 'note=注1'],
    ['{} [大阪支店] {注}', 'branch=大阪支店 note=注'],
    ['「{}」', ''],
  ])('sets aside all that is understood in %s', (form, wanted) => {
    const name = '株式会社架空製作所';
    expect(read(form.replace('{}', name))).toStrictEqual([`${name} <name> ${wanted}`]);
  });

  it.each([
    ['{}など3社', 'and_others=など3社'],
    ['{}他(計4社)', 'and_others=他(計4社)'],
    ['{} et al.', 'and_others=et al.'],
    ['1.{}(東京都港区) 他3社', 'note=1. place=東京都港区 and_others=他3社'],
    ['{} 東京都港区架空1-2-3 他3社', 'address=東京都港区架空1-2-3 and_others=他3社'],
  ])('does not settle %s, which names others', (form, wanted) => {
    const name = '株式会社架空製作所';
    expect(read(form.replace('{}', name))).toStrictEqual([`${name} <one_of_several> ${wanted}`]);
  });

  it.each([
    '株式会社架空製作所 空想太郎',
    '株式会社架空製作所 みどり研究所',
    '株式会社架空製作所こと空想太郎',
    '空想太郎こと株式会社架空製作所',
    '旧株式会社架空製作所',
    '架空工事株式会社架空製作所',
  ])('makes a candidate, not an answer, of %s', (cell) => {
    const found = parseWrittenName(cell)
      .steps.flat()
      .filter(({ name }) => name === '株式会社架空製作所');
    expect(found.length).toBeGreaterThan(0);
    for (const { way } of found) expect(way).toMatch(/^(?:beginning|inside)$/);
  });

  it.each([
    ['(株架空製作所', '(株)架空製作所'],
    ['架空製作所株)', '架空製作所(株)'],
    ['架空製作所株', '架空製作所(株)'],
    ['社福架空会', '(社福)架空会'],
    ['NPO架空の会', '(NPO)架空の会'],
  ])('adds the brackets that %s has lost', (cell, wanted) => {
    expect(parseWrittenName(cell).steps[0]?.[0]).toMatchObject({ name: wanted, way: 'beginning' });
  });

  it.each([
    ['KK Kaku', '株式会社Kaku'],
    ['架空GK', '架空合同会社'],
    ['架空健保', '架空健康保険組合'],
    ['架空(協)', '架空事業協同組合'],
    ['架空協組', '架空事業協同組合'],
  ])('writes the short form of %s in full', (cell, wanted) => {
    const names = parseWrittenName(cell).steps.flat();
    expect(names).toContainEqual(expect.objectContaining({ name: wanted, way: 'beginning' }));
  });

  it.each([
    ['振込 ｶｸｳ(ｶ', 'カクウ(カ'],
    ['IB ｶ)ｶｸｳ', 'カ)カクウ'],
    ['振込 株式会社架空', '株式会社架空'],
    ['ｶｸｳ ｶﾌﾞ', 'カクウ(カ'],
    ['ｶｸｳ(ｶ)ﾁﾊﾞｼﾃﾝ', 'カクウ(カ'],
    ['ｶ)ｶｸｳｼﾖｳｼﾞ ｵｵｻｶｼﾃﾝ', 'カ)カクウシヨウジ'],
    ['ｶ)ｶｸｳｼﾖｳｼﾞ(ｴｲ', 'カ)カクウシヨウジ'],
    ['ｼﾔ)ｶｸｳｼﾖｳｼﾞﾁﾊﾞｼﾕﾂ', 'シヤ)カクウシヨウジ'],
    ['ｶｸｳ(ﾄﾞ)ｻﾝ', 'カクウサン'],
    ['ｶｸｳ(ｹﾝﾎﾟ', 'カクウケンコウホケンクミアイ'],
    ['ｶｸｳｹﾝﾎﾟ', 'カクウケンコウホケンクミアイ'],
    ['ｶｸｳ(ｾｲﾒｲ)(ｿ', 'カクウセイメイホケン(ソ'],
    ['ｷﾖｳｸﾐ)ｶｸｳ', 'カクウ'],
    ['ｶｸｳﾊｲﾂ(ｶﾝﾘ', 'カクウハイツ'],
    ['ﾌﾘｺﾐﾆﾕｳｷﾝ ｶ)ｶｸｳ', 'カ)カクウ'],
    // The bracket stays open, as at the end.
    ['ｶｸｳ(ｶ(ｴｲ', 'カクウ(カ'],
    ['ｶｸｳ(ｶｵｵｻｶｼﾃﾝ', 'カクウ(カ'],
    ['ｶｸｳ(ｶ ｵｵｻｶｼﾃﾝ', 'カクウ(カ'],
    ['ｶ)ｶｸｳ ﾀﾞｲﾋﾖｳﾄﾘｼﾏﾘﾔｸ ｸｳｿｳ ﾀﾛｳ', 'カ)カクウ'],
    ['ｶｸｳ(ｶ ｻﾏ', 'カクウ(カ'],
    ['ｶ)ｶｸｳ 0012345', 'カ)カクウ'],
    // The register leaves the word for the body out.
    ['ｶｸｳ(ﾉｳｷﾖｳ', 'カクウ'],
    ['ｶｸｳﾉｳｷﾖｳ', 'カクウ'],
    ['ｶｸｳﾉｳｷﾞﾖｳｷﾖｳﾄﾞｳｸﾐｱｲ', 'カクウ'],
    ['ｶｸｳ(ﾚﾝ', 'カクウ'],
    ['ｶｸｳｷﾞﾖｷﾖｳ', 'カクウギョギョウ'],
    ['ｶｸｳﾉｳｷﾖｳ ﾎﾝﾃﾝ', 'カクウ'],
    ['ｶｸｳ(ﾉｳｷﾖｳ)ｵｵｻｶｼﾃﾝ', 'カクウ'],
    ['ｶｸｳｹﾝﾎﾟ ﾎﾝﾌﾞ', 'カクウケンコウホケンクミアイ'],
  ])('reads what a bank prints: %s', (cell, wanted) => {
    const names = parseWrittenName(cell).steps.flat();
    expect(names.map(({ name }) => name)).toContain(wanted);
  });

  it('says which body a bank means', () => {
    const body = (cell: string) =>
      parseWrittenName(cell)
        .steps.flat()
        .find(({ name }) => name === 'カクウ')?.body;
    expect(['ｶｸｳﾉｳｷﾖｳ', 'ｶｸｳ(ﾚﾝ)', 'ｶｸｳｷﾞﾖｷﾞﾖｳｷﾖｳﾄﾞｳｸﾐｱｲ'].map(body)).toStrictEqual([
      '農業協同組合',
      '連合会',
      '漁業協同組合',
    ]);
  });

  it.each([
    ['IB カクウ', 'beginning'],
    ['ネット カクウ', 'beginning'],
    ['IB ABC(ｶ', 'beginning'],
    ['振込 架空堂', 'name'],
  ])('takes a word that names begin in off only for a person: %s', (cell, way) => {
    expect(parseWrittenName(cell).steps[0]?.[0]?.way).toBe(way);
  });

  it('looks for a name that goes on behind the space too', () => {
    const [first = []] = parseWrittenName('株式会社みどり 商事大阪支店').steps;
    expect(first.map(({ name }) => name)).toStrictEqual(
      expect.arrayContaining(['株式会社みどり', '株式会社みどり 商事']),
    );
  });

  it('cuts no word of katakana or Latin letters in two', () => {
    const names = parseWrittenName('株式会社カクウント大阪支店')
      .steps.flat()
      .map(({ name }) => name);
    expect(names).toContain('株式会社カクウント');
    expect(names).not.toContain('株式会社カクウ');
  });

  it('gives both names of a bracket, the outer one first', () => {
    expect(read('株式会社架空製作所(旧:株式会社空想)')).toStrictEqual([
      '株式会社架空製作所 <beginning> former_name=旧:株式会社空想',
      '株式会社空想 <inside> note=株式会社架空製作所 note=旧',
    ]);
  });

  it.each([
    ['架空建設(株)・(株)空想組 特定JV', ['架空建設(株)', '(株)空想組']],
    [
      '株式会社架空／空想商事株式会社／夢想工業株式会社',
      ['株式会社架空', '空想商事株式会社', '夢想工業株式会社'],
    ],
    ['株式会社架空及び空想商事株式会社', ['株式会社架空', '空想商事株式会社']],
    ['株式会社架空　空想商事株式会社', ['株式会社架空', '空想商事株式会社']],
    ['空想商事株式会社と株式会社架空', ['空想商事株式会社', '株式会社架空']],
    ['架空商事(株)×空想組(株)', ['架空商事(株)', '空想組(株)']],
    ['①株式会社架空 ②空想商事株式会社', ['株式会社架空', '空想商事株式会社']],
    ['（代）株式会社架空、（構）空想商事株式会社', ['株式会社架空', '空想商事株式会社']],
    ['特定建設工事共同企業体 株式会社架空・空想商事株式会社', ['株式会社架空', '空想商事株式会社']],
    ['空想商事株式会社 c/o 株式会社架空', ['空想商事株式会社', '株式会社架空']],
    [
      '架空・空想電気工事設計共同体',
      ['架空', '空想電気', '架空・空想電気', '空想電気工事', '空想電気工事設計'],
    ],
    [
      '架空・空想・夢想特定建設工事共同企業体',
      ['架空', '空想', '夢想', '架空・空想', '空想・夢想', '架空・空想・夢想'],
    ],
  ])('names each company in %s', (cell, wanted) => {
    const first = parseWrittenName(cell).steps.find(([one]) => one?.way === 'one_of_several') ?? [];
    expect(first.map(({ name }) => name)).toStrictEqual(wanted);
    expect(new Set(first.map(({ way }) => way))).toStrictEqual(new Set(['one_of_several']));
  });

  it.each([
    '架空JV(株式会社架空・空想商事株式会社)',
    '架空共同企業体(代表者:株式会社架空、構成員:空想商事株式会社)',
    '株式会社架空・空想商事株式会社共同企業体 代表者 株式会社架空',
    '株式会社架空東京支店／空想商事株式会社大阪支店',
    '架空工事株式会社架空・空想商事株式会社特定建設工事共同企業体',
  ])('finds the members in %s', (cell) => {
    const first = parseWrittenName(cell).steps.find((step) => step.length > 1) ?? [];
    expect(first.map(({ name }) => name)).toStrictEqual(
      expect.arrayContaining(['株式会社架空', '空想商事株式会社']),
    );
  });

  it.each([
    '株式会社架空製作所',
    '株式会社 架空 製作所',
    '株式会社架空書店',
    'みどりクリニック',
    '空想一郎',
    '株式会社旧架空',
    '御中',
    '株式会社',
    '東京都',
    'Kaku Manufacturing Co., Ltd.',
    '架空（株）',
    '（株） 架空',
    '㈱ 架空',
  ])('%s is a whole name', (cell) => {
    expect(parseWrittenName(cell).steps).toStrictEqual([]);
  });

  it('reads no texts', () => {
    expect(parseWrittenName(`株式会社架空製作所 ${'長'.repeat(300)}支店`).steps).toStrictEqual([]);
  });

  it('reads no title in the name of a body before its part', () => {
    const names = parseWrittenName('架空協同組合連合会東京都本部').steps.flat();
    expect(names.filter(({ way }) => way === 'name').map(({ name }) => name)).toContain('架空協同組合連合会');
  });

  it('cuts nowhere inside a legal form', () => {
    const names = parseWrittenName('架空建設株式会社大阪支店').steps.flat();
    expect(names.map(({ name }) => name).filter((name) => /株式?$|株式会$/.test(name))).toStrictEqual([]);
  });
});

describe('a place before a name that has neither form nor word for a body', () => {
  const behindPlace = (text: string) =>
    parseWrittenName(text)
      .steps.flat()
      .filter(({ setAside }) => setAside[0]?.kind === 'place')
      .map(({ name, way }) => `${name} ${way}`);

  it.each([
    '宮崎県 架空寺',
    '富山市　架空寺',
    '山形県鶴岡市 架空寺 御中',
    '福岡県北九州市若松区・架空寺',
    '東京都品川区の架空寺',
  ])('%s', (text) => {
    expect(behindPlace(text)).toContain('架空寺 beginning');
  });

  it('is not looked for before a person', () => {
    expect(behindPlace('札幌市 佐々木 様')).not.toContain('佐々木 beginning');
  });

  it('is not the body whose branch follows', () => {
    expect(behindPlace('東京都 長野県架空本部')).toContain('長野県架空本部 beginning');
    const whole = parseWrittenName('東京都 長野県架空本部').steps.flat();
    expect(whole.filter(({ name }) => name === '東京都')).toStrictEqual([]);
  });
});

describe('a unit that is no legal person', () => {
  const personsOf = (text: string) =>
    parseWrittenName(text)
      .steps.flat()
      .filter(({ setAside }) => setAside.some(({ kind }) => kind === 'unit'))
      .map(({ name, way, setAside }) => [
        name,
        way,
        ...setAside.map(({ kind, text: part }) => `${kind}=${part}`),
      ]);

  it.each([
    ['島根労働局', '厚生労働省'],
    ['厚生労働省島根労働局総務部', '厚生労働省'],
    ['架空税務署', '国税庁'],
    ['九州地方整備局架空国道事務所', '国土交通省'],
    ['第九管区海上保安本部', '海上保安庁'],
    ['青森県警察本部会計課', '青森県'],
    ['青森県架空警察署', '青森県'],
    ['北海道庁', '北海道'],
    ['架空市日市教育委員会', '架空市日市'],
    ['架空市夢想区役所', '架空市'],
    ['夢想区役所', '夢想区'],
    ['架空町立夢想小学校', '架空町'],
    ['架空村長', '架空村'],
    ['青森県農業委員会ネットワーク機構', '一般社団法人青森県農業会議'],
    ['架空赤十字病院', '日本赤十字社'],
    ['架空郵便局', '日本郵便株式会社'],
    ['架空植物防疫所', '農林水産省'],
    ['動物検疫所架空支所', '農林水産省'],
    ['架空検疫所', '厚生労働省'],
    ['陸上自衛隊架空駐屯地', '防衛省'],
    ['東京消防庁', '東京都'],
    ['佐世保工業高等専門学校', '独立行政法人国立高等専門学校機構'],
    ['大村市役所', '大村市'],
    ['四日市市役所', '四日市市'],
    ['上市町役場', '上市町'],
    ['余市郡余市町役場', '余市町'],
    ['大和郡山市役所', '大和郡山市'],
    ['青森県庁社会教育課', '青森県'],
    ['青森県庁国体大会推進課', '青森県'],
    ['関東財務局前橋財務事務所', '財務省'],
  ])('%s is of %s', (text, person) => {
    expect(personsOf(text)).toStrictEqual([[person, 'name', `unit=${text}`]]);
  });

  it.each([
    '青森県警察職員互助会事務局',
    '青森県庁生協購買部',
    '架空市立夢想小学校PTA会計係',
    '架空税務署管内青色申告会事務局',
    '島根労働局管内連絡協議会事務局',
    '架空市議会夢想党議員団控室',
    '陸上自衛隊架空駐屯地曹友会',
    '陸上自衛隊架空駐屯地売店',
    '架空郵便局前薬局',
    '架空市役所前出張所',
    'ハローワーク架空会',
  ])('is not what belongs to another body: %s', (text) => {
    expect(personsOf(text)).toStrictEqual([]);
  });

  it('is known with its department, and beside its prefecture', () => {
    expect(personsOf('島根労働局 総務課')).toStrictEqual([
      ['厚生労働省', 'name', 'unit=島根労働局 総務課'],
      ['厚生労働省', 'name', 'unit=島根労働局', 'department=総務課'],
    ]);
    expect(personsOf('青森県夢想市教育委員会')).toStrictEqual([
      ['夢想市', 'name', 'place=青森県', 'unit=青森県夢想市教育委員会'],
    ]);
  });

  it('of a university is that of the 国立大学法人 of its name, which a law states, and otherwise guessed', () => {
    expect(personsOf('架空大学医学部附属病院').map(([name, way]) => [name, way])).toStrictEqual([
      ['国立大学法人架空大学', 'name'],
      ['公立大学法人架空大学', 'beginning'],
      ['学校法人架空大学', 'beginning'],
      ['学校法人架空', 'beginning'],
      ['学校法人架空学園', 'beginning'],
    ]);
    expect(personsOf('架空大学同窓会事務局')).toStrictEqual([]);
    expect(personsOf('架空大学出版会')).toStrictEqual([]);
  });

  it.each(['架空県済生会病院', '架空労災病院', '青森県厚生連架空病院'])('is only guessed: %s', (text) => {
    const ways = personsOf(text).map(([, way]) => way);
    expect(new Set(ways)).toStrictEqual(new Set(['beginning']));
  });

  it.each([
    '青森県警察職員互助会',
    '架空市社会福祉協議会',
    '架空地区消防組合消防本部',
    '架空簡易郵便局',
    '架空大学同窓会',
    '株式会社架空市役所',
    '架空組合長',
  ])('is not %s', (text) => {
    expect(personsOf(text)).toStrictEqual([]);
  });
});

describe('the name of a company in a longer text', () => {
  const own = new Set(['株式会社孤立電機', '孤立電機', 'Koritsu Denki Co., Ltd.'].map(toLooseKey));
  const ways = (text: string) =>
    parseWrittenName(text)
      .steps.flat()
      .filter(({ name }) => own.has(toLooseKey(name)))
      .map(({ way }) => way);

  it.each([
    '株式会社孤立電機 大阪支店',
    '㈱孤立電機　新宿西口営業所',
    '孤立電機株式会社大阪西支店',
    '孤立電機㈱ 経理部',
    '孤立電機（株）総務部　御中',
    '株式会社孤立電機（名古屋工場）',
    '株式会社孤立電機【東京本社】',
    '株式会社孤立電機御中',
    '株式会社孤立電機 営業部 空想様',
    'Koritsu Denki Co., Ltd. Osaka Branch',
    '株式会社孤立電機大阪支店',
    '株式会社孤立電機東大阪支店',
  ])('is understood in %s', (text) => {
    expect(ways(text)).toContain('name');
  });

  it.each([
    '株式会社孤立電機あおば支店',
    '株式会社孤立電機本店',
    '株式会社孤立電機組大阪支店',
    '株式会社孤立電機大阪店',
    '株式会社孤立電機新宿店',
    '株式会社孤立電機/株式会社髙架屋大阪支店',
  ])('is a part of %s', (text) => {
    const found = ways(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found).not.toContain('name');
  });

  it.each([
    '株式会社孤立電機',
    '株式会社孤立電機工業',
    '株式会社孤立電機商店',
    '株式会社孤立電機倶楽部',
    '株式会社髙架屋 大阪支店',
    '大阪支店',
  ])('is not looked for in %s', (text) => {
    expect(ways(text)).toStrictEqual([]);
  });
});
