/**
 * What a log or a terminal may show of a failure. Errors of Postgres repeat values, errors of Elasticsearch repeat
 * whole requests and documents. Operators must not see customers' data, so every error goes through here before it is
 * logged. Pure.
 */
export interface FailureReport {
  readonly type: string;
  readonly message?: string;
  /** SQLSTATE of Postgres, or a system code such as ECONNREFUSED. */
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  /** Verb and first table of the statement. */
  readonly statement?: string;
  /** HTTP status from Elasticsearch. */
  readonly status?: number;
  readonly reason?: string;
  readonly stack?: string;
  readonly cause?: FailureReport;
}

const maxMessageLength = 500;
const maxFrames = 20;
const maxCauseDepth = 3;

export function buildFailureReport(thrown: unknown, depth = 0): FailureReport {
  if (!isError(thrown)) return { type: typeof thrown };
  const { cause } = thrown;
  return {
    type: thrown.name,
    ...readParticulars(thrown),
    ...getFrames(thrown),
    ...(isError(cause) && depth < maxCauseDepth && { cause: buildFailureReport(cause, depth + 1) }),
  };
}

/** Also one of Node's own in a context of another, as tests run in. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

/** The same on one line, for terminals. */
export function formatFailure(thrown: unknown): string {
  const { type, message, code, status, reason, table, column, constraint, statement } =
    buildFailureReport(thrown);
  const facts = Object.entries({ code, status, reason, table, column, constraint, statement }).flatMap(
    ([name, value]) => (value === undefined || message?.includes(String(value)) ? [] : [`${name} ${value}`]),
  );
  return `${message ?? type}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

/** The stack without the message above it. */
export function getFrames(error: Error): { readonly stack?: string } {
  const lines = (error.stack ?? '').split('\n');
  const firstFrame = lines.findLastIndex((line) => !/^ {4}at .+(?:\)|:\d+|<anonymous>)$/.test(line)) + 1;
  const frames = lines.slice(firstFrame, firstFrame + maxFrames);
  if (frames.length > 0) return { stack: frames.map((line) => line.trim()).join('\n') };
  return {};
}

function readParticulars(error: Error): Omit<FailureReport, 'type'> {
  const { code, severity, table, column, constraint, statement, meta } = Object(error) as Readonly<
    Record<string, unknown>
  >;
  const given = {
    ...toTextField('code', code),
    ...toTextField('table', table),
    ...toTextField('column', column),
    ...toTextField('constraint', constraint),
    ...toTextField('statement', statement),
  };
  if (typeof severity === 'string' && typeof code === 'string')
    return { ...(namesAlone.test(code) && getMessage(error)), ...given };
  const answer = readEngineAnswer(meta);
  if (answer) return answer;
  // JSON.parse quotes the text that it could not read.
  return { ...(!(error instanceof SyntaxError) && getMessage(error)), ...given };
}

/** SQLSTATE classes whose messages name only tables, columns and constraints. The others quote values. */
const namesAlone = /^(?:08|23|28|3D|3F|40|42(?!601)|53|55|57|58)/;

function getMessage({ message }: Error): { readonly message?: string } {
  if (message === '') return {};
  return { message: message.slice(0, maxMessageLength) };
}

function toTextField(name: string, value: unknown): Readonly<Record<string, string>> {
  if (typeof value === 'string') return { [name]: value.slice(0, 100) };
  return {};
}

interface ElasticsearchMeta {
  readonly statusCode?: unknown;
  readonly body?: { readonly error?: { readonly type?: unknown } };
}

/** Only the type of the error: its reason repeats the request. */
function readEngineAnswer(meta: unknown): Omit<FailureReport, 'type'> | null {
  const { statusCode, body } = Object(meta) as ElasticsearchMeta;
  if (typeof statusCode !== 'number') return null;
  return { status: statusCode, ...toTextField('reason', body?.error?.type) };
}

/** What a statement does, without its values: `insert research_items`. */
export function describeStatement(sql: string): string {
  const verb = /^\s*([a-z]{2,12})\b/i.exec(sql)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|table|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]{0,62})/i.exec(sql)?.[1];
  if (table === undefined) return verb;
  return `${verb} ${table}`;
}
