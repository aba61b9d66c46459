import { z } from 'zod';
import { isOpenRun, type Run } from '../client/source-resolving.ts';
import {
  cleanLine,
  formatTerm,
  formatTermInWords,
  joinLines,
  type Line,
  line,
  quoteText,
} from './quoted-text.ts';
import { isUnclear, type Source } from './sent-table.ts';

/** What resolve_table answers: in lines for the user, and as data. */

const counts = z.object({
  rows: z.int(),
  matched: z.int(),
  several_candidates: z.int(),
  not_found: z.int(),
  invalid: z.int(),
  unresolved: z.int(),
});

export const tableOutput = z.object({
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
});

type Data = z.output<typeof tableOutput>;
type Price = NonNullable<Data['price']>;

interface AnswerFields {
  readonly state: Data['state'];
  readonly price?: Price;
  readonly charged?: number;
  readonly rows_done?: number | null;
  readonly next: Line;
  /** Whether the counts are what to expect. */
  readonly expected?: boolean;
}
export type RenderedAnswer = ReturnType<typeof renderAnswer>;

const maxColumnsShown = 30;

export function renderAnswer(source: Source, outcome: AnswerFields) {
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
  const needsColumns = state === 'columns_needed';
  const lines = [
    line`source_id ${formatTerm(source_id)}: ${rows} rows, ${formatTermInWords(state)}.`,
    ...Object.entries({ ...mapping?.columns, ...mapping?.hints }).map(
      ([field, name = '']) =>
        (state === 'priced' || needsColumns) &&
        line`Column for ${formatTerm(field)}: ${quoteText(name, 100)}, for example ${quoteText(formatSample(name), 100)}`,
    ),
    ...shownHeaders.map((each) => needsColumns && line`Column: ${quoteText(each, 100)}`),
    (unresolved !== rows || expected) && line`${expected && line`To expect: `}${joinLines(counted, ', ')}.`,
    price && line`Price: ${formatCredits(price)} of ${price.balance ?? line`an unknown balance`}.`,
    !price && line`Charged: ${charged} basic credits${rows_done !== null && line` by the whole run`}.`,
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

const columnsNeeded = line`No column looks like company names or identifiers. Ask the user, then call again with source_id and columns.`;

const columnUnclear = line`Several columns could be the company, for example the buyer and the seller of a contract. Ask the user which one is meant, then call again with source_id and columns. Leave a column out if none of them is meant.`;

/** The user must choose the columns first. */
export function renderColumnsNeeded(source: Source): RenderedAnswer {
  if (isUnclear(source)) return renderAnswer(source, { state: 'columns_needed', next: columnUnclear });
  return renderAnswer(source, { state: 'columns_needed', next: columnsNeeded });
}

export function renderAgreementStep({ source_id }: Source, price: Price): Line {
  return line`Nothing was charged. Show the user the columns and the price, ${formatCredits(price)}. If they agree, call resolve_table with source_id ${formatTerm(source_id)} and max_credits ${price.credits}.`;
}

function formatCredits({ credits, exact }: Price): Line {
  return line`${!exact && line`at most `}${credits} basic credits`;
}

/** Called again after the end: a run says what it charged, as while it was followed. */
export function renderEnd(source: Source, run: Run | undefined): RenderedAnswer {
  if (run) return renderDone(source, run.billing.credits_used, run);
  return renderDone(source, 0);
}

export function renderDone(source: Source, charged: number, run?: Run): RenderedAnswer {
  const { multiple_candidates, not_found, invalid } = source.resolve_summary;
  const open = multiple_candidates + not_found + invalid;
  const people = open > 0 && line`${open} rows need a person: open_rows shows them. `;
  const next = line`${people}export_table gives the table with the companies; build_list with this source_id makes a List, free of charge.`;
  return renderAnswer(source, {
    state: 'resolved',
    charged,
    rows_done: run?.progress.rows_done ?? null,
    next,
  });
}

export function renderRun(source: Source, run: Run): RenderedAnswer {
  const { status, progress, billing, stop_reason: reason } = run;
  const shown = { charged: billing.credits_used, rows_done: progress.rows_done };
  if (isOpenRun(run)) {
    const next = line`${progress.rows_done} of ${progress.rows_total} rows are done. Call resolve_table with source_id to follow the run.`;
    return renderAnswer(source, { state: 'running', ...shown, next });
  }
  const why = reason && line`${reason.message} `;
  const next = line`The run is ${formatTerm(status)}. ${why}To continue, call resolve_table with source_id and a max_credits that includes the ${billing.credits_used} credits used.`;
  return renderAnswer(source, { state: 'stopped', ...shown, next });
}
