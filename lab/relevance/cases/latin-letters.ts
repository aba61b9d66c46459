import { toNfkc } from '../../../src/text/letters/nfkc.ts';

/** Hepburn as people type it, without marks for long vowels. */
const syllables: ReadonlyMap<string, string> = new Map(
  `ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko サ sa シ shi ス su セ se ソ so タ ta チ chi ツ tsu テ te ト to
ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo
ラ ra リ ri ル ru レ re ロ ro ワ wa ヲ o ン n ガ ga ギ gi グ gu ゲ ge ゴ go ザ za ジ ji ズ zu ゼ ze ゾ zo
ダ da ヂ ji ヅ zu デ de ド do バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po
シャ sha シュ shu ショ sho ジャ ja ジュ ju ジョ jo チャ cha チュ chu チョ cho キャ kya キュ kyu キョ kyo リャ rya リュ ryu リョ ryo
ファ fa フィ fi フェ fe フォ fo ティ ti ディ di`
    .split(/\n/)
    .flatMap((line) => line.match(/\S+ \S+/g) ?? [])
    .map((pair) => pair.split(' ') as [string, string]),
);

const formInKana = /(?:カブシキガイシャ|ユウゲンガイシャ|ゴウドウガイシャ)/;

/** A reading without its legal form in Latin letters; null if it has sounds that people write in several ways. */
export function toLatinLetters(kana: string): string | null {
  const text = toNfkc(kana)
    .replace(formInKana, '')
    .replace(/[・\s]/g, '');
  let latin = '';
  for (let at = 0; at < text.length; ) {
    const pair = syllables.get(text.slice(at, at + 2));
    const sound = pair ?? syllables.get(text.charAt(at));
    if (sound === undefined) return null;
    latin += sound;
    at += pair === undefined ? 1 : 2;
  }
  const short = latin.replace(/o[ou]/g, 'o').replace(/uu/g, 'u');
  return short.charAt(0).toUpperCase() + short.slice(1);
}

const prefectures: Readonly<Record<string, string>> = {
  東京都: 'Tokyo',
  大阪府: 'Osaka-fu',
  愛知県: 'Aichi',
  神奈川県: 'Kanagawa-ken',
  福岡県: 'Fukuoka Prefecture',
  北海道: 'Hokkaido',
  兵庫県: 'Hyogo, Japan',
};

/** A prefecture as lists in English have it; null for most. */
export function translatePrefecture(name: string): string | null {
  return prefectures[name] ?? null;
}
