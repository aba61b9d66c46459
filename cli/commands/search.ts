import type { Command } from 'commander';
import {
  type CompanyOrder,
  companyOrders,
  type FacetName,
  facetNames,
  type Schema,
} from '../../client/index.ts';
import { addCompanyFilters, readCompanyFilters } from '../input/company-filters.ts';
import {
  createChoiceOption,
  createWordListOption,
  omitUndefined,
  parseWholeNumber,
} from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { buildCompanyColumns, showSuggestions, showWritten } from '../output/company-view.ts';
import { describeTotal } from '../output/notices.ts';
import type { Run, Session } from '../session.ts';

interface SearchOptions extends PageOptions {
  readonly order?: CompanyOrder;
  readonly offset?: number;
  readonly facet?: FacetName[];
}

export function addSearchCommands(program: Command, run: Run): void {
  const search = program
    .command('search')
    .description('Find companies by name, identifier, domain and filters')
    .argument('[query]', 'name, identifier, domain or short term')
    .addOption(
      createChoiceOption('--order <order>', 'default: relevance with a query, otherwise name', companyOrders),
    )
    .option('--offset <number>', 'number of companies to skip; not with --cursor', parseWholeNumber)
    .addOption(createWordListOption('--facet <name>', 'count the values of a field', facetNames));
  addPageOptions(addCompanyFilters(search)).action(run(searchCompanies));

  program
    .command('suggest')
    .description('Complete a partly typed name, in kanji, kana or romaji')
    .argument('<text>')
    .option('--limit <number>', 'maximum number of suggestions, 1 to 20', parseWholeNumber)
    .action(run(suggestCompanies));
}

async function suggestCompanies(
  session: Session,
  text: string,
  { limit }: { limit?: number },
): Promise<void> {
  const query = { q: text, ...omitUndefined({ limit }) };
  const call = session.api.GET('/api/service/companies/suggest', { params: { query } });
  await session.showAnswer(call, ({ suggestions }) =>
    session.printTable(suggestions, {
      company_id: 'company_id',
      name: 'display_name',
      matched: 'matched_text',
      as: 'match_kind',
    }),
  );
}

async function searchCompanies(
  session: Session,
  query: string | undefined,
  options: SearchOptions,
): Promise<void> {
  const { order, offset, facet } = options;
  const body = omitUndefined({ query, filters: readCompanyFilters(options), order, offset, facets: facet });
  await showPages(
    session,
    options,
    (page) => session.api.POST('/api/service/search', { body: { ...body, ...page } }),
    ({ companies, facets: counted, meta, written, suggestions }) => {
      showWritten(session, written);
      session.printTable(companies, {
        ...buildCompanyColumns<Schema<'CompanyResult'>>(({ company }) => company),
        employees: ({ profile }) => profile.employees,
        matched: ({ query_match }) => query_match.rule?.replaceAll('_', ' '),
      });
      for (const [name, values] of Object.entries(counted ?? {})) {
        session.print(`\n${name}`);
        session.printTable(values, { value: 'value', label: 'label', companies: 'count' });
      }
      showSuggestions(session, suggestions);
      session.note(describeTotal(meta));
    },
  );
}
