import type { Schema } from '../../client/index.ts';
import { getAnswer, getAnswerWithHeaders } from '../calls.ts';
import { buildReadableFileQuery, type ReadableFileOptions, writeFile } from '../download.ts';
import { checkPlace } from '../output/output-file.ts';
import { formatQuantity, joinText } from '../output/text.ts';
import type { Session } from '../session.ts';

/** Writes two sources joined on the company, and says before what the file will have. */
export async function joinSources(
  session: Session,
  sourceId: string,
  other: string,
  options: ReadableFileOptions,
): Promise<void> {
  const { out } = options;
  if (out !== undefined) checkPlace(out);
  const file = buildReadableFileQuery(session, options);
  const path = { sourceId };
  const counts = session.api.GET('/api/service/sources/{sourceId}/join', {
    params: { path, query: { other } },
  });
  session.note(describeJoin(await getAnswer(counts)));
  const answer = await getAnswerWithHeaders(
    session.api.GET('/api/service/sources/{sourceId}/join/export', {
      params: { path, query: { ...file, other } },
      parseAs: 'stream',
    }),
  );
  await writeFile(session, answer, out);
}

function describeJoin({
  lines,
  rows,
  rows_with_partner: partners,
  rows_with_several_partners: several,
  other_rows_left_out: leftOut,
}: Schema<'SourceJoin'>): string {
  return joinText(
    `${formatQuantity(lines, 'line')}: ${partners} of ${formatQuantity(rows, 'row')} with a partner`,
    several > 0 && `, ${several} of them with several`,
    leftOut > 0 && `; ${formatQuantity(leftOut, 'row')} of the other source left out`,
    '.',
  );
}
