import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { NameInCell, SetAside } from '../../../text/cells/name-in-cell.ts';
import { toRomajiKey } from '../../../text/letters/romaji.ts';
import { listTranslatedReadings } from '../../../text/names/english-words.ts';
import { fitsForm } from '../../../text/names/legal-forms.ts';
import { type NameKeys, toNameKeys, toReadingKey } from '../../../text/names/names.ts';
import type { ParsedName } from '../parsed-name.ts';
import { keysOf } from '../rules/compare-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import type { NameResult } from './name-result.ts';
import { interleaveParts, labelHits, mergeHits } from './namesakes.ts';

/** Which of the names that a text may contain is meant (docs/decisions/0006-written-names.md). */

/** Companies shown of each of several names that a cell contains. */
const companiesOfEachPart = 10;

/** A name of some cells with its keys, and the companies that it finds. */
interface Part {
  readonly keys: NameKeys;
  readonly hits: readonly MatchedCompany[];
}

/** The first step in which a name finds companies. */
export function chooseStep(
  text: string,
  steps: ParsedName['steps'],
  parts: ReadonlyMap<string, Part>,
): NameResult | null {
  for (const step of steps) {
    const named = step.flatMap((name) => {
      const { keys, hits = [] } = parts.get(name.name) ?? {};
      const companies = keys ? orderByBody(name, keepNamed(name, keys, hits)) : [];
      if (keys && companies.length > 0) return [{ ...name, keys, companies }];
      return [];
    });
    const meant = named.filter((part) => part.way !== 'one_of_several' || !isPartOfName(part, named));
    const [first, ...others] = meant;
    if (!first) continue;
    const several = others.length > 0;
    if (first.among && !several) continue;
    if (first.alsoNamed !== undefined) {
      const confirmed = confirmOtherName(first, parts.get(first.alsoNamed));
      if (confirmed === null) continue;
      return { text, suggestions: [], ...confirmed };
    }
    const labelBest = (part: FoundPart) => labelHits(part, part.companies.slice(0, companiesOfEachPart));
    return {
      text,
      name: first.name,
      keys: first.keys,
      way: first.way,
      setAside: several ? joinOverlaps(first.setAside, meant) : first.setAside,
      ...(first.wordCut && { wordCut: true }),
      // Each company once, under the first name that finds it.
      hits: several
        ? interleaveParts(mergeHits(meant.flatMap(labelBest)))
        : labelHits(first, first.companies),
      suggestions: [],
    };
  }
  return null;
}

/**
 * A name beside one in another script: those of its companies, in full if any has it so, that have the other, too, or if nobody has that,
 * the only one of which it can be. @returns null if it can be another company's
 */
function confirmOtherName(
  part: FoundPart,
  other: Part | undefined,
): Omit<NameResult, 'text' | 'suggestions'> | null {
  const { name, keys, way, setAside, companies, wordCut } = part;
  const result = { name, keys, way, setAside, ...(wordCut && { wordCut }), hits: labelHits(part, companies) };
  const keysOfOther = other?.keys ?? toNameKeys(part.alsoNamed ?? '');
  const inFull = companies.filter(isInFull);
  const named = inFull.length > 0 ? inFull : companies;
  const own = named.filter(({ card }) => isAlsoNamed(card, keysOfOther));
  if (own.length > 0) return { ...result, way: 'name', twiceNamed: true, hits: labelHits(part, own) };
  if (other && other.hits.length > 0) return null;
  const [only, ...others] = companies;
  const isOnly = other && only && others.length === 0 && beginsWithReading(only.card, other.keys);
  return isOnly ? { ...result, way: 'name' } : result;
}

/**
 * Whether a company has this name, in whatever kind of name, or is read so, also in a name that translates its end. Apart from the form only
 * if it is that of the company: 株式会社架空, in English Kaku Inc., is not Kaku LLC.
 */
function isAlsoNamed({ names }: CompanyCard, keys: NameKeys): boolean {
  const { legalForm } = keys;
  const hasForm =
    legalForm === null ||
    names.some((name) => name.kind === 'legal' && fitsForm(legalForm, keysOf(name).legalForm));
  const readings = hasForm ? [toReadingKey(keys) ?? [], listTranslatedReadings(keys.core)].flat() : [];
  return names.some((name) => {
    const own = keysOf(name);
    if (own.looseExact === keys.looseExact || readings.includes(toReadingKey(own) ?? '')) return true;
    return hasForm && own.loose === keys.loose;
  });
}

const FIRST_WORD = /^[a-z]{3,}/;
/** KAKU SEEDS beside a company whose name is read カクシュビョウ. */
function beginsWithReading({ names }: CompanyCard, { exact }: NameKeys): boolean {
  const word = FIRST_WORD.exec(exact)?.[0];
  return names.some(
    (name) => word !== undefined && toReadingKey(keysOf(name))?.startsWith(toRomajiKey(word)),
  );
}

/** 大成, 建設共同企業体 are 大成建設, 共同企業体, if 大成建設 is one of the companies. */
function joinOverlaps(setAside: readonly SetAside[], parts: readonly FoundPart[]): readonly SetAside[] {
  const said = [...setAside];
  for (const { name, overlaps } of parts) {
    if (!overlaps) continue;
    for (const [at, { kind, text }] of said.entries()) {
      const group = said[at + 1];
      const end = name.slice(text.length);
      if (kind !== 'other_company' || !group || !name.startsWith(text) || !group.text.startsWith(end))
        continue;
      said.splice(at, 2, { kind, text: name }, { kind: group.kind, text: group.text.slice(end.length) });
    }
  }
  return said.filter(({ text }) => text !== '');
}

/** Of the beginnings of one member of several, or 安藤 and 安藤・間, the longest that is a name is meant. */
function isPartOfName({ name, cut }: FoundPart, all: readonly FoundPart[]): boolean {
  return all.some(
    (one) =>
      one.name.length > name.length &&
      one.name.includes(name) &&
      (cut || one.overlaps || JOINS.test(one.name)) &&
      one.companies.some(({ card }) => isNamed(card, one.keys)),
  );
}

const JOINS = /[・&+＋×、,\s]/;

/** A part that is cut off must be a name. Well-known companies that are only called so come with those that have it. */
function keepNamed(
  { cut, among, setAside }: NameInCell,
  keys: NameKeys,
  hits: readonly MatchedCompany[],
): readonly MatchedCompany[] {
  if (!cut) return hits;
  // A law says whose a unit is, and names that legal person in full.
  if (setAside.some(({ kind }) => kind === 'unit')) return hits.filter(isInFull);
  const named = new Set(hits.filter((hit) => isNamed(hit.card, keys, among ? minName : minBareCore)));
  if (named.size === 0) return [];
  return hits.filter((hit) => named.has(hit) || hit.matchedQueries.includes('called'));
}

function orderByBody({ body }: NameInCell, companies: readonly MatchedCompany[]): readonly MatchedCompany[] {
  if (body === undefined) return companies;
  const hasIt = ({ card }: MatchedCompany) => Number(card.company.legal_name.includes(body));
  return companies.toSorted((one, other) => hasIt(other) - hasIt(one));
}
const isInFull = ({ matchedQueries }: MatchedCompany): boolean => matchedQueries.includes('legal_exact');

interface FoundPart extends NameInCell {
  readonly keys: NameKeys;
  readonly companies: readonly MatchedCompany[];
}

/**
 * Whether a company has or had this name, with its legal form if there is one. Without one, a company that has the name
 * as the core of its name may be meant, unless the name is so short that many begin with it.
 */
function isNamed(
  { names }: CompanyCard,
  { exact, core, alike, legalForm }: NameKeys,
  least = minBareCore,
): boolean {
  const bare = legalForm === null && [...core].length >= least;
  const otherwise = legalForm === null && [...alike].length >= minAlike;
  return names.some((name) => {
    if (name.kind === 'kana') return false;
    const keys = keysOf(name);
    return keys.exact === exact || (bare && keys.core === core) || (otherwise && keys.alike === alike);
  });
}

const minBareCore = 3;
/** Beside another name. */
const minName = 2;
const minAlike = 5;
