import { createHash } from 'node:crypto';
import type { Remembering } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { omitUndefined } from '../input/option-values.ts';
import { makePurchase, type PayingOptions } from '../input/paying.ts';
import { formatCount, formatQuantity } from '../output/text.ts';
import type { Session } from '../session.ts';
import { readBytes, toFileBody } from './file-upload.ts';
import { showSettledByDecision } from './settled-rows.ts';
import { describeOpenRows } from './source-decisions.ts';
import { requestSource } from './source-view.ts';
import type { FormatOptions } from './table-options.ts';

export interface ChoicesOptions extends PayingOptions, FormatOptions {
  readonly remember?: Remembering;
  readonly reopenSettled?: true;
}

/** `source choices`: takes a table of candidates back, with its choices. The same table again changes nothing. */
export async function takeChoices(
  session: Session,
  sourceId: string,
  file: string,
  options: ChoicesOptions,
): Promise<void> {
  const bytes = readBytes(file);
  const { remember, reopenSettled: reopen, encoding, separator, sheet } = options;
  const reading = omitUndefined({ encoding, separator, sheet });
  const content = createHash('sha256').update(bytes).digest('hex');
  const { source } = await getAnswer(requestSource(session, sourceId));
  const meaning = {
    url: session.url,
    source_id: sourceId,
    content,
    reading,
    remember,
    ...omitUndefined({ reopen }),
    updated_at: source.updated_at,
  };
  const key = options.idempotencyKey ?? computeIdempotencyKey('source.choices', meaning);
  const answer = await makePurchase(
    session,
    options,
    'Taking the choices',
    (limits) =>
      session.api.POST('/api/service/sources/{sourceId}/choices', {
        params: {
          path: { sourceId },
          query: { ...limits, ...reading, ...omitUndefined({ remember, reopen }) },
          header: { 'Idempotency-Key': key },
        },
        ...toFileBody(bytes),
      }),
    ({ choices }) =>
      `${formatQuantity(choices.read, 'row')} with a choice, ${formatCount(choices.empty)} without: ${formatQuantity(choices.changed, 'row')} to change.`,
  );
  if (!answer) return;
  session.printAnswer(answer, ({ choices, settled, review }) => {
    session.printFields([
      ['changed', choices.changed],
      ['already so', choices.unchanged],
      ['without a choice', choices.empty],
    ]);
    showSettledByDecision(session, settled);
    session.note(describeOpenRows(review));
  });
}
