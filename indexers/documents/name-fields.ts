import type { CompanyDocument, Filled } from '../../mappings/companies.ts';
import type { KeyField, NameKey } from '../../src/contract/companies/name-rule.ts';
import { listedNameRules } from '../../src/contract/companies/name-rules.ts';
import { toRomajiKey } from '../../src/text/letters/romaji.ts';
import { addSite, listCalledKeys } from '../../src/text/names/called-names.ts';
import { listInnerWords } from '../../src/text/names/compound-words.ts';
import { toGlyphKey } from '../../src/text/names/glyph-key.ts';
import { listLookupGrams } from '../../src/text/names/name-likeness.ts';
import {
  isLegalFormOnly,
  listIndexedPrefixKeys,
  toNameKeys,
  toReadingKey,
} from '../../src/text/names/names.ts';
import { listDeletionVariants } from '../../src/text/names/typing-slips.ts';
import type { SourceName } from '../facts/company-source.ts';
import { omitEmpty } from './omit-empty.ts';

type NameFields = Pick<
  CompanyDocument,
  | 'name_keys'
  | 'name_prefix'
  | 'romaji_prefix'
  | 'name_words'
  | 'name_slips'
  | 'name_glyphs'
  | 'name_readings'
  | 'name_grams'
  | 'sort_name'
>;

interface KeyedName {
  readonly name: string;
  readonly keys: ReturnType<typeof toNameKeys>;
  /** Of readings and English names, which two fields need. */
  readonly romaji?: string;
}

/**
 * A name has at most 1,000 characters, but one character can expand to six, and Elasticsearch refuses a document with a
 * term above 32,766 bytes. A name with a longer key is shown but not searchable.
 */
const maxKeyLength = 4000;

/**
 * All fields for finding a company by name (docs/decisions/0002-name-keys.md). Queries make their keys with the same
 * functions, so that documents and queries agree.
 * @param about.fallback what a company without a name is called
 * @param about.isCalled whether people shorten its names
 * @param about.domain of its own site
 */
export function buildNameFields(
  names: readonly SourceName[],
  {
    fallback,
    isCalled,
    domain,
  }: { readonly fallback: string; readonly isCalled: boolean; readonly domain: string | null },
): NameFields {
  const keyed = buildNameKeys(names);
  const { legal, trade, english, kana, former, alias } = keyed;
  const written = [...legal, ...trade, ...alias, ...former];
  const spelled = [...written, ...english];
  const all = [...spelled, ...kana];
  return {
    name_keys: {
      ...listComparedKeys(keyed),
      called: isCalled
        ? omitEmpty(listCalledKeys(addSite(Object.entries(keyed).flatMap(listNamesOfKind), domain)))
        : undefined,
    },
    name_prefix: listDistinctKeys([...legal, ...trade, ...alias, ...english, ...kana], ({ keys }) =>
      listIndexedPrefixKeys(keys),
    ),
    romaji_prefix: listDistinctKeys([...kana, ...english], ({ romaji }) => [romaji ?? '']),
    name_words: {
      legal: listDistinctKeys(legal, expandCompoundWords),
      trade: listDistinctKeys(trade, expandCompoundWords),
      former: listDistinctKeys(former, expandCompoundWords),
      english: listDistinctKeys(english, expandCompoundWords),
    },
    name_slips: listDistinctKeys([...legal, ...trade, ...alias, ...english], ({ keys }) =>
      listDeletionVariants(keys.loose),
    ),
    name_glyphs: listDistinctKeys(spelled, ({ keys }) => [toGlyphKey(keys.loose)]),
    name_readings: listDistinctKeys(all, ({ keys, romaji }) => [toReadingKey(keys, romaji) ?? '']),
    name_grams: listDistinctKeys(spelled, ({ keys }) => listLookupGrams(keys.loose)),
    sort_name: buildSortName(keyed, fallback),
  };
}

interface KeyFieldParts {
  readonly kinds: readonly SourceName['kind'][];
  readonly keys: readonly NameKey[];
}

/** The kinds of names, and the keys of each name, that the rules compare in a field. Rules of one field compare the same kinds. */
const keyFields = new Map<KeyField, KeyFieldParts>();
for (const [, { names, comparison }] of listedNameRules) {
  if (comparison.by !== 'keys') continue;
  const before = keyFields.get(comparison.keyField)?.keys ?? [];
  keyFields.set(comparison.keyField, {
    kinds: names.filter((kind) => kind !== 'domain'),
    keys: [...new Set([...before, ...comparison.name])],
  });
}

function listComparedKeys(keyed: KeyedNames): Record<KeyField, Filled<string[]>> {
  const fields: Partial<Record<KeyField, Filled<string[]>>> = {};
  for (const [field, { kinds, keys: compared }] of keyFields) {
    const names = kinds.flatMap((kind) => keyed[kind]);
    fields[field] = listDistinctKeys(names, ({ keys }) => compared.map((key) => keys[key]));
  }
  return fields as Record<KeyField, Filled<string[]>>;
}

type KeyedNames = Readonly<Record<SourceName['kind'], KeyedName[]>>;

/** The names that are searchable, by kind. */
function buildNameKeys(names: readonly SourceName[]): KeyedNames {
  const keyed: KeyedNames = { legal: [], trade: [], english: [], kana: [], former: [], alias: [] };
  for (const { kind, name } of names) {
    // Loaded before such names were left out: a legal form alone would find the company.
    if (kind !== 'legal' && isLegalFormOnly(name)) continue;
    const keys = toNameKeys(name);
    const hasRomaji = kind === 'kana' || kind === 'english';
    if (keys.looseExact.length <= maxKeyLength && keys.exact.length <= maxKeyLength)
      keyed[kind].push({ name, keys, ...(hasRomaji && { romaji: toRomajiKey(keys.core) }) });
  }
  return keyed;
}

/**
 * Prefix of the names of companies without a reading, so that they come after all others: names are ordered by reading,
 * and a name in kanji or Latin letters has no place among readings. It is the last usable character; kanji go up to
 * U+323AF.
 */
export const unreadPrefix = '\u{10fffd}';

/** A name that is its own reading. */
const KANA = /^[\p{sc=Hiragana}\p{sc=Katakana}ー・\s]+$/u;

/**
 * The sort key of the order `name`: the reading, as Japanese readers expect, or else the company's name. Companies that
 * are only in an exchange's list have only a trade name.
 */
function buildSortName({ kana, legal, trade, english, former }: KeyedNames, fallback: string): string {
  const [reading] = kana;
  if (reading) return toKatakana(reading.keys.core);
  const [name] = [...legal, ...trade, ...english, ...former];
  if (name && KANA.test(name.keys.core)) return toKatakana(name.keys.core);
  return unreadPrefix + (name?.keys.core ?? fallback);
}

/** Registers write readings in katakana. */
function toKatakana(kana: string): string {
  return kana.replace(/[ぁ-ゖゝゞ]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60));
}

function listNamesOfKind([kind, names]: [string, KeyedName[]]) {
  return names.map(({ name }) => ({ kind, name }));
}

/** A company is found by the words of its name as written, and by the words inside compounds. */
function expandCompoundWords({ name }: KeyedName): string[] {
  return [name, ...listInnerWords(name)];
}

/** The distinct, non-empty keys of all names. A loop is fast: this runs for every field of every company. */
function listDistinctKeys(
  names: readonly KeyedName[],
  keysOf: (name: KeyedName) => readonly string[],
): Filled<string[]> {
  if (names.length === 0) return undefined;
  const keys: string[] = [];
  for (const name of names) {
    for (const key of keysOf(name)) {
      if (key !== '' && !keys.includes(key)) keys.push(key);
    }
  }
  return omitEmpty(keys);
}
