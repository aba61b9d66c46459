import { type Command, Option } from 'commander';
import {
  companyKinds,
  companyStatuses,
  constructionLicenseTypes,
  listingStatuses,
  marketSegments,
  type Schema,
} from '../../client/index.ts';
import {
  addFlags,
  createListOption,
  createNumberOption,
  createWordListOption,
  createYesNoOptions,
  type FlagsOf,
  readFlagValues,
} from './option-values.ts';

type CompanyFilters = Schema<'CompanyFilters'>;

/** The filters of company search as flags; all commands that filter companies share them. */
const filterFlags: FlagsOf<CompanyFilters> = {
  prefecture: createListOption('--prefecture <name>', 'prefecture of the head office, such as 東京都'),
  city: createListOption('--city <name>', 'city of the head office'),
  industry_33_code: createListOption('--industry <code>', "the exchange's 33-sector code or label"),
  listing_status: createWordListOption('--listing-status <status>', 'listed, delisted …', listingStatuses),
  market_segment: createListOption('--market-segment <segment>', 'prime, standard …', marketSegments),
  kind: createWordListOption('--kind <kind>', 'kind of corporation', companyKinds),
  status: createWordListOption('--company-status <status>', 'default active', companyStatuses),
  company_ids: createListOption('--company-id <id>', 'only these companies'),
  has_website: createYesNoOptions(
    'has-website',
    'only companies with a website',
    'only companies without a known website',
  ),
  website_domains: createListOption('--website-domain <domain>', 'domain of the website'),
  technologies: createListOption('--technology <key>', 'technology in use'),
  has_jobs: createYesNoOptions(
    'has-jobs',
    'only companies with current openings',
    'only companies without known openings',
  ),
  ai_jobs: createYesNoOptions(
    'ai-jobs',
    'only companies with AI-related openings',
    'only companies without known AI-related openings',
  ),
  construction: createYesNoOptions(
    'construction',
    'only companies with a valid construction permit',
    'only companies without a known construction permit',
  ),
  construction_license_types: createWordListOption(
    '--license-type <type>',
    'type of construction permit',
    constructionLicenseTypes,
  ),
  min_employees: createNumberOption('--min-employees <number>', 'minimum number of employees'),
  max_employees: createNumberOption(
    '--max-employees <number>',
    'maximum number of employees; not together with a query',
  ),
  min_insured_persons: createNumberOption('--min-insured <number>', 'minimum number of insured persons'),
  max_insured_persons: createNumberOption('--max-insured <number>', 'maximum number of insured persons'),
  min_capital_yen: createNumberOption('--min-capital <yen>', 'minimum capital in yen'),
  max_capital_yen: createNumberOption('--max-capital <yen>', 'maximum capital in yen'),
  semantic_tag: new Option('--semantic-tag <tag>', 'accepted but not applied by the service'),
};

export function addCompanyFilters(command: Command): Command {
  return addFlags(command, filterFlags);
}

/** The filters in the service's form; undefined if none was given. */
export function readCompanyFilters(options: object): CompanyFilters | undefined {
  return readFlagValues(filterFlags, options);
}
