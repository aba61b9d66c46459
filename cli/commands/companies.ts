import { type Command, Option } from 'commander';
import { maxPageChanges, observationSources } from '../../client/index.ts';
import type { Query } from '../calls.ts';
import {
  addFlags,
  createListOption,
  createWordListOption,
  type FlagsOf,
  omitUndefined,
  parseWholeNumber,
  readFlagValues,
} from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { formatListing, formatPlace, formatProfileValue } from '../output/company-view.ts';
import type { Run, Session } from '../session.ts';

const observationFlags: FlagsOf<Omit<Query<'listCompanyObservations'>, keyof PageOptions>> = {
  type: createListOption('--type <type>', 'only observations of this type'),
  subtype: createListOption('--subtype <subtype>', 'only observations of this subtype'),
  source: createWordListOption('--source <source>', 'only observations from this source', observationSources),
  from: new Option('--from <time>', 'only observations from this day or time on'),
  to: new Option('--to <time>', 'only observations up to this day or time'),
};

export function addCompanyCommands(program: Command, run: Run): void {
  const company = program
    .command('company')
    .description('Show one company: names, identifiers, listings and facts, each with source and time')
    .argument('<company_id>')
    .option('--observations', 'show its observations instead, newest first');
  addPageOptions(addFlags(company, observationFlags)).action(
    run((session, companyId: string, options: PageOptions & { observations?: true }) =>
      options.observations ? showObservations(session, companyId, options) : showProfile(session, companyId),
    ),
  );

  program
    .command('changes')
    .description('List companies added, changed, closed or merged, in the order of recording')
    .option('--since <cursor>', 'continue after this cursor from an earlier answer')
    .option('--limit <number>', `changes per page, 1 to ${maxPageChanges}`, parseWholeNumber)
    .option('--all', 'all pages; with --json, one answer per line')
    .action(run(showChanges));
}

async function showProfile(session: Session, companyId: string): Promise<void> {
  const call = session.api.GET('/api/service/companies/{companyId}', { params: { path: { companyId } } });
  await session.showAnswer(call, (answer) => {
    const { company, status, superseded_by } = answer;
    session.printFields([
      ['company_id', company.company_id],
      ['former id', answer.resolved_from],
      ['name', company.display_name],
      ['legal name', company.legal_name],
      ['head office', formatPlace(company)],
      ['listing', formatListing({ ...company, status, superseded_by })],
      ['industry', company.industry_33_code],
      ['kind', company.kind],
      ['closed', company.closed_on && `${company.closed_on} ${company.close_cause ?? ''}`],
    ]);
    session.print('\nSources');
    session.printTable(Object.entries(answer.sources), {
      field: ([field]) => field,
      source: ([, { source }]) => source,
      stated: ([, { observed_at }]) => observed_at,
      'derived from': ([, { derived_from }]) => derived_from,
    });
    session.print('\nValues');
    session.printTable(Object.entries(answer.profile), {
      field: ([field]) => field,
      value: ([, { value }]) => formatProfileValue(value),
      source: ([, { source }]) => source,
      observed: ([, { observed_at }]) => observed_at,
      'days ago': ([, { age_days }]) => age_days,
    });
    const origin = { source: 'source', stated: 'observed_at' } as const;
    const period = { from: 'valid_from', 'until before': 'valid_to' } as const;
    session.print('\nIdentifiers');
    session.printTable(
      answer.identifiers,
      { type: 'identifier_type', value: 'value', ...period, ...origin, 'derived from': 'derived_from' },
      ['value'],
    );
    session.print('\nNames');
    session.printTable(answer.names, {
      kind: 'kind',
      name: 'name',
      ...period,
      ...origin,
      filed: ({ filed }) => filed && `${filed.from} to ${filed.to ?? ''}`,
    });
    if (answer.listings.length > 0) session.print('\nListings');
    session.printTable(
      answer.listings,
      {
        exchange: 'exchange',
        code: 'code',
        security: 'security_kind',
        segment: 'market_segment',
        'until before': 'listed_to',
        'as of': 'as_of',
      },
      ['code'],
    );
  });
}

async function showObservations(session: Session, companyId: string, options: PageOptions): Promise<void> {
  const chosen = readFlagValues(observationFlags, options);
  await showPages(
    session,
    options,
    (page) =>
      session.api.GET('/api/service/companies/{companyId}/observations', {
        params: { path: { companyId }, query: { ...chosen, ...page } },
      }),
    ({ items }) =>
      session.printTable(items, {
        observed: ({ observed_at }) => observed_at.slice(0, 10),
        source: 'source',
        type: ({ type, subtype }) => [type, subtype].filter(Boolean).join(' / '),
        summary: 'summary',
        confidence: 'confidence',
      }),
  );
}

async function showChanges(
  session: Session,
  { since, ...page }: PageOptions & { since?: string },
): Promise<void> {
  let last = since;
  await showPages(
    session,
    { ...page, ...omitUndefined({ cursor: since }) },
    ({ limit, cursor }) =>
      session.api.GET('/api/service/changes', { params: { query: omitUndefined({ limit, since: cursor }) } }),
    ({ items, meta }) => {
      last = meta.next_cursor;
      session.printTable(items, {
        changed: 'changed_at',
        company_id: 'company_id',
        change: 'change',
        fields: ({ fields }) => fields.join(', '),
        now: 'superseded_by',
      });
    },
    '--since',
  );
  if (last !== undefined && !session.json)
    session.note(`Later changes: company-data changes --since ${last}`);
}
