import { createHash } from 'node:crypto';
import { answered } from '../calls.ts';
import { purchaseKey } from '../input/idempotency.ts';
import { given } from '../input/option-values.ts';
import { type PayingOptions, purchase } from '../input/paying.ts';
import { counted, figure } from '../output/text.ts';
import type { Session } from '../session.ts';
import type { Remembering } from '../vocabulary.ts';
import { fileBody, readBytes } from './file-upload.ts';
import { showSettledByDecision } from './settled-rows.ts';
import { openRows } from './source-decisions.ts';
import { inspectCall } from './source-view.ts';
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
  const reading = given({ encoding, separator, sheet });
  const content = createHash('sha256').update(bytes).digest('hex');
  const { source } = await answered(inspectCall(session, sourceId));
  const meaning = {
    url: session.url,
    source_id: sourceId,
    content,
    reading,
    remember,
    ...given({ reopen }),
    updated_at: source.updated_at,
  };
  const key = options.idempotencyKey ?? purchaseKey('source.choices', meaning);
  const answer = await purchase(
    session,
    options,
    'Taking the choices',
    (limits) =>
      session.api().POST('/api/service/sources/{sourceId}/choices', {
        params: {
          path: { sourceId },
          query: { ...limits, ...reading, ...given({ remember, reopen }) },
          header: { 'Idempotency-Key': key },
        },
        ...fileBody(bytes),
      }),
    ({ choices }) =>
      `${counted(choices.read, 'row')} with a choice, ${figure(choices.empty)} without: ${counted(choices.changed, 'row')} to change.`,
  );
  if (!answer) return;
  session.answer(answer, ({ choices, settled, review }) => {
    session.fields([
      ['changed', choices.changed],
      ['already so', choices.unchanged],
      ['without a choice', choices.empty],
    ]);
    showSettledByDecision(session, settled);
    session.note(openRows(review));
  });
}
