import { z } from 'zod';
import { defineComponent, field, groupFields, okField } from '../answer-fields.ts';
import { asOfMeta } from '../as-of.ts';
import { defineKnownFields } from '../fields.ts';
import {
  companyFields,
  companyId,
  companyStatus,
  headCount,
  industry33Code,
  marketSegment,
  prefectureName,
  supersededBy,
} from './company-fields.ts';
import { aboutFiscalYear, observedAt, sourceName, technologySchema } from './company-result.ts';
import { aliasKinds, closeCauses, exchanges, financialMetrics, securityKinds } from './company-vocabulary.ts';
import { invoiceRegistrationSchema } from './invoice-registration.ts';

/** `GET /companies/{companyId}` (docs/decisions/0023-company-facts.md). */

/** The path accepts any text: a malformed id is answered like an unknown one. */
export const companyPath = defineKnownFields({
  companyId: z
    .string()
    .max(1000)
    .meta({
      description: 'A current or former company_id.',
      examples: ['cn_1180301018771', 'tse_7203'],
    }),
});

const day = z.iso.date().nullable();
const validFrom = day.describe('First day on which it was valid; null if unknown.');
const validTo = day.describe('First day on which it was no longer valid; null while it is valid.');
const ageDays = field.countOrNull('Whole days since `observed_at`; null if that is unknown.');

/** A value with its source and time. */
function defineSourcedValue<Value extends z.ZodType, Time extends z.ZodType>(value: Value, time: Time) {
  return z.object({ value, source: sourceName, observed_at: time, age_days: ageDays });
}

const statedOn = day.describe('Day, in Japan, on which the source stated it; null if unknown.');

function defineFact<Value extends z.ZodType>(value: Value, about: string) {
  return defineSourcedValue(value.describe(about), observedAt).describe(about).optional();
}

const text = z.string();

const addressSchema = groupFields('The address.', {
  prefecture: prefectureName,
  city: text.nullable().describe('City, ward or town; null if unknown or outside Japan.'),
  street: text.nullable().describe('The rest of the address; outside Japan, the full address.'),
  postal_code: z
    .string()
    .regex(/^\d{7}$/)
    .nullable()
    .describe('Postal code, 7 digits; null if unknown.'),
});
const defineAddress = (about: string) =>
  defineSourcedValue(addressSchema, statedOn).extend({ valid_from: validFrom }).describe(about).optional();

const parentSchema = groupFields('The parent, as the source states it.', {
  name: text.describe('Its name.'),
  corporate_number: companyFields.corporate_number.describe(
    'Its corporate number; null if the source does not state it. A name alone is not taken for a company.',
  ),
  share: z
    .number()
    .positive()
    .max(1)
    .nullable()
    .describe(
      'Its share of the shares without those that the company itself holds (0.5012 is 50.12 %); null if the source does not state it.',
    ),
});

const metricSchema = groupFields('The newest known year.', {
  value: z.number().describe('In yen; for `equity_ratio`, a ratio (0.4 is 40 %).'),
  fiscal_year: z.int().min(1900).max(2200).describe(aboutFiscalYear),
});
const defineMetric = (about: string) =>
  defineSourcedValue(metricSchema, observedAt).describe(about).optional();

const aboutMetrics: Readonly<Record<(typeof financialMetrics)[number], string>> = {
  revenue: 'Revenue of a fiscal year.',
  ordinary_income: 'Ordinary income of a fiscal year.',
  net_income: 'Net income of a fiscal year.',
  total_assets: 'Total assets at the end of a fiscal year.',
  net_assets: 'Net assets at the end of a fiscal year.',
  equity_ratio: 'Share of equity in total assets at the end of a fiscal year.',
  capital: 'Capital stock at the end of a fiscal year.',
};

const profileFields = {
  website_url: defineFact(text, 'Website, http or https.'),
  employees: defineFact(headCount.unwrap(), 'Employees.'),
  insured_persons: defineFact(
    headCount.unwrap(),
    'People in social insurance, counted by registered workplace; not the number of employees.',
  ),
  capital_yen: defineFact(z.number().min(0), 'Capital stock, in yen.'),
  business_summary: defineFact(text, 'What the company does, in its own words.'),
  business_items: defineFact(z.array(text), 'Lines of business.'),
  founded_on: defineFact(z.iso.date(), 'Day of foundation.'),
  founding_year: defineFact(z.int().min(1).max(2200), 'Year of foundation.'),
  fiscal_year_end: defineFact(text, 'End of the fiscal year, as the filing states it (3月31日).'),
  industry: defineFact(text, 'Industry, as the filing states it.'),
  listing_statement: defineFact(text, 'Whether it is listed, as the filing states it: 上場 or 非上場.'),
  consolidated: defineFact(z.boolean(), 'Whether it publishes consolidated statements.'),
  qualification_grade: defineFact(text, 'Grade of its qualification to bid for government procurement.'),
  parent_company: defineFact(
    parentSchema,
    'The parent: the company that holds more than half of its shares, or that reports itself as its parent.',
  ),
  head_office: defineAddress('Address of the head office.'),
  address_outside_japan: defineAddress('Address outside Japan.'),
  technologies: defineFact(
    z.array(technologySchema),
    'Technologies that it is known to use. Source and time are those of the newest one.',
  ),
  ...(Object.fromEntries(financialMetrics.map((name) => [name, defineMetric(aboutMetrics[name])])) as Record<
    (typeof financialMetrics)[number],
    ReturnType<typeof defineMetric>
  >),
};

const identifierSchema = z.object({
  identifier_type: field.oneOf<string[]>(
    ['company_id', 'corporate_number', 'invoice_number', 'securities_code', 'edinet_code', 'domain'],
    'What kind of identifier it is.',
  ),
  value: text.describe('The identifier.'),
  valid_from: validFrom,
  valid_to: validTo,
  source: sourceName
    .nullable()
    .describe(
      'Source of the identifier; null for ids, which the service assigns, and for derived identifiers.',
    ),
  observed_at: statedOn,
  derived_from: z
    .literal('corporate_number')
    .nullable()
    .describe(
      'For an invoice number about which no statement of the register of invoice issuers is loaded: it was derived from the corporate number. Otherwise null.',
    ),
  current: z
    .boolean()
    .nullable()
    .describe(
      'Whether it identifies the company today; for an invoice number, whether the company is a registered issuer today, null if that is unknown.',
    ),
  registration: invoiceRegistrationSchema
    .optional()
    .describe('Only for an invoice number: what the register of invoice issuers says about it.'),
});

const nameSchema = z.object({
  kind: field.oneOf<string[]>(
    ['legal', 'trade', 'english', 'kana', 'former', 'alias'],
    '`legal`: as registered. `kana`: the reading in kana. `former`: an earlier legal name. `alias`: a brand, an abbreviation or another name by which people know the company.',
  ),
  name: text.describe('The name.'),
  valid_from: validFrom,
  valid_to: validTo,
  source: sourceName,
  observed_at: statedOn,
  filed: z
    .object({
      from: z.iso.date().describe('The first of these days.'),
      to: day.describe('The last of them; null while it is the legal name.'),
    })
    .optional()
    .describe(
      'Only for a name that EDINET states, in filings or its list: the days, in Japan, on which it does. If `source` is `edinet`, the exact days of changes are unknown: `valid_from` is the first day on which the company can have had the name, and `valid_to` the first on which it certainly no longer had it.',
    ),
  alias: z
    .object({
      kind: field.oneOfOrNull<string[]>([...aliasKinds], 'What kind of alias it is; null if unknown.'),
      exclusive: z
        .boolean()
        .describe(
          'Whether the source says that only this company is called so. Only then can it settle a name.',
        ),
      language: text.nullable().describe('Its language as an ISO 639 code; null if unknown.'),
      source_url: text.nullable().describe('Where the source states it; null if unknown.'),
    })
    .optional()
    .describe('Only for an alias: what the source says about it.'),
});

const originSchema = defineComponent('FactOrigin', 'Where a value comes from.', {
  source: sourceName.nullable().describe('Source of the value; null if no source states it.'),
  observed_at: statedOn,
  derived_from: field.oneOfOrNull<string[]>(
    ['names', 'listings', 'listing_statement', 'legal_name', 'identifiers'],
    'What the service derived the value from; source and day then belong to that. Null for a value that the source states itself.',
  ),
});

const defineOrigin = (about: string) => originSchema.optional().describe(`Origin of ${about}`);

/** For each field of `company` that has a value, and for `status` and `superseded_by`. */
const originsSchema = z.object({
  display_name: defineOrigin(
    '`display_name`: the listing that has this short name, otherwise the legal name.',
  ),
  legal_name: defineOrigin('`legal_name`; `derived_from` is `names` if another name is used instead.'),
  listing_status: defineOrigin('`listing_status`: the listings, otherwise what the filer states to EDINET.'),
  market_segment: defineOrigin('`market_segment`.'),
  corporate_number: defineOrigin('`corporate_number`.'),
  securities_code: defineOrigin('`securities_code`.'),
  industry_33_code: defineOrigin('`industry_33_code`.'),
  kind: defineOrigin('`kind`; `derived_from` is `legal_name` if it follows from the legal form in the name.'),
  prefecture: defineOrigin('`prefecture`.'),
  city: defineOrigin('`city`.'),
  assigned_on: defineOrigin('`assigned_on`.'),
  register_updated_on: defineOrigin('`register_updated_on`.'),
  closed_on: defineOrigin('`closed_on`.'),
  close_cause: defineOrigin('`close_cause`.'),
  status: defineOrigin(
    '`status`. A company that the register lacks counts as active until a source states otherwise; `source` is null then.',
  ),
  superseded_by: defineOrigin('`superseded_by` and `superseded_by_corporate_number`.'),
});

const listingSchema = z.object({
  exchange: field.oneOf<readonly string[]>(exchanges, 'Tokyo, Nagoya, Sapporo or Fukuoka Stock Exchange.'),
  code: text.describe('Securities code.'),
  security_kind: field.oneOf<readonly string[]>(
    securityKinds,
    'Common stock, preferred stock, or investment certificates.',
  ),
  short_name: text.nullable().describe("The exchange's short name; null if unknown."),
  market_segment: marketSegment,
  industry_33_code: industry33Code,
  size_class: text
    .nullable()
    .describe("The exchange's size class, in its own words (TOPIX Core30); null if there is none."),
  listed_from: day.describe('Day of listing; null if unknown.'),
  listed_to: day.describe('First day on which it was no longer listed; null while it is listed.'),
  as_of: field.date("Date of the exchange's last list that includes it."),
  age_days: field.count('Whole days since `as_of`.'),
});

export const companyProfileSchema = defineComponent('CompanyProfile', 'Everything known about one company.', {
  ok: okField,
  company: groupFields('Its identity. `sources` has the source and date of each field.', {
    ...companyFields,
    assigned_on: day.describe('Day on which the corporate number was assigned; null if unknown.'),
    register_updated_on: day.describe("Day of the register's newest entry; null if unknown."),
    closed_on: day.describe('Day on which the register closed it; null while it is active.'),
    close_cause: field.oneOfOrNull<string[]>(
      [...closeCauses],
      'Why it was closed; null while it is active and if unknown.',
    ),
    updated_at: field.time('When the service last changed any of its data.'),
  }),
  sources: originsSchema.describe(
    'Where the fields of `company`, `status` and `superseded_by` come from; fields without a value are absent.',
  ),
  profile: groupFields(
    'The newest known value of each field; fields without a value are absent.',
    profileFields,
  ),
  identifiers: field.listOf(
    identifierSchema,
    'Every current and former identifier; the current company_id comes first.',
  ),
  names: field.listOf(nameSchema, 'Every current and former name: legal, trade, English, kana, former.'),
  listings: field.listOf(listingSchema, 'Every current and former listing, current ones first.'),
  status: companyStatus,
  superseded_by: supersededBy.describe(
    'The company that took this one over; null if there is none or it is unknown. A company closed by a merger keeps its own id.',
  ),
  superseded_by_corporate_number: companyFields.corporate_number.describe(
    'Corporate number of that company, even if the service does not have the company; otherwise null.',
  ),
  resolved_from: companyId
    .nullable()
    .describe('The requested id, if it is a former id of this company; otherwise null.'),
  meta: asOfMeta,
});
/** What the service knows about a company. */
export type CompanyProfile = Omit<z.output<typeof companyProfileSchema>, 'meta'>;
export type FactOrigin = z.output<typeof originSchema>;
/** A profile value of any field. */
export type ProfileValue = z.output<ReturnType<typeof defineSourcedValue<z.ZodUnknown, typeof observedAt>>>;
