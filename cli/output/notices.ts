import type { Schema } from '../../client/index.ts';
import { toCommands } from './next-actions.ts';
import { escapeShellWord, toPrintable } from './text.ts';

/** Warnings and next steps of an answer, for people, on stderr. */

type Notice = Pick<Schema<'Warning'>, 'code' | 'message' | 'suggestions'> & { readonly value?: unknown };

/** The part of a session that says something to a person. */
interface Notifier {
  readonly json: boolean;
  /** What was already said in this run. */
  readonly warned: Set<string>;
  warn(text: string): void;
  note(text: string): void;
}

interface AnswerWithNotices {
  readonly warnings?: readonly Notice[];
  readonly gaps?: readonly Notice[];
  readonly unsupported_conditions?: readonly Notice[];
  readonly weak_conditions?: readonly Notice[];
  readonly meta?: { readonly coverage_warnings?: readonly Notice[] };
  readonly next_steps?: readonly Schema<'NextStep'>[];
}

export function showNotices(session: Notifier, answer: object): void {
  const { warnings, gaps, unsupported_conditions, weak_conditions, meta, next_steps }: AnswerWithNotices =
    answer;
  for (const notice of [warnings, meta?.coverage_warnings, gaps].flat())
    if (notice) showWarning(session, notice);
  for (const notice of unsupported_conditions ?? []) session.warn(`Not applied: ${describeNotice(notice)}`);
  for (const notice of weak_conditions ?? []) session.warn(`Weak condition: ${describeNotice(notice)}`);
  if (!session.json && next_steps?.length) {
    session.note('\nNext:');
    for (const step of next_steps) {
      session.note(`  ${toPrintable(step.reason)}`);
      for (const command of toCommands(step.requests)) session.note(`    ${toPrintable(command)}`);
    }
  }
}

/** Once in a run: the dry run of a call and the call have the same warnings. */
function showWarning(session: Notifier, notice: Notice): void {
  const text = describeNotice(notice);
  if (session.warned.has(text)) return;
  session.warned.add(text);
  session.warn(text);
  const { source_id: sourceId } = Object(notice.value);
  if (notice.code === 'companies_paid_in_source' && !session.json)
    session.note(`    company-data list create '<name>' --source ${escapeShellWord(String(sourceId))}`);
}

function describeNotice({ code, message, suggestions = [] }: Notice): string {
  const shown = suggestions.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return `${message}${shown.length > 0 ? ` Did you mean: ${shown.join(', ')}?` : ''} (${code})`;
}

/** Commands that are useful next, in the form of `next_steps`. */
export function showNextCommands(session: Notifier, ...commands: readonly string[]): void {
  if (session.json) return;
  session.note('\nNext:');
  for (const command of commands) session.note(`  ${toPrintable(command)}`);
}

interface Totals {
  readonly matched_companies: number | null;
  readonly total_kind: string;
}

/** The total, and how certain it is. */
export function describeTotal({ matched_companies: count, total_kind: kind }: Totals): string {
  if (count === null) return 'The total is unknown on this page.';
  if (count === 0 && kind !== 'exact') return 'No companies (the total is not exact).';
  const number = count.toLocaleString('en-US');
  const companies = count === 1 ? 'company' : 'companies';
  if (kind === 'exact') return `${number} ${companies} in total (exact).`;
  if (kind === 'lower_bound') return `At least ${number} ${companies}.`;
  return `About ${number} ${companies} (estimate).`;
}
