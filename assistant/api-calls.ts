import { createHash } from 'node:crypto';
import type { Call, CompanyDataClient, Schema } from '../client/index.ts';
import { formatTerm, type Line, line, type MaybeLine, quoteText } from './quoted-text.ts';

export type Api = CompanyDataClient;

/** A tool cannot do what was asked. The text says why and what to do about it. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';

  constructor(
    readonly code: string,
    /** Why, in words for the caller. */
    readonly reason: Line,
    readonly recovery?: Line,
    readonly details: readonly MaybeLine[] = [],
  ) {
    super(reason.text);
  }
}

/** The answer of a call. @throws ToolFailure if the service refused it */
export async function getAnswer<Answer>(call: Call<Answer>): Promise<NonNullable<Answer>> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined && data !== null) return data;
  throw toToolFailure(response, error);
}

/** What to do with the tools, where the service's own advice is about HTTP. */
const toolRecovery: Readonly<Record<string, Line>> = {
  max_credits_exceeded: line`Nothing was charged. Tell the user the price. If they agree, call again with a max_credits that covers it.`,
  credit_balance_insufficient: line`Nothing was charged. Tell the user that the balance is too low.`,
  key_not_permitted: line`Tell the user that this API key may not do this. Another key of the account may.`,
  invalid_api_key: line`Tell the user to configure a valid API key for this server.`,
  invalid_request: line`Correct the arguments named above.`,
  invalid_query: line`Correct the arguments named above.`,
  invalid_cursor: line`Start again without a cursor, and pass cursors unchanged.`,
  company_not_found: line`Look up the company_id with find_company or search_companies.`,
  source_not_found: line`Check the source_id, or send the table again with resolve_table.`,
  source_row_not_found: line`Use a row that open_rows shows for this source.`,
  source_row_not_selectable: line`Somebody decided the row, or the user did before. If the user wants to replace that, first undo it: reopen a match, take_back a mark.`,
  source_mapping_required: line`Call resolve_table with this source_id and columns.`,
  source_run_in_progress: line`Call resolve_table with this source_id to follow the run.`,
  source_batch_not_found: line`Use a batch_id from the answer of decide_rows.`,
  estimate_not_found: line`Call build_list again with the definition to get a new estimate.`,
  estimate_expired: line`Call build_list again with the definition to get a new estimate.`,
  list_not_found: line`Use a list_id from the answer of build_list.`,
  empty_source_mapping: line`Name at least one column with names, corporate numbers, securities codes or domains.`,
  idempotency_key_in_use: line`The same call is still running. Call again in a moment to get its answer.`,
};

function toToolFailure(response: Response, body: unknown): ToolFailure {
  const error = Object(Object(body).error) as Partial<Schema<'Error'>['error']>;
  if (typeof error.code !== 'string' || typeof error.message !== 'string') {
    return new ToolFailure(
      'unexpected_answer',
      line`The service answered ${response.status} without a reason.`,
      line`Tell the user to check the address of the service.`,
    );
  }
  const retryAfter = response.headers.get('Retry-After');
  const wait = retryAfter !== null && line`The service asks to wait ${formatTerm(retryAfter)} s.`;
  const recovery = toolRecovery[error.code] ?? quoteAdvice(error.recovery);
  // It may name headers and cells of the table.
  const message = quoteText(error.message, 500);
  return new ToolFailure(error.code, message, recovery, [...renderDetails(error.details), wait]);
}

/** What the service advises, if it does. */
function quoteAdvice(recovery: string | null | undefined): Line | undefined {
  if (recovery) return quoteText(recovery, 300);
}

const maxDetails = 5;

/** A fault with its field, or an entry of details: its name and value. */
function describeDetail(detail: unknown): string {
  if (Array.isArray(detail)) return `${detail[0]}: ${JSON.stringify(detail[1])}`;
  const { field, message } = Object(detail);
  if (typeof field === 'string' && typeof message === 'string') return `${field} ${message}`;
  return JSON.stringify(detail);
}

function renderDetails(details: unknown): Line[] {
  const entries = Array.isArray(details) ? details : Object.entries(Object(details));
  const lines = entries.slice(0, maxDetails).map((entry) => {
    return quoteText(describeDetail(entry), 300);
  });
  const more = entries.length - lines.length;
  if (more > 0) return [...lines, line`and ${more} more`];
  return lines;
}

/**
 * The Idempotency-Key of a call: the same for the same call in the same state, so that a call that a model repeats is
 * charged once.
 * @param operation as in the ledger, for example `source.resolve`
 * @param meaning what the call is about, and the state in which the user agreed to it
 */
export function computeIdempotencyKey(operation: string, ...meaning: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(meaning)).digest('hex');
  return `assistant:${operation}:${digest.slice(0, 40)}`;
}
