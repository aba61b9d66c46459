import type { CoverageWarning } from '../../../contract/company-search/answers.ts';
import type { Warning } from '../../../contract/envelope.ts';
import type { ConditionKind, RequestedConditions } from './requested-conditions.ts';

/** Warnings about free text that asks for conditions: which conditions, and what to use instead. */

interface Instead {
  /** What the words seem to ask for. */
  readonly about: string;
  readonly use: string;
  /** Filters or operations, for programs. */
  readonly suggestions: readonly string[];
}

const financialQuery = 'POST /companies/query';
const observations = 'POST /observations/search';
const noFilter = 'There is no filter for it.';

const instead: Readonly<Record<ConditionKind, Instead>> = {
  figures: {
    about: 'financial figures',
    use: 'For capital, use filters.min_capital_yen and filters.max_capital_yen; for other figures, a company_query.v1 payload.',
    suggestions: ['filters.min_capital_yen', 'filters.max_capital_yen', financialQuery],
  },
  employees: {
    about: 'the number of employees',
    use: 'Use filters.min_employees and filters.max_employees.',
    suggestions: ['filters.min_employees', 'filters.max_employees'],
  },
  insured_persons: {
    about: 'the number of insured persons',
    use: 'Use filters.min_insured_persons and filters.max_insured_persons.',
    suggestions: ['filters.min_insured_persons', 'filters.max_insured_persons'],
  },
  founding: { about: 'the time of founding', use: noFilter, suggestions: [] },
  listing: {
    about: 'a listing',
    use: 'Use filters.listing_status and filters.market_segment.',
    suggestions: ['filters.listing_status', 'filters.market_segment'],
  },
  jobs: {
    about: 'job openings',
    use: 'Use filters.has_jobs, filters.ai_jobs or POST /jobs/search.',
    suggestions: ['filters.has_jobs', 'filters.ai_jobs', 'POST /jobs/search'],
  },
  construction: {
    about: 'permits',
    use: 'Use filters.construction, filters.construction_license_types or POST /construction/search.',
    suggestions: ['filters.construction', 'filters.construction_license_types', 'POST /construction/search'],
  },
  website: { about: 'a website', use: 'Use filters.has_website.', suggestions: ['filters.has_website'] },
  certificate: {
    about: 'certificates',
    use: 'There is no filter for it. Search the evidence.',
    suggestions: [observations],
  },
  status: { about: 'the state of a company', use: 'Use filters.status.', suggestions: ['filters.status'] },
  place: {
    about: 'a place',
    use: 'Use filters.prefecture and filters.city.',
    suggestions: ['filters.prefecture', 'filters.city'],
  },
  industry: {
    about: 'an industry',
    use: 'Use filters.industry_33_code for listed companies, or search the evidence.',
    suggestions: ['filters.industry_33_code', observations],
  },
  activity: {
    about: 'what companies do',
    use: 'Use filters.technologies, or search the evidence.',
    suggestions: ['filters.technologies', observations],
  },
  relation: { about: 'relations between companies', use: noFilter, suggestions: [] },
  ranking: {
    about: 'a ranking',
    use: 'Use order, or the sort of a company_query.v1 payload.',
    suggestions: ['order', financialQuery],
  },
  operator: { about: 'a comparison', use: 'Use filters.', suggestions: ['filters'] },
  request: { about: 'a list of companies', use: 'Use filters.', suggestions: ['filters'] },
  description: {
    about: 'a kind of company',
    use: 'Use filters, or search the evidence.',
    suggestions: ['filters', observations],
  },
};

/** A warning for each condition. @param field where the text was sent */
export function buildUnsupportedConditionWarnings(
  { conditions }: RequestedConditions,
  field = 'query',
): Warning[] {
  return conditions.map(({ kind, text }) => {
    const { about, use, suggestions } = instead[kind];
    return {
      code: 'unsupported_conditions',
      message: `The query seems to ask for ${about} ("${text}"), which was not applied: free text is only compared with names. ${use}`,
      signal: 'unsupported_conditions',
      field,
      value: text,
      ...(suggestions.length > 0 && { suggestions }),
    };
  });
}

/**
 * For a text that is not the exact name or identifier of any company: 中小企業 only finds companies with the word in a
 * name.
 * @param rows how many rows were found; each has the text in a name
 */
export function buildComparedWithNamesWarning(text: string, rows: number): Warning {
  return {
    code: 'text_compared_with_names',
    message: `No company has the query as its exact name or identifier. It was only compared with names: ${rows === 1 ? 'the one row has' : `all ${rows} rows have`} it, or all its words, in a name. Nothing else about the companies was checked.`,
    field: 'query',
    value: text,
  };
}

/** For a query whose words are searched for in texts. @param compared what was done with the words, and what to use */
export function buildUnappliedConditionsWarning(
  { conditions }: RequestedConditions,
  compared: string,
): Warning {
  return {
    code: 'unsupported_conditions',
    message: `The query seems to ask for conditions, which were not applied: ${compared}`,
    signal: 'unsupported_conditions',
    field: 'query',
    value: conditions.map(({ text }) => text),
  };
}

/** The same for `meta.coverage_warnings`. */
export const conditionsNotApplied: CoverageWarning = {
  code: 'unsupported_conditions',
  signal: 'unsupported_conditions',
  state: 'unsupported',
  message:
    'The query seems to ask for conditions. They were not applied, so the result says nothing about companies that meet them.',
};
