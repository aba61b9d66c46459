import { trimMarks } from './detect-kind.ts';
import { findBeginnings } from './name-cuts.ts';
import { maxBehind, type NameInCell, type SetAside } from './name-in-cell.ts';
import { findPartAtEnd } from './part-at-end.ts';
import { findPartInFront } from './part-in-front.ts';
import * as words from './written-name-words.ts';

/** What is left of a text when its ends are set aside, one part after another. */

const maxEnds = 12;

/** What surrounds a name, in the order of the text. */
interface Ends {
  readonly front: readonly SetAside[];
  readonly behind: readonly SetAside[];
  readonly wordCut?: true | undefined;
}

/** The names with what surrounds the text that contains them. */
export function addSurroundings(
  { front, behind, wordCut }: Ends,
  names: readonly NameInCell[],
): NameInCell[] {
  const others = behind.some(({ kind }) => kind === 'and_others');
  return names.map((each) => ({
    ...each,
    way: others && each.way !== 'inside' ? 'one_of_several' : each.way,
    setAside: [...front, ...each.setAside, ...behind],
    ...(wordCut && { wordCut }),
  }));
}

/** What is left of a text when a part at one of its ends has been set aside, and before that others. */
interface StrippedText extends Ends {
  readonly rest: string;
  /** The text that is left, and longer names, which end in the part. */
  readonly names: readonly NameInCell[];
  /** Whether the second half of a name may be set aside, whether or not it is a loaded one. */
  readonly isDoubtful: boolean;
}

export const makeUnstripped = (rest: string): StrippedText => ({
  rest,
  front: [],
  behind: [],
  names: [],
  isDoubtful: false,
});

/** Sets aside what is certainly not the name, one part after another, until nothing more is found. */
export function stripEnds(text: string, keepsFront = false): StrippedText[] {
  const peelings: StrippedText[] = [];
  let last = makeUnstripped(text);
  let longerLeft = maxBehind;
  for (let round = 0; round < maxEnds; round++) {
    const end = (keepsFront ? null : findPartInFront(last.rest)) ?? findPartAtEnd(last.rest, last.behind[0]);
    if (!end) break;
    const { rest, kind, isFront, canEndName } = end;
    const inside = canEndName ? findBeginnings(last.rest, rest.length + 1) : [];
    const longer = inside.filter(({ name }) => name.length > rest.length).slice(0, longerLeft);
    longerLeft -= longer.length;
    const part = trimMarks(end.text);
    const aside = part === '' ? [] : [{ kind, text: part }];
    const ends: Ends = isFront
      ? { ...last, front: [...last.front, ...aside] }
      : { ...last, behind: [...aside, ...last.behind] };
    const isDoubtful = last.isDoubtful || (canEndName === true && words.canBeginInName(end.text));
    const name: NameInCell = { name: rest, way: isDoubtful ? 'beginning' : 'name', setAside: [] };
    const wordCut = last.wordCut ?? end.wordCut;
    const names = [...addSurroundings({ ...ends, wordCut }, [name]), ...addSurroundings(last, longer)];
    last = { front: ends.front, behind: ends.behind, wordCut, rest, names, isDoubtful };
    peelings.push(last);
  }
  return peelings;
}
