import type { Command } from 'commander';
import { answered } from '../calls.ts';
import { listing, place, profileValue } from '../company-view.ts';
import { given, listOption, wholeNumber, wordListOption } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import type { Session } from '../session.ts';
import { type ObservationSource, observationSources } from '../vocabulary.ts';

interface CompanyOptions extends PageOptions {
  readonly observations?: true;
  readonly type?: string[];
  readonly subtype?: string[];
  readonly source?: ObservationSource[];
  readonly from?: string;
  readonly to?: string;
}

export function addCompanyCommands(program: Command, open: () => Session): void {
  const company = program
    .command('company')
    .description('Show one company: names, identifiers, listings and facts, each with source and time')
    .argument('<company_id>')
    .option('--observations', 'show its observations instead, newest first')
    .addOption(listOption('--type <type>', 'only observations of this type'))
    .addOption(listOption('--subtype <subtype>', 'only observations of this subtype'))
    .addOption(wordListOption('--source <source>', 'only observations from this source', observationSources))
    .option('--from <time>', 'only observations from this day or time on')
    .option('--to <time>', 'only observations up to this day or time');
  addPageOptions(company);
  company.action((companyId: string, options: CompanyOptions) =>
    options.observations ? showObservations(open(), companyId, options) : showProfile(open(), companyId),
  );

  const changes = program
    .command('changes')
    .description('List companies added, changed, closed or merged, in the order of recording')
    .option('--since <cursor>', 'continue after this cursor from an earlier answer')
    .option('--limit <number>', 'changes per page, 1 to 1000', wholeNumber)
    .option('--all', 'all pages; with --json, one answer per line');
  changes.action(({ since, ...page }: PageOptions & { since?: string }) => showChanges(open(), since, page));
}

async function showProfile(session: Session, companyId: string): Promise<void> {
  const answer = await answered(
    session.api().GET('/api/service/companies/{companyId}', { params: { path: { companyId } } }),
  );
  session.answer(
    answer,
    ({ company, sources, profile, identifiers, names, listings, status, superseded_by, resolved_from }) => {
      session.fields([
        ['company_id', company.company_id],
        ['former id', resolved_from],
        ['name', company.display_name],
        ['legal name', company.legal_name],
        ['head office', place(company)],
        ['listing', listing({ ...company, status, superseded_by })],
        ['industry', company.industry_33_code],
        ['kind', company.kind],
        ['closed', company.closed_on && `${company.closed_on} ${company.close_cause ?? ''}`],
      ]);
      section(session, 'Sources');
      session.table(
        [
          { title: 'field', cell: ([field]) => field },
          { title: 'source', cell: ([, { source }]) => source },
          { title: 'stated', cell: ([, { observed_at }]) => observed_at },
          { title: 'derived from', cell: ([, { derived_from }]) => derived_from },
        ],
        Object.entries(sources),
      );
      section(session, 'Values');
      session.table(
        [
          { title: 'field', cell: ([field]) => field },
          { title: 'value', cell: ([, { value }]) => profileValue(value) },
          { title: 'source', cell: ([, { source }]) => source },
          { title: 'observed', cell: ([, { observed_at }]) => observed_at },
          { title: 'days ago', cell: ([, { age_days }]) => age_days },
        ],
        Object.entries(profile),
      );
      section(session, 'Identifiers');
      session.table(
        [
          { title: 'type', cell: ({ identifier_type }) => identifier_type },
          { title: 'value', cell: ({ value }) => value, whole: true },
          { title: 'from', cell: ({ valid_from }) => valid_from },
          { title: 'until before', cell: ({ valid_to }) => valid_to },
          { title: 'source', cell: ({ source }) => source },
          { title: 'stated', cell: ({ observed_at }) => observed_at },
          { title: 'derived from', cell: ({ derived_from }) => derived_from },
        ],
        identifiers,
      );
      section(session, 'Names');
      session.table(
        [
          { title: 'kind', cell: ({ kind }) => kind },
          { title: 'name', cell: ({ name }) => name },
          { title: 'from', cell: ({ valid_from }) => valid_from },
          { title: 'until before', cell: ({ valid_to }) => valid_to },
          { title: 'source', cell: ({ source }) => source },
          { title: 'stated', cell: ({ observed_at }) => observed_at },
        ],
        names,
      );
      if (listings.length > 0) section(session, 'Listings');
      session.table(
        [
          { title: 'exchange', cell: ({ exchange }) => exchange },
          { title: 'code', cell: ({ code }) => code, whole: true },
          { title: 'security', cell: ({ security_kind }) => security_kind },
          { title: 'segment', cell: ({ market_segment }) => market_segment },
          { title: 'until before', cell: ({ listed_to }) => listed_to },
          { title: 'as of', cell: ({ as_of }) => as_of },
        ],
        listings,
      );
    },
  );
}

function section(session: Session, title: string): void {
  session.print(`\n${title}`);
}

async function showObservations(session: Session, companyId: string, options: CompanyOptions): Promise<void> {
  const { type, subtype, source, from, to } = options;
  const api = session.api();
  await showPages(
    session,
    options,
    (page) =>
      answered(
        api.GET('/api/service/companies/{companyId}/observations', {
          params: { path: { companyId }, query: given({ type, subtype, source, from, to, ...page }) },
        }),
      ),
    ({ items }) =>
      session.table(
        [
          { title: 'observed', cell: ({ observed_at }) => observed_at.slice(0, 10) },
          { title: 'source', cell: ({ source: from }) => from },
          {
            title: 'type',
            cell: ({ type: kind, subtype: below }) => [kind, below].filter(Boolean).join(' / '),
          },
          { title: 'summary', cell: ({ summary }) => summary },
          { title: 'confidence', cell: ({ confidence }) => confidence },
        ],
        items,
      ),
  );
}

async function showChanges(session: Session, since: string | undefined, page: PageOptions): Promise<void> {
  const api = session.api();
  let last = since;
  await showPages(
    session,
    { ...page, ...(since !== undefined && { cursor: since }) },
    async ({ limit, cursor }) => {
      const answer = await answered(
        api.GET('/api/service/changes', { params: { query: given({ limit, since: cursor }) } }),
      );
      last = answer.meta.next_cursor;
      return answer;
    },
    ({ items }) =>
      session.table(
        [
          { title: 'changed', cell: ({ changed_at }) => changed_at },
          { title: 'company_id', cell: ({ company_id }) => company_id, whole: true },
          { title: 'change', cell: ({ change }) => change },
          { title: 'fields', cell: ({ fields }) => fields.join(', ') },
          { title: 'now', cell: ({ superseded_by }) => superseded_by },
        ],
        items,
      ),
    '--since',
  );
  if (last !== undefined && !session.json)
    session.note(`Later changes: company-data changes --since ${last}`);
}
