import { asObject } from '../client/errors.ts';
import type { ApiError, NoAnswerError } from '../client/index.ts';
import { CommandFailure, type ExitCode, exitCodes } from './failure.ts';

/** A failure answer of the service, for people at the command line. */
export class ApiFailure extends CommandFailure {
  override readonly name = 'ApiFailure';
  readonly code: string | null;
  readonly requestId: string | null;
  readonly retryAfter: string | null;
  /** As the service sent it. */
  readonly body: unknown;
  /** The invalid fields, or other details of the failure. */
  readonly details: readonly string[];

  constructor(error: ApiError) {
    const { status, code, details, detailsOmitted } = error;
    const known = code === null ? describeUnknownFailure(error) : error;
    const shown = formatPlaces(known.message);
    super(exitCodeOf(status, code), shown, commandRecovery[code ?? ''] ?? known.recovery ?? undefined);
    this.code = code;
    this.requestId = error.requestId;
    this.retryAfter = error.retryAfter;
    this.body = error.body;
    const entries = Array.isArray(details) ? details : Object.entries(asObject(details));
    // If only one field is invalid, its message may repeat the failure's message.
    const lines = entries.map(formatDetail).filter((line) => `${line}.` !== shown);
    this.details = detailsOmitted > 0 ? [...lines, `and ${detailsOmitted} more`] : lines;
  }
}

function formatDetail(entry: unknown): string {
  if (Array.isArray(entry)) return `${entry[0]}: ${toText(entry[1])}`;
  const { field, message } = asObject(entry);
  if (typeof field === 'string' && typeof message === 'string') return formatPlaces(`${field} ${message}`);
  return toText(entry);
}

/** Positions as people count them: `rows[0].memo` is a cell of row 1 of an imported table. */
function formatPlaces(text: string): string {
  return text
    .replace('GET /sources/{sourceId}/candidates', '`company-data source candidates`')
    .replace(
      /\bdecisions\[(\d+)\]\.(\w+)/g,
      (_, place: string, field: string) =>
        `${field === 'companyId' ? 'company' : field} of decision ${Number(place) + 1}`,
    )
    .replace(/\bheaders\[(\d+)\]/g, (_, place: string) => `column ${Number(place) + 1}`)
    .replace(/\brows\[(\d+)\]\.?/g, (_, place: string) => `row ${Number(place) + 1} `);
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** What an answer without the error envelope means. */
function describeUnknownFailure({ status, message }: ApiError): { message: string; recovery: string } {
  if (status >= 300 && status < 400)
    return {
      message: 'The address redirects to another address.',
      recovery: 'Set that address: `company-data config set url <url>`.',
    };
  if (status < 300)
    return {
      message: `The answer does not come from this service: ${status} without content.`,
      recovery: checkAddress,
    };
  return { message, recovery: checkAddress };
}

const checkAddress = 'Check the address: `company-data config show` shows the one in use.';

/** Something else answers at this address, such as a proxy. */
export function createWrongServiceFailure(cause: NoAnswerError): CommandFailure {
  return new CommandFailure(exitCodes.unavailable, cause.message, checkAddress, { cause });
}

const otherVersion = 'The service and this program may have different versions: `company-data --version`.';

/** What to do on the command line, where the service's own recovery is about HTTP. */
const commandRecovery: Readonly<Record<string, string>> = {
  not_found: otherVersion,
  method_not_allowed: otherVersion,
  not_acceptable: otherVersion,
  unsupported_media_type: otherVersion,
  rate_limit_exceeded: 'Run the command again after that time, or let it wait longer: --max-wait <seconds>.',
  search_unavailable: 'Run the same command again in a moment.',
  database_unavailable: 'Run the same command again in a moment.',
  service_overloaded: 'Run the same command again in a moment.',
  invalid_cursor: 'Start again without a cursor. Use cursors exactly as printed, within 24 hours.',
  payload_too_large: 'Send less in one command: split the file, or shorten or leave out what is named above.',
  source_mapping_required: 'Map its columns first: `company-data source map <source_id>`.',
  credit_balance_insufficient:
    'Add credits, then run the same command again, or process less. `company-data credits balance` shows them. Nothing was charged.',
  key_spending_limit_exceeded:
    'Process less, or use a key with a higher limit: `company-data key create --max-credits <credits>`. Nothing was charged.',
  key_not_found: 'Use a key_id from `company-data key list`.',
  key_not_permitted: 'Use another key of the account.',
  origin_not_allowed: 'Call the service without a proxy that adds an Origin.',
  source_row_not_selectable:
    'Look at the row again: `company-data source review <source_id>`. `company-data source history <source_id>` says who decided.',
  too_many_keys: 'Revoke a key that is no longer needed: `company-data key revoke <key_id>`.',
  max_credits_exceeded: 'Raise --max-credits, or process less. Nothing was charged.',
  idempotency_key_in_use: 'Wait until it ends, then run the same command again to get its answer.',
  idempotency_key_reused: 'Use another --idempotency-key, or none.',
  max_employees_unsupported_on_this_path:
    'Remove --max-employees, or remove the query and --semantic-tag. If none of these is set, try again later.',
  list_conditions_not_materializable: 'Remove the conditions named above and estimate again.',
  research_content_rejected: 'Remove the content named above and add the note again.',
  invalid_request: 'Correct the values named above.',
  invalid_query: 'Correct the values named above.',
  invalid_api_key:
    'Set COMPANY_DATA_API_KEY to a valid key, or store one with `company-data config set-key`.',
  remembered_choice_not_found: 'Use a choice_id from `company-data choices list`.',
  list_not_found: 'Use a list_id from `company-data list list`.',
  source_not_found: 'Use a source_id from `company-data source list`, or import the source again.',
  source_row_not_found: 'Use a row from `company-data source review <source_id>`.',
  candidate_not_found:
    'Choose a company_id that `company-data source review <source_id>` shows for this row.',
  empty_source_mapping: 'Name a column: --name-column, --number-column, --domain-column or --ticker-column.',
};

const byCode: Readonly<Record<string, ExitCode>> = {
  max_credits_exceeded: exitCodes.payment,
  max_credits_required: exitCodes.payment,
  execute_required: exitCodes.payment,
  credit_balance_insufficient: exitCodes.payment,
};

const byStatus: Readonly<Record<number, ExitCode>> = {
  400: exitCodes.usage,
  401: exitCodes.notAuthorised,
  402: exitCodes.payment,
  403: exitCodes.notAuthorised,
  404: exitCodes.notFound,
  409: exitCodes.refused,
  413: exitCodes.refused,
  415: exitCodes.refused,
  422: exitCodes.refused,
  429: exitCodes.limit,
  502: exitCodes.unavailable,
  503: exitCodes.unavailable,
  504: exitCodes.unavailable,
};

/** Statuses that mean the same if another program answers, such as a proxy in front of the service. */
const generalStatuses = [401, 403, 413, 429];

function exitCodeOf(status: number, code: string | null): ExitCode {
  // A wrong address must not look like a company that does not exist.
  if (code === null && status < 500 && !generalStatuses.includes(status)) return exitCodes.unavailable;
  return byCode[code ?? ''] ?? byStatus[status] ?? exitCodes.unexpected;
}
