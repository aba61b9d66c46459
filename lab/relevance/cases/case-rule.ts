import type { Draws } from '../../fictional/draws.ts';
import type { CaseCells } from '../match-rows.ts';
import type { NamedCompany } from '../written/fictional-companies.ts';

/**
 * How the world writes the row of a company, as a rule over the companies of the database. Words and tables of a rule are
 * its own: those of the service would only prove that the service agrees with itself.
 */
export interface CaseRule {
  /** Its row in the tables, and its floors in `floors.json`. Rules of one class are counted together. */
  readonly class: string;
  /** Companies whose legal name others have, too. By default those whose names are nobody else's. */
  readonly of?: 'shared';
  /** The row does not say which company is meant, or contradicts all, so that settling on any is wrong. */
  readonly leavesOpen?: true;
  /** Generated data has too few such bodies. */
  readonly onlyReal?: true;
  /**
   * @param other a company with another name
   * @returns null if the rule does not apply
   */
  write(company: NamedCompany, draws: Draws, other: NamedCompany): CaseCells | null;
}

/** A row that somebody could have written, with the companies that are right. */
export interface Case {
  readonly class: string;
  readonly cells: CaseCells;
  readonly right: readonly string[];
  /** False if settling on any company is wrong. */
  readonly settles: boolean;
}
