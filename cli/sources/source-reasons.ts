import { noCompanyReasons, type OpenStatus, type Schema } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { CommandFailure, createUsageFailure, exitCodes } from '../failure.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { omitUndefined } from '../input/option-values.ts';
import { makePurchase, type PayingOptions } from '../input/paying.ts';
import { formatPlace } from '../output/company-view.ts';
import { formatCount, formatQuantity, toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import { describeOpenRows } from './source-decisions.ts';

/** Why rows are open, and accepting all rows of one reason at once. */

type Reasons = NonNullable<Awaited<ReturnType<typeof requestReasons>>['data']>['reasons'];
type Reason = Reasons[number];

function requestReasons(session: Session, sourceId: string) {
  return session.api.GET('/api/service/sources/{sourceId}/reasons', { params: { path: { sourceId } } });
}

/** `source reasons`. */
export async function showReasons(session: Session, sourceId: string): Promise<void> {
  await session.showAnswer(requestReasons(session, sourceId), ({ reasons }) => {
    if (reasons.length === 0) session.note('No row is open.');
    for (const reason of reasons) {
      session.print(
        `${reason.code ?? '(unknown)'} (${reason.resolve_status}): ${formatQuantity(reason.rows, 'row')}, ${formatCount(reason.single_candidate_rows)} can be accepted`,
      );
      if (reason.message) session.print(`  ${toPrintable(reason.message)}`);
      for (const line of formatSamples(reason)) session.print(line);
      const command = buildAcceptCommand(sourceId, reason, reasons);
      if (canBeAccepted(reason))
        session.print(`  To accept them for ${formatQuantity(reason.credits, 'credit')}: ${command}`);
      else if (reason.resolve_status === 'not_found' && reason.code !== null)
        session.print(`  If no company is meant: ${command} --${chooseMark(reason)}`);
      session.print('');
    }
  });
}

function chooseMark({ code }: Reason): 'not-a-company' | 'none' {
  return noCompanyReasons.some((each) => each === code) ? 'not-a-company' : 'none';
}

function buildAcceptCommand(sourceId: string, reason: Reason, all: Reasons): string {
  const isTwice = all.some((other) => other !== reason && other.code === reason.code);
  const only = isTwice ? ` --status ${reason.resolve_status}` : '';
  return `company-data source accept ${sourceId} ${reason.code}${only}`;
}

/** The commands that settle rows at once, the most rows first, and whether rows stay open after them. */
export async function listAcceptCommands(session: Session, sourceId: string) {
  const { reasons } = await getAnswer(requestReasons(session, sourceId));
  const accepting = reasons.filter(canBeAccepted).map((reason) => {
    const { single_candidate_rows: rows, credits } = reason;
    const about = `${formatQuantity(rows, 'row')}, ${formatQuantity(credits, 'credit')}`;
    return `${buildAcceptCommand(sourceId, reason, reasons)}  # ${about}`;
  });
  const hasOthers = reasons.some((reason) => !canBeAccepted(reason) || reason.left_out_rows > 0);
  return { accepting, hasOthers };
}

function canBeAccepted({ acceptable, single_candidate_rows: rows }: Reason): boolean {
  return acceptable && rows > 0;
}

export interface AcceptOptions extends PayingOptions {
  readonly status?: OpenStatus;
  readonly why?: string;
  readonly none?: true;
  readonly notACompany?: true;
  readonly remember?: true;
}

/** `source accept`: shows samples and the price, asks, and settles the rows, or marks them. */
export async function acceptReason(
  session: Session,
  sourceId: string,
  code: string,
  options: AcceptOptions,
): Promise<void> {
  const { status, why } = options;
  const mark = readMark(options);
  const { reasons, source } = await getAnswer(requestReasons(session, sourceId));
  const fitting = reasons.filter(
    (each) => each.code === code && (status === undefined || each.resolve_status === status),
  );
  if (fitting.length === 0) {
    throw new CommandFailure(
      exitCodes.notFound,
      `No open row has the reason ${code}.`,
      `To see the reasons: company-data source reasons ${sourceId}`,
    );
  }
  const [reason, ...others] = fitting.filter((each) => mark !== undefined || canBeAccepted(each));
  if (!reason) {
    const codes = reasons.filter(canBeAccepted).map((each) => each.code);
    throw new CommandFailure(
      exitCodes.refused,
      `Rows with the reason ${code} cannot be accepted at once.`,
      codes.length > 0
        ? `Rows with these reasons can: ${codes.join(', ')}.`
        : `Decide about them one by one: company-data source review ${sourceId}`,
    );
  }
  if (others.length > 0) {
    const states = fitting.map(({ resolve_status }) => resolve_status);
    throw createUsageFailure(
      `Rows in several states have the reason ${code}.`,
      `Give --status ${states.join(' or ')}.`,
    );
  }
  const rows = mark ? reason.rows : reason.single_candidate_rows;
  session.note(`${formatQuantity(rows, 'row')}. ${toPrintable(reason.message ?? '')}`);
  if (!mark && reason.left_out_rows > 0)
    session.note(`Left out, because they are less certain: ${formatQuantity(reason.left_out_rows, 'row')}.`);
  for (const line of formatSamples(reason)) session.note(line);
  const { resolve_status } = reason;
  const accepted = {
    reason: code,
    rows,
    ...(mark && { action: mark }),
    ...(options.remember && { remember: 'always' as const }),
    ...(resolve_status === 'matched' ? {} : { status: resolve_status }),
    ...omitUndefined({ why }),
  };
  const meaning = { url: session.url, source_id: sourceId, ...accepted, updated_at: source.updated_at };
  const key = options.idempotencyKey ?? computeIdempotencyKey('source.accept', meaning);
  const answer = await makePurchase(
    session,
    options,
    `${mark ? 'Marking' : 'Accepting'} ${formatQuantity(rows, 'row')}`,
    (limits) =>
      session.api.POST('/api/service/sources/{sourceId}/accept', {
        params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
        body: { ...accepted, ...limits },
      }),
  );
  if (!answer) return;
  session.printAnswer(answer, () => {
    const { rows: changed, remembered_names: names } = answer.accepted;
    session.print(`${mark ? 'Marked' : 'Accepted'} ${formatQuantity(changed, 'row')}.`);
    if (names > 0) session.note(`Remembered for later rows: ${formatQuantity(names, 'name')}.`);
    session.note(describeOpenRows(answer.review));
  });
}

/** How the rows are marked instead of being settled. @throws CommandFailure for two marks */
function readMark({ none, notACompany }: AcceptOptions) {
  if (none && notACompany) throw createUsageFailure('Give --none or --not-a-company, not both.');
  if (none) return 'none_of_these' as const;
  if (notACompany) return 'not_a_company' as const;
  return undefined;
}

function formatSamples({ samples }: Reason): string[] {
  return samples.map(({ row_number, cells, company }) => {
    const proposal = company ? ` → ${company.legal_name}${formatPlaceInBrackets(company)}` : '';
    return toPrintable(`  row ${row_number}: ${Object.values(cells).filter(Boolean).join(' | ')}${proposal}`);
  });
}

function formatPlaceInBrackets(company: Pick<Schema<'Company'>, 'prefecture' | 'city'>): string {
  const text = formatPlace(company);
  if (text === '') return '';
  return ` (${text})`;
}
