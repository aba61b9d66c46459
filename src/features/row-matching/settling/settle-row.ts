import { type CompanyCard, prominentFrom } from '../../../../mappings/companies.ts';
import {
  type Assurance,
  assurances,
  type RegisterCoverage,
  type SettleLevel,
} from '../../../contract/company-resolve/assurance.ts';
import type { RowReason } from '../../../contract/sources/row-reasons.ts';
import type { SetAside } from '../../../text/cells/name-in-cell.ts';
import { listFullNameKeys, listLookupKeys } from '../../../text/names/called-names.ts';
import { type NameKeys, toNameKeys } from '../../../text/names/names.ts';
import { isDistinctive } from '../../../text/names/same-name.ts';
import { isShortFor } from '../../../text/names/short-names.ts';
import type { NameResult } from '../lookup/name-result.ts';
import type { RowQuestion } from '../row-question.ts';
import { findCalledName, keysOf, legalNames } from '../rules/compare-names.ts';
import { type HintVerdicts, judgeHints } from '../rules/place-hints.ts';
import { arrangeReadings } from './arrange-readings.ts';
import { arePlacesOfBranch, comparePlaces } from './places-in-name.ts';
import {
  type Case,
  collectCases,
  type FoundIdentifier,
  listCommonHolders,
  type RowEvidence,
  surestIsUnknown,
} from './row-evidence.ts';
import { type NameSettlement, settleName } from './settle-name.ts';

/**
 * Whether a row, or a name alone, settles on a company (docs/specification.md#row-states, docs/decisions/0027-sources.md): only
 * if nothing in it supports another one. A person decides everything else.
 */

/** The company on which the evidence settles a row, and by which rule. */
export interface Settlement {
  readonly card: CompanyCard;
  readonly reason: RowReason;
}

export interface SettledRow extends RowEvidence {
  /** `below`: the match is less sure than the row settles from. `taken_back`: a person took the company back. */
  readonly state: 'settled' | 'below' | 'taken_back' | 'open';
  /** What would settle the row if it was valid, the company still existed, and nobody had taken it back. */
  readonly settlement: Settlement | null;
  /** How sure that is. */
  readonly level: Assurance | null;
  /**
   * The companies that something in the row supports, the best first; only the likely one if nothing else counts. A remembered choice
   * decides among them for now: when it is taken back, a person needs the others.
   */
  readonly cases: readonly Case[];
  /** What hints, and places in the name, say about the companies. */
  readonly verdicts: HintVerdicts;
  /** The company that the name and the hints settle on, if nothing else speaks against it. */
  readonly ofName: NameSettlement | null;
}

/** Whether the row's name must be looked up, because its identifiers alone do not settle it. */
export function needsName(question: RowQuestion, identifiers: readonly FoundIdentifier[]): boolean {
  if (question.name === null) return false;
  const settlement = settleByIdentifiers(question, identifiers);
  return settlement === null || question.rejected.includes(settlement.card.company.company_id);
}

export function settleRow(evidence: RowEvidence): SettledRow {
  const { question, identifiers, places, chosen, register } = evidence;
  const { invalid, rejected } = question;
  const compared = [...(evidence.found?.hits ?? []), ...(evidence.found?.suggestions ?? []), ...chosen];
  const ofHints = judgeHints(question.hints, compared, {
    places,
    holders: evidence.hintHolders,
    areOfBranch: evidence.found !== null && arePlacesOfBranch(question, evidence.found),
  });
  const verdicts = evidence.found === null ? ofHints : comparePlaces(ofHints, evidence.found, places);
  const found = evidence.found && arrangeReadings(evidence.found, verdicts);
  const all = collectCases({ ...evidence, found }, verdicts);
  const ofName = found && !evidence.fund ? settleName(found, verdicts) : null;
  const settlement =
    settleByIdentifiers(question, identifiers) ??
    settleByEarlierExport(evidence) ??
    settleByMemory(evidence, ofHints) ??
    settleByShortName(evidence) ??
    settleByNameAndHints({ found, identifiers, chosen, ofName, verdicts });
  const likely = settlement?.card.company.company_id ?? '';
  // The company can have left the database since it was indexed.
  const winner = places.has(likely) ? all.find(({ card }) => card.company.company_id === likely) : undefined;
  const isTakenBack = winner !== undefined && rejected.includes(likely);
  const level = settlement && winner ? measureAssurance(settlement, { found, register, verdicts }) : null;
  // Unless a faulty number speaks for another company.
  const isClear =
    winner && !isTakenBack && all.every((each) => each === winner || each.nearMisses.length === 0);
  const listed = isClear ? [winner] : all;
  const row = { ...evidence, found, settlement, level, verdicts, ofName };
  // A company that a person took back is a candidate again, the last one.
  const takenBack = listed.filter(({ card }) => rejected.includes(card.company.company_id));
  const cases = [...listed.filter((each) => !takenBack.includes(each)), ...takenBack];
  if (!winner || level === null || invalid) return { ...row, state: 'open', cases };
  if (isTakenBack) return { ...row, state: 'taken_back', cases };
  if (!reaches(level, question.settleFrom)) return { ...row, state: 'below', cases };
  const others = settlement?.reason === 'remembered' ? all.filter((each) => each !== winner) : [];
  return { ...row, state: 'settled', cases: [winner, ...others] };
}

const identifierReasons: Readonly<
  Record<FoundIdentifier['field'], readonly [alone: RowReason, withName: RowReason]>
> = {
  earlier_export: ['earlier_export', 'earlier_export'],
  corporate_number: ['number_alone', 'number_and_name'],
  ticker: ['code_alone', 'code_and_name'],
  domain: ['site_alone', 'site_and_name'],
};

/**
 * The company that all known identifiers of the row belong to, if the row's name is empty or one of its names, and the
 * most reliable identifier is known.
 */
function settleByIdentifiers(
  { name }: RowQuestion,
  identifiers: readonly FoundIdentifier[],
): Settlement | null {
  const card = onlyHolder(identifiers);
  const [surest] = identifiers;
  if (!card || !surest || (name !== null && name.findIn(card) !== 'name')) return null;
  const [alone, withName] = identifierReasons[surest.field];
  return { card, reason: name === null ? alone : withName };
}

function onlyHolder(identifiers: readonly FoundIdentifier[]): CompanyCard | null {
  if (surestIsUnknown(identifiers)) return null;
  const [only, ...others] = listCommonHolders(identifiers);
  if (only && others.length === 0) return only;
  return null;
}

/**
 * The company that has all known identifiers, if the name is short for one of its names (7203 and トヨタ), and not the name of
 * another well-known company (3289 and 東急).
 */
function settleByShortName({ question, identifiers, found }: RowEvidence): Settlement | null {
  const card = onlyHolder(identifiers);
  const [surest] = identifiers;
  if (!card || !surest || found?.way !== 'name' || card.prominence < prominentFrom) return null;
  const known = found.hits.filter(
    (hit) => hit.card.company.company_id !== card.company.company_id && hit.card.prominence >= prominentFrom,
  );
  const isCalled = findCalledName(card, found.keys) !== undefined;
  const wanted = listLookupKeys(found.keys);
  const hasInFull = ({ names }: CompanyCard) => listFullNameKeys(names).some((key) => wanted.includes(key));
  const isOthers =
    known.some(({ matchedQueries }) => matchedQueries.some(isJapaneseName)) ||
    (!hasInFull(card) && known.some((hit) => hasInFull(hit.card)));
  const isShort = isCalled ? !isOthers : known.length === 0 && isShortForOne(card, found.keys);
  if (!isShort || question.rejected.includes(card.company.company_id)) return null;
  return { card, reason: identifierReasons[surest.field][1] };
}

const isJapaneseName = (rule: string): boolean =>
  rule === 'legal_exact' || rule === 'legal_core' || rule === 'trade';

function isShortForOne({ names }: CompanyCard, { legalForm, loose, alike }: NameKeys): boolean {
  if (legalForm !== null) return false;
  return names.some((name) => {
    const keys = keysOf(name);
    return isShortFor(alike, keys.alike) || isShortFor(loose, keys.loose);
  });
}

/** A name that finds nobody does not name another company than the one that a person saw in the earlier export. */
function settleByEarlierExport({ identifiers, found }: RowEvidence): Settlement | null {
  const card = identifiers[0]?.field === 'earlier_export' ? onlyHolder(identifiers) : null;
  if (card && !found?.hits.length) return { card, reason: 'earlier_export' };
  return null;
}

/**
 * The company chosen for all rows with this name, unless an identifier names another or a hint contradicts it. Whoever chose
 * it saw the place in the name.
 */
function settleByMemory({ identifiers, chosen }: RowEvidence, ofHints: HintVerdicts): Settlement | null {
  const always = new Map(
    chosen.flatMap((each) => (each.always ? [[each.card.company.company_id, each.card]] : [])),
  );
  const [card, ...others] = always.values();
  if (!card || others.length > 0) return null;
  const id = card.company.company_id;
  const contradicts = identifiers.some(({ field, cards }) => {
    if (cards.length === 0) return field === 'corporate_number' || field === 'earlier_export';
    return !cards.some(({ company }) => company.company_id === id);
  });
  if (contradicts || ofHints.get(id)?.contradicted) return null;
  return { card, reason: 'remembered' };
}

/**
 * A name settles a row only if that company has every identifier of the row, no hint contradicts it, and no person chose
 * another company for the name, unless a hint supports this one.
 */
export function settleByNameAndHints({
  found,
  identifiers,
  chosen,
  ofName,
  verdicts,
}: Pick<SettledRow, 'found' | 'identifiers' | 'chosen' | 'ofName' | 'verdicts'>): Settlement | null {
  if (!found || !ofName) return null;
  const { card, rule } = ofName;
  const isSameCompany = ({ company }: CompanyCard) => company.company_id === card.company.company_id;
  const { agrees = [], contradicted = false } = verdicts.get(card.company.company_id) ?? {};
  if (contradicted || !identifiers.every(({ cards }) => cards.some(isSameCompany))) return null;
  if (agrees.length === 0 && !chosen.every((each) => isSameCompany(each.card))) return null;
  if (identifiers.length > 0) return { card, reason: 'shared_identifier_and_name' };
  if (found.setAside.some(isUnit)) return { card, reason: 'unit_of' };
  if (rule === 'former_holder')
    return { card, reason: card.company.status === 'active' ? 'name_former' : 'company_ended' };
  if (found.setAside.length > 0 && rule !== 'name_and_place') return { card, reason: 'branch_of_name' };
  return { card, reason: rule };
}

/** Whether the text is not the name of the company, but of its unit. */
export const isUnit = ({ kind }: SetAside): boolean => kind === 'unit';

const reasonsOfIdentifiers: ReadonlySet<RowReason> = new Set([
  'number_and_name',
  'number_alone',
  'code_and_name',
  'code_alone',
  'site_and_name',
  'site_alone',
  'shared_identifier_and_name',
]);

function measureAssurance({ card, reason }: Settlement, row: AssuranceEvidence): Assurance {
  if (reasonsOfIdentifiers.has(reason)) return 'identifier';
  if (reason === 'remembered' || reason === 'earlier_export') return reason;
  return measureNameAssurance(card, row);
}

type AssuranceEvidence = Pick<SettledRow, 'found' | 'register' | 'verdicts'>;

/** How sure the name of a row, with its hints, is for the company. */
export function measureNameAssurance(
  card: CompanyCard,
  { found, register, verdicts }: AssuranceEvidence,
): Assurance {
  const agrees = verdicts.get(card.company.company_id)?.agrees ?? [];
  if (agrees.length > 0 && !found?.wordCut) return 'name_and_place';
  const match = found ? nameMatch(found, card) : 'name';
  // In a whole register, nobody else can have the name of a closed company.
  if (register.complete === false) return `${match}_in_incomplete_register`;
  if (match === 'bare_name') return 'bare_name_in_whole_register';
  return 'name_in_whole_register';
}

/** What a request or source settles from, and what is known about the loaded register. */
export interface Settling {
  readonly from: SettleLevel;
  readonly register: RegisterCoverage;
}

/** Whether a match is at least as sure as wanted. */
export function reaches(level: Assurance, wanted: SettleLevel): boolean {
  return assurances.indexOf(level) <= assurances.indexOf(wanted);
}

/**
 * What a name that settles on a company is to it. A name from which a word was cut that may belong to it is a bare one. A name so
 * long that hardly two companies have it counts as whole without its legal form, and for a company that closed.
 */
export type NameMatch = 'name' | 'bare_name' | 'ended_company';

export function nameMatch(
  { keys, onDay, wordCut, twiceNamed }: Pick<NameResult, 'keys' | 'onDay' | 'wordCut' | 'twiceNamed'>,
  card: CompanyCard,
): NameMatch {
  const lacksForm = keys.legalForm === null && toNameKeys(card.company.legal_name).legalForm !== null;
  const canBeOthers = !isDistinctive(keys);
  const hasForm = !lacksForm || twiceNamed || legalNames(card, keys.exact).length > 0;
  if (canBeOthers && !hasForm) {
    // A source says that an exclusive alias means no other company.
    const isExclusive = card.names.some((name) => name.exclusive && keysOf(name).exact === keys.exact);
    if (!isExclusive) return 'bare_name';
  }
  const hasEnded = card.company.status !== 'active' && card.superseded_by_number === null;
  if (canBeOthers && hasEnded && !onDay) return 'ended_company';
  // As without the legal form, a company with the whole name may be missing.
  if (wordCut) return 'bare_name';
  return 'name';
}

/** Why a match does not settle. */
export function describeBelow(level: Assurance, { from, register }: Settling): string {
  const text = `The match has the assurance ${level}, and this settles from ${from} on.`;
  if (!level.endsWith('_in_incomplete_register')) return text;
  // Rounded down, so that an incomplete register is never shown as whole.
  const percent = Math.floor((register.share ?? 0) * 1000) / 10;
  return `${text} The loaded register of corporate numbers has only ${percent} % of the companies that other sources name, so that the company that is meant may be missing.`;
}
