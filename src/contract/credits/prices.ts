import type { ResearchSourceType } from '../research/research-source-types.ts';
import type { CreditClass } from './billing.ts';

/**
 * All prices, in one table: the services compute from it, and descriptions and messages name them from it. The client has
 * it (`client/render-values.ts`), and the command line, the desk and the assistants take it from there.
 */

interface Price {
  /** Whole credits for one. */
  readonly credits: number;
  readonly creditClass: CreditClass;
}

export const prices = {
  /** A row of a source that gets its company, once. */
  matchedRow: { credits: 1, creditClass: 'basic' },
  /** A company that becomes a row of a List. */
  savedRow: { credits: 1, creditClass: 'basic' },
  /** The same for rows of a source, which were paid when they were resolved. */
  savedSourceRow: { credits: 0, creditClass: 'basic' },
  /** A value that a field of a row of a List did not have. */
  newValue: { credits: 1, creditClass: 'enrichment' },
  /** A query of reconciliation that is answered with `match: true`. */
  matchedQuery: { credits: 1, creditClass: 'basic' },
} as const satisfies Readonly<Record<string, Price>>;

interface ResearchPrice {
  readonly base: number;
  readonly perPage: number;
}

/** A research item, in basic credits (docs/decisions/0034-research.md). */
export const researchPrices: Readonly<Record<ResearchSourceType, ResearchPrice>> = {
  manual: { base: 0, perPage: 0 },
  web_search: { base: 0, perPage: 1 },
  crawler: { base: 0, perPage: 1 },
  pdf_extract: { base: 1, perPage: 1 },
  deep_search: { base: 5, perPage: 1 },
};
/** Results of a web search that make one page. */
export const resultsOfPage = 10;

/** A company search only counts: it spends no credits of a balance. */
export const searchCost = { request_credits: 1, operation_credits: 0 } as const;

/** A price in a text: `1 basic credit`. */
export function formatPrice({ credits, creditClass }: Price): string {
  return `${credits} ${creditClass} ${credits === 1 ? 'credit' : 'credits'}`;
}

/** The credits of a price in a sentence: `one`. */
export function spellCredits({ credits }: Price): string {
  return ['none', 'one', 'two', 'three'][credits] ?? String(credits);
}
