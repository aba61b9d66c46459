import { type IdentifierType, identifiersIn } from '../../text/identifiers.ts';
import { isBroadName, nameKeys, prefixQueryKey } from '../../text/names.ts';
import { normalizeText } from '../../text/normalize.ts';

/** The keys of what was asked as a name. */
export interface NameReading {
  readonly exact: string;
  readonly core: string;
  readonly loose: string;
  readonly looseExact: string;
}

/** What one free-text query can be. Nothing is taken out of it: no place, industry or headcount is guessed. */
export interface QueryReading {
  /** The query after NFKC and trimming. */
  readonly text: string;
  /** Everything the whole query is as an identifier. */
  readonly identifiers: readonly { readonly type: IdentifierType; readonly value: string }[];
  readonly companyIds: readonly string[];
  /** Identifiers that the query looks like and is not, for example one with a wrong check digit. */
  readonly faults: readonly {
    readonly type: IdentifierType;
    readonly reason: string;
    readonly message: string;
  }[];
  readonly name: NameReading | null;
  readonly prefix: string | null;
  readonly words: string | null;
  /**
   * Too little to search by (docs/decisions/0019-broad-text.md): only a legal form or a prefecture, or fewer than two
   * characters. A legal form beside one character says no more: (株)あ begins as many names as あ.
   */
  readonly broad: boolean;
}

/** @returns null for a query that is empty after normalisation */
export function readQuery(query: string): QueryReading | null {
  const text = normalizeText(query);
  if (text === '') return null;
  const identifiers: QueryReading['identifiers'][number][] = [];
  const companyIds: string[] = [];
  const faults: QueryReading['faults'][number][] = [];
  for (const parsed of identifiersIn(text)) {
    if (!parsed.ok) faults.push(parsed);
    else if (parsed.type === 'company_id') companyIds.push(parsed.value);
    else identifiers.push({ type: parsed.type, value: parsed.value });
  }
  const keys = nameKeys(text);
  const exact = identifiers.length > 0 || companyIds.length > 0;
  return {
    text,
    identifiers,
    companyIds,
    faults,
    name: keys.exact === '' ? null : keys,
    prefix: prefixQueryKey(text) || null,
    // The legal form is no word to search for: (株)アシスト means アシスト, wherever it stands.
    words: keys.legalForm ? keys.core : text,
    broad: !exact && (isBroadName(text) || [...keys.loose].length < 2),
  };
}
