import { choiceHeaders, type OpenStatus } from '../../client/index.ts';
import { getAnswerWithHeaders } from '../calls.ts';
import { buildReadableFileQuery, type ReadableFileOptions, writeFile } from '../download.ts';
import { createUsageFailure } from '../failure.ts';
import { omitUndefined } from '../input/option-values.ts';
import { type PageOptions, showPages } from '../input/pages.ts';
import { showNextCommands } from '../output/notices.ts';
import { checkPlace } from '../output/output-file.ts';
import { escapeShellWord, formatKeyName } from '../output/text.ts';
import type { Session } from '../session.ts';

/** Files about decisions, and the history of decisions. */

export interface HistoryOptions extends PageOptions, ReadableFileOptions {
  readonly row?: string;
  readonly batch?: string;
  readonly oldestFirst?: true;
}

/** `source history`. */
export async function showHistory(
  session: Session,
  sourceId: string,
  options: HistoryOptions,
): Promise<void> {
  const { row, batch, oldestFirst, out, format, limit, cursor, all } = options;
  const path = { sourceId };
  if (out !== undefined || format !== undefined) {
    if (row !== undefined || batch !== undefined || oldestFirst)
      throw createUsageFailure('A file has the whole history, oldest first.');
    if (out !== undefined) checkPlace(out);
    const call = session.api.GET('/api/service/sources/{sourceId}/history/export', {
      params: { path, query: buildReadableFileQuery(session, options) },
      parseAs: 'stream',
    });
    await writeFile(session, await getAnswerWithHeaders(call), out);
    return;
  }
  const order = oldestFirst ? ('oldest' as const) : ('newest' as const);
  await showPages(
    session,
    omitUndefined({ limit, cursor, all }),
    (query) =>
      session.api.GET('/api/service/sources/{sourceId}/history', {
        params: { path, query: { ...query, order, ...omitUndefined({ row, batch }) } },
      }),
    ({ items }) =>
      session.printTable(items, {
        when: ({ decided_at }) => decided_at.slice(0, 16).replace('T', ' '),
        row: 'row_number',
        line: 'file_row',
        decided: ({ action }) => action.replaceAll('_', ' '),
        company: ({ after }) => after.company_name ?? after.company_id,
        before: ({ before }) => before.company_name ?? before.resolve_status,
        credits: 'credits',
        by: ({ key }) => key && formatKeyName(key),
        why: 'why',
        ...(isNarrow(session) ? {} : { batch_id: 'batch_id' as const }),
      }),
  );
}

/** Whether the terminal has no room for an id, which is never cut, beside the other columns. */
function isNarrow({ world: { stdout } }: Session): boolean {
  return stdout.isTTY === true && (stdout.columns || 80) < 120;
}

export interface CandidatesOptions extends ReadableFileOptions {
  readonly status?: OpenStatus[];
}

/** `source candidates`. */
export async function downloadCandidates(
  session: Session,
  sourceId: string,
  { status, ...options }: CandidatesOptions,
): Promise<void> {
  const { out } = options;
  if (out !== undefined) checkPlace(out);
  const query = { ...buildReadableFileQuery(session, options), ...omitUndefined({ status }) };
  const call = session.api.GET('/api/service/sources/{sourceId}/candidates', {
    params: { path: { sourceId }, query },
    parseAs: 'stream',
  });
  await writeFile(session, await getAnswerWithHeaders(call), out);
  if (out !== undefined) {
    const { lang } = query;
    const column = lang === undefined ? 'cd_choice' : choiceHeaders.choice[lang === 'ja' ? 1 : 0];
    session.note(`Write x beside the right candidates in the column ${column}, and send the file back.`);
    showNextCommands(session, `company-data source choices ${sourceId} ${escapeShellWord(out)}`);
  }
}
