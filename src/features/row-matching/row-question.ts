import { type SettleLevel, usualSettleLevel } from '../../contract/company-resolve/assurance.ts';
import type { Hints } from '../../contract/company-resolve/hints.ts';
import type { MappingField } from '../../contract/sources/sources.ts';
import type { IdentifierType } from '../../text/identifiers/parsed-identifier.ts';
import type { ParsedName } from './parsed-name.ts';
import { identifierTerm } from './rules/match-clauses.ts';

export interface RowIdentifier {
  readonly field: Exclude<MappingField, 'name'> | 'earlier_export';
  readonly type: IdentifierType;
  readonly value: string;
  /** The day (`YYYY-MM-DD`) on which its holder is meant; by default today's. */
  readonly heldOn?: string;
  /** It is of a mail address, which counts only if a company is known by it. */
  readonly isOfMail?: true;
}

/** A mapped value that cannot be used. */
export interface FaultyValue {
  readonly field: MappingField | 'as_of';
  readonly text: string;
}

/** What the cells of a row say, beside the name. */
export interface RowValues {
  /** The most reliable one first. */
  readonly identifiers: readonly RowIdentifier[];
  readonly hints: Hints;
  /** What a column for branches says: the address beside it is rather that of the branch. */
  readonly branch?: string;
  /** The day as of which the name is resolved; null: today. */
  readonly asOf: string | null;
  readonly faulty: readonly FaultyValue[];
  /** Whether a mapped value or the shape of the row is wrong. */
  readonly invalid: boolean;
  /** What is wrong with cells. */
  readonly issues: readonly { readonly code: string }[];
}

/** What the result of a row or an item depends on. Equal questions have the same outcome, whatever their cells look like. */
export interface RowQuestion extends Omit<RowValues, 'issues'> {
  readonly name: ParsedName | null;
  readonly settleFrom: SettleLevel;
  /** Companies that people took back for the row. None of them settles it. */
  readonly rejected: readonly string[];
  /** Whether all that the row has is a site or mail service that many companies share. */
  readonly onlySharedSite: boolean;
}

/** An item that says nothing but what it is resolved by. */
export const noValues: RowValues = {
  identifiers: [],
  hints: {},
  asOf: null,
  faulty: [],
  invalid: false,
  issues: [],
};

/** @param name that of the row, parsed */
export function buildQuestion(
  { identifiers, hints, branch, asOf, faulty, invalid, issues }: RowValues,
  name: ParsedName | null,
  {
    rejected = [],
    settleFrom = usualSettleLevel,
  }: { readonly rejected?: readonly string[]; readonly settleFrom?: SettleLevel | undefined } = {},
): RowQuestion {
  const isBare = name === null && identifiers.length === 0;
  const onlySharedSite = isBare && issues.some(({ code }) => code === 'domain_not_identifying');
  const cells = { name, identifiers, hints, ...(branch !== undefined && { branch }), asOf, faulty, invalid };
  return { ...cells, settleFrom, rejected, onlySharedSite };
}

/** Equal for questions whose cells say the same, whatever people took back and the question settles from. */
export function buildCellsKey(question: RowQuestion): string {
  const { name, identifiers, hints, branch, asOf, faulty, invalid, onlySharedSite } = question;
  return JSON.stringify([
    name?.question ?? null,
    identifiers.map(({ field, value, heldOn, isOfMail }) => [
      field,
      value,
      ...(heldOn === undefined ? [] : [heldOn]),
      ...(isOfMail ? ['mail'] : []),
    ]),
    hints,
    asOf,
    faulty.map(({ field, text }) => [field, text]),
    invalid,
    onlySharedSite,
    ...(branch === undefined ? [] : [branch]),
  ]);
}

/** As the index has the identifier; company ids have no type there. */
export function identifierKey(identifier: RowIdentifier): string {
  if (identifier.type === 'company_id') return identifier.value;
  return identifierTerm(identifier);
}
