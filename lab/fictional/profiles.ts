import type { FactBatch, ProfileValueRow } from '../../indexers/facts/index.ts';
import type { ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import { type Company, maxEmployees } from './company.ts';
import { dayText, momentText } from './days.ts';
import { Draws } from './draws.ts';
import { coreOf, latinSlug } from './names.ts';
import { topic } from './numbers.ts';
import type { Sector } from './sectors.ts';
import { list } from './words.ts';

const fiscalYearEnds = ['3月31日', '3月31日', '3月31日', '12月31日', '9月30日', '2月末日', '6月30日'];

const technologies = list(`
   aws azure google_cloud kubernetes docker react vue typescript javascript python java go ruby php c++ c# node.js postgresql mysql
   oracle_database mongodb redis elasticsearch snowflake bigquery tableau power_bi salesforce hubspot kintone sap_s4hana
   microsoft_365 google_workspace slack wordpress shopify ec-cube magento next.js laravel django spring_boot terraform github
   gitlab jenkins generative_ai llm machine_learning computer_vision rag speech_recognition rpa iot plc cad_3d bim gis drone
   blockchain zero_trust edr pytorch tensorflow`);

/**
 * Adds the known values: all for listed companies, some for a minority of the others, as in the real sources.
 * @returns the domain of the company's website, or null
 */
export function addProfile(batch: Required<FactBatch>, company: Company): string | null {
  const { seed, index, companyId: company_id, today, sector, listed, size } = company;
  const draws = new Draws(seed, index, topic.profile);
  const known = (share: number, listedShare = 1): boolean =>
    draws.chance(listed === null ? share : listedShare);
  const source: ObservationSource = listed === null ? 'gbizinfo' : 'edinet';
  const observed_at = momentText(today - draws.between(5, 700));
  const put = (field: string, value: unknown, more: Partial<ProfileValueRow> = {}): void => {
    batch.profile_values.push({ company_id, field, value, source, observed_at, ...more });
  };

  const domain = known(0.11, 0.98) ? domainOf(seed, index, draws) : null;
  if (domain !== null) {
    const source: ObservationSource = draws.chance(0.7) ? 'gbizinfo' : 'company_website';
    put('website_url', `https://${draws.chance(0.6) ? 'www.' : ''}${domain}/`, { source });
    batch.company_identifiers.push({ company_id, identifier_type: 'domain', value: domain, source });
  }
  if (known(0.1)) put('employees', size.employees);
  if (known(0.02, 0.4)) {
    const earlier = Math.max(1, Math.round(size.employees * draws.logNormal(1, 0.1)));
    const observed_at = momentText(today - draws.between(701, 2000));
    put('employees', earlier, { source: 'company_website', observed_at });
  }
  if (known(0.07, 0.75)) {
    const share = listed !== null && draws.chance(0.15) ? 0.03 : draws.logNormal(0.85, 0.2);
    const insured = Math.min(maxEmployees, Math.max(1, Math.round(size.employees * share)));
    put('insured_persons', insured, { source: 'gbizinfo' });
  }
  if (known(0.06)) put('capital_yen', size.capital);
  if (known(0.05)) put('business_summary', businessSummary(sector, draws));
  if (known(0.03, 0.9))
    put('founding_year', Number(dayText(listed?.listedFrom ?? today).slice(0, 4)) - draws.between(2, 60));
  if (listed !== null) {
    put('fiscal_year_end', draws.pick(fiscalYearEnds));
    put('listing_statement', listed.listedTo === null ? '上場' : '非上場');
  }
  if (known(sector.name === 'software' ? 0.2 : 0.02, 0.5)) addTechnologies(batch, company, draws);
  return domain;
}

/**
 * Ends in a number and `-kakuu` (架空, fictional), so that it is not mistaken for a real site. The reserved `.example` does not
 * work, because it is not a suffix under which domains are registered. Nearly every company has its own domain; a few
 * share that of another, as groups do.
 */
function domainOf(seed: number, index: number, draws: Draws): string {
  const owner = index > 0 && draws.chance(0.008) ? draws.below(index) : index;
  return `${latinSlug(coreOf(seed, owner)).slice(0, 48).replace(/-$/, '')}-${owner.toString(36)}-kakuu.co.jp`;
}

/** One or two sentences in the style of companies. */
export function businessSummary(sector: Sector, draws: Draws): string {
  const [first = '', second = first] = draws.some(sector.activities, 2);
  const customer = draws.pick(sector.customers);
  return draws.pick([
    `${first}、${second}を主な事業とし、${customer}に提供しています。`,
    `${customer}を中心に、${first}を行っています。近年は${second}にも取り組んでいます。`,
    `${first}を主力とする企業です。${customer}との長い取引を強みとし、${second}を展開しています。`,
    `${first}および${second}。`,
  ]);
}

function addTechnologies(batch: Required<FactBatch>, { companyId, today }: Company, draws: Draws): void {
  const source = draws.pick<ObservationSource>(['company_website', 'company_website', 'job_posting']);
  for (const technology of draws.some(technologies, draws.between(1, 6))) {
    const observed_at = momentText(today - draws.between(1, 500));
    batch.company_technologies.push({ company_id: companyId, technology, source, observed_at });
  }
}
