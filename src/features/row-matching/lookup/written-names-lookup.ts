import { mapInSlices } from '../../../running/time-slices.ts';
import { isWithoutName, LIST_NUMBER } from '../../../text/cells/no-name.ts';
import { FORMS } from '../../../text/cells/written-name-words.ts';
import { parseCorporateNumber } from '../../../text/identifiers/corporate-number.ts';
import { isLatin } from '../../../text/letters/is-latin.ts';
import { isTranslation } from '../../../text/names/legal-forms.ts';
import { type NameKeys, toNameKeys } from '../../../text/names/names.ts';
import { findUnknownSign, hasUnknownSign } from '../../../text/names/unknown-sign.ts';
import type { ParsedName } from '../parsed-name.ts';
import { keysOf, toGroupKey } from '../rules/compare-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { chooseStep } from './choose-step.ts';
import { isFirstOfSeveral, type NameResult, type NameSuggestion, wholeText } from './name-result.ts';
import { sortByLikelihood } from './namesakes.ts';

/** What finding written names asks of the index. */
export interface NameLookups {
  /** The companies of each name by the exact-name stage, the best first. @param names with their keys */
  findByNames(
    names: ReadonlyMap<string, NameKeys>,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly MatchedCompany[]>>;
  /** Companies with a name that is near to each of these, the nearest first. */
  findNearNames(
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly NameSuggestion[]>>;
}

/**
 * What written names find (docs/decisions/0006-written-names.md). Each step asks only about names that the steps before
 * found nobody for: the whole text, the names that it may contain, and last what is near to it.
 * @returns what each name found, by its text
 */
export async function findWrittenNames(
  lookups: NameLookups,
  names: readonly ParsedName[],
  signal?: AbortSignal,
): Promise<Map<string, NameResult>> {
  if (names.length === 0) return new Map();
  const byText = new Map(names.map((name) => [name.text, name]));
  const keysOfNames = new Map(names.map(({ text, keys }) => [text, keys]));
  const whole = await lookups.findByNames(keysOfNames, signal);
  const found = new Map<string, NameResult>();
  const nameless = new Map<string, NameResult>();
  const open: ParsedName[] = [];
  await mapInSlices(byText.values(), (name) => {
    const { text, keys } = name;
    const hits = whole.get(text) ?? [];
    if (isWithoutName(text)) {
      nameless.set(text, wholeText(text, listWholeHolders(name, hits), [], keys));
      return;
    }
    if (hits.length > 0) found.set(text, wholeText(text, sortByLikelihood(text, hits), [], keys));
    if (hits.length === 0 || (MARKS.test(text) && hits.every(isOtherWriting))) open.push(name);
  });
  await addParts(lookups, open, { byText, found }, signal);
  const unfound = open.filter(({ text }) => !found.has(text));
  const doubtful = [...found].flatMap(([text, each]) => {
    // If few companies have the name, and only in another writing, one with a near name may be meant.
    const isWeak = each.hits.length <= fewCompanies && each.hits.every(isOtherWriting);
    const isMore = isDoubtful(each) || isUnclear(each) || mayBeRead(each);
    return isWeak || isMore ? (byText.get(text) ?? []) : [];
  });
  const near = [...unfound, ...doubtful];
  const suggested = await findSuggestions(lookups, near, new Set(open), signal);
  await mapInSlices(near, ({ text, keys }) => {
    const all = suggested.get(text) ?? [];
    const weak = found.get(text);
    if (weak) found.set(text, addSuggestions(weak, all));
    else found.set(text, readByReading(byText.get(text), all) ?? wholeText(text, [], all, keys));
  });
  const all = [...found, ...nameless];
  return new Map(all.map(([text, each]) => [text, narrowByNumber(leaveShortName(each))]));
}

/** 株式会社円●: too many names have one letter more, so that the sign is as likely a letter as a mark. */
function leaveShortName(found: NameResult): NameResult {
  const { text, name, way, keys } = found;
  const isShort = way === 'name' && name !== text && [...keys.core].length < 2;
  return isShort && hasUnknownSign(text) && !hasUnknownSign(name) ? { ...found, way: 'beginning' } : found;
}

/** Of a text that is hardly a name: the companies that have exactly it as theirs. */
function listWholeHolders({ text, keys }: ParsedName, hits: readonly MatchedCompany[]): MatchedCompany[] {
  if (LIST_NUMBER.test(text)) return [];
  return hits.filter(({ card: { names } }) =>
    names.some((name) => name.kind !== 'kana' && keysOf(name).looseExact === keys.looseExact),
  );
}

/** Looks up the names that texts may contain, and adds what the first of them find. */
async function addParts(
  lookups: NameLookups,
  open: readonly ParsedName[],
  known: { readonly byText: ReadonlyMap<string, ParsedName>; readonly found: Map<string, NameResult> },
  signal?: AbortSignal,
): Promise<void> {
  const { byText, found } = known;
  const texts = await mapInSlices(open, ({ steps }) => steps.flat().map(({ name }) => name));
  const keys = new Map(
    await mapInSlices(
      new Set(texts.flat()),
      (text) => [text, byText.get(text)?.keys ?? toNameKeys(text)] as const,
    ),
  );
  if (keys.size === 0) return;
  const hits = await lookups.findByNames(keys, signal);
  const parts = new Map([...keys].map(([text, own]) => [text, { keys: own, hits: hits.get(text) ?? [] }]));
  await mapInSlices(open, ({ text, steps }) => {
    const best = chooseStep(text, steps, parts);
    // Without its marks, 「株式会社X」 or 株式会社X※ is exactly a name.
    const isBetter = !found.has(text) || (best?.way === 'name' && !best.hits.every(isOtherWriting));
    if (best && isBetter) found.set(text, best);
  });
}

/**
 * A corporate number beside the name says which of its companies is meant. If none of them has it, the name does not
 * settle: the number is another company's. The code of a listed company shows that it is not the end of a name.
 */
function narrowByNumber(found: NameResult): NameResult {
  if (found.way !== 'name') return found;
  for (const { kind, text } of found.setAside) {
    const listed =
      kind === 'code' ? found.hits.filter(({ card }) => card.securities_codes.includes(text)) : [];
    if (listed.length > 0) {
      const { wordCut: _, ...others } = found;
      return { ...others, hits: listed };
    }
    const digits = kind === 'code' ? /\d{13}$/.exec(text)?.[0] : undefined;
    const number = digits ? parseCorporateNumber(digits) : null;
    if (!number?.ok) continue;
    const holders = found.hits.filter(({ card }) => card.company.corporate_number === number.value);
    if (holders.length > 0) return { ...found, hits: holders, byNumber: true };
    return { ...found, way: 'beginning', otherNumber: number.value };
  }
  return found;
}

/** Whether the name was cut off before text that is not understood, so that the whole may be another name with a slip. */
function isDoubtful({ way, setAside }: NameResult): boolean {
  return way === 'beginning' && setAside.some(({ kind }) => kind === 'note');
}

/** Whether one letter of the text is unknown, unless a company has the sign in its name: 渡□建匠, but not 株式会社○□. */
function isUnclear(found: NameResult): boolean {
  const { text, name, keys } = found;
  if (hasSignInName(found)) return false;
  return findUnknownSign((name === text ? keys : toNameKeys(text)).core) !== null;
}

const hasSignInName = ({ text, name, hits }: NameResult): boolean =>
  (name === text || hasUnknownSign(name)) &&
  hits.some(({ matchedQueries }) => matchedQueries.includes('legal_exact'));

/**
 * If names fit but for an unknown sign, the sign is no mark beside the name that was found, which then does not settle. If it can be no mark
 * at all (渡〓建匠, 渡■建匠), what is found without it is not meant.
 */
function addSuggestions(found: NameResult, all: readonly NameSuggestion[]): NameResult {
  const suggestions = filterSuggestions(found, all);
  const { text, way } = found;
  if (hasSignInName(found) || !suggestions.some(({ reason }) => reason === 'unknown_sign'))
    return { ...found, suggestions };
  const keys = toNameKeys(text);
  if (findUnknownSign(keys.core)?.isLetter) return wholeText(text, [], suggestions, keys);
  return { ...found, ...(way === 'name' && { way: 'beginning' }), suggestions };
}

/** Beside companies that have the name, only the holding company of that name is worth a question. */
function filterSuggestions(found: NameResult, suggestions: readonly NameSuggestion[]): NameSuggestion[] {
  const { keys, hits } = found;
  const ids = new Set(hits.map(({ card }) => card.company.company_id));
  const others = suggestions.filter(({ card }) => !ids.has(card.company.company_id));
  if (isDoubtful(found)) return others;
  return others.filter(
    ({ name, reason }) =>
      reason === 'unknown_sign' ||
      toGroupKey(toNameKeys(name).alike) === toGroupKey(keys.alike) ||
      (reason === 'same_reading' && mayBeRead(found)),
  );
}

/** Reimei Inc., which is the name of some, but others are read so. */
function mayBeRead({ name, keys: { legalForm }, hits }: NameResult): boolean {
  if (isLatin(name)) return true;
  return legalForm !== null && isTranslation(legalForm) && hits.length <= fewCompanies && !hits.some(isExact);
}

const isExact = ({ matchedQueries }: MatchedCompany): boolean =>
  matchedQueries.includes('legal_exact') || matchedQueries.includes('english_exact');

const fewCompanies = 4;
const otherWritings = new Set(['loose', 'alike', 'kana', 'english']);
const isOtherWriting = ({ matchedQueries }: MatchedCompany): boolean =>
  matchedQueries.every((rule) => otherWritings.has(rule));

/**
 * Whether quotation marks surround a text, or marks that keys of names leave out are at its end or before its legal form. In ■原建設, the
 * mark can be a letter.
 */
const MARKS = new RegExp(
  `^["'“”「『]|["'“”」』*＊※●○◎■□◆◇▲△▼▽★☆。、,;?？…®©]\\s*$|^[*＊※●○◎■□◆◇▲△▼▽★☆・]\\s*(?:${FORMS.source})`,
);

/** Sakai Kogyo K.K., Osaka-fu: the place beside a name that is found by its reading says which company is meant. */
function readByReading(
  name: ParsedName | undefined,
  suggestions: readonly NameSuggestion[],
): NameResult | null {
  const plain = name && findUnderstood(name);
  if (!plain || plain.cut || !suggestions.some(({ reason }) => reason === 'same_reading')) return null;
  const { name: part, way, setAside } = plain;
  return { ...wholeText(name.text, [], suggestions, toNameKeys(part)), name: part, way, setAside };
}

/**
 * What is near to the name itself, after all that can be set aside.
 * @param read the names of which a part was looked for
 * @returns by text
 */
async function findSuggestions(
  lookups: NameLookups,
  names: readonly ParsedName[],
  read: ReadonlySet<ParsedName>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly NameSuggestion[]>> {
  if (names.length === 0) return new Map();
  const plain = names.map((name) => (read.has(name) ? listPlainNames(name) : [name.text]));
  const near = await lookups.findNearNames([...new Set(plain.flat())], signal);
  return new Map(
    names.map(({ text }, at) => {
      const found = plain[at]?.flatMap((each) => near.get(each) ?? []).toReversed() ?? [];
      // Each company once, where it comes first.
      const distinct = new Map(found.map((one) => [one.card.company.company_id, one]));
      return [text, [...distinct.values()].toReversed()];
    }),
  );
}

/**
 * The name without what is understood: a slip or another spelling is more often in it than in the rest. If nothing divides
 * the two, as in 北海道観光機構, the rest can be part of the name.
 */
function listPlainNames(written: ParsedName): string[] {
  const names = listUnderstoodNames(written);
  const isLost = hasUnknownSign(written.text) && !names.some(hasUnknownSign);
  return isLost ? [...names, written.text] : names;
}

function listUnderstoodNames(name: ParsedName): string[] {
  const understood = findUnderstood(name);
  if (!understood) return [name.text];
  if (understood.cut) return [name.text, understood.name];
  return [understood.name];
}

function findUnderstood({ steps }: ParsedName) {
  const all = steps.flatMap(([first]) =>
    first &&
    (first.way === 'name' || isFirstOfSeveral(first)) &&
    !first.setAside.some(({ kind }) => kind === 'unit')
      ? [first]
      : [],
  );
  return all.findLast(({ cut }) => !cut) ?? all[0];
}
