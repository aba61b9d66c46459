import { describe, expect, it } from '@jest/globals';

// The examples of the official documentation of analysis-kuromoji, analysis-icu and the built-in analysis. They hold
// for the local engine and for the official distribution alike, so that the same mappings mean the same on both.

type Definition = string | Readonly<Record<string, unknown>>;
type Analysis = {
  readonly tokenizer?: Definition;
  readonly char_filter?: readonly Definition[];
  readonly filter?: readonly Definition[];
  readonly analyzer?: string;
};
type AnalyzeAnswer = { readonly tokens?: readonly { token: string }[]; readonly error?: { reason: string } };

async function analyze(analysis: Analysis, text: string): Promise<{ status: number; answer: AnalyzeAnswer }> {
  const elasticsearch = process.env.ELASTICSEARCH_URL;
  if (!elasticsearch) throw new Error('ELASTICSEARCH_URL is not set: run the tests with npm test');
  const response = await fetch(`${elasticsearch}/_analyze`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...analysis, text }),
  });
  return { status: response.status, answer: (await response.json()) as AnalyzeAnswer };
}

async function tokens(analysis: Analysis, text: string): Promise<string[]> {
  const { answer } = await analyze(analysis, text);
  return (answer.tokens ?? []).map(({ token }) => token);
}

async function refusal(analysis: Analysis): Promise<{ status: number; reason: string }> {
  const { status, answer } = await analyze(analysis, '寿司');
  return { status, reason: answer.error?.reason ?? '' };
}

const kuromoji = (settings: Record<string, unknown>): Analysis => ({
  tokenizer: { type: 'kuromoji_tokenizer', ...settings },
});
const filtered = (...filter: Definition[]): Analysis => ({ tokenizer: 'kuromoji_tokenizer', filter });

describe('kuromoji_tokenizer', () => {
  it('keeps a compound whole in normal mode', async () => {
    expect(await tokens(kuromoji({ mode: 'normal' }), '関西国際空港')).toEqual(['関西国際空港']);
    expect(await tokens(kuromoji({ mode: 'normal' }), 'アブラカダブラ')).toEqual(['アブラカダブラ']);
  });

  it('gives a compound and its parts in search mode', async () => {
    const found = await tokens(kuromoji({ mode: 'search' }), '関西国際空港');
    expect([...found].sort()).toEqual(['関西', '関西国際空港', '国際', '空港'].sort());
  });

  it('gives only the parts when compounds are discarded', async () => {
    const analysis = kuromoji({ mode: 'search', discard_compound_token: true });
    expect(await tokens(analysis, '関西国際空港')).toEqual(['関西', '国際', '空港']);
  });

  it('gives the characters of an unknown word in extended mode', async () => {
    expect(await tokens(kuromoji({ mode: 'extended' }), 'アブラカダブラ')).toEqual([...'アブラカダブラ']);
  });

  it('follows the rules of a user dictionary', async () => {
    const rules = ['東京スカイツリー,東京 スカイツリー,トウキョウ スカイツリー,カスタム名詞'];
    const analysis = kuromoji({ mode: 'extended', discard_punctuation: false, user_dictionary_rules: rules });
    expect(await tokens(analysis, '東京スカイツリー')).toEqual(['東京', 'スカイツリー']);
  });

  it('drops punctuation unless it is set to keep it', async () => {
    expect(await tokens(kuromoji({}), '寿司、')).toEqual(['寿司']);
    expect(await tokens(kuromoji({ discard_punctuation: false }), '寿司、')).toEqual(['寿司', '、']);
  });

  it('finds the alternatives that n-best examples require', async () => {
    const found = await tokens(
      kuromoji({ mode: 'normal', nbest_examples: '/箱根山-箱根/成田空港-成田/' }),
      '箱根山',
    );
    expect(found).toEqual(expect.arrayContaining(['箱根', '箱根山']));
  });

  it('refuses a mode that does not exist and a broken dictionary', async () => {
    expect(await refusal(kuromoji({ mode: 'nosuch' }))).toMatchObject({ status: 400 });
    expect(await refusal(kuromoji({ user_dictionary_rules: ['東京'] }))).toMatchObject({ status: 400 });
  });
});

describe('kuromoji token filters', () => {
  it('kuromoji_baseform gives the dictionary form', async () => {
    expect(await tokens(filtered('kuromoji_baseform'), '飲み')).toEqual(['飲む']);
  });

  it('kuromoji_part_of_speech drops the parts of speech named', async () => {
    const stoptags = ['助詞-格助詞-一般', '助詞-終助詞'];
    const analysis = filtered({ type: 'kuromoji_part_of_speech', stoptags });
    expect(await tokens(analysis, '寿司がおいしいね')).toEqual(['寿司', 'おいしい']);
  });

  it('kuromoji_readingform gives the reading in katakana or romaji', async () => {
    expect(await tokens(filtered({ type: 'kuromoji_readingform' }), '寿司')).toEqual(['スシ']);
    expect(await tokens(filtered({ type: 'kuromoji_readingform', use_romaji: true }), '寿司')).toEqual([
      'sushi',
    ]);
  });

  it('kuromoji_stemmer cuts the long vowel mark of words that are long enough', async () => {
    const stemmer = { type: 'kuromoji_stemmer', minimum_length: 4 };
    expect(await tokens(filtered(stemmer), 'コピー')).toEqual(['コピー']);
    expect(await tokens(filtered(stemmer), 'サーバー')).toEqual(['サーバ']);
  });

  it('ja_stop drops the named list and the words beside it', async () => {
    const stop = { type: 'ja_stop', stopwords: ['_japanese_', 'ストップ'] };
    expect(await tokens(filtered(stop), 'ストップは消える')).toEqual(['消える']);
  });

  it('kuromoji_number writes numbers in digits', async () => {
    expect(await tokens(filtered('kuromoji_number'), '一〇〇〇')).toEqual(['1000']);
  });

  it('kuromoji_completion adds both romanisations', async () => {
    expect(await tokens({ analyzer: 'kuromoji_completion' }, '寿司')).toEqual(['寿司', 'susi', 'sushi']);
  });

  it('hiragana_uppercase and katakana_uppercase write small kana large', async () => {
    expect(await tokens({ tokenizer: 'keyword', filter: ['hiragana_uppercase'] }, 'ちょっとまって')).toEqual([
      'ちよつとまつて',
    ]);
    expect(
      await tokens({ tokenizer: 'keyword', filter: ['katakana_uppercase'] }, 'ストップウォッチ'),
    ).toEqual(['ストツプウオツチ']);
  });

  it('refuses a minimum length below one', async () => {
    expect(await refusal(filtered({ type: 'kuromoji_stemmer', minimum_length: 0 }))).toMatchObject({
      status: 400,
    });
  });
});

describe('the kuromoji analyzer and char filter', () => {
  it('kuromoji normalises width, drops particles and gives base forms', async () => {
    expect(await tokens({ analyzer: 'kuromoji' }, 'ｻｰﾊﾞｰで飲みました')).toEqual(['サーバ', '飲む']);
  });

  it('kuromoji_iteration_mark writes repeated characters out', async () => {
    const whole: Analysis = { tokenizer: 'keyword', char_filter: ['kuromoji_iteration_mark'] };
    expect(await tokens(whole, '時々')).toEqual(['時時']);
    const kanaOnly: Analysis = {
      tokenizer: 'keyword',
      char_filter: [{ type: 'kuromoji_iteration_mark', normalize_kanji: false }],
    };
    expect(await tokens(kanaOnly, '時々')).toEqual(['時々']);
  });
});

describe('icu', () => {
  const normalized = (settings: Record<string, unknown>): Analysis => ({
    tokenizer: 'keyword',
    char_filter: [{ type: 'icu_normalizer', ...settings }],
  });

  it('icu_normalizer folds case and width by default, width alone as nfkc', async () => {
    expect(await tokens(normalized({}), 'ＡＢＣ㈱ｱ')).toEqual(['abc(株)ア']);
    expect(await tokens(normalized({ name: 'nfkc' }), 'ＡＢＣ㈱ｱ')).toEqual(['ABC(株)ア']);
  });

  it('icu_normalizer decomposes on request', async () => {
    expect(await tokens(normalized({ name: 'nfc', mode: 'decompose' }), 'が')).toEqual([
      'が'.normalize('NFD'),
    ]);
  });

  it('icu_normalizer as a filter leaves characters outside its set alone', async () => {
    const filter = [{ type: 'icu_normalizer', name: 'nfkc_cf', unicode_set_filter: '[^Ａ]' }];
    expect(await tokens({ tokenizer: 'keyword', filter }, 'ＡＢ')).toEqual(['Ａb']);
  });

  it('icu_normalizer before kuromoji lets a company form be read in any width', async () => {
    const analysis: Analysis = {
      tokenizer: 'kuromoji_tokenizer',
      char_filter: [{ type: 'icu_normalizer', name: 'nfkc' }],
    };
    expect(await tokens(analysis, '（株）ＡＢＣ')).toEqual(await tokens(analysis, '(株)ABC'));
  });

  it('icu_folding drops accents, except of characters outside its set', async () => {
    expect(await tokens({ tokenizer: 'keyword', filter: ['icu_folding'] }, 'Åse Résumé')).toEqual([
      'ase resume',
    ]);
    const swedish = { type: 'icu_folding', unicode_set_filter: '[^åäöÅÄÖ]' };
    expect(await tokens({ tokenizer: 'keyword', filter: [swedish] }, 'åÉ')).toEqual(['åe']);
  });

  it('icu_transform writes other scripts in Latin letters', async () => {
    const latin = { type: 'icu_transform', id: 'Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC' };
    const analysis: Analysis = { tokenizer: 'keyword', filter: [latin] };
    expect(await tokens(analysis, '你好')).toEqual(['ni hao']);
    expect(await tokens(analysis, 'здравствуйте')).toEqual(['zdravstvujte']);
    expect(await tokens(analysis, 'こんにちは')).toEqual(["kon'nichiha"]);
  });

  it('refuses a normal form that does not exist', async () => {
    expect(await refusal(normalized({ name: 'nosuch' }))).toMatchObject({ status: 400 });
  });
});

describe('the language-neutral parts', () => {
  it('edge_ngram gives the beginnings of each token', async () => {
    const grams = { type: 'edge_ngram', min_gram: 1, max_gram: 2 };
    expect(await tokens({ tokenizer: 'standard', filter: [grams] }, 'the quick')).toEqual([
      't',
      'th',
      'q',
      'qu',
    ]);
  });

  it('edge_ngram keeps the original and reads from the back on request', async () => {
    const grams = { type: 'edge_ngram', min_gram: 2, max_gram: 2 };
    const kept: Analysis = { tokenizer: 'keyword', filter: [{ ...grams, preserve_original: true }] };
    const back: Analysis = { tokenizer: 'keyword', filter: [{ ...grams, side: 'back' }] };
    expect(await tokens(kept, 'トヨタ')).toEqual(['トヨ', 'トヨタ']);
    expect(await tokens(back, 'トヨタ')).toEqual(['ヨタ']);
  });

  it('edge_ngram refuses a maximum gram below the minimum', async () => {
    const grams = { type: 'edge_ngram', min_gram: 3, max_gram: 2 };
    expect(await refusal({ tokenizer: 'keyword', filter: [grams] })).toMatchObject({ status: 400 });
  });

  it('cjk_width, trim and lowercase normalise a whole value', async () => {
    const analysis: Analysis = { tokenizer: 'keyword', filter: ['cjk_width', 'trim', 'lowercase'] };
    expect(await tokens(analysis, ' ＡＢｱ ')).toEqual(['abア']);
  });

  it('asciifolding keeps the original on request', async () => {
    expect(await tokens({ tokenizer: 'standard', filter: ['asciifolding'] }, 'açaí')).toEqual(['acai']);
    const keeping = { type: 'asciifolding', preserve_original: true };
    expect(await tokens({ tokenizer: 'standard', filter: [keeping] }, 'açaí')).toEqual(['acai', 'açaí']);
  });

  it('length, limit and unique choose among tokens', async () => {
    const chosen = (filter: Definition, text: string): Promise<string[]> =>
      tokens({ tokenizer: 'whitespace', filter: [filter] }, text);
    expect(await chosen({ type: 'length', min: 0, max: 4 }, 'the quick brown fox jumps over')).toEqual([
      'the',
      'fox',
      'over',
    ]);
    expect(await chosen({ type: 'limit', max_token_count: 2 }, 'quick fox jumps over lazy dog')).toEqual([
      'quick',
      'fox',
    ]);
    expect(await chosen('unique', 'the quick fox jumps the lazy fox')).toEqual([
      'the',
      'quick',
      'fox',
      'jumps',
      'lazy',
    ]);
  });

  it('mapping replaces characters by its rules', async () => {
    const rules = ['٠ => 0', '١ => 1', '٢ => 2', '٣ => 3', '٤ => 4', '٥ => 5', '\\u0041 => a'];
    const analysis: Analysis = { tokenizer: 'keyword', char_filter: [{ type: 'mapping', mappings: rules }] };
    expect(await tokens(analysis, 'My license plate is ٢٥٠١٥ A')).toEqual(['My license plate is 25015 a']);
  });

  it('mapping refuses a rule without an arrow', async () => {
    expect(
      await refusal({ tokenizer: 'keyword', char_filter: [{ type: 'mapping', mappings: ['a'] }] }),
    ).toMatchObject({ status: 400 });
  });
});

describe('GET /', () => {
  it('says what it is, as clients and tools expect', async () => {
    const response = await fetch(process.env.ELASTICSEARCH_URL ?? '');
    expect(response.headers.get('x-elastic-product')).toBe('Elasticsearch');
    expect(await response.json()).toMatchObject({
      cluster_uuid: expect.stringMatching(/^[\w-]{22}$/),
      version: { number: '9.5.3', build_flavor: 'default', build_snapshot: false },
      tagline: 'You Know, for Search',
    });
  });
});
