import { createHash } from 'node:crypto';
import { z } from 'zod';
import { maxCreditAmount, maxRowsInOneCall, maxRowsInOneToolCall, type Schema } from '../../client/index.ts';
import {
  countRemainingRows,
  followRun,
  isOpenRun,
  isResumableRun,
  needsRun,
  type Run,
  SourceCalls,
} from '../../client/source-resolving.ts';
import { type Api, computeIdempotencyKey, getAnswer, ToolFailure } from '../api-calls.ts';
import {
  cleanLine,
  formatTerm,
  formatTermInWords,
  joinLines,
  type Line,
  line,
  quoteText,
} from '../quoted-text.ts';
import { defineTool, omitUndefined, type ToolContext } from '../tool.ts';

const defineHeader = (about: string) => z.string().min(1).max(1000).optional().describe(about);

/** Clients usually wait a minute for an answer. */
const followSeconds = 25;
const pollSeconds = 5;

const columnNames = z.strictObject({
  name: defineHeader('Column of company names.'),
  corporate_number: defineHeader('Column of corporate numbers (法人番号).'),
  securities_code: defineHeader('Column of securities codes (証券コード).'),
  domain: defineHeader('Column of sites, domains or e-mail addresses.'),
  prefecture: defineHeader('Hint: column of prefectures.'),
  city: defineHeader('Hint: column of cities.'),
  address: defineHeader('Hint: column of addresses.'),
  postal_code: defineHeader('Hint: column of postal codes.'),
});
type Columns = z.output<typeof columnNames>;

const counts = z.object({
  rows: z.int(),
  matched: z.int(),
  several_candidates: z.int(),
  not_found: z.int(),
  invalid: z.int(),
  unresolved: z.int(),
});

const input = z.strictObject({
  source_id: z.uuid().optional().describe('A table that was sent before.'),
  csv: z.string().min(1).max(500_000).optional().describe('The table as CSV text, with a header.'),
  headers: z.array(z.string().min(1).max(1000)).min(1).max(200).optional().describe('With rows.'),
  rows: z
    .array(z.array(z.string().max(10_000)).max(200))
    .min(1)
    .max(maxRowsInOneCall)
    .optional()
    .describe('Cells in the order of headers.'),
  name: z.string().trim().min(1).max(200).optional().describe('Name of the table.'),
  columns: columnNames
    .optional()
    .describe('Headers of the columns that identify companies. Absent: the columns that are detected.'),
  max_credits: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe(
      'The price that the user agreed to, in basic credits. Absent: only the price, nothing is charged.',
    ),
});
type Input = z.output<typeof input>;

export const resolveTable = defineTool({
  name: 'resolve_table',
  title: 'Find the company of each row of a table',
  description:
    'Find the company of each row. First call it with csv, or with headers and rows: it answers a source_id, which columns it uses, and the price; nothing is charged. Show the user the columns and the price. If they agree, call it with source_id and max_credits: 1 basic credit for each matched row, never more than max_credits, and never twice for a row. Large tables go on in the background: call it again with source_id to follow. Afterwards, open_rows shows the rows that need a person.',
  input,
  output: z.object({
    source_id: z.string(),
    state: z
      .enum(['columns_needed', 'priced', 'resolved', 'running', 'stopped'])
      .describe('stopped: the run ended before the last row; `next` says what to do.'),
    columns: z.record(z.string(), z.string()).describe('The header that is used for each field.'),
    headers: z.array(z.string()),
    counts,
    price: z
      .object({
        credits: z.int(),
        exact: z.boolean().describe('false: at most so much.'),
        balance: z.int().nullable().describe('Basic credits of the account.'),
      })
      .nullable(),
    charged: z.int().describe('Basic credits that this call charged; for a run, all that it has charged.'),
    rows_done: z.int().nullable().describe('Rows that a run has done.'),
    remarks: z.array(z.string()),
    next: z.string(),
  }),
  async run(given, context) {
    const source = await mapSource(context.api, given, await obtainSource(context.api, given));
    if (source.mapping === null)
      return renderAnswer(source, {
        state: 'columns_needed',
        next: isUnclear(source) ? columnUnclear : columnsNeeded,
      });
    const run = await findNewestRun(context.api, source.source_id);
    if (run && isOpenRun(run)) return watchRun(context, source, run);
    if (isLookedUp(source)) return renderEnd(source, run);
    if (given.max_credits === undefined) return findPrice(context, source);
    return resolveSource(context, source, run, given.max_credits);
  },
});

const columnsNeeded = line`No column looks like company names or identifiers. Ask the user, then call again with source_id and columns.`;

const columnUnclear = line`Several columns could be the company, for example the buyer and the seller of a contract. Ask the user which one is meant, then call again with source_id and columns. Leave a column out if none of them is meant.`;

type Source = Schema<'SampledSource'>;

async function obtainSource(api: Api, { source_id, csv, headers, rows, name }: Input): Promise<Source> {
  const forms = [source_id, csv, rows].filter((form) => form !== undefined);
  if (forms.length !== 1 || (rows === undefined) !== (headers === undefined)) {
    const message = line`The table must be given once.`;
    throw new ToolFailure('invalid_request', message, line`Give source_id, or csv, or headers with rows.`);
  }
  if (source_id !== undefined) return inspectSource(api, source_id);
  if (csv !== undefined) return sendText(api, csv, name);
  return sendRows(api, headers ?? [], rows ?? [], name);
}

async function inspectSource(api: Api, sourceId: string): Promise<Source> {
  return (await getAnswer(new SourceCalls(api, sourceId).inspect())).source;
}

/** The same text again is the source that exists already. */
async function sendText(api: Api, csv: string, name: string | undefined): Promise<Source> {
  const { source } = await getAnswer(
    api.POST('/api/service/sources/files', {
      params: { query: { filename: 'table.csv', encoding: 'utf-8', ...omitUndefined({ name }) } },
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
      body: '',
      bodySerializer: () => csv,
    }),
  );
  if (!source) throw new Error('the service answered with a preview');
  return source;
}

async function sendRows(
  api: Api,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  name: string | undefined,
): Promise<Source> {
  const wide = rows.findIndex((row) => row.length > headers.length);
  if (wide >= 0) {
    const message = line`rows[${wide}] has more cells than there are headers.`;
    throw new ToolFailure('invalid_request', message, line`Give every row one cell for each header.`);
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([headers, rows]))
    .digest('hex');
  const { source } = await getAnswer(
    api.POST('/api/service/sources/import', {
      body: {
        name: name ?? 'table',
        contentSha256: `sha256:${digest}`,
        headers: [...headers],
        rows: rows.map((row) => Object.fromEntries(headers.map((each, place) => [each, row[place] ?? '']))),
      },
    }),
  );
  return source;
}

/** The source with the columns that are named, or else detected. A mapping that is there stays. */
async function mapSource(api: Api, { columns }: Input, source: Source): Promise<Source> {
  const wanted = columns ? toMapping(columns) : source.mapping ? null : getDetectedColumns(source);
  if (!wanted || hasMapping(source, wanted)) return source;
  if (!columns && (Object.keys(wanted.columns).length === 0 || isUnclear(source))) return source;
  const params = { path: { sourceId: source.source_id } };
  const body = { entity: 'company' as const, ...wanted };
  return (await getAnswer(api.POST('/api/service/sources/{sourceId}/map', { params, body }))).source;
}

/** Whether the user must choose a column first, also if it is only that of the number. */
function isUnclear({ mapping_warnings }: Source): boolean {
  return mapping_warnings.some(({ code }) => code === 'several_columns');
}

type Mapping = Required<Pick<Schema<'SourceMapping'>, 'columns' | 'hints'>>;

function toMapping({ name, corporate_number, securities_code, domain, ...hints }: Columns): Mapping {
  return {
    columns: omitUndefined({ name, corporate_number, ticker: securities_code, domain }),
    hints: omitUndefined(hints),
  };
}

function getDetectedColumns({ detected_identifier_columns, detected_hint_columns }: Source): Mapping {
  const pickSuggested = (found: readonly { suggested: boolean; field: string; header: string }[]) =>
    Object.fromEntries(found.filter((each) => each.suggested).map(({ field, header }) => [field, header]));
  return { columns: pickSuggested(detected_identifier_columns), hints: pickSuggested(detected_hint_columns) };
}

function hasMapping({ mapping }: Source, { columns, hints }: Mapping): boolean {
  const serializeSorted = (part: object) => JSON.stringify(Object.entries(part).sort());
  return (
    mapping !== null &&
    serializeSorted(mapping.columns) === serializeSorted(columns) &&
    serializeSorted(mapping.hints) === serializeSorted(hints)
  );
}

/** Whether every row was looked up with these columns. */
function isLookedUp(source: Source): boolean {
  if (source.status === 'mapped') return countRemainingRows(source) === 0;
  return source.resolve_summary.unresolved === 0;
}

async function findPrice({ api }: ToolContext, source: Source): Promise<RenderedAnswer> {
  if (needsRun(source, maxRowsInOneToolCall)) {
    const { balances } = await getAnswer(api.GET('/api/service/credits/balance', {}));
    const price = { credits: countRemainingRows(source), exact: false, balance: balances.basic.available };
    return renderAnswer(source, { state: 'priced', price, next: renderAgreementStep(source, price) });
  }
  const answer = await getAnswer(requestResolve(api, source, { maxCredits: maxCreditAmount, dryRun: true }));
  const { credits_used, balance_after } = answer.billing;
  const price = { credits: credits_used, exact: true, balance: balance_after + credits_used };
  const expected = { ...source, resolve_summary: answer.source.resolve_summary };
  return renderAnswer(expected, {
    state: 'priced',
    price,
    next: renderAgreementStep(source, price),
    expected: true,
  });
}

function renderAgreementStep({ source_id }: Source, { credits, exact }: Price): Line {
  const price = line`${exact ? line`` : line`at most `}${credits} basic credits`;
  return line`Nothing was charged. Show the user the columns and the price, ${price}. If they agree, call resolve_table with source_id ${formatTerm(source_id)} and max_credits ${credits}.`;
}

async function resolveSource(
  context: ToolContext,
  source: Source,
  run: Run | undefined,
  maxCredits: number,
): Promise<RenderedAnswer> {
  const { api } = context;
  if (run && isResumableRun(run)) return watchRun(context, source, await resumeRun(api, run, maxCredits));
  if (needsRun(source, maxRowsInOneToolCall))
    return watchRun(context, source, await startRun(api, source, run, maxCredits));
  const answer = await getAnswer(requestResolve(api, source, { maxCredits }));
  const { credits_used, deduplicated } = answer.billing;
  return renderDone({ ...source, ...answer.source }, deduplicated ? 0 : credits_used);
}

/** @param limits the same call in the same state of the source has the same key */
function requestResolve(
  api: Api,
  { source_id: sourceId, mapping, resolve_summary, updated_at }: Source,
  limits: { readonly maxCredits: number; readonly dryRun?: true },
) {
  const key = computeIdempotencyKey('source.resolve', sourceId, mapping, resolve_summary, updated_at);
  return new SourceCalls(api, sourceId).resolve(key, limits);
}

/** Called again after the end: a run says what it charged, as while it was followed. */
function renderEnd(source: Source, run: Run | undefined): RenderedAnswer {
  if (run) return renderDone(source, run.billing.credits_used, run);
  return renderDone(source, 0);
}

function renderDone(source: Source, charged: number, run?: Run): RenderedAnswer {
  const { multiple_candidates, not_found, invalid } = source.resolve_summary;
  const open = multiple_candidates + not_found + invalid;
  const people = open > 0 ? line`${open} rows need a person: open_rows shows them. ` : line``;
  const next = line`${people}export_table gives the table with the companies; build_list with this source_id makes a List, free of charge.`;
  return renderAnswer(source, {
    state: 'resolved',
    charged,
    rows_done: run?.progress.rows_done ?? null,
    next,
  });
}

async function findNewestRun(api: Api, sourceId: string): Promise<Run | undefined> {
  const { items } = await getAnswer(new SourceCalls(api, sourceId).listRuns({ limit: 1 }));
  return items.find(({ background }) => background);
}

async function startRun(api: Api, source: Source, before: Run | undefined, maxCredits: number): Promise<Run> {
  const { source_id: sourceId, mapping, updated_at } = source;
  const key = computeIdempotencyKey('source.run', sourceId, mapping, updated_at, before?.run_id);
  return (await getAnswer(new SourceCalls(api, sourceId).startRun(key, maxCredits))).run;
}

/** @param maxCredits of the whole run, with what it has used already, so that repeating a call charges nothing more */
async function resumeRun(
  api: Api,
  { source_id: sourceId, run_id: runId, billing, finished_at }: Run,
  maxCredits: number,
) {
  if (maxCredits <= billing.credits_used) {
    const message = line`The run stopped after it had used ${billing.credits_used} credits of max_credits.`;
    const recovery = line`To continue, agree with the user on a higher max_credits, which includes these credits.`;
    throw new ToolFailure('max_credits_exceeded', message, recovery);
  }
  const key = computeIdempotencyKey('source.resume', runId, finished_at, maxCredits);
  return (await getAnswer(new SourceCalls(api, sourceId).resumeRun(runId, key, maxCredits))).run;
}

/** Follows a run for as long as a client waits for an answer. It goes on after that. */
async function watchRun(
  { api, signal, progress }: ToolContext,
  source: Source,
  from: Run,
): Promise<RenderedAnswer> {
  const calls = new SourceCalls(api, source.source_id);
  const until = performance.now() + followSeconds * 1000;
  const askForRun = async () => {
    const answer = await getAnswer(calls.getRun(from.run_id, { wait: pollSeconds }));
    const { rows_done, rows_total } = answer.run.progress;
    await progress(rows_done, rows_total, 'rows resolved');
    return answer;
  };
  const { run } = isOpenRun(from)
    ? await followRun(askForRun, () => performance.now() < until && !signal.aborted)
    : { run: from };
  const now = await inspectSource(api, source.source_id);
  if (run.status === 'completed') return renderDone(now, run.billing.credits_used, run);
  return renderRun(now, run);
}

function renderRun(source: Source, run: Run): RenderedAnswer {
  const { status, progress, billing, stop_reason } = run;
  const state = isOpenRun(run) ? 'running' : 'stopped';
  const next = isOpenRun(run)
    ? line`${progress.rows_done} of ${progress.rows_total} rows are done. Call resolve_table with source_id to follow the run.`
    : line`The run is ${formatTerm(status)}. ${stop_reason ? line`${stop_reason.message} ` : line``}To continue, call resolve_table with source_id and a max_credits that includes the ${billing.credits_used} credits used.`;
  return renderAnswer(source, { state, charged: billing.credits_used, rows_done: progress.rows_done, next });
}

interface Price {
  readonly credits: number;
  readonly exact: boolean;
  readonly balance: number | null;
}

interface AnswerFields {
  readonly state: 'columns_needed' | 'priced' | 'resolved' | 'running' | 'stopped';
  readonly price?: Price;
  readonly charged?: number;
  readonly rows_done?: number | null;
  readonly next: Line;
  /** Whether the counts are what to expect. */
  readonly expected?: boolean;
}
type RenderedAnswer = ReturnType<typeof renderAnswer>;

const maxColumnsShown = 30;

function renderAnswer(source: Source, outcome: AnswerFields) {
  const { state, price = null, charged = 0, rows_done = null, next, expected = false } = outcome;
  const { source_id, mapping, resolve_summary: summary, headers, sample_rows } = source;
  const columns: Record<string, string> = {};
  for (const [field, name] of Object.entries({ ...mapping?.hints, ...mapping?.columns }))
    if (name !== undefined) columns[field === 'ticker' ? 'securities_code' : field] = cleanLine(name, 200);
  const shownHeaders = headers.slice(0, maxColumnsShown).map((each) => cleanLine(each, 100));
  const rowCounts = {
    rows: summary.total,
    matched: summary.matched,
    several_candidates: summary.multiple_candidates,
    not_found: summary.not_found,
    invalid: summary.invalid,
    unresolved: summary.unresolved,
  };
  const remarks = source.mapping_warnings.slice(0, 5).map(({ message }) => cleanLine(message, 300));
  const formatSample = (name: string) =>
    sample_rows
      .map((row) => row[name])
      .filter(Boolean)
      .slice(0, 2)
      .join(', ');
  const { rows, unresolved, ...results } = rowCounts;
  const counted = Object.entries(results).map(
    ([result, count]) => line`${count} ${formatTermInWords(result)}`,
  );
  const samples = state === 'priced' || state === 'columns_needed';
  const lines = [
    line`source_id ${formatTerm(source_id)}: ${rows} rows, ${formatTermInWords(state)}.`,
    ...(samples ? Object.entries({ ...mapping?.columns, ...mapping?.hints }) : []).map(
      ([field, name = '']) =>
        line`Column for ${formatTerm(field)}: ${quoteText(name, 100)}, for example ${quoteText(formatSample(name), 100)}`,
    ),
    ...(state === 'columns_needed' ? shownHeaders.map((each) => line`Column: ${quoteText(each, 100)}`) : []),
    ...(unresolved === rows && !expected
      ? []
      : [line`${expected ? line`To expect: ` : line``}${joinLines(counted, ', ')}.`]),
    ...(price
      ? [
          line`Price: ${price.exact ? line`` : line`at most `}${price.credits} basic credits of ${price.balance ?? line`an unknown balance`}.`,
        ]
      : []),
    ...(price
      ? []
      : [line`Charged: ${charged} basic credits${rows_done === null ? line`` : line` by the whole run`}.`]),
    ...remarks.map((remark) => line`Remark: ${remark}`),
  ];
  const data = {
    source_id,
    state,
    columns,
    headers: shownHeaders,
    counts: rowCounts,
    price,
    charged,
    rows_done,
    remarks,
    next: next.text,
  };
  return { lines, end: [next], data };
}
