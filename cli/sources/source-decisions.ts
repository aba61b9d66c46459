import { maxSourceRows, type Remembering, type Schema } from '../../client/index.ts';
import { type Body, getAnswer } from '../calls.ts';
import { CommandFailure, createUsageFailure, exitCodes } from '../failure.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { omitUndefined } from '../input/option-values.ts';
import { type ChargingBody, makePurchase, type PayingOptions } from '../input/paying.ts';
import { askWhether } from '../input/prompts.ts';
import { formatCount, formatKeyName, formatQuantity, joinText, toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import { showSettledByDecision } from './settled-rows.ts';
import { requestSource } from './source-view.ts';

/** Decisions of people about rows. */

export type Decision = Body<'decideSourceRows'>['decisions'][number];

export interface DecideOptions extends PayingOptions {
  readonly company?: string;
  readonly none?: true;
  readonly notACompany?: true;
  readonly reopen?: true;
  readonly takeBack?: true;
  readonly skip?: true;
  readonly why?: string;
  readonly same?: true;
  readonly sameName?: true;
  readonly remember?: Remembering;
  readonly reopenSettled?: true;
}

/** `source decide`: the same decision about each of the rows. */
export async function decideRows(
  session: Session,
  sourceId: string,
  rows: readonly string[],
  options: DecideOptions,
): Promise<void> {
  const { company, why, same, sameName, remember, reopenSettled: reopen } = options;
  const action = readAction(options);
  if (same && sameName) throw createUsageFailure('Give at most one of --same and --same-name.');
  const decisions = rows.map(
    (row): Decision => ({
      row: toRowReference(row),
      action,
      applyTo: (sameName && 'same_name') || (same && 'same') || 'row',
      ...omitUndefined({ companyId: company, why, remember }),
    }),
  );
  const { source } = await getAnswer(requestSource(session, sourceId));
  // What was decided may be undone and decided again, so the key is of the state that it was decided in.
  const meaning = {
    url: session.url,
    source_id: sourceId,
    decisions,
    updated_at: source.updated_at,
    ...omitUndefined({ reopen }),
  };
  const key = options.idempotencyKey ?? computeIdempotencyKey('source.decide', meaning);
  const requestWithLimits = (limits: ChargingBody) =>
    requestDecisions(session, sourceId, { decisions, ...limits, ...omitUndefined({ reopen }) }, key);
  const answer = await makePurchase(session, options, 'The decision', requestWithLimits, describeChanges);
  if (answer) {
    session.printAnswer(answer, () => {
      session.printTable(answer.decisions, {
        row: 'row_number',
        decided: ({ action }) => action.replaceAll('_', ' '),
        company_id: 'company_id',
        'rows changed': 'rows_changed',
        credits: 'credits',
      });
      showSettledByDecision(session, answer.settled);
      session.note(describeOpenRows(answer.review));
    });
  }
}

function toRowReference(row: string): number | string {
  if (isRowNumber(row)) return Number(row.normalize('NFKC'));
  return row;
}

/** A number, in half or full width; anything else is an id. */
export function isRowNumber(row: string): boolean {
  const number = row.normalize('NFKC');
  return /^\d+$/.test(number) && number.length <= String(maxSourceRows).length;
}

function readAction({
  company,
  none,
  notACompany,
  reopen,
  takeBack,
  skip,
}: DecideOptions): Decision['action'] {
  const flags: Readonly<Record<Decision['action'], unknown>> = {
    choose: company,
    none_of_these: none,
    not_a_company: notACompany,
    reopen,
    take_back: takeBack,
    skip,
  };
  const chosen = Object.entries(flags).filter(([, value]) => value !== undefined);
  const [action] = chosen[0] ?? [];
  if (action && chosen.length === 1) return action as Decision['action'];
  throw createUsageFailure(
    'Give exactly one of --company, --none, --not-a-company, --reopen, --take-back and --skip.',
  );
}

interface Changes {
  readonly decisions: readonly { readonly same_rows: number; readonly left_out_rows: number }[];
  readonly rows_changed: number;
}

function describeChanges({ decisions, rows_changed }: Changes): string {
  const same = decisions.reduce((sum, each) => sum + each.same_rows, 0);
  const leftOut = decisions.reduce((sum, each) => sum + each.left_out_rows, 0);
  return joinText(
    `${formatQuantity(rows_changed, 'row')} to change`,
    same > 0 && `, of which ${same} say the same as a named row or have its name`,
    '.',
    leftOut > 0 && ` ${formatQuantity(leftOut, 'row')} with the same name left out.`,
  );
}

export function describeOpenRows({ statuses }: Schema<'Review'>): string {
  const { multiple_candidates: several, not_found, invalid } = statuses;
  return `Open: ${formatQuantity(several, 'row')} with several candidates, ${formatCount(not_found)} without a company, ${formatCount(invalid)} invalid.`;
}

/** @param key one for each decision that is to be made */
export function requestDecisions(
  session: Session,
  sourceId: string,
  body: Body<'decideSourceRows'>,
  key: string,
) {
  return session.api.POST('/api/service/sources/{sourceId}/decisions', {
    params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
    body,
  });
}

/** @param key one for each undoing that is to be made */
export function requestUndo(
  session: Session,
  sourceId: string,
  body: Body<'undoSourceDecisions'>,
  key: string,
) {
  return session.api.POST('/api/service/sources/{sourceId}/undo', {
    params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
    body,
  });
}

export interface UndoOptions {
  readonly batch?: string;
  readonly why?: string;
  readonly reopenSettled?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly idempotencyKey?: string;
}

/** `source undo`: shows what a call decided, asks, and undoes it for all of its rows. */
export async function undoDecisions(
  session: Session,
  sourceId: string,
  { batch, why, reopenSettled: reopen, dryRun, yes, idempotencyKey }: UndoOptions,
): Promise<void> {
  const decided = await findNewestDecision(session, sourceId, batch);
  const { source } = await getAnswer(requestSource(session, sourceId));
  const body = { batchId: decided?.batch_id ?? batch ?? '', ...omitUndefined({ why, reopen }) };
  // What was undone may be decided again, by a call of its own.
  const meaning = { url: session.url, source_id: source.source_id, ...body };
  const key = idempotencyKey ?? computeIdempotencyKey('source.undo', meaning);
  if (decided) session.note(describeCall(decided));
  const priced = await getAnswer(requestUndo(session, sourceId, { ...body, dryRun: true }, key));
  if (priced.billing.deduplicated) {
    session.note('It was already undone by the same command. This is its answer; nothing changes.');
  } else {
    if (dryRun)
      return session.printAnswer({ ...priced, next_steps: [] }, () => {
        session.print(describeUndone(priced, true));
        showSettledByDecision(session, priced.settled);
      });
    session.note(describeUndone(priced, true));
    showSettledByDecision(session, priced.settled);
    if (session.interactive && !yes && !(await askWhether(session, 'Undo it?'))) {
      session.exitCode = exitCodes.usage;
      session.note('Not undone.');
      return;
    }
  }
  const answer = await getAnswer(requestUndo(session, sourceId, body, key));
  session.printAnswer(answer, () => {
    session.print(describeUndone(answer, false));
    showSettledByDecision(session, answer.settled);
    session.note(describeOpenRows(answer.review));
  });
}

type Entry = Schema<'SourceDecision'>;

/** One of the decisions of a call; without a call, of the last one. */
async function findNewestDecision(
  session: Session,
  sourceId: string,
  batch: string | undefined,
): Promise<Entry | undefined> {
  const query = { limit: 1, ...omitUndefined({ batch }) };
  const { items } = await getAnswer(
    session.api.GET('/api/service/sources/{sourceId}/history', { params: { path: { sourceId }, query } }),
  );
  const [entry] = items;
  if (!entry && batch === undefined)
    throw new CommandFailure(
      exitCodes.notFound,
      'Nobody has decided about rows of this source.',
      `To see its rows: company-data source review ${sourceId}`,
    );
  return entry;
}

const callNames: Readonly<Record<Entry['made_by'], string>> = {
  select: 'a selection',
  decisions: 'decisions',
  choices: 'a returned table',
  accept: 'rows accepted by their reason',
  undo: 'undone decisions',
  earlier_table: 'decisions of an earlier table',
};

/** When, who and what, for example `2026-11-22 23:59, by 経理: rows accepted by their reason ("見本を確認")`. */
function describeCall({ decided_at, key, made_by, why }: Entry): string {
  const time = `${decided_at.slice(0, 16).replace('T', ' ')} UTC`;
  const by = key && `, by ${formatKeyName(key)}`;
  return toPrintable(joinText(time, by, `: ${callNames[made_by]}`, why !== null && ` (${why})`, '.'));
}

function describeUndone({ undone }: Pick<UndoAnswer, 'undone'>, expected: boolean): string {
  const { rows, undone_before, decided_again, undone_by_call } = undone;
  const left = [
    undone_before > 0 && `${formatQuantity(undone_before, 'row')} undone before`,
    decided_again > 0 && `${formatQuantity(decided_again, 'row')} decided again since`,
    undone_by_call > 0 &&
      `${formatQuantity(undone_by_call, 'row')} that the call itself reopened or took back`,
  ].filter((each) => each !== false);
  return joinText(
    !expected && 'Undone: ',
    formatQuantity(rows, 'row'),
    expected && ' to undo',
    '.',
    left.length > 0 && ` Left as they are: ${left.join(', ')}.`,
  );
}

type UndoAnswer = NonNullable<Awaited<ReturnType<typeof requestUndo>>['data']>;
