import { z } from 'zod';
import { companyKinds, companyStatuses, listingStatuses, marketSegments } from './company-vocabulary.ts';

export const companyId = z
  .string()
  .regex(/^(cn_\d{13}|(tse|nse|sse|fse)_[0-9A-Z]{4,5})$/)
  .meta({
    description:
      'Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.',
    examples: ['cn_1180301018771', 'tse_7203'],
  });

export const prefectureName = z
  .string()
  .nullable()
  .meta({
    description: 'Prefecture of the head office; null when it is not known or outside Japan.',
    examples: ['愛知県'],
  });

export const cityName = z
  .string()
  .nullable()
  .meta({
    description: 'City, ward or town of the head office; null when it is not known or outside Japan.',
    examples: ['豊田市'],
  });

export const supersededBy = companyId
  .nullable()
  .describe('The company that took this one over, where it is known; else null.');

export const listingStatus = z
  .enum(listingStatuses)
  .describe(
    'Listing on a Japanese exchange: `delisted` was listed once, `private` says that it is not listed, `unknown`: nobody says.',
  );

export const companyStatus = z
  .enum(companyStatuses)
  .describe(
    '`closed` was wound up, `merged` was taken over by another, `removed`: the register took the entry back. `active` until a source states its end.',
  );

export const marketSegment = z
  .enum(marketSegments.map(({ value }) => value))
  .nullable()
  .describe(
    'Market segment of its exchange: `main` and `next` are of Nagoya, `ambitious` of Sapporo, `q_board` of Fukuoka; null when it is not listed.',
  );

export const industry33Code = z
  .string()
  .regex(/^\d{4}$/)
  .nullable()
  .meta({
    description: 'Code of the 33 sectors of the exchange; null when it is not listed or has no sector.',
    examples: ['3700'],
  });

/** Who a company is, in every answer that shows one. */
export const companyFields = {
  company_id: companyId,
  display_name: z
    .string()
    .describe(
      'What to call it: the short name that the exchange uses for a listed company, else the legal name.',
    ),
  legal_name: z
    .string()
    .describe(
      'Name with its legal form, as registered or as filed; where none is known, the best other name.',
    ),
  listing_status: listingStatus,
  market_segment: marketSegment,
  corporate_number: z
    .string()
    .regex(/^\d{13}$/)
    .nullable()
    .meta({
      description: 'Corporate number of the National Tax Agency, 13 digits; null when it is not known.',
      examples: ['1180301018771'],
    }),
  securities_code: z
    .string()
    .regex(/^[1-9][0-9A-Z][0-9][0-9A-Z][0-9]?$/)
    .nullable()
    .meta({
      description: 'Securities code of its current listing; null when it is not listed.',
      examples: ['7203', '130A'],
    }),
  industry_33_code: industry33Code,
  kind: z
    .enum(companyKinds)
    .nullable()
    .describe(
      'Kind of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社; null when it is not known.',
    ),
  prefecture: prefectureName,
  city: cityName,
};

export const companySchema = z
  .object({ ...companyFields, status: companyStatus, superseded_by: supersededBy })
  .meta({ id: 'Company', description: 'Who a company is.' });

export const headCount = z.int().min(0).nullable();
export const employees = headCount.describe(
  'Employees, as reported last; null when nobody reports them. Of a holding company usually its own, not those of the group.',
);
export const insuredPersons = headCount.describe(
  'Insured persons of social insurance, counted by registered workplace: no count of employees. Null when it is not known.',
);
export const websiteUrl = z.string().nullable().describe('Website, http or https; null when none is known.');

/** A company in a few words, as Lists show it. */
export const companySummarySchema = companySchema
  .extend({ website_url: websiteUrl, employees, insured_persons: insuredPersons })
  .meta({ id: 'CompanySummary', description: 'Who a company is, with its website and size.' });
export type CompanySummary = z.output<typeof companySummarySchema>;
