import type { NameKind } from './known-company.ts';
import { bareName, plainName } from './plain-name.ts';

/** A name of a company that searches show by default. */
export interface HeldName {
  readonly companyId: string;
  readonly kind: NameKind;
  readonly plain: string;
}

/** The names to look up before queries can be judged. All texts are plain names (`plain-name.ts`). */
export interface NameWants {
  readonly names?: readonly string[];
  /** Names without their legal forms. */
  readonly bareNames?: readonly string[];
  readonly beginnings?: readonly string[];
  /** One or two words of a name, in any order. */
  readonly wordSets?: readonly (readonly string[])[];
}

type Held = Map<string, HeldName[]>;

/** The companies that have the wanted names. Each name is added once, so only the wanted ones are kept in memory. */
export class NameHolders {
  readonly #names: Held;
  readonly #bareNames: Held;
  readonly #beginnings: Held;
  readonly #beginningLengths: readonly number[];
  readonly #wordSets: Held;
  /** Wanted words by their first two letters, so that most positions in a name need only one look-up. */
  readonly #words = new Map<string, Set<string>>();

  constructor(wants: readonly NameWants[]) {
    const held = (keys: (wanted: NameWants) => readonly string[] | undefined): Held =>
      new Map(wants.flatMap((wanted) => keys(wanted) ?? []).map((key) => [key, []]));
    this.#names = held(({ names }) => names);
    this.#bareNames = held(({ bareNames }) => bareNames);
    this.#beginnings = held(({ beginnings }) => beginnings);
    this.#wordSets = held(({ wordSets }) => wordSets?.map(setKey));
    this.#beginningLengths = [...new Set([...this.#beginnings.keys()].map((text) => text.length))];
    for (const word of wants.flatMap(({ wordSets }) => wordSets ?? []).flat()) {
      const start = word.slice(0, 2);
      this.#words.set(start, (this.#words.get(start) ?? new Set()).add(word));
    }
  }

  add(companyId: string, kind: NameKind, name: string): void {
    const plain = plainName(name);
    const bare = bareName(plain);
    const held = { companyId, kind, plain };
    this.#names.get(plain)?.push(held);
    this.#bareNames.get(bare)?.push(held);
    for (const length of this.#beginningLengths) {
      if (length <= bare.length) this.#beginnings.get(bare.slice(0, length))?.push(held);
    }
    const words = this.#wordsIn(bare);
    for (const [at, word] of words.entries()) {
      this.#wordSets.get(word)?.push(held);
      for (const other of words.slice(at + 1)) this.#wordSets.get(setKey([word, other]))?.push(held);
    }
  }

  #wordsIn(bare: string): string[] {
    const words = new Set<string>();
    for (let at = 0; at < bare.length - 1; at++) {
      for (const word of this.#words.get(bare.slice(at, at + 2)) ?? []) {
        if (bare.startsWith(word, at)) words.add(word);
      }
    }
    return [...words];
  }

  /** @throws when the name was not in `wants`, because then nothing is known about it */
  named(plain: string): readonly HeldName[] {
    return known(this.#names, plain);
  }

  bareNamed(bare: string): readonly HeldName[] {
    return known(this.#bareNames, bare);
  }

  beginning(text: string): readonly HeldName[] {
    return known(this.#beginnings, text);
  }

  withWords(words: readonly string[]): readonly HeldName[] {
    return known(this.#wordSets, setKey(words));
  }
}

function setKey(words: readonly string[]): string {
  return words.toSorted().join(' ');
}

function known(held: ReadonlyMap<string, readonly HeldName[]>, key: string): readonly HeldName[] {
  const holders = held.get(key);
  if (!holders) throw new Error(`${key} was not requested before the names were read`);
  return holders;
}
