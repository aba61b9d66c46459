import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { SuggestionReason } from '../../../contract/company-resolve/suggestions.ts';
import { foldLoosely } from '../../../text/letters/loose-fold.ts';
import { beginsWithCut, findCutBeginning } from '../../../text/names/cut-name.ts';
import { listTranslatedReadings } from '../../../text/names/english-words.ts';
import { toGlyphKey } from '../../../text/names/glyph-key.ts';
import { isTranslation } from '../../../text/names/legal-forms.ts';
import { listLookupGrams, makeLikenessMeasure } from '../../../text/names/name-likeness.ts';
import { type NameKeys, toReadingKey } from '../../../text/names/names.ts';
import { countSlips, findTypingSlip, listDeletionVariants } from '../../../text/names/typing-slips.ts';
import { findUnknownSign, fitGap, type NameWithGap } from '../../../text/names/unknown-sign.ts';
import { prefectures } from '../../../text/places/prefectures.ts';
import { type CardName, keysOf, toGroupKey } from '../rules/compare-names.ts';
import type { NameSuggestion } from './name-result.ts';

/**
 * What makes a name near to another (docs/decisions/0006-written-names.md). Nearness finds suggestions only: among real
 * names, the only company that is one slip away is the right one in 6 % of cases.
 */

/**
 * Lengths in characters without the legal form. In shorter names, one other character makes another name: one in seven
 * unknown names of four characters is one slip away from a company.
 */
const minForSlip = 5;
/** From this length on, two slips are allowed. */
const minForTwoSlips = 12;
const minForGlyphs = 2;
/** Of the romaji. Many names of few sounds are equal. */
const minForReading = 4;
const minForWords = 7;
/** Share of common pairs of characters (Dice). */
const minLikeness = 0.74;
/** The same where words were only left out or added at one place, and how long the shorter name must be. */
const minLikenessOfAdded = 0.5;
const minForAdded = 5;
/** Names of this length share enough runs of characters with a name one slip away, so that their slips need no lookup. */
const slipsShareGrams = 7;

const minForGroup = 3;

/** A name that is looked for, with its keys. */
export interface AskedName {
  readonly name: string;
  readonly loose: string;
  readonly form: string | null;
  /** Whether the form is at the front. */
  readonly isFormInFront: boolean;
  readonly glyphs: string;
  readonly reading: string | null;
  /** How it can be read: also an English name, as the Japanese one that it translates in part. */
  readonly readings: readonly string[];
  readonly slips: readonly string[];
  /** The name of the group without, and of the company with ホールディングス. */
  readonly groups: readonly string[];
  /** If one letter of it is unknown. */
  readonly gap: NameWithGap | null;
  /** If a bank may have cut it off. */
  readonly cut: string | null;
  /** Keys that a near company shares, each with its kind. */
  readonly sharedKeys: readonly string[];
}

/** @returns null for a name that is too short to be near to another */
export function prepareNearName(name: string, keys: NameKeys): AskedName | null {
  const { loose, alike, legalForm } = keys;
  const length = [...loose].length;
  if (length < minForGlyphs) return null;
  const glyphs = toGlyphKey(loose);
  const reading = toReadingKey(keys);
  const gap = findUnknownSign(keys.core);
  const slips = gap ? [gap.before + gap.behind] : listSlips(loose, length);
  const base = toGroupKey(alike);
  const groups = [...base].length >= minForGroup ? [base, `${base}hd`, `${base}g`] : [];
  const sounds = reading !== null && reading.length >= minForReading ? reading : null;
  const readings = [...(sounds === null ? [] : [sounds]), ...listTranslatedReadings(keys.core)];
  const sharedKeys = [
    `g${glyphs}`,
    ...(groups.length > 0 ? [`a${base}`] : []),
    ...readings.map((each) => `r${each}`),
    ...slips.map((slip) => `s${slip}`),
  ];
  return {
    name,
    loose,
    form: formOf(legalForm),
    isFormInFront: legalForm?.position === 'front',
    glyphs,
    reading: sounds,
    readings,
    slips,
    groups,
    gap,
    cut: findCutBeginning(name, loose),
    sharedKeys,
  };
}

/** Keys that names one slip away share, unless they share enough runs of characters. */
function listSlips(loose: string, length: number): string[] {
  if (length < minForSlip - 1 || length > slipsShareGrams) return [];
  return [loose, ...listDeletionVariants(loose)];
}

/** The form that sets names apart; null without one, or for a translation of one. */
function formOf(legalForm: NameKeys['legalForm']): string | null {
  if (legalForm === null || isTranslation(legalForm)) return null;
  return legalForm.kind;
}

/** Runs of characters by which companies with nearly the same words are looked up; none for a short name. */
export function listGrams({ loose }: AskedName): string[] {
  if ([...loose].length >= minForAdded) return listLookupGrams(loose);
  return [];
}

const remembered = Symbol('keys of near names');
type Remembering = CardName & { [remembered]?: AskedName | null };

/** The keys of a company's name; kept on it, because many asked names can share them. */
export function readNearKeys(name: Remembering): AskedName | null {
  if (name[remembered] === undefined) name[remembered] = prepareNearName(name.name, keysOf(name));
  return name[remembered];
}

/** Among names that are equally near. */
const bonuses = { form: 0.1, listed: 0.02, active: 0.04 } as const;

/** How near the nearest name of a company is; higher is nearer. Null if none is near enough. */
export function suggestCompany(
  card: CompanyCard,
  asked: AskedName,
): (NameSuggestion & { readonly nearness: number }) | null {
  let best: (NameSuggestion & { nearness: number }) | null = null;
  for (const cardName of card.names) {
    const { name } = cardName;
    const found = measureNearness(cardName, asked);
    if (!found) continue;
    const hasForm = asked.form !== null && readForm(card, cardName) === asked.form;
    const nearness =
      found.nearness +
      bonuses.form * Number(hasForm) +
      bonuses.listed * Number(card.company.listing_status === 'listed') +
      bonuses.active * Number(card.company.status === 'active');
    if (!best || nearness > best.nearness) best = { card, name, reason: found.reason, nearness };
  }
  return best;
}

/** The form beside a name. Readings are registered without it. */
function readForm({ names }: CompanyCard, cardName: CardName): string | null {
  const name = cardName.kind === 'kana' ? names.find(({ kind }) => kind === 'legal') : cardName;
  return (name && readNearKeys(name)?.form) ?? null;
}

type Nearness = { readonly reason: SuggestionReason; readonly nearness: number };

function measureNearness(name: CardName, asked: AskedName): Nearness | null {
  const keys = readNearKeys(name);
  if (!keys) return null;
  const isSpelled = name.kind !== 'kana';
  const fit = isSpelled && asked.gap && !hasOtherForm(asked, keys) ? fitGap(keysOf(name), asked.gap) : null;
  if (fit !== null) {
    // What is readable is most likely right.
    const isSameEnd = asked.form !== null && keys.isFormInFront === asked.isFormInFront;
    return { reason: 'unknown_sign', nearness: 5 + 0.4 * Number(fit === 'exact') + 0.2 * Number(isSameEnd) };
  }
  if (keys.glyphs === asked.glyphs) return { reason: 'look_alike_glyphs', nearness: 4 };
  if (keys.reading !== null && asked.readings.includes(keys.reading)) {
    // Written in Latin letters, a Japanese name can only be meant by its reading.
    return { reason: 'same_reading', nearness: isLatin(asked.loose) && !isLatin(keys.loose) ? 4 : 2.5 };
  }
  if (asked.cut !== null && beginsWithCut(keys.loose, asked.cut)) return { reason: 'cut_off', nearness: 3 };
  if (!isSpelled) return null;
  if (asked.groups.includes(keysOf(name).alike) && asked.loose !== keys.loose) {
    return { reason: 'alike_words', nearness: 3.5 };
  }
  // 株式会社 and 有限会社 with other names are not near.
  if (hasOtherForm(asked, keys)) return null;
  if ([...asked.loose].length < minForSlip && !isShortWord(asked, keys)) return null;
  return compareLetters(asked.loose)(keys.loose);
}

function hasOtherForm(asked: AskedName, { form }: AskedName): boolean {
  return asked.form !== null && form !== null && form !== asked.form;
}

/** How near two loose keys are by their letters; with the first given first, for many others. */
export function compareLetters(asked: string): (loose: string) => Nearness | null {
  const likeness = makeLikenessMeasure(asked);
  return (loose) => {
    const found = byLetters(asked, loose, likeness(loose));
    if (found && areOfDifferentPrefectures(asked, loose)) return null;
    return found;
  };
}

/** @param alike their likeness */
function byLetters(asked: string, loose: string, alike: number): Nearness | null {
  const length = [...asked].length;
  if (findTypingSlip(asked, loose)) return { reason: 'slip', nearness: 3 + alike };
  if (length >= minForTwoSlips && countSlips(asked, loose, 2) !== null) {
    return { reason: 'slip', nearness: 2 + alike };
  }
  const isAlike =
    (length >= minForWords && alike >= minLikeness) ||
    (alike >= minLikenessOfAdded && differAtOnePlace(asked, loose));
  if (isAlike) return { reason: 'alike_words', nearness: 1 + alike };
  return null;
}

/** 岐阜県土地家屋調査士会 and 石川県土地家屋調査士会 are alike, and nobody confuses them. */
function areOfDifferentPrefectures(one: string, other: string): boolean {
  const [first] = PREFECTURE.exec(one) ?? [];
  const [second] = PREFECTURE.exec(other) ?? [];
  return first !== undefined && second !== undefined && first !== second;
}

const PREFECTURE = new RegExp(prefectures.map(({ name }) => foldLoosely(name)).join('|'));

/** ノーパッド, ノーパット: in kana or Latin letters, four characters are one word, if the legal forms are the same too. */
function isShortWord({ loose: one, form }: AskedName, { loose: other, form: ofOther }: AskedName): boolean {
  return (
    one.length === minForSlip - 1 &&
    form !== null &&
    form === ofOther &&
    ONE_WORD.test(one) &&
    ONE_WORD.test(other)
  );
}

const isLatin = (loose: string): boolean => /^[a-z0-9]+$/.test(loose);

const ONE_WORD = /^[ァ-ヴa-z0-9]+$/;

/** Whether the longer text is the shorter one with something added at one place. */
function differAtOnePlace(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if ([...short].length < minForAdded) return false;
  let front = 0;
  while (front < short.length && short[front] === long[front]) front++;
  return long.endsWith(short.slice(front));
}
