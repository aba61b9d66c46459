import type { SettleLevel } from '../../contract/company-resolve/assurance.ts';
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
}

/** A mapped value that cannot be used. */
export interface FaultyValue {
  readonly field: MappingField | 'as_of';
  readonly text: string;
}

/** What the result of a row or an item depends on. Equal questions have the same outcome, whatever their cells look like. */
export interface RowQuestion {
  readonly name: ParsedName | null;
  /** The most reliable one first. */
  readonly identifiers: readonly RowIdentifier[];
  readonly hints: Hints;
  /** The day as of which the name is resolved; null: today. */
  readonly asOf: string | null;
  readonly settleFrom: SettleLevel;
  readonly faulty: readonly FaultyValue[];
  /** Whether a mapped value or the shape of the row is wrong. */
  readonly invalid: boolean;
  /** Companies that people took back for the row. None of them settles it. */
  readonly rejected: readonly string[];
  /** Whether all that the row has is a site or mail service that many companies share. */
  readonly onlySharedSite: boolean;
}

/** An item without anything that only rows have. */
export const noRow = { faulty: [], invalid: false, rejected: [], onlySharedSite: false } as const;

/** As the index has the identifier; company ids have no type there. */
export function identifierKey(identifier: RowIdentifier): string {
  if (identifier.type === 'company_id') return identifier.value;
  return identifierTerm(identifier);
}
