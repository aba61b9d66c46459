import type { Command } from 'commander';
import { given, listOption, wholeNumber, wordListOption } from './option-values.ts';
import {
  type CompanyKind,
  type CompanyStatus,
  companyKinds,
  companyStatuses,
  type LicenseType,
  type ListingStatus,
  licenseTypes,
  listingStatuses,
  marketSegments,
} from './vocabulary.ts';

/** The filters of company search as flags; all commands that filter companies share them. */

export interface CompanyFilterOptions {
  readonly listingStatus?: ListingStatus[];
  readonly marketSegment?: string[];
  readonly prefecture?: string[];
  readonly city?: string[];
  readonly industry?: string[];
  readonly kind?: CompanyKind[];
  readonly companyStatus?: CompanyStatus[];
  readonly companyId?: string[];
  readonly hasWebsite?: boolean;
  readonly websiteDomain?: string[];
  readonly technology?: string[];
  readonly hasJobs?: boolean;
  readonly aiJobs?: boolean;
  readonly construction?: boolean;
  readonly licenseType?: LicenseType[];
  readonly minEmployees?: number;
  readonly maxEmployees?: number;
  readonly minInsured?: number;
  readonly maxInsured?: number;
  readonly semanticTag?: string;
}

export function addCompanyFilters(command: Command): Command {
  return command
    .addOption(listOption('--prefecture <name>', 'prefecture of the head office, such as 東京都'))
    .addOption(listOption('--city <name>', 'city of the head office'))
    .addOption(listOption('--industry <code>', "the exchange's 33-sector code or label"))
    .addOption(wordListOption('--listing-status <status>', 'listed, delisted …', listingStatuses))
    .addOption(listOption('--market-segment <segment>', 'prime, standard …', marketSegments))
    .addOption(wordListOption('--kind <kind>', 'kind of corporation', companyKinds))
    .addOption(wordListOption('--company-status <status>', 'default active', companyStatuses))
    .addOption(listOption('--company-id <id>', 'only these companies'))
    .option('--has-website', 'with a website')
    .option('--no-has-website', 'without a known website')
    .addOption(listOption('--website-domain <domain>', 'domain of the website'))
    .addOption(listOption('--technology <key>', 'technology in use'))
    .option('--has-jobs', 'with current openings')
    .option('--no-has-jobs', 'without known openings')
    .option('--ai-jobs', 'with AI-related openings')
    .option('--no-ai-jobs', 'without known AI-related openings')
    .option('--construction', 'with a valid construction permit')
    .option('--no-construction', 'without a known construction permit')
    .addOption(wordListOption('--license-type <type>', 'type of construction permit', licenseTypes))
    .option('--min-employees <number>', 'minimum number of employees', wholeNumber)
    .option('--max-employees <number>', 'maximum number of employees; not together with a query', wholeNumber)
    .option('--min-insured <number>', 'minimum number of insured persons', wholeNumber)
    .option('--max-insured <number>', 'maximum number of insured persons', wholeNumber)
    .option('--semantic-tag <tag>', 'accepted but not applied by the service');
}

/** The filters in the service's form; undefined if none was given. */
export function companyFilters(options: CompanyFilterOptions) {
  const filters = given({
    prefecture: options.prefecture,
    city: options.city,
    industry_33_code: options.industry,
    listing_status: options.listingStatus,
    market_segment: options.marketSegment,
    kind: options.kind,
    status: options.companyStatus,
    company_ids: options.companyId,
    has_website: options.hasWebsite,
    website_domains: options.websiteDomain,
    technologies: options.technology,
    has_jobs: options.hasJobs,
    ai_jobs: options.aiJobs,
    construction: options.construction,
    construction_license_types: options.licenseType,
    min_employees: options.minEmployees,
    max_employees: options.maxEmployees,
    min_insured_persons: options.minInsured,
    max_insured_persons: options.maxInsured,
    semantic_tag: options.semanticTag,
  });
  return Object.keys(filters).length > 0 ? filters : undefined;
}
