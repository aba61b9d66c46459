import type { CompanyDocument } from '../../mappings/companies.ts';
import { wordsInside } from '../../src/text/compound-words.ts';
import { deletionVariants, nameKeys, prefixKeys, romajiKey } from '../../src/text/names.ts';
import type { SourceName } from '../facts/company-source.ts';

type NameFields = Pick<
  CompanyDocument,
  'name_keys' | 'name_prefix' | 'romaji_prefix' | 'name_words' | 'name_slips' | 'sort_name'
>;

interface KeyedName {
  readonly name: string;
  readonly keys: ReturnType<typeof nameKeys>;
}

/**
 * A name is at most 1,000 characters, but one character can unfold to six, and Elasticsearch refuses a document
 * with a term above 32,766 bytes. A name that unfolds like that is shown and not searched by.
 */
const longestKey = 4000;

/**
 * Everything by which a company's names are found (docs/decisions/0002-name-keys.md): the queries make their keys with
 * the same functions, so the two cannot disagree.
 * @param fallback what a company without any name is called
 */
export function nameFields(names: readonly SourceName[], fallback: string): NameFields {
  const keyed: Record<SourceName['kind'], KeyedName[]> = {
    legal: [],
    trade: [],
    english: [],
    kana: [],
    former: [],
  };
  for (const { kind, name } of names) {
    const keys = nameKeys(name);
    if (keys.looseExact.length <= longestKey && keys.exact.length <= longestKey)
      keyed[kind].push({ name, keys });
  }
  const { legal, trade, english, kana, former } = keyed;
  const all = [...legal, ...trade, ...english, ...kana, ...former];
  return {
    name_keys: {
      legal_exact: distinct(legal, ({ keys }) => [keys.exact]),
      legal_core: distinct(legal, ({ keys }) => [keys.core]),
      trade: distinct(trade, exactAndCore),
      former: distinct(former, exactAndCore),
      english: distinct(english, exactAndCore),
      kana: distinct(kana, exactAndCore),
      loose: distinct(all, ({ keys }) => [keys.loose, keys.looseExact]),
    },
    name_prefix: distinct([...legal, ...trade, ...english, ...kana], ({ keys }) => prefixKeys(keys)),
    romaji_prefix: distinct([...kana, ...english], ({ keys }) => [romajiKey(keys.core)]),
    name_words: {
      legal: distinct(legal, withWordsInside),
      trade: distinct(trade, withWordsInside),
      former: distinct(former, withWordsInside),
      english: distinct(english, withWordsInside),
    },
    name_slips: distinct([...legal, ...trade], ({ keys }) => deletionVariants(keys.loose)),
    sort_name: sortName(keyed, fallback),
  };
}

/**
 * Stands before the names of companies whose reading nobody states, so that they follow all others: readings are what the
 * order goes by, and a name in kanji or Latin letters has no place among them. It is the last character there is for
 * use; kanji go up to U+323AF.
 */
export const unreadPrefix = '\u{10fffd}';

/** A name that is its own reading. */
const KANA = /^[\p{sc=Hiragana}\p{sc=Katakana}ー・\s]+$/u;

/**
 * The order `name`: by reading, where a Japanese reader looks for it, else by the name that the company goes by. Companies
 * that no register names (an exchange's list alone) have a trade name only.
 */
function sortName(
  { kana, legal, trade, english, former }: Record<SourceName['kind'], KeyedName[]>,
  fallback: string,
): string {
  const [reading] = kana;
  if (reading) return inKatakana(reading.keys.core);
  const [name] = [...legal, ...trade, ...english, ...former];
  if (name && KANA.test(name.keys.core)) return inKatakana(name.keys.core);
  return unreadPrefix + (name?.keys.core ?? fallback);
}

/** Registers state readings in katakana. */
function inKatakana(kana: string): string {
  return kana.replace(/[ぁ-ゖゝゞ]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60));
}

function exactAndCore({ keys }: KeyedName): string[] {
  return [keys.exact, keys.core];
}

/** A company is found by its name's words as written, and by those inside its compounds. */
function withWordsInside({ name }: KeyedName): string[] {
  return [name, ...wordsInside(name)];
}

/** The keys of all names, each once and none of them empty; in a loop, because this runs for every field of every company. */
function distinct(names: readonly KeyedName[], keysOf: (name: KeyedName) => readonly string[]): string[] {
  const keys: string[] = [];
  for (const name of names) {
    for (const key of keysOf(name)) {
      if (key !== '' && !keys.includes(key)) keys.push(key);
    }
  }
  return keys;
}
