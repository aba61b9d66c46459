/**
 * Analysis shared by both indices. It uses only what both the local engine and the official image have
 * (docs/traps.md#what-both-engines-have), so that one mapping works with either. NFKC with case folding comes before the
 * tokenizer, which would otherwise split `（株）` and full-width letters.
 */
export const analysis = {
  char_filter: {
    nfkc: { type: 'icu_normalizer', name: 'nfkc_cf', mode: 'compose' },
  },
  tokenizer: {
    // Search mode splits compounds. The compound itself is dropped, so that index and query have the same parts.
    japanese: {
      type: 'kuromoji_tokenizer',
      mode: 'search',
      discard_punctuation: true,
      discard_compound_token: true,
    },
  },
  filter: {
    prefixes: { type: 'edge_ngram', min_gram: 1, max_gram: 250 },
  },
  analyzer: {
    // Words of names and texts. Stop words and parts of speech are kept: two names may differ only in の.
    japanese_words: {
      type: 'custom',
      char_filter: ['nfkc'],
      tokenizer: 'japanese',
      filter: ['kuromoji_baseform', 'kuromoji_stemmer'],
    },
    // The whole key and each of its prefixes. Keys come complete from `src/text`, so nothing else is needed.
    key_prefixes: { type: 'custom', tokenizer: 'keyword', filter: ['prefixes'] },
    whole_key: { type: 'custom', tokenizer: 'keyword' },
  },
} as const;
