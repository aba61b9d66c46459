import { z } from 'zod';
import {
  type CountKind,
  countKinds,
  maxListNameLength,
  maxMaterializedRows,
  prices,
  type Schema,
} from '../../client/index.ts';
import { type Api, computeIdempotencyKey, getAnswer, ToolFailure } from '../api-calls.ts';
import { companyShape, renderCompany, toCompanyId, toCompanySummary } from '../companies.ts';
import { companyFilters, companyOrder, searchText } from '../company-filters.ts';
import { cleanLine, formatTerm, type Line, line } from '../quoted-text.ts';
import { inspectSource } from '../sent-table.ts';
import { defineTool, omitUndefined } from '../tool.ts';

const sampleSize = 5;

const input = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxListNameLength)
    .optional()
    .describe('Name of the List; required to save it.'),
  source_id: z
    .uuid()
    .optional()
    .describe('The matched rows of a table of resolve_table: saved at once, free.'),
  company_ids: z.array(z.string().min(1).max(100)).min(1).max(1_000).optional(),
  search: z
    .strictObject({
      query: searchText,
      filters: companyFilters.optional(),
      order: companyOrder,
      limit: z
        .int()
        .min(1)
        .max(maxMaterializedRows)
        .optional()
        .describe('At most so many companies. Absent: all.'),
    })
    .optional()
    .describe('The companies of a search, as in search_companies.'),
  estimate_id: z.uuid().optional().describe('From the answer with the price; with name and max_credits.'),
  max_credits: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('The price that the user agreed to; only with estimate_id.'),
});
type Input = z.output<typeof input>;

export const buildList = defineTool({
  name: 'build_list',
  title: 'Build a List',
  description: `Save companies as a List. From a table (source_id) it is free and saved at once. From company_ids or a search, the first call answers estimate_id, the number of companies, a sample and the price, and charges nothing. Show them to the user. If they agree, call with estimate_id, name and max_credits: ${prices.savedRow.text} for each company, never more than max_credits, and once, however often it is called.`,
  input,
  output: z.object({
    state: z.enum(['priced', 'saved']),
    list_id: z.string().nullable(),
    name: z.string().nullable(),
    companies: z.int(),
    total_kind: z.enum(countKinds).nullable(),
    sample: z.array(companyShape),
    estimate_id: z.string().nullable(),
    price: z.int().nullable().describe('Basic credits to save it.'),
    charged: z.int().describe('Basic credits charged by this call.'),
    balance: z.int().nullable().describe('Basic credits left, if known.'),
    remarks: z.array(z.string()).describe('Conditions that are not reliable. Tell the user before saving.'),
    next: z.string(),
  }),
  async run(given, { api }) {
    const { source_id, company_ids, search, estimate_id } = given;
    const forms = [source_id, company_ids, search, estimate_id].filter((form) => form !== undefined);
    if (forms.length !== 1) {
      const message = line`The companies must be given once.`;
      throw new ToolFailure(
        'invalid_request',
        message,
        line`Give source_id, company_ids, search or estimate_id.`,
      );
    }
    if (estimate_id !== undefined) return saveList(api, given, estimate_id);
    if (source_id !== undefined) return saveListFromTable(api, given, source_id);
    if (given.max_credits !== undefined) {
      const message = line`max_credits needs the estimate_id of an estimate whose price the user knows.`;
      throw new ToolFailure(
        'invalid_request',
        message,
        line`Call without max_credits to get the price. Nothing was charged.`,
      );
    }
    return estimateList(api, given);
  },
});

/** The service's advice for companies that were paid before is about HTTP. */
function toRemark({ code, message, value }: Schema<'Warning'>): string {
  if (code !== 'companies_paid_in_source') return message;
  const { source_id, companies } = Object(value);
  return `${companies} of these companies are already paid in the table ${source_id}. Saving them here charges them again; build_list with that source_id is free.`;
}

async function estimateList(api: Api, { company_ids, search = {} }: Input): Promise<RenderedAnswer> {
  const { filters, ...others } = search;
  const definition = {
    ...omitUndefined(others),
    ...(filters && { filters: omitUndefined(filters) }),
    ...(company_ids && { company_ids: company_ids.map(toCompanyId) }),
  };
  const answer = await getAnswer(api.POST('/api/service/lists/estimate', { body: { definition } }));
  const { estimate, billing, warnings, unsupported_conditions, weak_conditions } = answer;
  const { estimate_id, row_count, total_kind } = estimate;
  const { companies } = await getAnswer(
    api.GET('/api/service/lists/candidates', { params: { query: { estimate_id, limit: sampleSize } } }),
  );
  const price = billing.materialize.estimated_credits;
  const notApplied = unsupported_conditions.map(({ message }) => `Not applied: ${message}`);
  const weak = [...weak_conditions.map(({ message }) => message), ...warnings.map(toRemark)];
  const next =
    notApplied.length === 0 && row_count > 0
      ? line`Nothing was charged. Show the user the sample and the price, ${price} basic credits. If they agree, call build_list with estimate_id ${formatTerm(estimate_id)}, a name and max_credits ${price}. The estimate is good for 24 hours.`
      : line`This cannot be saved. Change the conditions and ask again.`;
  return renderAnswer({
    state: 'priced',
    companies: row_count,
    total_kind,
    sample: companies.map(({ company }) => toCompanySummary(company)),
    estimate_id,
    price,
    remarks: [...notApplied, ...weak],
    next,
  });
}

async function saveList(
  api: Api,
  { name, max_credits: maxCredits }: Input,
  estimateId: string,
): Promise<RenderedAnswer> {
  if (name === undefined || maxCredits === undefined) {
    const message = line`To save an estimate, a name and max_credits are required.`;
    throw new ToolFailure('invalid_request', message, line`Ask the user for both. Nothing was charged.`);
  }
  // An estimate is saved once, whatever the limit and the name of the call.
  const key = computeIdempotencyKey('list.materialize', estimateId);
  const { list, saved_rows, billing, warnings } = await getAnswer(
    api.POST('/api/service/lists/materialize', {
      params: { header: { 'Idempotency-Key': key } },
      body: { estimate_id: estimateId, name, execute: true, maxCredits },
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof ToolFailure) || error.code !== 'idempotency_key_reused') throw error;
    throw new ToolFailure(
      'list_state_conflict',
      line`This estimate was saved before, under another name. Nothing was charged now.`,
      line`Use that List. For another one of the same companies, ask for a new estimate, and tell the user its price.`,
    );
  });
  return renderAnswer({
    ...toListFields(list),
    companies: saved_rows,
    charged: billing.credits_used,
    balance: billing.balance_after,
    remarks: warnings.map(toRemark),
  });
}

async function saveListFromTable(
  api: Api,
  { name, max_credits }: Input,
  sourceId: string,
): Promise<RenderedAnswer> {
  if (name === undefined)
    throw new ToolFailure(
      'invalid_request',
      line`A name is required.`,
      line`Ask the user for a name of the List.`,
    );
  const { updated_at } = await inspectSource(api, sourceId);
  const key = computeIdempotencyKey('list.create', sourceId, name, updated_at, max_credits);
  const { list, warnings } = await getAnswer(
    api.POST('/api/service/lists', {
      params: { header: { 'Idempotency-Key': key } },
      body: { name, source_id: sourceId },
    }),
  );
  return renderAnswer({
    ...toListFields(list),
    companies: list.row_count,
    remarks: warnings.map(toRemark),
  });
}

function toListFields({ list_id, name }: Schema<'List'>) {
  const next = line`export_table with list_id ${formatTerm(list_id)} gives the List as CSV.`;
  return { state: 'saved' as const, list_id, name: cleanLine(name, 200), next };
}

const nothing = {
  list_id: null as string | null,
  name: null as string | null,
  total_kind: null as CountKind | null,
  sample: [] as z.output<typeof companyShape>[],
  estimate_id: null as string | null,
  price: null as number | null,
  charged: 0,
  balance: null as number | null,
};
type AnswerFields = Partial<typeof nothing> & {
  readonly state: 'priced' | 'saved';
  readonly companies: number;
  readonly remarks: readonly string[];
  readonly next: Line;
};
type RenderedAnswer = ReturnType<typeof renderAnswer>;

function renderAnswer(outcome: AnswerFields) {
  const remarks = outcome.remarks.slice(0, 10).map((remark) => cleanLine(remark, 300));
  const { next } = outcome;
  const data = { ...nothing, ...outcome, remarks, next: next.text };
  const { state, companies, total_kind, list_id, name, sample, price, charged, balance } = data;
  const balanceLeft = balance !== null && line`; ${balance} left`;
  const atLeast = total_kind === 'lower_bound' && line`at least `;
  const lines = [
    state === 'saved'
      ? line`Saved as List ${formatTerm(list_id ?? '')} (${name ?? ''}): ${companies} companies. Charged: ${charged} basic credits${balanceLeft}.`
      : line`${atLeast}${companies} companies. Price: ${price ?? 0} basic credits.`,
    ...sample.map((each) => line`- ${renderCompany(each)}`),
    ...remarks.map((remark) => line`Remark: ${remark}`),
  ];
  return { lines, end: [next], data };
}
