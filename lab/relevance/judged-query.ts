import type { IdentifierType } from '../../src/text/identifiers/parsed-identifier.ts';
import type { KnownCompany } from './known-company.ts';
import type { NameHolders, NameWants } from './name-holders.ts';

export const relevanceClasses = [
  'identifier_forms',
  'widths',
  'legal_form_variants',
  'kana',
  'kanji_variants',
  'former_names',
  'english_names',
  'readings',
  'shared_names',
  'prefixes',
  'name_words',
  'subsidiaries_and_parents',
] as const;
export type RelevanceClass = (typeof relevanceClasses)[number];

/** A query with its right answers according to the database. */
export interface Judgement {
  readonly text: string;
  readonly identifierType: IdentifierType;
  /** All companies that the query means. */
  readonly expected: readonly string[];
  /** The companies that may come first. */
  readonly first: readonly string[];
  /** The companies that have exactly what was typed. `/resolve` may settle only if there is one, and only on that one. */
  readonly settles: readonly string[];
}

export interface JudgedQuery extends Judgement {
  readonly class: RelevanceClass;
  /** The rule that made the query. */
  readonly form: string;
}

/** A rule that makes queries from companies. It is pure: `holders` gives it the names of other companies. */
export interface QueryForm {
  readonly class: RelevanceClass;
  readonly form: string;
  /** Null if the rule makes no query from the company. */
  draft(company: KnownCompany): QueryDraft | null;
}

export interface QueryDraft {
  readonly wants: NameWants;
  /** Null if the names of other companies make the query useless, for example because too many match it. */
  judge(holders: Holders): Judgement | null;
}

export interface Holders {
  readonly names: NameHolders;
  /** Companies of a domain, ordered by id. */
  readonly ofDomain: (domain: string) => readonly string[];
}
