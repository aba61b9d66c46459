import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { NameHolder } from '../../../contract/company-resolve/name-holders.ts';
import type { SuggestionReason } from '../../../contract/company-resolve/suggestions.ts';
import type { WrittenName } from '../../../contract/company-resolve/written-names.ts';
import { maxNamesSetAside } from '../../../contract/limits.ts';
import type { NameInCell, NamePosition, SetAside } from '../../../text/cells/name-in-cell.ts';
import { type NameKeys, toNameKeys } from '../../../text/names/names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';

/** A company with a name near to the written one. It changes no state: only a person takes it. */
export interface NameSuggestion {
  readonly card: CompanyCard;
  /** The name of the company that is near. */
  readonly name: string;
  readonly reason: SuggestionReason;
}

/** What a written name found. */
export interface NameResult {
  readonly text: string;
  /** The part of the text that found the companies, with its keys. */
  readonly name: string;
  readonly keys: NameKeys;
  /** What that part is to the text. */
  readonly way: NamePosition;
  readonly setAside: readonly SetAside[];
  /** Whether a word was set aside that can belong to the name: Kyoto of 株式会社KAKU Kyoto. */
  readonly wordCut?: true;
  /** Whether the company also has the name in another script that stands beside this one. */
  readonly twiceNamed?: true;
  /** Whether a corporate number in the text is that of the company. */
  readonly byNumber?: true;
  /** A corporate number in the text that none of the companies has. */
  readonly otherNumber?: string;
  /** The best first. */
  readonly hits: readonly MatchedCompany[];
  /** If hints found some of the hits: which companies that they do not contradict are all among them. */
  readonly ofHints?: {
    /** The active ones with exactly this name. */
    readonly hasAllHolders: boolean;
    /** All that have or had the name, in any spelling. */
    readonly isWhole: boolean;
  };
  /** If only the names of a day count. */
  readonly onDay?: { readonly day: string; readonly isComplete: boolean };
  /** The companies between which the name passed within five years, the earlier one first. */
  readonly changedHands?: readonly NameHolder[];
  /** A company that ended with this name, and the one that took it. The name settles on that one, and says so. */
  readonly tookOver?: readonly NameHolder[];
  /** Only if no company has exactly the name; the nearest first. */
  readonly suggestions: readonly NameSuggestion[];
}

/** What the whole text found, with nothing set aside. */
export function wholeText(
  text: string,
  hits: readonly MatchedCompany[],
  suggestions: readonly NameSuggestion[] = [],
  keys: NameKeys = toNameKeys(text),
): NameResult {
  return { text, name: text, keys, way: 'name', setAside: [], hits, suggestions };
}

/** How the text was read; null if nothing was set aside. */
export function describeWritten({
  name,
  keys,
  setAside,
}: Pick<NameResult, 'name' | 'keys' | 'setAside'>): WrittenName | null {
  if (setAside.length === 0) return null;
  const legal_form = keys.legalForm?.kind;
  return {
    name,
    ...(legal_form && { legal_form }),
    set_aside: setAside.slice(0, maxNamesSetAside).map(({ kind, text }) => ({ kind, text })),
  };
}

/** Whether the company is active and has exactly the name that found it. */
export function isActiveHolder({ card, matchedQueries }: MatchedCompany): boolean {
  return card.company.status === 'active' && matchedQueries.includes('legal_exact');
}

/**
 * Whether the text names one company, and others only by their number: 株式会社架空外2社. The place beside it is of the one that
 * is named; in one prefecture, though, there are many.
 */
export function isFirstOfSeveral({ way, setAside }: Pick<NameInCell, 'way' | 'setAside'>): boolean {
  return (
    way === 'one_of_several' &&
    setAside.some(({ kind }) => kind === 'and_others') &&
    setAside.every(({ kind }) => kind !== 'other_company')
  );
}
