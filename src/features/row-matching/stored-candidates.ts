import type { Suggestion } from '../../contract/company-resolve/suggestions.ts';
import type { SourceCandidate } from '../../contract/sources/source-row.ts';

/** A candidate as it is stored. */
export interface StoredCandidate extends SourceCandidate, Acceptable {}

/** Only the first company of a row can be acceptable. */
interface Acceptable {
  /**
   * Whether its row can be settled on it together with all others of their reason. Absent for no, and for rows resolved
   * before this was kept.
   */
  readonly acceptable?: true;
}

/** The text of the reason is added when the row is read. */
export type StoredSuggestion = Omit<Suggestion, 'message'> & Acceptable;
