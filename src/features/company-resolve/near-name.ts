import type { CompanyCard } from '../../../mappings/companies.ts';
import type { SuggestionReason } from '../../contract/company-resolve/suggestions.ts';
import {
  deletionVariants,
  glyphKey,
  likeness,
  lookupGrams,
  type NameKeys,
  nameKeys,
  readingKey,
  slipsBetween,
  typingSlip,
} from '../../text/names.ts';
import type { NameSuggestion } from './name-found.ts';

/**
 * What makes a name near to another (docs/decisions/0006-written-names.md). Nearness finds suggestions only: among real
 * names, the only company that is one slip away is the right one in 6 % of cases.
 */

/** In a shorter name, one other letter makes another name. */
const minForSlip = 4;
/** From this length on, two slips are allowed. */
const minForTwoSlips = 10;
const minForGlyphs = 2;
/** Many names of few sounds are equal. */
const minForReading = 4;
const minForWords = 4;
/** Share of common pairs of letters (Dice). */
const minLikeness = 0.7;

/** A name that is looked for, with its keys. */
export interface AskedName {
  readonly name: string;
  readonly loose: string;
  readonly form: string | null;
  readonly glyphs: string;
  readonly reading: string | null;
  readonly slips: readonly string[];
  readonly grams: readonly string[];
  /** Keys that a near company shares, each with its kind. */
  readonly sharedKeys: readonly string[];
}

/** @returns null for a name that is too short to be near to another */
export function askedName(name: string, { loose, legalForm }: NameKeys): AskedName | null {
  const length = [...loose].length;
  if (length < minForGlyphs) return null;
  const glyphs = glyphKey(loose);
  const reading = readingKey(name);
  const slips = length >= minForSlip ? [loose, ...deletionVariants(loose)] : [];
  const sounds = reading !== null && reading.length >= minForReading ? reading : null;
  return {
    name,
    loose,
    form: legalForm?.kind ?? null,
    glyphs,
    reading: sounds,
    slips,
    grams: length >= minForWords ? lookupGrams(loose) : [],
    sharedKeys: [
      `g${glyphs}`,
      ...(sounds === null ? [] : [`r${sounds}`]),
      ...slips.map((slip) => `s${slip}`),
    ],
  };
}

/** How near the nearest name of a company is; higher is nearer. Null if none is near enough. */
export function suggestionFrom(
  card: CompanyCard,
  asked: AskedName,
): (NameSuggestion & { readonly nearness: number }) | null {
  let best: (NameSuggestion & { nearness: number }) | null = null;
  for (const { kind, name } of card.names) {
    const keys = nameKeys(name);
    const found = nearnessOf(name, kind, keys, asked);
    if (!found) continue;
    const sameForm = asked.form !== null && keys.legalForm?.kind === asked.form ? 0.1 : 0;
    const listed = card.listing_status === 'listed' ? 0.02 : 0;
    const active = card.status === 'active' ? 0.04 : 0;
    const nearness = found.nearness + sameForm + listed + active;
    if (!best || nearness > best.nearness) best = { card, name, reason: found.reason, nearness };
  }
  return best;
}

function nearnessOf(
  name: string,
  kind: string,
  { loose }: NameKeys,
  asked: AskedName,
): { reason: SuggestionReason; nearness: number } | null {
  if (loose === asked.loose) return { reason: 'alike_words', nearness: 5 };
  if (glyphKey(loose) === asked.glyphs) return { reason: 'look_alike_glyphs', nearness: 4 };
  if (asked.reading !== null && readingKey(name) === asked.reading) {
    return { reason: 'same_reading', nearness: 2.5 };
  }
  if (kind === 'kana') return null;
  const length = Math.min([...loose].length, [...asked.loose].length);
  const alike = likeness(loose, asked.loose);
  if (asked.slips.length > 0 && length >= minForSlip && typingSlip(asked.loose, loose)) {
    return { reason: 'slip', nearness: 3 + alike };
  }
  if (length >= minForTwoSlips && slipsBetween(asked.loose, loose, 2) !== null) {
    return { reason: 'slip', nearness: 2 + alike };
  }
  return alike >= minLikeness && asked.grams.length > 0
    ? { reason: 'alike_words', nearness: 1 + alike }
    : null;
}
