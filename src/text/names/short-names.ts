/** Fewer letters are in most names. */
const minLetters = 3;

/**
 * Whether a text is a name of which letters were left out, at most one of them in front: 日電硝 of 日本電気硝子, 浜ゴム of 横浜ゴム. As many
 * names have the same letters, it only confirms a company that something else names.
 * @param short,name keys of one kind
 */
export function isShortFor(short: string, name: string): boolean {
  const wanted = [...short];
  const letters = [...name];
  const from = letters.indexOf(wanted[0] ?? '');
  if (wanted.length < minLetters || wanted.length >= letters.length || from < 0 || from > 1) return false;
  let at = 0;
  for (const letter of letters.slice(from)) if (letter === wanted[at]) at += 1;
  return at === wanted.length;
}
