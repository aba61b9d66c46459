import type { CompanyProfile, FactOrigin } from '../../../contract/companies/company-profile.ts';
import { closeCauseTexts, industryTexts } from '../../../contract/companies/company-vocabulary.ts';
import { invoiceStatusTexts } from '../../../contract/companies/invoice-registration.ts';
import { valueSourceTexts } from '../../../contract/observations/vocabulary.ts';
import type { ColumnId } from '../../../contract/reconcile/properties.ts';
import {
  type ExportLanguage,
  type FactColumn,
  getColumnTitle,
  type ResultColumn,
} from '../../../contract/sources/columns/result-columns.ts';
import { findText, type TextPair } from '../../../contract/texts.ts';
import { toTokyoDay } from '../../../text/days/calendar.ts';
import { toNfkc } from '../../../text/letters/nfkc.ts';
import type { CompanyGroup } from '../../companies/company-group.ts';
import { getValues, listFormerNames } from '../../reconcile/company-values.ts';

/** Further facts about a company, which an export looks up only if they are chosen, and where facts come from. */

type Origin = Pick<FactOrigin, 'source' | 'observed_at'> | undefined;

interface Fact {
  text(
    profile: CompanyProfile,
    language: ExportLanguage,
    group: CompanyGroup | undefined,
  ): string | null | undefined;
  origin(profile: CompanyProfile, group: CompanyGroup | undefined): Origin;
}

/** The values that reconciling clients fetch, too. */
function valueText(profile: CompanyProfile, property: ColumnId): string {
  const texts = getValues({ profile, successorName: undefined }, property).map((cell) => {
    if ('date' in cell) return cell.date.slice(0, 'YYYY-MM-DD'.length);
    return String(Object.values(cell)[0] ?? '');
  });
  return texts.join(' / ');
}

/** A code of the API, or its text for people. */
function codeText(
  texts: Readonly<Record<string, TextPair>>,
  code: string | null | undefined,
  language: ExportLanguage,
): string | null | undefined {
  if (!code || language === null) return code;
  return findText(texts, code, language);
}

/** Without a statement of the register, a number would only be derived. */
function getRegistration({ identifiers }: CompanyProfile) {
  const registration = identifiers.find(
    ({ identifier_type }) => identifier_type === 'invoice_number',
  )?.registration;
  return { registration, stated: registration?.stated_on ? registration : undefined };
}

const invoiceOrigin = (profile: CompanyProfile): Origin => {
  const { stated } = getRegistration(profile);
  return stated && { source: 'invoice_registry', observed_at: stated.stated_on };
};

const facts: Readonly<Record<Exclude<FactColumn, 'facts_from'>, Fact>> = {
  capital: {
    text: (profile) => valueText(profile, 'capital'),
    origin: ({ profile }) => profile.capital_yen ?? profile.capital,
  },
  industry: {
    text: ({ company, profile }, language) =>
      company.industry_33_code
        ? findText(industryTexts, company.industry_33_code, language ?? 'ja')
        : profile.industry?.value,
    origin: ({ sources, profile }) => sources.industry_33_code ?? profile.industry,
  },
  employee_count: {
    text: (profile) => valueText(profile, 'employees'),
    origin: ({ profile }) => profile.employees,
  },
  settlement_month: {
    text: ({ profile }, language) => {
      const month = /(\d{1,2})月/.exec(toNfkc(profile.fiscal_year_end?.value ?? ''))?.[1];
      return month && language === 'ja' ? `${month}月` : month;
    },
    origin: ({ profile }) => profile.fiscal_year_end,
  },
  former_names: {
    text: (profile) => valueText(profile, 'former_names'),
    origin: (profile) => listFormerNames(profile)[0],
  },
  english_name: {
    text: (profile) => valueText(profile, 'english_name'),
    origin: ({ names }) => names.find(({ kind, valid_to }) => kind === 'english' && valid_to === null),
  },
  closed_on: { text: ({ company }) => company.closed_on, origin: ({ sources }) => sources.closed_on },
  close_cause: {
    text: ({ company }, language) => codeText(closeCauseTexts, company.close_cause, language),
    origin: ({ sources }) => sources.close_cause,
  },
  invoice_number: {
    text: (profile) => getRegistration(profile).stated?.registration_number,
    origin: invoiceOrigin,
  },
  invoice_status: {
    text: (profile, language) =>
      codeText(invoiceStatusTexts, getRegistration(profile).registration?.status, language),
    origin: invoiceOrigin,
  },
  invoice_registered_on: {
    text: (profile) => getRegistration(profile).stated?.registered_on,
    origin: invoiceOrigin,
  },
  invoice_ended_on: {
    text: (profile) => {
      const { stated } = getRegistration(profile);
      return stated?.cancelled_on ?? stated?.expired_on;
    },
    origin: invoiceOrigin,
  },
  parent_company: {
    text: ({ profile }) => profile.parent_company?.value.name,
    origin: ({ profile }) => profile.parent_company,
  },
  parent_corporate_number: {
    text: ({ profile }) => profile.parent_company?.value.corporate_number,
    origin: ({ profile }) =>
      profile.parent_company?.value.corporate_number ? profile.parent_company : undefined,
  },
  group: { text: (_, __, group) => group?.name, origin: (_, group) => group },
};

/** The origins of the usual columns, which are read without a profile. */
const originsOfUsual: Readonly<Partial<Record<ResultColumn, (profile: CompanyProfile) => Origin>>> = {
  corporate_number: ({ sources }) => sources.corporate_number,
  legal_name: ({ sources }) => sources.legal_name,
  prefecture: ({ sources }) => sources.prefecture,
  address: ({ profile }) => profile.head_office,
  postal_code: ({ profile }) => profile.head_office,
  securities_code: ({ sources }) => sources.securities_code,
  website: ({ profile }) => profile.website_url,
  company_status: ({ sources }) => sources.status,
  superseded_by: ({ sources }) => sources.superseded_by,
};

function getOrigin(profile: CompanyProfile, column: ResultColumn, group: CompanyGroup | undefined): Origin {
  if (Object.hasOwn(facts, column)) return facts[column as keyof typeof facts].origin(profile, group);
  return originsOfUsual[column]?.(profile);
}

interface FactContext {
  readonly columns: readonly ResultColumn[];
  readonly language: ExportLanguage;
  /** By the current id of the company. */
  readonly groups: ReadonlyMap<string, CompanyGroup>;
}

/** @param columns all that are chosen, for `facts_from` */
export function getFactText(
  profile: CompanyProfile,
  column: FactColumn,
  { columns, language, groups }: FactContext,
): string | null | undefined {
  const group = groups.get(profile.company.company_id);
  if (column !== 'facts_from') return facts[column].text(profile, language, group);
  const byOrigin = new Map<string, ResultColumn[]>();
  for (const each of columns) {
    const { source, observed_at: at } = getOrigin(profile, each, group) ?? {};
    if (!source) continue;
    // Moments are days in Japan for people.
    const day = at && at.length > 'YYYY-MM-DD'.length ? toTokyoDay(new Date(at)) : at;
    const from = joinOrigin(source, day ?? '', language);
    byOrigin.set(from, [...(byOrigin.get(from) ?? []), each]);
  }
  return describeOrigins([...byOrigin], language);
}

function joinOrigin(source: string, day: string, language: ExportLanguage): string {
  if (language === null) return `${source}:${day}`;
  return [findText(valueSourceTexts, source, language), day].filter(Boolean).join(' ');
}

/** `capital:edinet:2025-06-30 …`, or for people 資本金（円）、業種: EDINET 2025-06-30 / … */
function describeOrigins(
  origins: readonly (readonly [from: string, columns: readonly ResultColumn[]])[],
  language: ExportLanguage,
): string {
  if (language === null)
    return origins.flatMap(([from, columns]) => columns.map((column) => `${column}:${from}`)).join(' ');
  const comma = language === 'ja' ? '、' : ', ';
  return origins
    .map(([from, columns]) => `${columns.map((each) => getColumnTitle(each, language)).join(comma)}: ${from}`)
    .join(' / ');
}
