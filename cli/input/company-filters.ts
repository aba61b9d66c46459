import { type Command, Option } from 'commander';
import type { Schema } from '../../client/index.ts';
import {
  companyKinds,
  companyStatuses,
  licenseTypes,
  listingStatuses,
  marketSegments,
} from '../vocabulary.ts';
import {
  addFlags,
  type FlagsOf,
  listOption,
  numberOption,
  partOf,
  wordListOption,
  yesNoOptions,
} from './option-values.ts';

type CompanyFilters = Schema<'CompanyFilters'>;

/** The filters of company search as flags; all commands that filter companies share them. */
const filterFlags: FlagsOf<CompanyFilters> = {
  prefecture: listOption('--prefecture <name>', 'prefecture of the head office, such as 東京都'),
  city: listOption('--city <name>', 'city of the head office'),
  industry_33_code: listOption('--industry <code>', "the exchange's 33-sector code or label"),
  listing_status: wordListOption('--listing-status <status>', 'listed, delisted …', listingStatuses),
  market_segment: listOption('--market-segment <segment>', 'prime, standard …', marketSegments),
  kind: wordListOption('--kind <kind>', 'kind of corporation', companyKinds),
  status: wordListOption('--company-status <status>', 'default active', companyStatuses),
  company_ids: listOption('--company-id <id>', 'only these companies'),
  has_website: yesNoOptions(
    'has-website',
    'only companies with a website',
    'only companies without a known website',
  ),
  website_domains: listOption('--website-domain <domain>', 'domain of the website'),
  technologies: listOption('--technology <key>', 'technology in use'),
  has_jobs: yesNoOptions(
    'has-jobs',
    'only companies with current openings',
    'only companies without known openings',
  ),
  ai_jobs: yesNoOptions(
    'ai-jobs',
    'only companies with AI-related openings',
    'only companies without known AI-related openings',
  ),
  construction: yesNoOptions(
    'construction',
    'only companies with a valid construction permit',
    'only companies without a known construction permit',
  ),
  construction_license_types: wordListOption(
    '--license-type <type>',
    'type of construction permit',
    licenseTypes,
  ),
  min_employees: numberOption('--min-employees <number>', 'minimum number of employees'),
  max_employees: numberOption(
    '--max-employees <number>',
    'maximum number of employees; not together with a query',
  ),
  min_insured_persons: numberOption('--min-insured <number>', 'minimum number of insured persons'),
  max_insured_persons: numberOption('--max-insured <number>', 'maximum number of insured persons'),
  semantic_tag: new Option('--semantic-tag <tag>', 'accepted but not applied by the service'),
};

export function addCompanyFilters(command: Command): Command {
  return addFlags(command, filterFlags);
}

/** The filters in the service's form; undefined if none was given. */
export function companyFilters(options: object): CompanyFilters | undefined {
  return partOf(filterFlags, options);
}
