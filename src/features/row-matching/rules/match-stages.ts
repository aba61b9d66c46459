/**
 * The matching stages and their scores. Scores are constants by stage and field, not term statistics
 * (docs/decisions/0003-matching-stages.md), so the rest of the index does not affect the order of results.
 */

export type MatchStage = 'identifier' | 'company_id' | 'exact_name' | 'name_prefix' | 'name_words';

export interface MatchRule {
  readonly stage: MatchStage;
  /** The matched field of the company, as the answer names it. */
  readonly field: string;
  /** How it was matched, as the answer names it. */
  readonly rule: string;
  readonly score: number;
}

/** Added for a listed company. Smaller than the distance between any two rules. */
export const listedBonus = 2;

/**
 * Added for each point of prominence (`CompanyCard.prominence`), so that among the hits of one rule the best known comes
 * first. A power of two, so that the scores of the index and of `Namesakes` are equal.
 */
export const prominenceBonus = 0.125;

/**
 * Added when the company has the typed legal form, at the same or the other end of the name. ㈱ABC, ABC㈱ and ㈲ABC are
 * different companies (docs/decisions/0002-name-keys.md), so the form counts more than a listing among hits of the same
 * rule. All bonuses together are smaller than the distance between any two rules.
 */
export const formBonus = { sameEnd: 6, otherEnd: 3 } as const;

/** The relevance in answers is the score of the best rule divided by this. */
export const fullScore = 1000;

/**
 * Name rules in the order of docs/specification.md#matching. `former` ranks below current legal and trade names.
 * `listed_trade` ranks a company that is listed under exactly the typed name before companies that have it only as the
 * core of their name, because most people mean the listed one. `english_exact` is the English name with its form (Seed Co.,
 * Ltd.); it counts as much as the legal name without form, and the form bonus ranks it first. `called` is what people may call a well-known company; only
 * names are resolved by it. It counts as much as the name without its form, so that hints decide between the two. `loose` keys ignore kana size, kanji variants and punctuation, and `alike` keys also other
 * writings of words (エヌ・ティ・ティ, NTT), so they come last among the exact names.
 */
export const nameRules = {
  legal_exact: { stage: 'exact_name', field: 'legal_name', rule: 'exact', score: 800 },
  listed_trade: { stage: 'exact_name', field: 'trade_name', rule: 'exact', score: 790 },
  legal_core: { stage: 'exact_name', field: 'legal_name', rule: 'core', score: 780 },
  english_exact: { stage: 'exact_name', field: 'english_name', rule: 'exact', score: 780 },
  called: { stage: 'name_prefix', field: 'name', rule: 'called', score: 780 },
  trade: { stage: 'exact_name', field: 'trade_name', rule: 'exact_or_core', score: 765 },
  alias: { stage: 'exact_name', field: 'alias', rule: 'exact_or_core', score: 750 },
  former: { stage: 'exact_name', field: 'former_name', rule: 'exact_or_core', score: 735 },
  english: { stage: 'exact_name', field: 'english_name', rule: 'exact_or_core', score: 720 },
  kana: { stage: 'exact_name', field: 'kana_name', rule: 'exact_or_core', score: 700 },
  loose: { stage: 'exact_name', field: 'name', rule: 'loose', score: 680 },
  alike: { stage: 'exact_name', field: 'name', rule: 'alike', score: 660 },
  prefix: { stage: 'name_prefix', field: 'name', rule: 'prefix', score: 400 },
  words_legal: { stage: 'name_words', field: 'legal_name', rule: 'all_words', score: 200 },
  words_trade: { stage: 'name_words', field: 'trade_name', rule: 'all_words', score: 190 },
  words_english: { stage: 'name_words', field: 'english_name', rule: 'all_words', score: 180 },
  words_former: { stage: 'name_words', field: 'former_name', rule: 'all_words', score: 170 },
} as const satisfies Record<string, MatchRule>;

export type NameRuleKey = keyof typeof nameRules;

export const identifierScore = 1000;
export const companyIdScore = 950;
