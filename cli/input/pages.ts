import type { Command } from 'commander';
import { type Call, readPages } from '../calls.ts';
import type { Session } from '../session.ts';
import { omitUndefined, parseWholeNumber } from './option-values.ts';

/** Paged answers. */

export interface PageOptions {
  readonly limit?: number;
  readonly cursor?: string;
  readonly all?: true;
}

export function addPageOptions(command: Command): Command {
  return command
    .option('--limit <number>', 'rows per page', parseWholeNumber)
    .option('--cursor <cursor>', 'the page after the one that printed this cursor')
    .option('--all', 'all pages; with --json, one answer per line');
}

interface Paged {
  readonly items?: readonly unknown[];
  readonly meta?: { readonly next_cursor?: string | null; readonly has_more?: boolean };
}

/** Shows a page, or with `--all` every page. */
export async function showPages<Answer extends object & Paged>(
  session: Session,
  { limit, cursor, all }: PageOptions,
  ask: (page: { limit?: number; cursor?: string }) => Call<Answer>,
  show: (answer: Answer) => void,
  cursorFlag = '--cursor',
): Promise<void> {
  for await (const answer of readPages((page) => ask(omitUndefined({ limit, ...page })), cursor)) {
    if (all && session.json) session.print(JSON.stringify(answer));
    else session.printAnswer(answer, show);
    if (!session.json && answer.items?.length === 0) session.note('None.');
    if (all) continue;
    const { next_cursor: next, has_more: hasMore } = answer.meta ?? {};
    if (next && hasMore !== false && !session.json)
      session.note(`More results: --all, or ${cursorFlag} ${next}`);
    return;
  }
}
