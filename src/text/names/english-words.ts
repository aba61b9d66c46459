import { toNfd } from '../letters/nfkc.ts';
import { toRomajiKey } from '../letters/romaji.ts';

/**
 * What English names of Japanese companies end in, and how the Japanese word for it is read: Murata Manufacturing is ムラタ
 * セイサクショ. The words are those that companies of the list of EDINET use for these endings of their names.
 */
const ENDINGS: readonly (readonly [english: string, kana: string])[] = [
  ['manufacturing|mfg|works|factory', 'セイサクショ セイサクジョ セイゾウ セイゾウショ コウギョウ'],
  ['motors?|automobile', 'ジドウシャ ジドウシャコウギョウ モーター モータース'],
  ['heavy ?industr(?:y|ies)', 'ジュウコウギョウ ジュウコウ'],
  ['industr(?:y|ies|ial)', 'コウギョウ サンギョウ'],
  ['electric ?works|electric ?industr(?:y|ies)', 'デンコウ デンキコウギョウ'],
  ['electric(?:al)? ?constructions?', 'デンキコウジ'],
  ['electric ?(?:manufacturing|mfg)', 'デンキセイサクショ'],
  ['electric(?: ?power)?|electrical', 'デンキ デンリョク デンキコウギョウ'],
  ['electronics?', 'デンシ デンシコウギョウ デンキ エレクトロニクス'],
  ['machinery|machine', 'キカイ キカイコウギョウ キコウ'],
  ['precision', 'セイミツ セイコウ セイキ'],
  ['steel(?: ?works)?', 'セイコウ セイテツ コウギョウ テッコウ スチール'],
  ['metals?|metal ?industr(?:y|ies)', 'キンゾク キンゾクコウギョウ'],
  ['mining', 'コウギョウ コウザン'],
  ['chemicals?|chemical ?industr(?:y|ies)', 'カガク カガクコウギョウ'],
  ['pharmaceuticals?', 'セイヤク ヤクヒン'],
  ['constructions?', 'ケンセツ コウギョウ グミ ケンセツコウギョウ コウムテン'],
  ['real ?estate|realty|estate', 'フドウサン ジショ'],
  ['engineering', 'エンジニアリング コウギョウ'],
  ['broadcasting', 'ホウソウ'],
  ['trading|shoji', 'ショウジ ボウエキ ショウカイ'],
  ['bank', 'ギンコウ'],
  ['trust(?: and | ?& ?)?(?: ?bank(?:ing)?)?', 'シンタク シンタクギンコウ'],
  ['life ?insurance', 'セイメイ セイメイホケン'],
  ['insurance', 'ホケン カサイ カサイカイジョウホケン'],
  ['securities', 'ショウケン'],
  ['(?:electric ?)?railways?|railroad', 'テツドウ デンテツ'],
  ['kisen|shipping|lines?|steamship', 'キセン カイウン'],
  ['transport(?:ation)?|express', 'ウンユ ウンソウ'],
  ['warehouse|logistics', 'ソウコ ブツリュウ'],
  ['foods?', 'ショクヒン フーズ ショクヒンコウギョウ'],
  ['baking', 'セイパン'],
  ['brewer(?:y|ies)', 'シュゾウ ビール'],
  ['confectionery', 'セイカ'],
  ['flour ?milling|milling', 'セイフン'],
  ['paper(?: ?mills)?|pulp', 'セイシ'],
  ['printing', 'インサツ'],
  ['glass', 'ガラス'],
  ['cement', 'セメント'],
  ['rubber(?: ?industr(?:y|ies))?', 'ゴム ゴムコウギョウ'],
  ['paints?', 'トリョウ'],
  ['oil|petroleum', 'セキユ コウサン'],
  ['gas', 'ガス'],
  ['spinning|textiles?|boseki', 'ボウセキ センイ'],
  ['watch|clock', 'トケイ'],
  ['publishing', 'シュッパン シャ'],
  ['(?:department ?)?stores?', 'ヒャッカテン ストア'],
  ['country ?club', 'カントリークラブ'],
  ['golf ?club', 'ゴルフクラブ'],
  ['services?', 'サービス'],
  ['systems?', 'システム システムズ'],
  ['technology|technologies', 'テクノロジー テクノロジーズ'],
  ['finance', 'ファイナンス'],
  ['leas(?:e|ing)', 'リース'],
  ['capital', 'キャピタル'],
  ['enterprises?', 'エンタープライズ'],
];
const PATTERNS = ENDINGS.map(
  ([english, kana]) =>
    [new RegExp(`^([a-z][a-z .&-]{1,38}?[a-z]) ?(?:${english})$`), kana.split(' ')] as const,
);

/** Behind another ending: Murata Manufacturing Group. */
const OF_GROUP = /^(.+?) ?(?:(financial ?group|financial ?holdings)|(holdings?)|(group))$/;
const KANA_OF_GROUP = ['フィナンシャルグループ', 'ホールディングス', 'グループ'];

/**
 * How the Japanese names can be read that an English one translates in part; as reading keys.
 * @param core a name's `core` key; names in other letters have none
 * @returns at most 20
 */
export function listTranslatedReadings(core: string): string[] {
  if (core.length > maxLength) return [];
  const plain = toNfd(core).replace(/\p{M}/gu, '');
  if (!ENGLISH.test(plain)) return [];
  const [, head = '', ...groups] = OF_GROUP.exec(plain) ?? [];
  const group = KANA_OF_GROUP.find((_, at) => groups[at] !== undefined);
  const readings = group
    ? [head, ...listReadings(head)].map((reading) => reading + group)
    : listReadings(plain);
  return [...new Set(readings.map(toRomajiKey))].slice(0, 20);
}

const maxLength = 60;
const ENGLISH = /^[a-z][a-z .&-]{4,}$/;

/** Romaji with kana behind. */
function listReadings(core: string): string[] {
  return PATTERNS.flatMap(([pattern, endings]) => {
    const head = pattern.exec(core)?.[1];
    if (head) return endings.map((kana) => head + kana);
    return [];
  });
}
