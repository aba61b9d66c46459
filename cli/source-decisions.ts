import type { Schema } from '../client/index.ts';
import { answered, type Body } from './calls.ts';
import { usageFailure } from './failure.ts';
import { purchaseKey } from './idempotency.ts';
import { given } from './option-values.ts';
import { type ChargingBody, type PayingOptions, purchase } from './paying.ts';
import type { Session } from './session.ts';
import { inspectCall } from './source-view.ts';
import { counted, figure } from './text.ts';
import type { Remembering } from './vocabulary.ts';

/** Decisions of people about rows. */

export type Decision = Body<'decideSourceRows'>['decisions'][number];

export interface DecideOptions extends PayingOptions {
  readonly company?: string;
  readonly none?: true;
  readonly notACompany?: true;
  readonly reopen?: true;
  readonly takeBack?: true;
  readonly why?: string;
  readonly same?: true;
  readonly remember?: Remembering;
}

/** `source decide`: the same decision about each of the rows. */
export async function decideRows(
  session: Session,
  sourceId: string,
  rows: readonly string[],
  options: DecideOptions,
): Promise<void> {
  const { company, why, same, remember } = options;
  const action = actionOf(options);
  const decisions = rows.map(
    (row): Decision => ({
      row: isRowNumber(row) ? Number(row.normalize('NFKC')) : row,
      action,
      applyTo: same ? 'same' : 'row',
      ...given({ companyId: company, why, remember }),
    }),
  );
  const { source } = await answered(inspectCall(session, sourceId));
  // What was decided may be undone and decided again, so the key is of the state that it was decided in.
  const meaning = { url: session.url, source_id: sourceId, decisions, updated_at: source.updated_at };
  const key = options.idempotencyKey ?? purchaseKey('source.decide', meaning);
  const call = (limits: ChargingBody) => decideCall(session, sourceId, decisions, limits, key);
  const answer = await purchase(session, options, 'The decision', call, rowsChanged);
  if (answer) {
    session.answer(answer, () => {
      session.table(answer.decisions, {
        row: 'row_number',
        decided: ({ action }) => action.replaceAll('_', ' '),
        company_id: 'company_id',
        'rows changed': 'rows_changed',
        credits: 'credits',
      });
      session.note(openRows(answer.review));
    });
  }
}

/** A number, in half or full width; anything else is an id. */
export function isRowNumber(row: string): boolean {
  return /^\d{1,5}$/.test(row.normalize('NFKC'));
}

function actionOf({ company, none, notACompany, reopen, takeBack }: DecideOptions): Decision['action'] {
  const flags = {
    choose: company,
    none_of_these: none,
    not_a_company: notACompany,
    reopen,
    take_back: takeBack,
  };
  const chosen = Object.entries(flags).filter(([, value]) => value !== undefined);
  const [action] = chosen[0] ?? [];
  if (action && chosen.length === 1) return action as Decision['action'];
  throw usageFailure('Give exactly one of --company, --none, --not-a-company, --reopen and --take-back.');
}

interface Changes {
  readonly decisions: readonly { readonly same_rows: number }[];
  readonly rows_changed: number;
}

function rowsChanged({ decisions, rows_changed }: Changes): string {
  const same = decisions.reduce((sum, each) => sum + each.same_rows, 0);
  const also = same === 0 ? '' : `, of which ${same} say the same as a named row`;
  return `${counted(rows_changed, 'row')} to change${also}.`;
}

export function openRows({ statuses }: Schema<'Review'>): string {
  const { multiple_candidates: several, not_found, invalid } = statuses;
  return `Open: ${counted(several, 'row')} with several candidates, ${figure(not_found)} without a company, ${figure(invalid)} invalid.`;
}

/** @param key one for each decision that is to be made */
export function decideCall(
  session: Session,
  sourceId: string,
  decisions: Decision[],
  limits: ChargingBody,
  key: string,
) {
  return session.api().POST('/api/service/sources/{sourceId}/decisions', {
    params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
    body: { decisions, ...limits },
  });
}

/** All rows that the newest decision about a row changed, by id: those of the same call. */
export async function rowsDecidedWith(session: Session, sourceId: string, row: string): Promise<string[]> {
  const ask = (query: { row?: string; limit: number; cursor?: string }) =>
    answered(
      session.api().GET('/api/service/sources/{sourceId}/history', { params: { path: { sourceId }, query } }),
    );
  const [newest] = (await ask({ row, limit: 1 })).items;
  const rows: string[] = [];
  for (let cursor: string | null | undefined; newest && cursor !== null; ) {
    const { items, meta } = await ask({ limit: 500, ...given({ cursor }) });
    const batch = items.filter(({ batch_id }) => batch_id === newest.batch_id);
    rows.push(...batch.map(({ source_row_id }) => source_row_id));
    // Newest first: an older entry ends the batch.
    const older = items.some(({ decided_at }) => decided_at < newest.decided_at);
    cursor = older ? null : meta.next_cursor;
  }
  return rows;
}
