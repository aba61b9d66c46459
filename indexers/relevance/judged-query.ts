import type { IdentifierType } from '../../src/text/identifiers.ts';
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

/** A query with the companies that answer it, by the database. */
export interface JudgedQuery {
  readonly class: RelevanceClass;
  /** The rule by which the query was made. */
  readonly form: string;
  readonly text: string;
  readonly identifierType: IdentifierType;
  /** All companies that are meant. */
  readonly expected: readonly string[];
  /** The companies that may stand first. */
  readonly first: readonly string[];
  /** The companies that have just what was typed. `/resolve` may settle when it is one, and on that one alone. */
  readonly settles: readonly string[];
}

/** One rule that makes queries of companies. Pure: what it must know of other companies it gets as `holders`. */
export interface QueryForm {
  readonly class: RelevanceClass;
  readonly form: string;
  /** Null for a company of which the rule makes no query. */
  draft(company: KnownCompany): QueryDraft | null;
}

export interface QueryDraft {
  readonly wants: NameWants;
  /** Null when the names of other companies make the query useless, for example because too many answer it. */
  judge(holders: Holders): JudgedQuery | null;
}

export interface Holders {
  readonly names: NameHolders;
  /** Companies of a domain, in the order of their ids. */
  readonly ofDomain: (domain: string) => readonly string[];
}
