import { CommandFailure, type ExitCode, exitCodes } from './failure.ts';

/** An answer of the service that is not a success (the error envelope of the API document). */
export class ApiFailure extends CommandFailure {
  override readonly name = 'ApiFailure';

  constructor(
    readonly status: number,
    /** As the service sent it. */
    readonly body: unknown,
    readonly retryAfter: string | null,
  ) {
    const { message, recovery, code } = readError(status, body);
    super(exitCodeOf(status, code), message, commandRecovery[code ?? ''] ?? recovery);
  }

  get code(): string | undefined {
    return readError(this.status, this.body).code;
  }

  get requestId(): string | undefined {
    const { request_id: id } = asObject(this.body);
    return typeof id === 'string' ? id : undefined;
  }

  /** The bad fields, or what else the service says about the failure. */
  get details(): readonly string[] {
    const { details } = asObject(asObject(this.body).error);
    if (details === undefined || details === null) return [];
    const entries = Array.isArray(details) ? details : Object.entries(asObject(details));
    return entries.map(detailLine);
  }
}

function detailLine(entry: unknown): string {
  if (Array.isArray(entry)) return `${entry[0]}: ${plain(entry[1])}`;
  const { field, message } = asObject(entry);
  return typeof field === 'string' && typeof message === 'string' ? `${field} ${message}` : plain(entry);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readError(
  status: number,
  body: unknown,
): { message: string; recovery?: string | undefined; code?: string | undefined } {
  const { message, recovery, code } = asObject(asObject(body).error);
  if (typeof message === 'string') {
    return {
      message,
      recovery: typeof recovery === 'string' ? recovery : undefined,
      code: typeof code === 'string' ? code : undefined,
    };
  }
  if (status >= 300 && status < 400)
    return {
      message: 'The address redirects elsewhere.',
      recovery: 'Set the address it leads to: `company-data config set url <url>`.',
    };
  return { message: `The service answered ${status} without saying why.` };
}

/** Where the service's own recovery speaks of HTTP, what to do on the command line. */
const commandRecovery: Readonly<Record<string, string>> = {
  invalid_request: 'Correct what is named above.',
  invalid_query: 'Correct what is named above.',
  invalid_api_key:
    'Set COMPANY_DATA_API_KEY to a valid key, or store one with `company-data config set-key`.',
  list_not_found: 'Take list_id from `company-data list list`.',
  source_not_found: 'Take source_id from `company-data source list`, or import the source again.',
  source_row_not_found: 'Take source_row_id from `company-data source review <source_id>`.',
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
  422: exitCodes.refused,
  429: exitCodes.limit,
  502: exitCodes.unavailable,
  503: exitCodes.unavailable,
  504: exitCodes.unavailable,
};

function exitCodeOf(status: number, code: string | undefined): ExitCode {
  return byCode[code ?? ''] ?? byStatus[status] ?? exitCodes.unexpected;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
