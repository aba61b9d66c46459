import type { Holders, Judgement, QueryDraft } from './judged-query.ts';
import type { KnownCompany, NameKind } from './known-company.ts';
import type { HeldName, NameHolders } from './name-holders.ts';
import { bareName, hasLegalForm, plainName } from './plain-name.ts';

/**
 * If more companies match a query than this, it says nothing about their order. Such queries belong to `shared_names`, and
 * to longer prefixes.
 */
const maxAnswers = 10;

export interface NameQuery {
  readonly text: string;
  /** The intended name, as in the database. */
  readonly meant: string;
  /** The kinds of name that are meant. */
  readonly kinds: readonly NameKind[];
  /** The query has no legal form: every form of the name is meant. */
  readonly anyForm?: true;
  /** The text is the intended name with its legal form in another spelling, so it cannot be another name. */
  readonly sameName?: true;
  /** Only the intended companies may come first, unless a legal name is exactly what was typed. */
  readonly strict?: true;
}

/** The companies that a name means, and those that may come first: a company with exactly the typed name comes first. */
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
      // Most people call a company by its name at the exchange.
      const called = idsOf(names.named(typed), ['trade']);
      const first = distinct([
        ...called,
        ...(settles.length > 0 ? settles : [...expected, ...idsOf(others)]),
      ]);
      return answerable(query.text, { expected, first, settles });
    },
  };
}

/** The companies whose legal name is exactly what was typed. If that has no legal form, any form matches. */
export function bearersOf(names: NameHolders, typed: string): string[] {
  const exact = idsOf(names.named(typed), ['legal']);
  if (exact.length > 0 || hasLegalForm(typed)) return exact;
  return idsOf(names.bareNamed(typed), ['legal']);
}

/** The judgement of a name, or null if no company or too many companies match it. */
export function answerable(
  text: string,
  answers: Pick<Judgement, 'expected' | 'first' | 'settles'>,
): Judgement | null {
  const { expected, first } = answers;
  if (expected.length === 0 || distinct([...expected, ...first]).length > maxAnswers) return null;
  return { text, identifierType: 'name', ...answers };
}

/** The companies of these names, optionally of some kinds only, ordered by id. */
export function idsOf(held: readonly HeldName[], kinds?: readonly NameKind[]): string[] {
  const some = kinds ? held.filter(({ kind }) => kinds.includes(kind)) : held;
  return distinct(some.map(({ companyId }) => companyId));
}

export function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

export function legalNameOf(company: KnownCompany): string | null {
  return company.names.find(({ kind }) => kind === 'legal')?.name ?? null;
}
