import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { RegisterCoverage } from '../../../contract/company-resolve/assurance.ts';
import type { HeadOffice } from '../../companies/company-record.ts';
import type { NameFound } from '../lookup/name-found.ts';
import type { NamesakeCount } from '../lookup/namesakes.ts';
import type { RowIdentifier, RowQuestion } from '../row-question.ts';
import type { HintHolders } from '../rules/place-hints.ts';

/** An identifier of the row, with the companies that have it. */
export interface FoundIdentifier extends RowIdentifier {
  readonly cards: readonly CompanyCard[];
  /** Whether a source says that they had it on the day that is meant. */
  readonly isConfirmed?: boolean;
}

/** A company that a person of the account chose for a name. */
export interface ChosenCompany {
  readonly card: CompanyCard;
  /** Whether the choice settles later rows by itself. */
  readonly always: boolean;
}

/** What was looked up for a row. */
export interface RowEvidence {
  readonly question: RowQuestion;
  readonly identifiers: readonly FoundIdentifier[];
  /** What the row's name found; null when it was not looked up (see `needsName`). */
  readonly found: NameFound | null;
  /** How many companies have the name, if some of them may have been left out; otherwise null. */
  readonly nameCount: NamesakeCount | null;
  /** Who has the identifiers among the hints. */
  readonly hintHolders: HintHolders;
  /** Head offices of the companies that could match. Companies that are no longer in the database are absent. */
  readonly places: ReadonlyMap<string, HeadOffice>;
  /** The account's choices for this name, the latest first. */
  readonly chosen: readonly ChosenCompany[];
  readonly register: RegisterCoverage;
}

/** The companies that have all known identifiers of the row. */
export function commonHolders(identifiers: readonly FoundIdentifier[]): readonly CompanyCard[] {
  const [first, ...others] = identifiers.filter(({ cards }) => cards.length > 0);
  const holders = others.map(({ cards }) => new Set(cards.map(({ company }) => company.company_id)));
  return first?.cards.filter(({ company }) => holders.every((ids) => ids.has(company.company_id))) ?? [];
}

/**
 * Whether an unknown identifier outweighs the known ones. A company has only one corporate number, so that an unknown
 * one is of another company.
 */
export function surestIsUnknown(identifiers: readonly FoundIdentifier[]): boolean {
  return identifiers.some(
    ({ field, cards }, place) => cards.length === 0 && (place === 0 || field === 'corporate_number'),
  );
}
