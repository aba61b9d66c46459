import type { Holders, JudgedQuery, QueryDraft, RelevanceClass } from './judged-query.ts';
import type { KnownCompany, NameKind } from './known-company.ts';
import type { HeldName, NameHolders } from './name-holders.ts';
import { bareName, hasLegalForm, plainName } from './plain-name.ts';

/**
 * A query that more companies answer than a page shows says nothing about order; those belong to `shared_names` and to
 * prefixes that are typed further.
 */
const maxAnswers = 10;

export interface NameQuery {
  readonly class: RelevanceClass;
  readonly form: string;
  readonly text: string;
  /** The name that is meant, as it is held. */
  readonly meant: string;
  /** The names of these kinds that are meant. */
  readonly kinds: readonly NameKind[];
  /** The query says no legal form: every form of the name is meant. */
  readonly anyForm?: true;
  /** The text says the name that is meant with its legal form in another spelling, and so no other name. */
  readonly sameName?: true;
  /** Only the companies meant may stand first, unless a legal name is just what was typed. */
  readonly strict?: true;
}

/** Who is meant by a name, and who may stand first: who bears just what was typed stands before all others. */
export function judgedName(query: NameQuery): QueryDraft {
  const meant = plainName(query.meant);
  const typed = query.sameName ? meant : plainName(query.text);
  return {
    wants: { names: [typed, meant], bareNames: [bareName(typed), bareName(meant)] },
    judge({ names }: Holders) {
      const held = query.anyForm ? names.bareNamed(bareName(meant)) : names.named(meant);
      const expected = idsOf(held, query.kinds);
      const settles = bearersOf(names, typed);
      const others = query.strict
        ? []
        : [typed, meant].flatMap((name) => [...names.named(name), ...names.bareNamed(bareName(name))]);
      // An exchange's name of a company is what most people call it.
      const called = idsOf(names.named(typed), ['trade']);
      const first = distinct([
        ...called,
        ...(settles.length > 0 ? settles : [...expected, ...idsOf(others)]),
      ]);
      return answerable({ ...query, expected, first, settles });
    },
  };
}

/** The companies whose legal name is just what was typed; without a legal form in it, those of any form. */
export function bearersOf(names: NameHolders, typed: string): string[] {
  const exact = idsOf(names.named(typed), ['legal']);
  if (exact.length > 0 || hasLegalForm(typed)) return exact;
  return idsOf(names.bareNamed(typed), ['legal']);
}

type Answers = Omit<JudgedQuery, 'identifierType'>;

/** The judged query of a name, or null when nobody answers it, or too many do. */
export function answerable({
  class: ofClass,
  form,
  text,
  expected,
  first,
  settles,
}: Answers): JudgedQuery | null {
  const answers = distinct([...expected, ...first]);
  if (expected.length === 0 || answers.length > maxAnswers) return null;
  return { class: ofClass, form, text, identifierType: 'name', expected, first, settles };
}

/** The companies of these names, or of those of some kinds, in the order of their ids. */
export function idsOf(held: readonly HeldName[], kinds?: readonly NameKind[]): string[] {
  const some = kinds ? held.filter(({ kind }) => kinds.includes(kind)) : held;
  return distinct(some.map(({ companyId }) => companyId));
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

export function legalNameOf(company: KnownCompany): string | null {
  return company.names.find(({ kind }) => kind === 'legal')?.name ?? null;
}
