import type { Command } from 'commander';
import type { Schema } from '../../client/index.ts';
import { answered } from '../calls.ts';
import { addCompanyFilters, type CompanyFilterOptions, companyFilters } from '../company-filters.ts';
import { companyColumns } from '../company-view.ts';
import { totalSentence } from '../notices.ts';
import { choiceOption, given, listOption, wholeNumber, wordListOption } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import type { Session } from '../session.ts';
import { counted, printable } from '../text.ts';
import {
  type LicenseType,
  licenseTypes,
  type ObservationSource,
  type Order,
  observationSources,
  orders,
} from '../vocabulary.ts';

/** Searches across companies: observations, openings, permits. */

interface ObservationOptions {
  readonly companyId?: string[];
  readonly hasWebsite?: boolean;
  readonly industry?: string[];
  readonly marketSegment?: string[];
  readonly type?: string[];
  readonly subtype?: string[];
  readonly source?: ObservationSource[];
  readonly technology?: string[];
  readonly websiteDomain?: string[];
  readonly limit?: number;
  readonly perCompany?: number;
  readonly scanLimit?: number;
}

interface GroupedOptions extends CompanyFilterOptions, PageOptions {
  readonly order?: Order;
}

interface JobsOptions extends GroupedOptions {
  readonly location?: string[];
  readonly aiRelated?: boolean;
  readonly openedSince?: string;
}

interface PermitOptions extends GroupedOptions {
  readonly permitType?: LicenseType[];
  readonly licenseNumber?: string;
  readonly validOn?: string;
  readonly expiresBefore?: string;
}

export function addObservationCommands(program: Command, open: () => Session): void {
  program
    .command('observations')
    .description('Evidence about companies')
    .command('search')
    .description('Find evidence across companies, grouped by company; every word must match')
    .argument('[query]')
    .addOption(listOption('--company-id <id>', 'only these companies'))
    .addOption(listOption('--type <type>', 'only this type'))
    .addOption(listOption('--subtype <subtype>', 'only this subtype'))
    .addOption(wordListOption('--source <source>', 'only this source', observationSources))
    .addOption(listOption('--technology <key>', 'technology, or a theme such as generative_ai'))
    .addOption(listOption('--industry <code>', 'only companies in this sector'))
    .addOption(listOption('--market-segment <segment>', 'only companies in this segment'))
    .addOption(listOption('--website-domain <domain>', 'only companies with this domain'))
    .option('--has-website', 'only companies with a website')
    .option('--no-has-website', 'only companies without a known website')
    .option('--limit <number>', 'maximum number of companies, 1 to 100', wholeNumber)
    .option('--per-company <number>', 'maximum number of observations per company, 1 to 20', wholeNumber)
    .option('--scan-limit <number>', 'maximum number of observations to read, 1 to 10000', wholeNumber)
    .action((query: string | undefined, options: ObservationOptions) =>
      searchObservations(open(), query, options),
    );

  const jobs = program
    .command('jobs')
    .description('Job openings')
    .command('search')
    .description('Find companies by their openings')
    .argument('[words]', 'words that must all appear in the title')
    .addOption(listOption('--location <place>', 'place of work'))
    .option('--ai-related', 'AI-related openings')
    .option('--no-ai-related', 'openings that are not AI-related')
    .option('--opened-since <day>', 'opened on this day or later');
  addGroupedOptions(jobs);
  jobs.action((words: string | undefined, options: JobsOptions) => searchJobs(open(), words, options));

  const permits = program
    .command('construction')
    .description('Construction permits')
    .command('search')
    .description('Find companies by their construction permits')
    .addOption(wordListOption('--permit-type <type>', 'licence type of the permit', licenseTypes))
    .option('--license-number <number>', 'licence number of the permit')
    .option('--valid-on <day>', 'valid on this day; default today')
    .option('--expires-before <day>', 'ends before this day');
  addGroupedOptions(permits);
  permits.action((options: PermitOptions) => searchPermits(open(), options));
}

function addGroupedOptions(command: Command): void {
  addPageOptions(addCompanyFilters(command)).addOption(
    choiceOption('--order <order>', 'order of the companies', orders),
  );
}

async function searchObservations(
  session: Session,
  query: string | undefined,
  options: ObservationOptions,
): Promise<void> {
  const filters = given({
    company_ids: options.companyId,
    has_website: options.hasWebsite,
    industries: options.industry,
    market_segments: options.marketSegment,
    observation_types: options.type,
    observation_subtypes: options.subtype,
    sources: options.source,
    technologies: options.technology,
    website_domains: options.websiteDomain,
  });
  const { limit, perCompany, scanLimit } = options;
  const body = given({ query, limit, observations_per_company: perCompany, scan_limit: scanLimit });
  const answer = await answered(
    session.api().POST('/api/service/observations/search', { body: { ...body, filters } }),
  );
  session.answer(answer, ({ results, meta }) => {
    for (const { company, matched_observations: observations, score } of results) {
      session.print(
        `${printable(company.display_name)}  ${company.company_id}  ${counted(score.matched_observation_count, 'observation')}`,
      );
      session.table(
        [
          { title: '  observed', cell: ({ observed_at }) => `  ${observed_at.slice(0, 10)}` },
          { title: 'source', cell: ({ source }) => source },
          { title: 'type', cell: ({ type }) => type },
          { title: 'summary', cell: ({ summary }) => summary },
          { title: 'relevance', cell: ({ match_relevance }) => match_relevance },
        ],
        observations,
      );
      session.print('');
    }
    const companies = meta.returned_companies === 1 ? '1 company' : `${meta.returned_companies} companies`;
    session.note(`${companies}; at most ${counted(meta.scan_limit, 'observation')} were read.`);
    for (const { source, truncated, scanned, matched } of meta.source_search)
      if (truncated) session.warn(`Of ${source}, ${scanned} of ${matched} matching observations were read.`);
  });
}

async function searchJobs(session: Session, words: string | undefined, options: JobsOptions): Promise<void> {
  const { location, aiRelated, openedSince, order } = options;
  const filters = given({ location, ai_related: aiRelated, opened_since: openedSince });
  const body = given({ query: words, filters, company_filters: companyFilters(options), order });
  const api = session.api();
  await showPages(
    session,
    options,
    (page) => answered(api.POST('/api/service/jobs/search', { body: { ...body, ...page } })),
    ({ results, meta }) => {
      session.table(
        [
          ...companyColumns<Schema<'JobsResult'>>(({ company }) => company),
          { title: 'openings', cell: ({ count }) => count },
          { title: 'such as', cell: ({ jobs }) => jobs.map(({ title }) => title).join('; ') },
        ],
        results,
      );
      session.note(totalSentence(meta));
    },
  );
}

async function searchPermits(session: Session, options: PermitOptions): Promise<void> {
  const { permitType, licenseNumber, validOn, expiresBefore, order } = options;
  const filters = given({
    license_types: permitType,
    license_number: licenseNumber,
    valid_on: validOn,
    expires_before: expiresBefore,
  });
  const body = given({ filters, company_filters: companyFilters(options), order });
  const api = session.api();
  await showPages(
    session,
    options,
    (page) => answered(api.POST('/api/service/construction/search', { body: { ...body, ...page } })),
    ({ results, meta }) => {
      session.table(
        [
          ...companyColumns<Schema<'ConstructionResult'>>(({ company }) => company),
          { title: 'permits', cell: ({ count }) => count },
          { title: 'such as', cell: ({ permits }) => permits.map(permitText).join('; ') },
        ],
        results,
      );
      session.note(totalSentence(meta));
    },
  );
}

function permitText({ license_number, license_types, valid_until }: Schema<'Permit'>): string {
  return `${license_number} until ${valid_until} (${license_types.join(', ')})`;
}
