import { z } from 'zod';
import { okField } from '../envelope.ts';
import { knownFields } from '../fields.ts';
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
import { aboutFiscalYear, momentField, observedAt, sourceName, technologySchema } from './company-result.ts';
import { financialMetrics } from './company-vocabulary.ts';

/** `GET /companies/{companyId}` (docs/decisions/0023-company-facts.md). */

/** What is no id of any company is answered as an unknown one, so the path takes any text. */
export const companyPath = knownFields({
  companyId: z
    .string()
    .max(1000)
    .meta({
      description: 'A company_id, also a former one.',
      examples: ['cn_1180301018771', 'tse_7203'],
    }),
});

const day = z.iso.date().nullable();
const validFrom = day.describe('The first day on which it held; null when it is not known.');
const validTo = day.describe('The first day on which it no longer holds; null while it holds.');
const ageDays = z
  .int()
  .min(0)
  .nullable()
  .describe('Whole days from `observed_at` until now; null when that is not known.');

/** A value with who said it and when. */
function sourced<Value extends z.ZodType, Time extends z.ZodType>(value: Value, time: Time) {
  return z.object({ value, source: sourceName, observed_at: time, age_days: ageDays });
}

const statedOn = day.describe('Day on which the source stated it, in Japan; null when it is not known.');

function fact<Value extends z.ZodType>(value: Value, about: string) {
  return sourced(value.describe(about), observedAt).describe(about).optional();
}

const text = z.string();

const addressSchema = z
  .object({
    prefecture: prefectureName,
    city: text.nullable().describe('City, ward or town; null when it is not known or outside Japan.'),
    street: text.nullable().describe('The rest of the address; outside Japan the whole of it.'),
    postal_code: z
      .string()
      .regex(/^\d{7}$/)
      .nullable()
      .describe('Postal code, 7 digits; null when it is not known.'),
  })
  .describe('The address.');
const address = (about: string) =>
  sourced(addressSchema, statedOn).extend({ valid_from: validFrom }).describe(about).optional();

const metricSchema = z
  .object({
    value: z.number().describe('In yen; of `equity_ratio` a ratio (0.4 is 40 %).'),
    fiscal_year: z.int().min(1900).max(2200).describe(aboutFiscalYear),
  })
  .describe('The newest year that is known.');
const metric = (about: string) => sourced(metricSchema, observedAt).describe(about).optional();

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
  website_url: fact(text, 'Website, http or https.'),
  employees: fact(headCount.unwrap(), 'Employees.'),
  insured_persons: fact(
    headCount.unwrap(),
    'Insured persons of social insurance, counted by registered workplace: no count of employees.',
  ),
  capital_yen: fact(z.number().min(0), 'Capital stock, in yen.'),
  business_summary: fact(text, 'What the company does, in its words.'),
  business_items: fact(z.array(text), 'Lines of business.'),
  founded_on: fact(z.iso.date(), 'Day of foundation.'),
  founding_year: fact(z.int().min(1).max(2200), 'Year of foundation.'),
  fiscal_year_end: fact(text, 'End of the fiscal year, as the filing writes it (3月31日).'),
  industry: fact(text, 'Industry, as the filing writes it.'),
  listing_statement: fact(text, 'What the filing says of its listing: 上場 or 非上場.'),
  consolidated: fact(z.boolean(), 'Whether it publishes consolidated statements.'),
  qualification_grade: fact(text, 'Grade of its qualification to bid for procurement by ministries.'),
  head_office: address('Address of the head office.'),
  address_outside_japan: address('Address outside Japan.'),
  technologies: fact(
    z.array(technologySchema),
    'Technologies that it is known to use. Source and time beside it are those of the newest.',
  ),
  ...(Object.fromEntries(financialMetrics.map((name) => [name, metric(aboutMetrics[name])])) as Record<
    (typeof financialMetrics)[number],
    ReturnType<typeof metric>
  >),
};

const identifierSchema = z.object({
  identifier_type: z
    .enum<string[]>([
      'company_id',
      'corporate_number',
      'invoice_number',
      'securities_code',
      'edinet_code',
      'domain',
    ])
    .describe('What kind of identifier it is.'),
  value: text.describe('The identifier.'),
  valid_from: validFrom,
  valid_to: validTo,
  source: sourceName
    .nullable()
    .describe('Who says it; null for ids, which the service assigns, and for what is derived.'),
  observed_at: statedOn,
  derived_from: z
    .literal('corporate_number')
    .nullable()
    .describe(
      'Of an invoice number: that it was made from the corporate number and comes from no register of invoice issuers. Else null.',
    ),
  current: z
    .boolean()
    .nullable()
    .describe(
      'Whether it identifies the company today; null for a derived invoice number: whether the company is registered as an issuer is not known.',
    ),
});

const nameSchema = z.object({
  kind: z
    .enum<string[]>(['legal', 'trade', 'english', 'kana', 'former'])
    .describe('`legal`: as registered. `kana`: its reading. `former`: a legal name of before.'),
  name: text.describe('The name.'),
  valid_from: validFrom,
  valid_to: validTo,
  source: sourceName,
  observed_at: statedOn,
});

const originSchema = z
  .object({
    source: sourceName.nullable().describe('Who says it; null when nobody does.'),
    observed_at: statedOn,
    derived_from: z
      .enum<string[]>(['names', 'listings', 'listing_statement', 'legal_name', 'identifiers'])
      .nullable()
      .describe(
        'What the service derived the value from; source and day are then those of that. Null for a value that the source states itself.',
      ),
  })
  .meta({ id: 'FactOrigin', description: 'Where a value comes from.' });

const origin = (about: string) => originSchema.optional().describe(about);

/** For each field of `company` that has a value, and for `status` and `superseded_by`. */
const originsSchema = z.object({
  display_name: origin('Of `display_name`: the listing whose short name it is, else the legal name.'),
  legal_name: origin('Of `legal_name`; `derived_from` is `names` where another name stands in for it.'),
  listing_status: origin('Of `listing_status`: the listings, else what the filer states to EDINET.'),
  market_segment: origin('Of `market_segment`.'),
  corporate_number: origin('Of `corporate_number`.'),
  securities_code: origin('Of `securities_code`.'),
  industry_33_code: origin('Of `industry_33_code`.'),
  kind: origin('Of `kind`; `derived_from` is `legal_name` where the legal form in the name tells it.'),
  prefecture: origin('Of `prefecture`.'),
  city: origin('Of `city`.'),
  assigned_on: origin('Of `assigned_on`.'),
  register_updated_on: origin('Of `register_updated_on`.'),
  closed_on: origin('Of `closed_on`.'),
  close_cause: origin('Of `close_cause`.'),
  status: origin(
    'Of `status`. A company that the register has not told of counts as active until somebody states its end: then `source` is null.',
  ),
  superseded_by: origin('Of `superseded_by` and `superseded_by_corporate_number`.'),
});

const listingSchema = z.object({
  exchange: z
    .enum<string[]>(['tse', 'nse', 'sse', 'fse'])
    .describe('Tokyo, Nagoya, Sapporo or Fukuoka Stock Exchange.'),
  code: text.describe('Securities code.'),
  security_kind: z
    .enum<string[]>(['common', 'preferred', 'investment'])
    .describe('Common stock, preferred stock, or investment certificates.'),
  short_name: text.nullable().describe('The name that the exchange uses; null when it is not known.'),
  market_segment: marketSegment,
  industry_33_code: industry33Code,
  size_class: text
    .nullable()
    .describe('Size class of the exchange, in its words (TOPIX Core30); null when it has none.'),
  listed_from: day.describe('Day of listing; null when it is not known.'),
  listed_to: day.describe('The first day on which it was no longer listed; null while it is.'),
  as_of: z.iso.date().describe("Day of the exchange's list that last named it."),
  age_days: z.int().min(0).describe('Whole days since that day.'),
});

export const companyProfileSchema = z
  .object({
    ok: okField,
    company: z
      .object({
        ...companyFields,
        assigned_on: day.describe(
          'Day on which the corporate number was assigned; null when it is not known.',
        ),
        register_updated_on: day.describe("Day of the register's newest entry; null when it is not known."),
        closed_on: day.describe('Day on which the register closed it; null while it is active.'),
        close_cause: z
          .enum<string[]>(['liquidated', 'merger', 'closed_by_registrar', 'other'])
          .nullable()
          .describe('Why it was closed; null while it is active and when nobody says.'),
        updated_at: momentField.describe('When the service last changed anything of it.'),
      })
      .describe('Who it is. `sources` has who says each field, and when.'),
    sources: originsSchema.describe(
      'Where the fields of `company`, and `status` and `superseded_by`, come from; a field without a value is absent.',
    ),
    profile: z
      .object(profileFields)
      .describe('What is known, the newest value of each field; a field that nobody tells is absent.'),
    identifiers: z
      .array(identifierSchema)
      .describe('Every identifier that it has or had; the company_id of today comes first.'),
    names: z
      .array(nameSchema)
      .describe('Every name that it has or had: legal, trade, English, kana, former.'),
    listings: z.array(listingSchema).describe('Every listing that it has or had, current ones first.'),
    status: companyStatus,
    superseded_by: supersededBy.describe(
      'The company that took this one over, where it is known; a company closed by merger is still itself. Else null.',
    ),
    superseded_by_corporate_number: companyFields.corporate_number.describe(
      'Corporate number of that company, also when the service does not hold it; else null.',
    ),
    resolved_from: companyId
      .nullable()
      .describe('The id that was asked for when it is a former one of this company; else null.'),
  })
  .meta({ id: 'CompanyProfile', description: 'Everything that is known of one company.' });
export type CompanyProfile = z.output<typeof companyProfileSchema>;
export type FactOrigin = z.output<typeof originSchema>;
/** A value of a profile before its field is known. */
export type ProfileValue = z.output<ReturnType<typeof sourced<z.ZodUnknown, typeof observedAt>>>;
