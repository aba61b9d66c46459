export const setAsideKinds = [
  'branch',
  'department',
  'person',
  'honorific',
  'and_others',
  'former_name',
  'abbreviation',
  'place',
  'address',
  'telephone',
  'email',
  'url',
  'role',
  'other_company',
  'code',
  'unit',
  'note',
] as const;

export type SetAsideKind = (typeof setAsideKinds)[number];

/** Text of the cell that is not part of the name. */
export interface SetAside {
  readonly kind: SetAsideKind;
  readonly text: string;
}

/**
 * What the name of a reading is to the cell. `name`: the whole name, all else is understood, so it may settle.
 * Others make candidates. `beginning`: something follows that is not understood, or the place of the cut is uncertain.
 * `one_of_several`: the cell names further companies. `inside`: the name stands in a bracket or after a role.
 */
export type NamePosition = 'name' | 'beginning' | 'one_of_several' | 'inside';

/** A name that the cell may contain. */
export interface NameInCell {
  readonly name: string;
  readonly way: NamePosition;
  readonly setAside: readonly SetAside[];
  /** Whether the text was cut where nothing separates it. Then only a company of exactly this name can be meant. */
  readonly cut?: true;
  /** Whether it is a name only if another of the step is one too. */
  readonly among?: true;
  /** Whether its end can also belong to the words for the group: 架空建設 of 架空建設共同企業体. */
  readonly overlaps?: true;
  /** A name in another script that was set aside: the same company, if it has that one, too. */
  readonly alsoNamed?: string;
  /** The word for a body, in kanji, which a reading leaves out: 農業協同組合. Companies that have it in their names come first. */
  readonly body?: string;
  /** Whether a word was set aside that can belong to the name: Kyoto of 株式会社KAKU Kyoto. */
  readonly wordCut?: true;
}

/** Longer cells are not names with something behind, but texts. */
export const maxLength = 300;
export const minName = 2;

/** The longest text that a cut may set aside. */
export const maxBehind = 30;
