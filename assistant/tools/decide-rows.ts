import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  decisionActions,
  maxCreditAmount,
  maxSourceRows,
  maxWhyLength,
  prices,
  type Schema,
} from '../../client/index.ts';
import { computeIdempotencyKey, getAnswer } from '../api-calls.ts';
import { formatTerm, type Line, line } from '../quoted-text.ts';
import { inspectSource } from '../sent-table.ts';
import { defineTool, omitUndefined } from '../tool.ts';

const decision = z.strictObject({
  row: z.int().min(1).max(maxSourceRows).describe('Number of the row, as open_rows shows it.'),
  action: z
    .enum(decisionActions.filter((action) => action !== 'skip'))
    .describe(
      'choose: it is company_id. none_of_these: no known company is meant. not_a_company: the row is not a company. reopen: undo the match of a row. take_back: undo none_of_these or not_a_company.',
    ),
  company_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Only for choose: a company_id or corporate number.'),
  all_same: z.boolean().default(false).describe('Also for all open rows that say the same.'),
  why: z.string().trim().min(1).max(maxWhyLength).optional().describe('The reason, for the history.'),
});

const remaining = z.object({
  several_candidates: z.int(),
  not_found: z.int(),
  invalid: z.int(),
  unresolved: z.int(),
});

function getRemainingCounts({ statuses }: Schema<'Review'>): z.output<typeof remaining> {
  const { multiple_candidates, not_found, invalid, unresolved } = statuses;
  return { several_candidates: multiple_candidates, not_found, invalid, unresolved };
}

function renderRemaining({ several_candidates, not_found, invalid }: z.output<typeof remaining>): Line {
  return line`Still without a company: ${several_candidates} rows with candidates, ${not_found} not found, ${invalid} invalid.`;
}

export const decideRows = defineTool({
  name: 'decide_rows',
  title: 'Decide about rows',
  description: `Send the decisions of the user about rows of a table. Only what the user decided: never choose a company yourself. Without max_credits it answers the price and changes nothing. With max_credits all decisions are made, or none: ${prices.matchedRow.text} for each newly settled row, 0 for everything else. batch_id undoes the call with undo_decisions.`,
  input: z.strictObject({
    source_id: z.uuid(),
    decisions: z.array(decision).min(1).max(50).describe('Each about another row.'),
    max_credits: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe('The price that the user agreed to; 0 if it is free. Absent: only the price.'),
  }),
  output: z.object({
    done: z.boolean().describe('false: only the price; nothing was changed or charged.'),
    rows_changed: z.int(),
    credits: z.int().describe('Basic credits: charged, or the price.'),
    balance: z.int().describe('Basic credits left after it.'),
    batch_id: z.string().nullable(),
    remaining,
  }),
  async run({ source_id: sourceId, decisions: given, max_credits: maxCredits }, { api }) {
    const decisions = given.map(({ company_id, all_same, why, ...each }) => ({
      ...each,
      applyTo: all_same ? ('same' as const) : ('row' as const),
      // open_rows shows only rows that nobody decided.
      ...(each.action !== 'reopen' && each.action !== 'take_back' && { shownDecision: null }),
      ...omitUndefined({ companyId: company_id, why }),
    }));
    // What was decided may be undone and decided again, so the key is of the state in which it was decided.
    const { updated_at } = await inspectSource(api, sourceId);
    const key = computeIdempotencyKey('source.decide', sourceId, decisions, updated_at);
    const done = maxCredits !== undefined;
    const answer = await getAnswer(
      api.POST('/api/service/sources/{sourceId}/decisions', {
        params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
        // Without an agreed price, a dry run says it.
        body: {
          decisions,
          execute: true,
          maxCredits: maxCredits ?? maxCreditAmount,
          ...(!done && { dryRun: true }),
        },
      }),
    );
    const { rows_changed, batch_id, billing, review } = answer;
    const { credits_used: credits, balance_after: balance } = billing;
    const rest = getRemainingCounts(review);
    const lines = done
      ? [
          line`${rows_changed} rows changed. Charged: ${credits} basic credits; ${balance} left.`,
          batch_id !== null && line`batch_id, to undo it: ${formatTerm(batch_id)}`,
          renderRemaining(rest),
        ]
      : [
          line`It would change ${rows_changed} rows and cost ${credits} basic credits; ${balance} would be left. Nothing was changed or charged.`,
          line`If the user agrees, call again with max_credits ${credits}.`,
        ];
    return { lines, data: { done, rows_changed, credits, balance, batch_id, remaining: rest } };
  },
});

export const undoDecisions = defineTool({
  name: 'undo_decisions',
  title: 'Undo decisions',
  description:
    'Undo all that one call of decide_rows did. The rows become what they were. Free of charge: nothing is refunded, and settling these rows again costs nothing.',
  input: z.strictObject({
    source_id: z.uuid(),
    batch_id: z.uuid().describe('From the answer of decide_rows.'),
  }),
  output: z.object({ rows_undone: z.int(), undone_before: z.int(), decided_again: z.int(), remaining }),
  async run({ source_id: sourceId, batch_id: batchId }, { api }) {
    // A key of its own for each call: undoing twice changes nothing, and the answer is about the rows as they are now.
    const key = computeIdempotencyKey('source.undo', randomUUID());
    const { undone, review } = await getAnswer(
      api.POST('/api/service/sources/{sourceId}/undo', {
        params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
        body: { batchId },
      }),
    );
    const rest = getRemainingCounts(review);
    const { rows, undone_before, decided_again } = undone;
    const lines = [
      rows > 0 ? line`${rows} rows are as they were.` : line`There was nothing left to undo.`,
      undone_before > 0 && line`${undone_before} rows were undone before.`,
      decided_again > 0 && line`${decided_again} rows were decided again since and stay as they are.`,
      renderRemaining(rest),
    ];
    return { lines, data: { rows_undone: rows, undone_before, decided_again, remaining: rest } };
  },
});
