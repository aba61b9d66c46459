const plain: Record<string, string> = Object.fromEntries(
  `アa イi ウu エe オo カka キki クku ケke コko サsa シshi スsu セse ソso タta チchi ツtsu テte トto ナna ニni ヌnu ネne ノno ハha ヒhi
   フfu ヘhe ホho マma ミmi ムmu メme モmo ヤya ユyu ヨyo ラra リri ルru レre ロro ワwa ヲo ンn ヴvu ガga ギgi グgu ゲge ゴgo ザza ジji
   ズzu ゼze ゾzo ダda ヂji ヅzu デde ドdo バba ビbi ブbu ベbe ボbo パpa ピpi プpu ペpe ポpo ァa ィi ゥu ェe ォo ャya ュyu ョyo`
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

/** Hepburn romanisation of katakana as companies write it: small letters, long vowels short. Other characters vanish. */
export function romaji(kana: string): string {
  let written = '';
  let doubled = false;
  for (const letter of kana) {
    if (letter === 'ッ') {
      doubled = true;
      continue;
    }
    const sound = plain[letter];
    if (sound === undefined) continue;
    if ('ャュョ'.includes(letter)) written = contracted(written, sound);
    else if ('ァィゥェォ'.includes(letter)) written = written.replace(/[aiueo]$/, '') + sound;
    else written += doubled ? (sound.startsWith('ch') ? 't' : sound.charAt(0)) + sound : sound;
    doubled = false;
  }
  return written.replace(/ou/g, 'o').replace(/oo/g, 'o').replace(/uu/g, 'u');
}

/** キ + ャ = kya, シ + ャ = sha. */
function contracted(before: string, glide: string): string {
  return /(sh|ch|j)i$/.test(before) ? before.slice(0, -1) + glide.slice(1) : before.replace(/i$/, '') + glide;
}
