/**
 * Analysis shared by both indexes. Only what the local engine and the official image both have
 * (docs/traps.md#what-both-engines-have), so that one mapping runs on either. NFKC with case folding comes before the
 * tokenizer: after it, `（株）` and full-width letters would already have fallen apart.
 */
export const analysis = {
  char_filter: {
    nfkc: { type: 'icu_normalizer', name: 'nfkc_cf', mode: 'compose' },
  },
  tokenizer: {
    // Search mode splits compounds; the compound itself is dropped so that index and query agree on the parts.
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
    // Words of names and texts. No stop words and no parts of speech are dropped: in a name, の can be what differs.
    japanese_words: {
      type: 'custom',
      char_filter: ['nfkc'],
      tokenizer: 'japanese',
      filter: ['kuromoji_baseform', 'kuromoji_stemmer'],
    },
    // The whole key and each of its beginnings. Keys come ready made from `src/text`, so nothing else is done here.
    key_prefixes: { type: 'custom', tokenizer: 'keyword', filter: ['prefixes'] },
    whole_key: { type: 'custom', tokenizer: 'keyword' },
  },
} as const;
