import type { Command } from 'commander';
import type { Schema } from '../../client/index.ts';
import { answered } from '../calls.ts';
import { addCompanyFilters, type CompanyFilterOptions, companyFilters } from '../company-filters.ts';
import { companyColumns } from '../company-view.ts';
import { totalSentence } from '../notices.ts';
import { choiceOption, given, wholeNumber, wordListOption } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import type { Session } from '../session.ts';
import { type Facet, facets, type Order, orders } from '../vocabulary.ts';

interface SearchOptions extends CompanyFilterOptions, PageOptions {
  readonly order?: Order;
  readonly offset?: number;
  readonly facet?: Facet[];
}

export function addSearchCommands(program: Command, open: () => Session): void {
  const search = program
    .command('search')
    .description('Find companies by name, identifier, domain and filters')
    .argument('[query]', 'name, identifier, domain or short term')
    .addOption(choiceOption('--order <order>', 'default: relevance with a query, otherwise name', orders))
    .option('--offset <number>', 'number of companies to skip; not with --cursor', wholeNumber)
    .addOption(wordListOption('--facet <name>', 'count the values of a field', facets));
  addPageOptions(addCompanyFilters(search));
  search.action((query: string | undefined, options: SearchOptions) =>
    searchCompanies(open(), query, options),
  );

  program
    .command('suggest')
    .description('Complete a partly typed name, in kanji, kana or romaji')
    .argument('<text>')
    .option('--limit <number>', 'maximum number of suggestions, 1 to 20', wholeNumber)
    .action(async (text: string, { limit }: { limit?: number }) => {
      const session = open();
      const answer = await answered(
        session
          .api()
          .GET('/api/service/companies/suggest', { params: { query: { q: text, ...given({ limit }) } } }),
      );
      session.answer(answer, ({ suggestions }) =>
        session.table(
          [
            { title: 'company_id', cell: ({ company_id }) => company_id, whole: true },
            { title: 'name', cell: ({ display_name }) => display_name },
            { title: 'matched', cell: ({ matched_text }) => matched_text },
            { title: 'as', cell: ({ match_kind }) => match_kind },
          ],
          suggestions,
        ),
      );
    });
}

async function searchCompanies(
  session: Session,
  query: string | undefined,
  options: SearchOptions,
): Promise<void> {
  const { order, offset, facet } = options;
  const api = session.api();
  const body = given({ query, filters: companyFilters(options), order, offset, facets: facet });
  await showPages(
    session,
    options,
    (page) => answered(api.POST('/api/service/search', { body: { ...body, ...page } })),
    ({ companies, facets: counted, meta }) => {
      session.table(
        [
          ...companyColumns<Schema<'CompanyResult'>>(({ company }) => company),
          { title: 'employees', cell: ({ profile }) => profile.employees },
          { title: 'matched', cell: ({ query_match }) => query_match.rule?.replaceAll('_', ' ') },
        ],
        companies,
      );
      for (const [name, values] of Object.entries(counted ?? {})) {
        session.print(`\n${name}`);
        session.table(
          [
            { title: 'value', cell: ({ value }) => value },
            { title: 'label', cell: ({ label }) => label },
            { title: 'companies', cell: ({ count }) => count },
          ],
          values,
        );
      }
      session.note(totalSentence(meta));
    },
  );
}
