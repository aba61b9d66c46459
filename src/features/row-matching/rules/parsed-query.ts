import { parseIdentifiers } from '../../../text/identifiers/identifiers.ts';
import type { IdentifierType, ParsedIdentifier } from '../../../text/identifiers/parsed-identifier.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { isBroadName, type NameKeys, toNameKeys, toPrefixQueryKey } from '../../../text/names/names.ts';

/** Everything that a free-text query can mean. The service does not guess places, industries or headcounts from it. */
export interface ParsedQuery {
  /** The query after NFKC and trimming. */
  readonly text: string;
  /** The identifiers that the whole query can be. */
  readonly identifiers: readonly { readonly type: IdentifierType; readonly value: string }[];
  readonly companyIds: readonly string[];
  /** Identifiers that the query looks like, but that are invalid, for example by a wrong check digit. */
  readonly faults: readonly Extract<ParsedIdentifier, { ok: false }>[];
  readonly name: NameKeys | null;
  readonly prefix: string | null;
  readonly words: string | null;
  /**
   * Whether the query says too little (docs/decisions/0019-broad-text.md): only a legal form or a prefecture, or fewer
   * than two characters. A legal form does not help a single character: (株)あ begins as many names as あ.
   */
  readonly broad: boolean;
}

/** Whether the whole query can be an identifier or a company_id. */
export function canIdentify({ identifiers, companyIds }: ParsedQuery): boolean {
  return identifiers.length > 0 || companyIds.length > 0;
}

/** @returns null for a query that is empty after normalisation */
export function parseQuery(query: string): ParsedQuery | null {
  const text = normalizeText(query);
  if (text === '') return null;
  const identifiers: ParsedQuery['identifiers'][number][] = [];
  const companyIds: string[] = [];
  const faults: ParsedQuery['faults'][number][] = [];
  for (const parsed of parseIdentifiers(query)) {
    if (!parsed.ok) faults.push(parsed);
    else if (parsed.type === 'company_id') companyIds.push(parsed.value);
    else identifiers.push({ type: parsed.type, value: parsed.value });
  }
  const keys = toNameKeys(text);
  const exact = identifiers.length > 0 || companyIds.length > 0;
  return {
    text,
    identifiers,
    companyIds,
    faults,
    name: keys.exact === '' ? null : keys,
    prefix: toPrefixQueryKey(text) || null,
    // The legal form is not a word to search for: (株)アシスト means アシスト anywhere in a name.
    words: keys.legalForm ? keys.core : text,
    broad: !exact && (isBroadName(text) || [...keys.loose].length < 2),
  };
}
