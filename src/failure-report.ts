/**
 * What a log or a terminal may show of a failure. Postgres repeats values in messages, details and positions, Elasticsearch
 * whole requests and documents in its answers, and both keep what they were asked: none of that is the operator's to read.
 * Pure: the one way of errors into logs.
 */
export interface FailureReport {
  readonly type: string;
  readonly message?: string;
  /** Of Postgres, its SQLSTATE; of the system, for example ECONNREFUSED. */
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  /** Verb and first table of the statement. */
  readonly statement?: string;
  /** Of Elasticsearch. */
  readonly status?: number;
  readonly reason?: string;
  readonly stack?: string;
  readonly cause?: FailureReport;
}

const maxMessageLength = 500;
const maxFrames = 20;
const maxCauseDepth = 3;

export function failureReport(thrown: unknown, depth = 0): FailureReport {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { cause } = thrown;
  return {
    type: thrown.name,
    ...particulars(thrown),
    ...framesOf(thrown),
    ...(cause instanceof Error && depth < maxCauseDepth && { cause: failureReport(cause, depth + 1) }),
  };
}

/** The same in one line, for terminals. */
export function failureLine(thrown: unknown): string {
  const { type, message, code, status, reason, table, column, constraint, statement } = failureReport(thrown);
  const facts = Object.entries({ code, status, reason, table, column, constraint, statement }).flatMap(
    ([name, value]) => (value === undefined || message?.includes(String(value)) ? [] : [`${name} ${value}`]),
  );
  return `${message ?? type}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

/** The stack alone, without the message that stands above it. */
export function framesOf(error: Error): { readonly stack?: string } {
  const lines = (error.stack ?? '').split('\n');
  const firstFrame = lines.findLastIndex((line) => !/^ {4}at .+(?:\)|:\d+|<anonymous>)$/.test(line)) + 1;
  const frames = lines.slice(firstFrame, firstFrame + maxFrames);
  return frames.length > 0 ? { stack: frames.map((line) => line.trim()).join('\n') } : {};
}

function particulars(error: Error): Omit<FailureReport, 'type'> {
  const { code, severity, table, column, constraint, statement, meta } = Object(error) as Readonly<
    Record<string, unknown>
  >;
  const given = {
    ...text('code', code),
    ...text('table', table),
    ...text('column', column),
    ...text('constraint', constraint),
    ...text('statement', statement),
  };
  if (typeof severity === 'string' && typeof code === 'string')
    return { ...(namesAlone.test(code) && message(error)), ...given };
  const answer = answerOf(meta);
  if (answer) return answer;
  // JSON.parse quotes what it could not read.
  return { ...(!(error instanceof SyntaxError) && message(error)), ...given };
}

/** SQLSTATE classes whose messages name tables, columns and constraints at most; others quote the value. */
const namesAlone = /^(?:08|23|28|3D|3F|40|42(?!601)|53|55|57|58)/;

function message({ message }: Error): { readonly message?: string } {
  return message === '' ? {} : { message: message.slice(0, maxMessageLength) };
}

function text(name: string, value: unknown): Readonly<Record<string, string>> {
  return typeof value === 'string' ? { [name]: value.slice(0, 100) } : {};
}

interface ElasticsearchMeta {
  readonly statusCode?: unknown;
  readonly body?: { readonly error?: { readonly type?: unknown } };
}

/** What Elasticsearch answered, by its kind; its reasons repeat the request. */
function answerOf(meta: unknown): Omit<FailureReport, 'type'> | null {
  const { statusCode, body } = Object(meta) as ElasticsearchMeta;
  if (typeof statusCode !== 'number') return null;
  return { status: statusCode, ...text('reason', body?.error?.type) };
}

/** What a statement does, without what it says: `insert research_items`. */
export function statementShape(sql: string): string {
  const verb = /^\s*([a-z]{2,12})\b/i.exec(sql)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|table|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]{0,62})/i.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
