import { type Command, Option } from 'commander';
import {
  type CompanyOrder,
  companyOrders,
  constructionLicenseTypes,
  maxPageItems,
  maxScanLimit,
  observationSources,
  type Schema,
} from '../../client/index.ts';
import type { Body } from '../calls.ts';
import { addCompanyFilters, readCompanyFilters } from '../input/company-filters.ts';
import {
  addFlags,
  createChoiceOption,
  createListOption,
  createNumberOption,
  createWordListOption,
  createYesNoOptions,
  type FlagsOf,
  omitUndefined,
  readFlagValues,
} from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { buildCompanyColumns } from '../output/company-view.ts';
import { describeTotal } from '../output/notices.ts';
import { formatQuantity, toPrintable } from '../output/text.ts';
import type { Run, Session } from '../session.ts';

/** Searches across companies: observations, openings, permits. */

const observationFlags: FlagsOf<NonNullable<Body<'searchObservations'>['filters']>> = {
  company_ids: createListOption('--company-id <id>', 'only these companies'),
  observation_types: createListOption('--type <type>', 'only this type'),
  observation_subtypes: createListOption('--subtype <subtype>', 'only this subtype'),
  sources: createWordListOption('--source <source>', 'only this source', observationSources),
  technologies: createListOption('--technology <key>', 'technology, or a theme such as generative_ai'),
  industries: createListOption('--industry <code>', 'only companies in this sector'),
  market_segments: createListOption('--market-segment <segment>', 'only companies in this segment'),
  website_domains: createListOption('--website-domain <domain>', 'only companies with this domain'),
  has_website: createYesNoOptions(
    'has-website',
    'only companies with a website',
    'only companies without a known website',
  ),
};

const scopeFlags: FlagsOf<Omit<Body<'searchObservations'>, 'query' | 'filters' | 'accountId'>> = {
  limit: createNumberOption('--limit <number>', `maximum number of companies, 1 to ${maxPageItems}`),
  observations_per_company: createNumberOption(
    '--per-company <number>',
    'maximum number of observations per company, 1 to 20',
  ),
  scan_limit: createNumberOption(
    '--scan-limit <number>',
    `maximum number of observations to read, 1 to ${maxScanLimit}`,
  ),
};

const jobFlags: FlagsOf<NonNullable<Body<'searchJobs'>['filters']>> = {
  location: createListOption('--location <place>', 'place of work'),
  ai_related: createYesNoOptions(
    'ai-related',
    'only AI-related openings',
    'only openings that are not AI-related',
  ),
  opened_since: new Option('--opened-since <day>', 'opened on this day or later'),
};

const permitFlags: FlagsOf<NonNullable<Body<'searchConstruction'>['filters']>> = {
  license_types: createWordListOption(
    '--permit-type <type>',
    'licence type of the permit',
    constructionLicenseTypes,
  ),
  license_number: new Option('--license-number <number>', 'licence number of the permit'),
  valid_on: new Option('--valid-on <day>', 'valid on this day; default today'),
  expires_before: new Option('--expires-before <day>', 'ends before this day'),
};

interface GroupedOptions extends PageOptions {
  readonly order?: CompanyOrder;
}

export function addObservationCommands(program: Command, run: Run): void {
  const observations = program
    .command('observations')
    .description('Evidence about companies')
    .command('search')
    .description('Find evidence across companies, grouped by company; every word must match')
    .argument('[query]');
  addFlags(observations, observationFlags, scopeFlags).action(run(searchObservations));

  const jobs = program
    .command('jobs')
    .description('Job openings')
    .command('search')
    .description('Find companies by their openings')
    .argument('[words]', 'words that must all appear in the title');
  addGroupedOptions(addFlags(jobs, jobFlags)).action(run(searchJobs));

  const permits = program
    .command('construction')
    .description('Construction permits')
    .command('search')
    .description('Find companies by their construction permits');
  addGroupedOptions(addFlags(permits, permitFlags)).action(run(searchPermits));
}

function addGroupedOptions(command: Command): Command {
  return addPageOptions(addCompanyFilters(command)).addOption(
    createChoiceOption('--order <order>', 'order of the companies', companyOrders),
  );
}

async function searchObservations(
  session: Session,
  query: string | undefined,
  options: object,
): Promise<void> {
  const filters = readFlagValues(observationFlags, options);
  const body = { ...omitUndefined({ query, filters }), ...readFlagValues(scopeFlags, options) };
  const call = session.api.POST('/api/service/observations/search', { body });
  await session.showAnswer(call, ({ results, meta }) => {
    for (const { company, matched_observations: observations, score } of results) {
      session.print(
        `${toPrintable(company.display_name)}  ${company.company_id}  ${formatQuantity(score.matched_observation_count, 'observation')}`,
      );
      session.printTable(observations, {
        '  observed': ({ observed_at }) => `  ${observed_at.slice(0, 10)}`,
        source: 'source',
        type: 'type',
        summary: 'summary',
        relevance: 'match_relevance',
      });
      session.print('');
    }
    const companies = formatQuantity(meta.returned_companies, 'company', 'companies');
    session.note(`${companies}; at most ${formatQuantity(meta.scan_limit, 'observation')} were read.`);
    for (const { source, truncated, scanned, matched } of meta.source_search)
      if (truncated)
        session.warn(`Matching observations of ${source} that were read: ${scanned} of ${matched}.`);
  });
}

async function searchJobs(
  session: Session,
  query: string | undefined,
  options: GroupedOptions,
): Promise<void> {
  const body = omitUndefined({
    query,
    filters: readFlagValues(jobFlags, options),
    ...buildCompanyConditions(options),
  });
  await showPages(
    session,
    options,
    (page) => session.api.POST('/api/service/jobs/search', { body: { ...body, ...page } }),
    ({ results, meta }) => {
      session.printTable(results, {
        ...buildCompanyColumns<Schema<'JobsResult'>>(({ company }) => company),
        openings: 'count',
        examples: ({ jobs }) => jobs.map(({ title }) => title).join('; '),
      });
      session.note(describeTotal(meta));
    },
  );
}

async function searchPermits(session: Session, options: GroupedOptions): Promise<void> {
  const body = omitUndefined({
    filters: readFlagValues(permitFlags, options),
    ...buildCompanyConditions(options),
  });
  await showPages(
    session,
    options,
    (page) => session.api.POST('/api/service/construction/search', { body: { ...body, ...page } }),
    ({ results, meta }) => {
      session.printTable(results, {
        ...buildCompanyColumns<Schema<'ConstructionResult'>>(({ company }) => company),
        permits: 'count',
        examples: ({ permits }) => permits.map(formatPermit).join('; '),
      });
      session.note(describeTotal(meta));
    },
  );
}

function buildCompanyConditions(options: GroupedOptions) {
  return { company_filters: readCompanyFilters(options), order: options.order };
}

function formatPermit({ license_number, license_types, valid_until }: Schema<'Permit'>): string {
  return `${license_number} until ${valid_until} (${license_types.join(', ')})`;
}
