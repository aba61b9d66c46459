/** As `matchAll`, which makes the expression anew for each text: of a long one, that takes longer than the search. */
export function findMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let one = pattern.exec(text); one !== null; one = pattern.exec(text)) {
    found.push(one);
    if (one[0] === '') pattern.lastIndex += 1;
  }
  return found;
}
