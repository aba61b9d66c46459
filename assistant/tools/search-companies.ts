import { z } from 'zod';
import { type Schema, totalKinds } from '../../client/index.ts';
import { getAnswer } from '../api-calls.ts';
import {
  companyShape,
  renderCompany,
  suggestionShape,
  toCompanySummary,
  toSuggestionSummary,
} from '../companies.ts';
import { companyFilters, companyOrder, searchText } from '../company-filters.ts';
import { cleanLine, formatTerm, type Line, line } from '../quoted-text.ts';
import { defineTool, omitUndefined } from '../tool.ts';

export const searchCompanies = defineTool({
  name: 'search_companies',
  title: 'Search companies',
  description:
    'List companies by filters or a part of a name, a page at a time. The total says whether it is exact. To find the one company that is meant, use find_company. To save the companies as a List, use build_list with the same search. Costs nothing.',
  reads: true,
  input: z.strictObject({
    query: searchText,
    filters: companyFilters.optional(),
    order: companyOrder,
    limit: z.int().min(1).max(20).default(10),
    cursor: z.string().min(1).max(4000).optional().describe('next_cursor of the answer before.'),
  }),
  output: z.object({
    companies: z.array(companyShape.extend({ employees: z.int().nullable() })),
    total: z.int().nullable(),
    total_kind: z.enum(totalKinds).describe('exact: confirmed. lower_bound: there may be more.'),
    suggestions: z.array(suggestionShape),
    remarks: z.array(z.string()).describe('Limits of this answer. Tell the user before drawing conclusions.'),
    next_cursor: z.string().nullable(),
  }),
  async run({ filters, ...search }, { api }) {
    const { companies, meta, warnings, suggestions } = await getAnswer(
      api.POST('/api/service/search', {
        body: { ...omitUndefined(search), ...(filters && { filters: omitUndefined(filters) }) },
      }),
    );
    const shown = companies.map(({ company, profile }) => ({
      ...toCompanySummary(company),
      employees: profile.employees,
    }));
    const { matched_companies: total, total_kind, next_cursor } = meta;
    const remarks = [...warnings, ...meta.coverage_warnings].slice(0, 10).map(toRemark);
    const similar = (suggestions ?? []).slice(0, 3).map(toSuggestionSummary);
    const lines = [
      renderTotal(total, total_kind),
      ...shown.map(
        (each) =>
          line`- ${renderCompany(each)}${each.employees !== null && line` | ${each.employees} employees`}`,
      ),
      ...similar.map((each) => line`Similar name, only to ask about: ${renderCompany(each)}; ${each.why}`),
      ...remarks.map((remark) => line`Remark: ${remark}`),
    ];
    return {
      lines,
      end: [next_cursor !== null && line`next_cursor: ${formatTerm(next_cursor)}`],
      data: { companies: shown, total, total_kind, suggestions: similar, remarks, next_cursor },
    };
  },
});

function toRemark({ message, suggestions = [] }: Pick<Schema<'Warning'>, 'message' | 'suggestions'>): string {
  const meant = suggestions.filter((each) => typeof each === 'string').slice(0, 5);
  if (meant.length === 0) return cleanLine(message, 300);
  return cleanLine(`${message} Did you mean: ${meant.join(', ')}?`, 300);
}

function renderTotal(total: number | null, kind: string): Line {
  if (total === null) return line`The total is unknown on this page.`;
  if (kind === 'exact') return line`${total} companies in total (exact).`;
  if (kind === 'lower_bound') return line`At least ${total} companies.`;
  return line`About ${total} companies (estimate).`;
}
