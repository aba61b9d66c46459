import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { RowReason } from '../../../contract/sources/row-reasons.ts';
import type { NameFound } from '../lookup/name-found.ts';
import type { HintVerdicts } from '../rules/place-hints.ts';
import { bestByName, type HintedSettlement } from './hint-settlement.ts';
import {
  columnVerdicts,
  commonHolders,
  type FoundIdentifier,
  hasName,
  knownIdentifiers,
  type RowEvidence,
  type RowQuestion,
  surestIsUnknown,
} from './row-evidence.ts';

/** The company on which the evidence settles a row, and by which rule. */
export interface Settlement {
  readonly card: CompanyCard;
  readonly reason: RowReason;
}

export function settle(evidence: RowEvidence, verdicts: HintVerdicts): Settlement | null {
  return (
    settledByIdentifiers(evidence.question, evidence.identifiers) ??
    settledByEarlierExport(evidence) ??
    settledByMemory(evidence) ??
    settledByNameAndHints(evidence, verdicts)
  );
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
export function settledByIdentifiers(
  { name }: RowQuestion,
  identifiers: readonly FoundIdentifier[],
): Settlement | null {
  const card = onlyHolder(identifiers);
  const [surest] = identifiers;
  if (!card || !surest || (name !== null && !hasName(card, name))) return null;
  const [alone, withName] = identifierReasons[surest.field];
  return { card, reason: name === null ? alone : withName };
}

function onlyHolder(identifiers: readonly FoundIdentifier[]): CompanyCard | null {
  if (surestIsUnknown(identifiers)) return null;
  const [only, ...others] = commonHolders(identifiers);
  return only && others.length === 0 ? only : null;
}

/** A name that finds nobody does not name another company than the one that a person saw in the earlier export. */
function settledByEarlierExport({ identifiers, found }: RowEvidence): Settlement | null {
  const card = identifiers[0]?.field === 'earlier_export' ? onlyHolder(identifiers) : null;
  return card && !found?.hits.length ? { card, reason: 'earlier_export' } : null;
}

/**
 * The company chosen for all rows with this name, unless an identifier names another or a hint contradicts it. Whoever chose
 * it saw the place in the name.
 */
function settledByMemory(evidence: RowEvidence): Settlement | null {
  const { identifiers, chosen } = evidence;
  const always = new Map(
    chosen.flatMap((each) => (each.always ? [[each.card.company.company_id, each.card]] : [])),
  );
  const [card, ...others] = always.values();
  if (!card || others.length > 0 || someNamesAnother(identifiers, card)) return null;
  const verdict = columnVerdicts(evidence).get(card.company.company_id);
  return verdict?.contradicted ? null : { card, reason: 'remembered' };
}

function someNamesAnother(identifiers: readonly FoundIdentifier[], { company }: CompanyCard): boolean {
  const isUnknownNumber = ({ field, cards }: FoundIdentifier) =>
    cards.length === 0 && (field === 'corporate_number' || field === 'earlier_export');
  return (
    identifiers.some(isUnknownNumber) ||
    !knownIdentifiers(identifiers).every(({ cards }) =>
      cards.some((each) => each.company.company_id === company.company_id),
    )
  );
}

/**
 * A name settles a row only if that company has every identifier of the row, no hint contradicts it, and no person chose
 * another company for the name, unless a hint supports this one.
 */
export function settledByNameAndHints(
  { found: name, identifiers, chosen }: RowEvidence,
  verdicts: HintVerdicts,
): Settlement | null {
  if (name === null) return null;
  const found = nameSettlement(name, verdicts);
  if (!found) return null;
  const isIt = ({ company }: CompanyCard) => company.company_id === found.card.company.company_id;
  const { agrees = [], contradicted = false } = verdicts.get(found.card.company.company_id) ?? {};
  if (contradicted || !identifiers.every(({ cards }) => cards.some(isIt))) return null;
  if (agrees.length === 0 && !chosen.every(({ card }) => isIt(card))) return null;
  return identifiers.length > 0 ? { ...found, reason: 'shared_identifier_and_name' } : found;
}

function nameSettlement(found: NameFound, verdicts: HintVerdicts): Settlement | null {
  const settled = bestByName(found, verdicts);
  return settled && { card: settled.card, reason: reasonOf(found, settled) };
}

function reasonOf({ setAside }: NameFound, { card, rule }: HintedSettlement): RowReason {
  if (rule === 'former_holder') return card.company.status === 'active' ? 'name_former' : 'company_ended';
  if (setAside.length > 0 && rule !== 'name_and_place') return 'branch_of_name';
  return rule;
}
