import { commandsOfStep, type NextStep } from './next-actions.ts';
import type { Session } from './session.ts';
import { printable } from './text.ts';

/** Warnings and next steps of an answer, for people, on stderr. */

interface Notice {
  readonly code?: string;
  readonly message?: string;
  readonly suggestions?: readonly unknown[];
}

interface Noticing {
  readonly warnings?: readonly Notice[];
  readonly gaps?: readonly Notice[];
  readonly unsupported_conditions?: readonly Notice[];
  readonly weak_conditions?: readonly Notice[];
  readonly meta?: { readonly coverage_warnings?: readonly Notice[] };
  readonly next_steps?: readonly NextStep[];
}

export function showNotices(session: Session, answer: object): void {
  const { warnings, gaps, unsupported_conditions, weak_conditions, meta, next_steps }: Noticing = answer;
  for (const notice of warnings ?? []) session.warn(sentence(notice));
  for (const notice of meta?.coverage_warnings ?? []) session.warn(sentence(notice));
  for (const notice of gaps ?? []) session.warn(sentence(notice));
  for (const notice of unsupported_conditions ?? []) session.warn(`Not applied: ${sentence(notice)}`);
  for (const notice of weak_conditions ?? []) session.warn(`Weak condition: ${sentence(notice)}`);
  if (!session.json) showNextSteps(session, next_steps ?? []);
}

function sentence({ code = 'notice', message = '', suggestions = [] }: Notice): string {
  const meant = suggestions.length > 0 ? ` Did you mean: ${suggestions.map(suggestion).join(', ')}?` : '';
  return `${message}${meant} (${code})`;
}

function suggestion(given: unknown): string {
  return typeof given === 'string' ? given : JSON.stringify(given);
}

function showNextSteps(session: Session, steps: readonly NextStep[]): void {
  if (steps.length === 0) return;
  session.note('\nNext:');
  for (const step of steps) {
    session.note(`  ${printable(step.reason)}`);
    for (const command of commandsOfStep(step)) session.note(`    ${printable(command)}`);
  }
}

/** Commands that are useful next, in the form of `next_steps`. */
export function showNextCommands(session: Session, ...commands: readonly string[]): void {
  if (session.json) return;
  session.note('\nNext:');
  for (const command of commands) session.note(`  ${printable(command)}`);
}

interface Totals {
  readonly matched_companies: number | null;
  readonly total_kind: string;
}

/** The total, and how certain it is. */
export function totalSentence({ matched_companies: count, total_kind: kind }: Totals): string {
  if (count === null) return 'The total is unknown on this page.';
  if (count === 0 && kind !== 'exact') return 'No companies (the total is not exact).';
  const number = count.toLocaleString('en-US');
  const companies = count === 1 ? 'company' : 'companies';
  if (kind === 'exact') return `${number} ${companies} in total (exact).`;
  if (kind === 'lower_bound') return `At least ${number} ${companies}.`;
  return `About ${number} ${companies} (estimate).`;
}
