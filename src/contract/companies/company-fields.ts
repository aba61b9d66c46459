import { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import { companyKinds, companyStatuses, listingStatuses, marketSegments } from './company-vocabulary.ts';

export const companyId = z
  .string()
  .regex(/^(cn_\d{13}|(tse|nse|sse|fse)_[0-9A-Z]{4,5})$/)
  .meta({
    description:
      'Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`), `_` and the securities code. Never reused.',
    examples: ['cn_1180301018771', 'tse_7203'],
  });

export const prefectureName = z
  .string()
  .nullable()
  .meta({
    description: 'Prefecture of the head office; null if unknown or outside Japan.',
    examples: ['愛知県'],
  });

export const cityName = z
  .string()
  .nullable()
  .meta({
    description: 'City, ward or town of the head office; null if unknown or outside Japan.',
    examples: ['豊田市'],
  });

export const supersededBy = companyId
  .nullable()
  .describe('The company that took this one over; null if there is none or it is unknown.');

export const listingStatus = field.oneOf(
  listingStatuses,
  'Listing on a Japanese exchange. `delisted`: listed in the past. `private`: the company states that it is not listed. `unknown`: no source states it.',
);

export const companyStatus = field.oneOf(
  companyStatuses,
  '`closed`: wound up. `merged`: taken over by another company. `removed`: the register withdrew the entry. `active` until a source states otherwise.',
);

export const marketSegment = field.oneOfOrNull(
  marketSegments.map(({ value }) => value),
  'Market segment of its exchange. `main` and `next` belong to Nagoya, `ambitious` to Sapporo, `q_board` to Fukuoka. Null if it is not listed.',
);

export const industry33Code = z
  .string()
  .regex(/^\d{4}$/)
  .nullable()
  .meta({
    description: "Code of the exchange's 33 sectors; null if the company is not listed or has no sector.",
    examples: ['3700'],
  });

/** Who a company is, in every answer that shows one. */
export const companyFields = {
  company_id: companyId,
  display_name: field.text(
    "Name for display: the exchange's short name for a listed company, otherwise the legal name.",
  ),
  legal_name: field.text(
    'Name including the legal form, as registered or filed; if unknown, the best other name.',
  ),
  listing_status: listingStatus,
  market_segment: marketSegment,
  corporate_number: z
    .string()
    .regex(/^\d{13}$/)
    .nullable()
    .meta({
      description: 'Corporate number assigned by the National Tax Agency, 13 digits; null if unknown.',
      examples: ['1180301018771'],
    }),
  securities_code: z
    .string()
    .regex(/^[1-9][0-9A-Z][0-9][0-9A-Z][0-9]?$/)
    .nullable()
    .meta({
      description: 'Securities code of the current listing; null if it is not listed.',
      examples: ['7203', '130A'],
    }),
  industry_33_code: industry33Code,
  kind: field.oneOfOrNull(
    companyKinds,
    'Kind of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社. Null if unknown.',
  ),
  prefecture: prefectureName,
  city: cityName,
};

const { company_id, display_name, legal_name, prefecture, city, listing_status } = companyFields;

/** What a person needs to know about a company that may be meant. */
export const fieldsToChoose = {
  company_id,
  display_name,
  legal_name,
  prefecture,
  city,
  listing_status,
  status: companyStatus,
  superseded_by: supersededBy,
};

export const companySchema = defineComponent('Company', 'Who a company is.', {
  ...companyFields,
  status: companyStatus,
  superseded_by: supersededBy,
});

export const headCount = z.int().min(0).nullable();
export const employees = headCount.describe(
  "Number of employees, as last reported; null if not reported. For a holding company, usually its own employees, not the group's.",
);
export const insuredPersons = headCount.describe(
  'Number of people in social insurance, counted by registered workplace; not the number of employees. Null if unknown.',
);
export const websiteUrl = field.textOrNull('Website, http or https; null if unknown.');

/** A company in brief, as Lists show it. */
export const companySummarySchema = companySchema
  .extend({ website_url: websiteUrl, employees, insured_persons: insuredPersons })
  .meta({ id: 'CompanySummary', description: 'Who a company is, with its website and size.' });
export type CompanySummary = z.output<typeof companySummarySchema>;
