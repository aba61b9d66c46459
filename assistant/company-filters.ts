import { z } from 'zod';
import { companyOrders, listingStatuses, maxHeadCount } from '../client/index.ts';

/** Conditions on companies, for the search and for Lists. The service checks the values and suggests others. */

const defineWords = (about: string) =>
  z.array(z.string().trim().min(1).max(200)).min(1).max(50).optional().describe(about);
const defineCount = (about: string) => z.int().min(0).max(maxHeadCount).optional().describe(about);

export const companyFilters = z.strictObject({
  prefecture: defineWords('Prefectures of the head office: 東京都, Tokyo or 13.'),
  city: defineWords('Cities or wards, as the register writes them: 豊田市.'),
  listing_status: z
    .array(z.enum(listingStatuses))
    .min(1)
    .max(listingStatuses.length)
    .optional()
    .describe('Listing on a Japanese exchange.'),
  market_segment: defineWords('Market segments: prime, standard, growth …'),
  industry_33_code: defineWords('Sectors of the exchange: 3700 or 輸送用機器.'),
  min_employees: defineCount('At least so many employees.'),
  max_employees: defineCount('At most so many employees; not together with a query.'),
  has_website: z.boolean().optional(),
  has_jobs: z.boolean().optional().describe('With or without known current openings.'),
  construction: z.boolean().optional().describe('With or without a known valid construction permit.'),
  company_ids: defineWords('Only these companies.'),
});

export const companyOrder = z
  .enum(companyOrders)
  .optional()
  .describe('Default: relevance with a query, otherwise name.');

export const searchText = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .optional()
  .describe(
    'A name or identifier. Places, industries and sizes belong in filters: words are not interpreted.',
  );
