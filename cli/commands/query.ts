import type { Command } from 'commander';
import type { Schema } from '../../client/index.ts';
import { addFinancialOptions, type QueryOptions, readFinancialQuery } from '../definition.ts';
import { addCompanyFilters } from '../input/company-filters.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { buildCompanyColumns } from '../output/company-view.ts';
import { describeTotal } from '../output/notices.ts';
import type { Run, Session } from '../session.ts';

export function addQueryCommand(program: Command, run: Run): void {
  const query = program
    .command('query')
    .description('Find companies by figures and filters (company_query.v1)')
    .option('--file <file>', 'the payload as JSON; - reads stdin; flags replace its parts');
  addPageOptions(addFinancialOptions(addCompanyFilters(query))).action(run(queryCompanies));
}

async function queryCompanies(session: Session, options: QueryOptions & PageOptions): Promise<void> {
  const body = readFinancialQuery(options);
  await showPages(
    session,
    options,
    (page) => session.api.POST('/api/service/companies/query', { body: { ...body, ...page } }),
    ({ companies, meta }) => {
      session.printTable(companies, {
        ...buildCompanyColumns<Schema<'CompanyQueryResult'>>(({ company }) => company),
        figures: ({ financials }) => financials.map(formatFigure).join(', '),
      });
      session.note(describeTotal(meta));
      if (meta.excluded_no_data)
        session.note(`Without a required figure: ${meta.excluded_no_data.toLocaleString('en-US')} more.`);
    },
  );
}

function formatFigure({ metric, fiscal_year, value, unit }: Schema<'FinancialValue'>): string {
  return `${metric} ${value.toLocaleString('en-US')}${unit === 'yen' ? ' yen' : ''} (${fiscal_year ?? 'no year'})`;
}
