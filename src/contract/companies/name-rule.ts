/** The codes of `rule` in answers, and what they mean if the code does not say it. */
export const matchWays = {
  exact: null,
  core: 'without the legal form',
  exact_or_core: null,
  loose: 'spelling variants',
  alike: 'other writings of words: NTT and エヌ・ティ・ティ',
  called: 'what people call a well-known company: the beginning, a word or the initials of its name',
  prefix: null,
  all_words: null,
} as const;

export type MatchWay = keyof typeof matchWays;

/** The stages of matching; earlier ones rank first. */
export const matchStages = ['identifier', 'company_id', 'exact_name', 'name_prefix', 'name_words'] as const;

/** `domain` is the site of a company, which is often what it calls itself. */
export type NameKind = 'legal' | 'trade' | 'alias' | 'former' | 'english' | 'kana' | 'domain';

/** Keys of names, as `toNameKeys` makes them (docs/decisions/0002-name-keys.md). */
export type NameKey = 'exact' | 'core' | 'loose' | 'looseExact' | 'alike';

/** How a text is compared with the names of a company. */
export type Comparison =
  /** One of these keys of the text is one of these keys of a name. */
  | {
      readonly by: 'keys';
      readonly keyField: KeyField;
      readonly text: readonly NameKey[];
      readonly name: readonly NameKey[];
    }
  /** The text is one of the words that `src/text/names/called-names.ts` makes of the names. */
  | { readonly by: 'called' }
  /** A name begins with the text. */
  | { readonly by: 'beginning' }
  /** A name has all words of the text, by the Japanese analysis of the index. */
  | { readonly by: 'words'; readonly kind: 'legal' | 'trade' | 'english' | 'former' };

/** A field `name_keys.…` of the index. */
export type KeyField =
  | 'legal_exact'
  | 'legal_core'
  | 'trade'
  | 'alias'
  | 'former'
  | 'english'
  | 'kana'
  | 'loose'
  | 'alike';

/** A text, the name that it matches, and the legal name if that is another one. */
type NameExample = readonly [text: string, name: string, legalName?: string];

export interface NameRule {
  /** What `matched_by` of an answer says. */
  readonly answer: {
    readonly stage: (typeof matchStages)[number];
    readonly field: string;
    readonly rule: MatchWay;
    readonly strength: 'exact' | 'strong' | 'weak';
  };
  /** `relevance` in thousandths. All bonuses together are smaller than the distance between two rules. */
  readonly score: number;
  /** Search and resolve, if nothing else is said. */
  readonly onlyIn?: 'search' | 'resolve';
  /** The kinds of names that are compared. */
  readonly names: readonly NameKind[];
  readonly comparison: Comparison;
  /** What else must hold. */
  readonly onlyIf?: 'text_has_form' | 'company_is_listed' | 'company_is_well_known';
  /**
   * What a name is to the company that it settles on by this rule; null if the rule never settles. `exclusive`: only by an alias
   * of which its source says that it means no other company.
   */
  readonly settles: 'name' | 'bare_name' | 'exclusive' | null;
  /** What it means, for people. */
  readonly words: string;
  /** What could be taken for it. */
  readonly isNot: string;
  /** At least three. All of them are tested with the comparison, the words of answers, and the index. */
  readonly examples: readonly NameExample[];
}
