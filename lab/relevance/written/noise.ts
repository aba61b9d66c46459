import type { Draws } from '../../fictional/draws.ts';
import { formWords, joined, type LegalParts, legalParts } from '../name-forms.ts';
import { halfKana, halfWidth, hiragana, otherKanji } from '../spellings.ts';
import type { NamedCompany, Place } from './fictional-companies.ts';

/**
 * How people write names in tables, as rules that change a registered name. Its words and tables are its own: if it used
 * those of the service, it would only prove that the service agrees with itself.
 */
export interface NoiseRule {
  readonly form: string;
  /** Companies that the rule is for; `active` by default. */
  readonly of?: 'active' | 'closed' | 'shared';
  /** A joint venture or a shared name does not say which company is meant. */
  readonly settles?: false;
  /** The name that is changed; the legal name by default. */
  readonly meant?: 'former' | 'english' | 'kana';
  /**
   * @param name the name that is meant, as registered
   * @param other the name of another company
   * @param place its own; another one would say that another company is meant
   * @returns null if the rule does not apply
   */
  write(name: string, draws: Draws, other: string, place: Place | null): string | null;
}

/** Rules of this many kinds give all classes. Each makes names of its own form. */
export const noiseRules: readonly NoiseRule[] = [
  { form: 'as registered', write: (name) => name },
  { form: 'half width, spaces', write: (name, draws) => spaced(halfWidth(name), draws) },
  { form: 'half-width kana', write: (name) => changed(name, halfKana(name)) },
  { form: 'form as a sign', write: withForm(({ form }) => formWords[form].sign) },
  { form: 'form in brackets', write: withForm(({ form }) => formWords[form].brackets) },
  { form: 'form in Latin letters', write: withForm(({ form }) => formWords[form].latin, ' ') },
  { form: 'former name', meant: 'former', write: (name) => name },
  { form: 'closed company', of: 'closed', write: (name) => name },
  { form: 'form left out', write: (name) => legalParts(name)?.rest ?? null },
  { form: 'form at the other end', write: atOtherEnd },
  { form: 'shared name', of: 'shared', settles: false, write: (name) => name },
  {
    form: 'shared name, form left out',
    of: 'shared',
    settles: false,
    write: (name) => legalParts(name)?.rest ?? null,
  },
  { form: 'honorific', write: (name, draws) => name + draws.pick(['御中', ' 御中', '　様', '殿', ' 宛']) },
  {
    form: 'branch',
    write: (name, draws) => shortForm(name, draws) + draws.pick(['', ' ', '　']) + branch(draws),
  },
  {
    form: 'office',
    write: (name, draws) =>
      `${name}${draws.pick(towns)}${draws.pick(['営業所', '事業所', '出張所', '工場'])}`,
  },
  {
    form: 'department',
    write: (name, draws) => `${shortForm(name, draws)}${draws.pick(['', ' '])}${draws.pick(departments)}`,
  },
  {
    form: 'branch and department',
    write: (name, draws) => `${name} ${branch(draws)}${draws.pick(departments)}`,
  },
  { form: 'person', write: (name, draws) => `${name} ${draws.pick(titles)}${draws.pick(people)}` },
  {
    form: 'address behind',
    write: (name, draws, _, place) =>
      place && `${name} ${draws.pick(['', '本社:'])}${place.prefecture}${place.city}${place.street}`,
  },
  {
    form: 'telephone behind',
    write: (name, draws) =>
      `${name} ${draws.pick(['TEL', '電話', '℡', 'Tel.'])}0${draws.between(10, 99)}-${draws.between(100, 999)}-${draws.between(1000, 9999)}`,
  },
  { form: 'others', settles: false, write: (name, draws) => shortForm(name, draws) + others(draws) },
  {
    form: 'former name in brackets',
    write: (name, draws) =>
      `${name}(${draws.pick(['旧', '旧社名:', '旧名称 '])}${draws.pick(towns)}架空興業社)`,
  },
  {
    form: 'place in brackets',
    write: (name, draws, _, place) =>
      place && `${name}(${draws.pick([place.prefecture, place.city, place.prefecture + place.city])})`,
  },
  { form: 'branch in brackets', write: (name, draws) => `${name}(${branch(draws)})` },
  {
    form: 'abbreviation in brackets',
    write: (name, draws) => `${name}(${draws.pick(['略称', '以下「', '通称'])}${initials(draws)})`,
  },
  { form: 'joint venture', settles: false, write: jointVenture },
  {
    form: 'two companies in one cell',
    settles: false,
    write: (name, draws, other) => name + draws.pick(['／', '/', '、', ' ・ ']) + other,
  },
  {
    form: 'role in front',
    write: (name, draws) =>
      draws.pick(['代表機関 ', '(代)', '(代表)', '代表者 ', '(幹事)', '委託先：', '代表企業　']) + name,
  },
  { form: 'letters in katakana', write: spelledLetters },
  {
    form: 'another form of a kanji',
    write: (name) => respelled(name, (rest) => changed(rest, otherKanji(rest)) ?? anotherKanji(rest)),
  },
  { form: 'HD, G, & written out or not', write: shortWords },
  { form: 'numbers in kanji', write: kanjiNumbers },
  { form: 'one slip', write: (name, draws) => slips(name, draws, 1) },
  { form: 'two slips in a long name', write: (name, draws) => slips(name, draws, 2) },
  { form: 'look-alike letters', write: lookAlikes },
  {
    form: 'reading with the form',
    meant: 'kana',
    write: (kana, draws) => formInFrontOf(draws.chance(0.5) ? kana : hiragana(kana)),
  },
  { form: 'word left out', write: wordLeftOut },
  { form: 'word added', write: wordAdded },
  { form: 'English, other form', meant: 'english', write: otherEnglish },
  { form: 'several at once', write: (name, draws) => several(name, draws) },
];

/** The name that a rule is about, or null if the company has none. */
export function meantName(
  { names }: NamedCompany,
  meant: NoiseRule['meant'] | 'legal' = 'legal',
): string | null {
  const legal = names.find(({ kind }) => kind === 'legal')?.name ?? null;
  return (
    names.find(({ kind, name }) => kind === meant && (meant === 'legal' || name !== legal))?.name ?? null
  );
}

const towns = [
  '札幌',
  '仙台',
  '新潟',
  '横浜',
  '名古屋',
  '金沢',
  '大阪',
  '広島',
  '高松',
  '福岡',
  '鹿児島',
  '東京',
  '関東',
  '北陸',
  '西日本',
];
const departments = [
  '総務部',
  '営業本部',
  '経理課',
  '公共事業推進室',
  '第二営業部',
  '人事部採用グループ',
  '環境事業部',
  '資材調達課',
  '研究開発センター',
  '企画室',
];
const titles = ['代表取締役', '代表取締役社長　', '代表社員 ', '支店長 ', '理事長', ''];
const people = ['山田太郎', '佐藤 花子', '鈴木一郎', '髙橋　健', '渡邉 真由美'];

function branch(draws: Draws): string {
  return draws.pick(towns) + draws.pick(['支店', '支社', '営業所', '本店', '支部', '中央支店', '第一支店']);
}

function others(draws: Draws): string {
  const count = draws.between(1, 9);
  return draws.pick([
    'ほか',
    '他',
    ` ほか${count}社`,
    `他${count}社`,
    `外${count}名`,
    `　外${count}社`,
    `ほか${count}者`,
  ]);
}

function initials(draws: Draws): string {
  return Array.from({ length: 3 }, () => String.fromCharCode(65 + draws.below(26))).join('');
}

/** Most people abbreviate the legal form. */
function shortForm(name: string, draws: Draws): string {
  const parts = legalParts(name);
  if (parts === null || draws.chance(0.4)) return name;
  const { brackets, sign } = formWords[parts.form];
  return joined(parts, draws.chance(0.5) ? brackets : sign);
}

function withForm(write: (parts: LegalParts) => string, space = ''): NoiseRule['write'] {
  return (name) => {
    const parts = legalParts(name);
    return parts && joined(parts, write(parts), space);
  };
}

function atOtherEnd(name: string): string | null {
  const parts = legalParts(name);
  return parts && joined({ ...parts, position: parts.position === 'front' ? 'back' : 'front' }, parts.form);
}

function respelled(name: string, respell: (rest: string) => string | null): string | null {
  const parts = legalParts(name);
  const rest = parts && changed(parts.rest, respell(parts.rest));
  return parts && rest ? joined({ ...parts, rest }, parts.form) : null;
}

function spaced(name: string, draws: Draws): string {
  const letters = [...name];
  const at = draws.between(1, letters.length - 1);
  return [...letters.slice(0, at), draws.pick([' ', '　']), ...letters.slice(at)].join('');
}

function jointVenture(name: string, draws: Draws, other: string): string {
  const between = draws.pick(['・', '／', '・', '、']);
  const tail = draws.pick(['特定建設工事共同企業体', '共同企業体', 'JV', '設計共同体', 'コンソーシアム']);
  // Most joint ventures are named by the companies' cores.
  if (draws.chance(0.5)) return name + between + other + tail;
  return (legalParts(name)?.rest ?? name) + between + (legalParts(other)?.rest ?? other) + tail;
}

const letterNames =
  'エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット'.split(
    ' ',
  );

/** ＡＢＣ as エー・ビー・シー. */
function spelledLetters(name: string, draws: Draws): string | null {
  const between = draws.pick(['', '・']);
  return respelled(name, (rest) =>
    rest.replace(/(?<![Ａ-Ｚａ-ｚ])[Ａ-Ｚ]{2,4}(?![Ａ-Ｚａ-ｚ])/, (run) =>
      Array.from(run, (letter) => letterNames[letter.charCodeAt(0) - 0xff21] ?? letter).join(between),
    ),
  );
}

/** Forms of one kanji, in addition to those of `spellings.ts`. */
const moreKanji = [
  '縄繩',
  '総總',
  '読讀',
  '惣総',
  '桧檜',
  '薮藪',
  '当當',
  '実實',
  '図圖',
  '台臺',
  '館舘',
  '亀龜',
  '塩鹽',
  '岡崗',
  '松枩',
  '条條',
  '経經',
  '気氣',
  '槙槇',
  '曽曾',
  '豊豐',
  '戸戶',
];

function anotherKanji(name: string): string | null {
  for (const pair of moreKanji) {
    const [today = '', other = ''] = [...pair];
    if (today !== '' && name.includes(today)) return name.replace(today, other);
  }
  return null;
}

const wordPairs = [
  ['ホールディングス', 'HD'],
  ['グループ', 'G'],
  ['＆', 'アンド'],
  ['アンド', '&'],
] as const;

function shortWords(name: string): string | null {
  const pair = wordPairs.find(([long]) => name.includes(long));
  return pair ? name.replace(pair[0], pair[1]) : null;
}

const digitKanji = '〇一二三四五六七八九';

/** ２１ as 二十一. */
function kanjiNumbers(name: string): string | null {
  return changed(
    name,
    name.replace(/(?<![０-９])[０-９]{1,2}(?![０-９])/, (digits) => {
      const number = Number(halfWidth(digits));
      const tens = Math.floor(number / 10);
      const unit = number % 10;
      // One ten is only 十.
      const tensBefore = tens > 1 ? digitKanji.charAt(tens) : '';
      const tenWord = tens > 0 ? `${tensBefore}十` : '';
      return tenWord + (unit > 0 ? digitKanji.charAt(unit) : '') || digits;
    }),
  );
}

const minSlipped = { 1: 6, 2: 10 } as const;

/** One letter left out, doubled, replaced, or swapped with the next; never the first. */
function slips(name: string, draws: Draws, count: 1 | 2): string | null {
  return respelled(name, (rest) => {
    let letters = [...rest];
    if (letters.length < minSlipped[count]) return null;
    for (let n = 0; n < count; n++) {
      // The second slip is in the second half.
      const half = Math.floor(letters.length / 2);
      const first = n === 0 ? 1 : half;
      const last = n === 0 && count === 2 ? half - 1 : letters.length - 2;
      letters = slipped(letters, draws.between(first, last), draws);
    }
    return letters.join('');
  });
}

function slipped(letters: readonly string[], at: number, draws: Draws): string[] {
  const letter = letters[at] ?? '';
  const before = letters.slice(0, at);
  const after = letters.slice(at + 1);
  switch (draws.below(4)) {
    case 0:
      return [...before, ...after];
    case 1:
      return [...before, letter, letter, ...after];
    case 2:
      return [...before, ...after.slice(0, 1), letter, ...after.slice(1)];
    default:
      return [...before, otherLetter(letter, draws), ...after];
  }
}

/** A letter of the same script. */
function otherLetter(letter: string, draws: Draws): string {
  if (/[ァ-ヺー]/.test(letter))
    return draws.pick([...'アイキサシスタトナノマミラリルン'].filter((kana) => kana !== letter));
  if (/[Ａ-Ｚａ-ｚ]/.test(letter))
    return draws.pick([...'ａｅｉｏｎｒｓｔ'].filter((latin) => latin !== letter));
  return draws.pick([...'山川田本中大東西原野'].filter((kanji) => kanji !== letter));
}

/** Letters that look like another: typed, or read by a machine. */
const alike = [
  'ロ口',
  'エ工',
  'カ力',
  'ニ二',
  'ハ八',
  'タ夕',
  'ト卜',
  'ー一',
  'ー－',
  'ＯО',
  'ＡА',
  'ヘへ',
  'リり',
  'ソン',
  '土士',
  '末未',
  '日曰',
  'シツ',
];

function lookAlikes(name: string, draws: Draws): string | null {
  return respelled(name, (rest) => {
    const found = alike.filter(([letter = '']) => rest.includes(letter));
    if (found.length === 0) return null;
    const [letter = '', other = ''] = [...draws.pick(found)];
    return rest.replace(letter, other);
  });
}

function formInFrontOf(kana: string): string | null {
  return [...kana].length < 4 ? null : `株式会社${kana}`;
}

/** Runs of one script, in which people see words. */
const scripts = /[ァ-ヺー]{2,}|[Ａ-Ｚａ-ｚ]{3,}|[一-鿋々]{2,}/g;
const minShortened = 8;

function wordLeftOut(name: string, draws: Draws): string | null {
  return respelled(name, (rest) => {
    const words = [...rest.matchAll(scripts)].map(([word]) => word);
    const short = words.filter((word) => word.length <= rest.length * 0.4);
    if (words.length < 2 || rest.length < minShortened || short.length === 0) return null;
    return rest.replace(draws.pick(short), '');
  });
}

const minLengthened = 6;

function wordAdded(name: string, draws: Draws): string | null {
  return respelled(name, (rest) => {
    if ([...rest].length < minLengthened) return null;
    return draws.chance(0.3)
      ? `日本${rest}`
      : rest + draws.pick(['東日本', 'ジャパン', '販売', '西日本', '工事']);
  });
}

function otherEnglish(name: string, draws: Draws): string | null {
  const bare = name.replace(/,?\s*(?:Co\.,\s*Ltd\.|Ltd\.|G\.K\.)$/, '');
  if (bare === name || bare.length < 4) return null;
  return draws.pick([
    `${bare} Company, Limited`,
    `${bare} CO LTD`,
    `${bare.toUpperCase()} Co.,Ltd`,
    `${bare} Co. Ltd.`,
  ]);
}

/** A cell of a real table: abbreviated form, other width, branch and honorific. */
function several(name: string, draws: Draws): string {
  return `${halfWidth(shortForm(name, draws))} ${branch(draws)}${draws.pick(['', ' 御中', `　${draws.pick(departments)}`])}`;
}

function changed(before: string, after: string | null): string | null {
  return after === before ? null : after;
}
