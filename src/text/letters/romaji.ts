import { toNfd } from './nfkc.ts';
import { foldCase, normalizeText } from './normalize.ts';

/** Hepburn by kana. Two-kana sounds are looked up first. */
const SYLLABLES: ReadonlyMap<string, string> = new Map(
  `
ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko サ sa シ shi ス su セ se ソ so タ ta チ chi ツ tsu テ te ト to
ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo
ラ ra リ ri ル ru レ re ロ ro ワ wa ヰ i ヱ e ヲ o ン n ガ ga ギ gi グ gu ゲ ge ゴ go ザ za ジ ji ズ zu ゼ ze ゾ zo
ダ da ヂ ji ヅ zu デ de ド do バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po ヴ vu
ァ a ィ i ゥ u ェ e ォ o ャ ya ュ yu ョ yo ヮ wa ヵ ka ヶ ke
キャ kya キュ kyu キョ kyo ギャ gya ギュ gyu ギョ gyo シャ sha シュ shu ショ sho シェ she ジャ ja ジュ ju ジョ jo ジェ je
ヂャ ja ヂュ ju ヂョ jo チャ cha チュ chu チョ cho チェ che ニャ nya ニュ nyu ニョ nyo ヒャ hya ヒュ hyu ヒョ hyo
ビャ bya ビュ byu ビョ byo ピャ pya ピュ pyu ピョ pyo ミャ mya ミュ myu ミョ myo リャ rya リュ ryu リョ ryo
ファ fa フィ fi フェ fe フォ fo フュ fyu ティ ti ディ di デュ dyu テュ tyu トゥ tu ドゥ du ウィ wi ウェ we ウォ wo
ヴァ va ヴィ vi ヴェ ve ヴォ vo クァ kwa クォ kwo グァ gwa ツァ tsa ツィ tsi ツェ tse ツォ tso イェ ye スィ si ズィ zi
`
    .trim()
    .split(/\s+/)
    .flatMap((kana, at, all): [string, string][] => (at % 2 === 0 ? [[kana, all[at + 1] ?? '']] : [])),
);

function toRomaji(katakana: string): string {
  let romaji = '';
  let doubled = false;
  for (let i = 0; i < katakana.length; ) {
    const letter = katakana.charAt(i);
    const pair = SYLLABLES.get(katakana.slice(i, i + 2));
    const sound = pair ?? SYLLABLES.get(letter) ?? (letter === 'ッ' || letter === 'ー' ? '' : letter);
    romaji += doubled && /^[^aiueon]/.test(sound) ? sound.charAt(0) + sound : sound;
    doubled = letter === 'ッ';
    i += pair === undefined ? 1 : 2;
  }
  return romaji;
}

/** Unifies different spellings of one sound, in readings and in queries. The order matters: spellings, then lengths. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[^a-z0-9]/g, ''],
  [/(?<=[sc])y(?=[auo])/g, 'h'],
  [/ty(?=[auo])/g, 'ch'],
  [/[zj]y(?=[auo])/g, 'j'],
  [/si/g, 'shi'],
  [/ti/g, 'chi'],
  [/tu/g, 'tsu'],
  // A run is matched only at its first letter; otherwise the cost would be the square of its length.
  [/(?<![zdj])[zdj]+i/g, 'ji'],
  [/(?<![zd])[zd]+u/g, 'zu'],
  [/(?<![sct])hu/g, 'fu'],
  [/tch/g, 'cch'],
  [/m(?=[bpm])/g, 'n'],
  [/n{2,}/g, 'n'],
  [/o(?:[ou]|h(?![aiueoy]))+/g, 'o'],
  [/([aiue])\1+/g, '$1'],
];

/**
 * One key for a kana reading and for its spellings in Latin letters: Hepburn with long vowels folded, so that トウキョウ,
 * とーきょー, `toukyou`, `Tōkyō` and `tokyo` are equal, and so are Kunrei `syatu` and シャツ. All characters except kana,
 * Latin letters and digits are removed; the key may be empty.
 */
export function toRomajiKey(reading: string): string {
  const plain = foldCase(normalizeText(reading));
  const katakana = plain.replace(/[ぁ-ゖゝゞ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
  const latin = toNfd(toRomaji(katakana)).replace(/[\u0300-\u036f]/g, '');
  return ALIKE.reduce((key, [spelling, sound]) => key.replace(spelling, sound), latin);
}
