import { toNfkc } from '../../src/text/letters/nfkc.ts';
import { toRomajiKey } from '../../src/text/letters/romaji.ts';
import { Draws, weighted } from './draws.ts';
import { borrowed, type Form, formOf, isCommercial, isCommercialKind } from './forms.ts';
import { topic } from './numbers.ts';
import { type Sector, tradeWords } from './sectors.ts';
import {
  associationTails,
  associationTopics,
  auspiciousWords,
  clinicTails,
  coinedHeads,
  coinedMiddles,
  coinedTails,
  familyHeads,
  familyNames,
  familyTails,
  foreignForms,
  fullWidth,
  gentleWords,
  latinWords,
  letterReadings,
  list,
  numberWords,
  placeNames,
  popularNames,
  shrines,
  templeHeads,
  templeTails,
  type Word,
} from './words.ts';

/** A name without its legal form. */
export interface Core {
  readonly parts: readonly Word[];
  /** Between the parts: nothing, a full-width space or a middle dot. */
  readonly separator: '' | '　' | '・';
  /** Known from a trade word in the name. */
  readonly sector: Sector | null;
}

/**
 * Most of the first companies have names of two parts. Later, short names are used up and more names have three parts.
 * Otherwise randomness alone would make more and more names equal as the series grows.
 */
const shortNames = 20_000;

/** The name of company `index`, which may be the name of an earlier one (`borrowed`). */
export function coreOf(seed: number, index: number): Core {
  const lender = borrowed(seed, index);
  if (lender !== null) return coreOf(seed, lender.from);
  const draws = new Draws(seed, index, topic.name);
  if (!isCommercial(seed, index)) return otherCore(draws, formOf(seed, index));
  const popular = popularNames[index];
  if (popular !== undefined) return core([popular]);
  return freshCore(draws, index);
}

/** Another name that a company of this form might have, for example a former one. */
export function anotherCore(draws: Draws, form: Form, index: number): Core {
  return isCommercialKind(form.kind) ? freshCore(draws, index) : otherCore(draws, form);
}

/** A short name under which a company trades. */
export function tradeCore(draws: Draws): Core {
  return drawStyle(draws)(draws, true);
}

/** A name that most likely no earlier company has. */
function freshCore(draws: Draws, index: number): Core {
  return drawStyle(draws)(draws, draws.chance(shortNames / (index + 1)));
}

export function writtenCore(core: Core): string {
  return core.parts.map((part) => part.written).join(core.separator);
}

/** As in the register: without spaces and middle dots. */
export function kanaOf(core: Core): string {
  return core.parts.map((part) => part.kana.replaceAll('・', '')).join('');
}

export function fullName(form: Form, core: Core): string {
  const written = writtenCore(core);
  return form.position === 'front' ? form.words + written : written + form.words;
}

const englishForms: Record<string, string> = {
  kabushiki: ' Co., Ltd.',
  yugen: ' Ltd.',
  godo: ' G.K.',
  goshi: ' Limited Partnership',
  gomei: ' General Partnership',
};

export function englishName(form: Form, core: Core): string {
  const spelt = core.parts.map((part) => capitalised(latinSpelling(part)));
  return spelt.join(' ') + (englishForms[form.kind] ?? '');
}

/** For domains: the parts in Latin letters, joined by hyphens. */
export function latinSlug(core: Core): string {
  const spelt = core.parts.map((part) => latinSpelling(part).toLowerCase());
  return spelt.filter((part) => /^[a-z0-9]+$/.test(part)).join('-') || 'kaisha';
}

function latinSpelling({ written, kana }: Word): string {
  return /^[Ａ-Ｚａ-ｚ０-９]+$/.test(written) ? toNfkc(written) : toRomajiKey(kana);
}

type Style = (draws: Draws, short: boolean) => Core;

const drawStyle = weighted<Style>([
  [familyName, 25],
  [placeName, 6],
  [auspiciousName, 7],
  [coinedName, 21],
  [soundName, 7],
  [gentleName, 5],
  [latinName, 20],
  [initialsName, 10],
  [latinSoundName, 5],
  [numberedName, 4],
]);

function core(parts: readonly Word[], separator: Core['separator'] = ''): Core {
  return { parts, separator, sector: null };
}

/** A name that ends in a word for what the company does. */
function trading(draws: Draws, parts: readonly Word[], separator: Core['separator'] = ''): Core {
  const trade = draws.pick(tradeWords);
  return { parts: [...parts, trade], separator, sector: trade.sector };
}

function familyName(draws: Draws, short: boolean): Core {
  const share = short ? 0.55 : 0.2;
  const family = draws.chance(share) ? draws.pick(familyNames) : builtFamilyName(draws);
  return trading(draws, short ? [family] : [draws.pick(placeNames), family]);
}

function builtFamilyName(draws: Draws): Word {
  return joined(draws.pick(familyHeads), draws.pick(familyTails));
}

function joined(...parts: readonly Word[]): Word {
  return {
    written: parts.map((part) => part.written).join(''),
    kana: parts.map((part) => part.kana).join(''),
  };
}

function placeName(draws: Draws, short: boolean): Core {
  const place = draws.pick(placeNames);
  const second = short ? draws.pick(auspiciousWords) : builtFamilyName(draws);
  return trading(draws, draws.chance(0.5) && short ? [place] : [place, second]);
}

function auspiciousName(draws: Draws, short: boolean): Core {
  const first = draws.pick(auspiciousWords);
  return trading(draws, short ? [first] : [first, builtFamilyName(draws)]);
}

function drawSeparator(draws: Draws): Core['separator'] {
  if (draws.chance(0.06)) return '・';
  return draws.chance(0.03) ? '　' : '';
}

function coinedName(draws: Draws, short: boolean): Core {
  const head = draws.pick(coinedHeads);
  const middle = draws.pick(coinedMiddles);
  const separator = drawSeparator(draws);
  if (!short) {
    const branch = draws.pick(placeNames);
    if (!draws.chance(0.35)) return trading(draws, [joined(head, middle), branch], separator);
    const first = joined(draws.pick(coinedHeads), draws.pick(coinedMiddles));
    return core([first, head, draws.pick(coinedTails)], separator);
  }
  if (draws.chance(0.35)) return core([joined(head, middle)], separator);
  if (draws.chance(0.5)) return core([head, draws.pick(coinedTails)], separator);
  return trading(draws, [draws.chance(0.5) ? head : joined(head, middle)], separator);
}

const sounds = list(`
  ア イ エ オ カ キ ク コ サ シ ス セ ソ タ チ テ ト ナ ニ ネ ノ ハ ヒ フ ホ マ ミ ム メ モ ヤ ユ ヨ ラ リ ル レ ロ ワ
  シャ フィ フォ ティ`);
const endings = list('ル ス ナ ラ リア ット ン オ ノ ーレ ーラ リオ ーノ');
const latinEndings = list('ラ ナ ノ リア ス ル');

/** A made-up word of `count` sounds and an ending, for example サルミット. */
function syllables(draws: Draws, count: number, ends: readonly string[]): string {
  return [...Array.from({ length: count }, () => draws.pick(sounds)), draws.pick(ends)].join('');
}

function soundName(draws: Draws, short: boolean): Core {
  const kana = syllables(draws, short ? 2 : 4, endings);
  const word = { written: short && draws.chance(0.12) ? hiragana(kana) : kana, kana };
  if (draws.chance(0.4)) return core([word]);
  return draws.chance(0.6) ? trading(draws, [word]) : core([word, draws.pick(coinedTails)]);
}

function hiragana(kana: string): string {
  return kana.replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
}

function gentleName(draws: Draws, short: boolean): Core {
  const word = draws.pick(gentleWords);
  if (short && draws.chance(0.1)) return core([word]);
  return trading(draws, short ? [word] : [builtFamilyName(draws), word]);
}

function latinName(draws: Draws, short: boolean): Core {
  const separator = draws.chance(0.5) ? '　' : '';
  const letterCase = draws.pick(letterCases);
  const parts = [wide(draws.pick(latinWords), letterCase), wide(draws.pick(latinWords), letterCase)];
  if (!short) parts.push(draws.chance(0.5) ? draws.pick(placeNames) : wide(latinSound(draws, 2), letterCase));
  else if (draws.chance(0.3)) return trading(draws, parts.slice(0, 1));
  return core(parts, separator);
}

type LetterCase = (word: string) => string;
const capitalised: LetterCase = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const letterCases: readonly LetterCase[] = [
  capitalised,
  capitalised,
  (word) => word.toUpperCase(),
  (word) => word,
];

function wide({ written, kana }: Word, letterCase: LetterCase): Word {
  return { written: fullWidth(letterCase(written)), kana };
}

function latinSound(draws: Draws, count: number): Word {
  const kana = syllables(draws, count, latinEndings);
  return { written: toRomajiKey(kana), kana };
}

function latinSoundName(draws: Draws, short: boolean): Core {
  const word = wide(latinSound(draws, short ? 1 : 3), draws.pick(letterCases));
  return draws.chance(0.5) ? core([word]) : trading(draws, [word]);
}

function initialsName(draws: Draws, short: boolean): Core {
  const ampersand = draws.chance(0.12);
  const letters = Array.from({ length: ampersand ? 2 : draws.between(2, 4) }, () => draws.below(26));
  const written = letters.map((letter) => String.fromCharCode(0xff21 + letter)).join(ampersand ? '＆' : '');
  const kana = letters.map((letter) => letterReadings[letter] ?? '').join(ampersand ? 'アンド' : '');
  const initials = { written, kana };
  if (!short) return trading(draws, [initials, builtFamilyName(draws)]);
  if (draws.chance(0.2)) return core([initials]);
  return draws.chance(0.25) ? core([initials, draws.pick(coinedTails)]) : trading(draws, [initials]);
}

function numberedName(draws: Draws, short: boolean): Core {
  const word = short ? draws.pick(draws.chance(0.5) ? coinedHeads : gentleWords) : builtFamilyName(draws);
  const parts = [word, draws.pick(numberWords)];
  return draws.chance(0.4) ? core(parts) : trading(draws, parts);
}

/** What follows the family name in organisations of these legal forms. */
const afterFamily: Readonly<Record<string, Word>> = {
  農事組合法人: { written: '生産組合', kana: 'セイサンクミアイ' },
  税理士法人: { written: '会計', kana: 'カイケイ' },
  弁護士法人: { written: '法律事務所', kana: 'ホウリツジムショ' },
  学校法人: { written: '学園', kana: 'ガクエン' },
};

/** Names of organisations that are not companies under commercial law, by legal form. */
function otherCore(draws: Draws, form: Form): Core {
  const place = draws.pick(placeNames);
  const family = builtFamilyName(draws);
  const last = afterFamily[form.words];
  if (last !== undefined) return core([family, last]);
  const word = (written: string, kana: string): Word => ({ written, kana });
  switch (form.words) {
    case '':
      return formlessCore(draws, form, place);
    case '特定非営利活動法人':
      return draws.chance(0.5)
        ? core([draws.pick(gentleWords), draws.pick(associationTopics), word('の会', 'ノカイ')])
        : association(draws, place);
    case '協同組合':
      return core([place, draws.pick(tradeWords)]);
    case '医療法人':
    case '医療法人社団':
      return draws.chance(0.4)
        ? core([draws.pick(auspiciousWords), word('会', 'カイ')])
        : core([family, draws.pick(clinicTails)]);
    case '社会福祉法人':
      return core([place, draws.pick(auspiciousWords), word('福祉会', 'フクシカイ')]);
    case '宗教法人':
      return temple(draws);
    case '管理組合法人':
      return core([draws.pick(coinedHeads), place, word('マンション', 'マンション')]);
    default:
      return association(draws, draws.chance(0.3) ? word('全国', 'ゼンコク') : place);
  }
}

function association(draws: Draws, place: Word): Core {
  return core([place, draws.pick(associationTopics), draws.pick(associationTails)]);
}

function temple(draws: Draws): Core {
  return core([joined(draws.pick(templeHeads), draws.pick(templeTails))]);
}

function formlessCore(draws: Draws, { kind }: Form, place: Word): Core {
  switch (kind) {
    case 'local_government':
      return core([place, { written: '広域消防組合', kana: 'コウイキショウボウクミアイ' }]);
    case 'foreign': {
      const parts = [draws.pick(latinWords), draws.pick(latinWords)];
      const spoken = parts.map(({ kana }) => ({ written: kana, kana }));
      return core([...spoken, draws.pick(foreignForms)], '・');
    }
    case 'other': {
      const trade = draws.pick(tradeWords);
      return core([place, trade, { written: '労働組合', kana: 'ロウドウクミアイ' }]);
    }
    default:
      return draws.chance(0.5) ? core([draws.pick(shrines)]) : temple(draws);
  }
}
