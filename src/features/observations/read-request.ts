import type { Warning } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { TechnologyAliases, WireObservationFilters } from '../../contract/observations/observations.ts';
import { observationSources } from '../../contract/observations/vocabulary.ts';
import { normalizeText } from '../../text/letters/normalize.ts';
import { parseFilters } from '../company-search/filters/read-filters.ts';
import type { ObservationFilters, ObservationQuery } from './observation-query.ts';
import { parseThemes } from './theme-aliases.ts';

/** People do not type more words, and each word is searched for in every field. */
export const maxTokens = 32;

/** The only source in which themes are searched for (docs/specification.md#technology-aliases). */
const themeSource = 'edinet';

/** A request, as it is understood. */
export interface ParsedObservationRequest {
  /** The search of all sources in scope; null without words. */
  readonly main: ObservationQuery | null;
  /** The search for themes in the evidence of EDINET; null without a theme, or if filters leave out that source. */
  readonly evidence: ObservationQuery | null;
  /** The sources that are searched. */
  readonly searched: ReadonlySet<string>;
  readonly aliases: TechnologyAliases;
  readonly warnings: readonly Warning[];
}

/**
 * The distinct words of a query, separated by white space (including U+3000) after normalisation. Words without letters
 * and digits are left out, because they are not indexed.
 */
export function parseTokens(query: string): string[] {
  const words = normalizeText(query).split(' ');
  return [...new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)))];
}

/** @throws ServiceError invalid_request for a query without words and without a theme, or with too many words */
export function parseObservationRequest(
  query: string,
  wire: WireObservationFilters,
): ParsedObservationRequest {
  const tokens = parseTokens(query);
  const themes = parseThemes(wire.technologies ?? []);
  checkTokens(tokens, themes.aliased.length > 0);
  const { filters, warnings } = parseObservationFilters(wire, themes.passthrough);
  const inScope: readonly string[] = filters.sources ?? observationSources;
  const hasTheme = themes.phrases.length > 0;
  const applied = hasTheme && inScope.includes(themeSource);
  const searchesAll = tokens.length > 0;
  // Other evidence belongs to a theme only if the company has the theme as a technology.
  const ofThemes = themes.technologies.length > 0 && { themeTechnologies: themes.technologies };
  return {
    main: searchesAll ? { tokens, phrases: [], filters: { ...filters, ...ofThemes } } : null,
    evidence: applied
      ? { tokens, phrases: themes.phrases, filters: { ...filters, sources: [themeSource] } }
      : null,
    searched: new Set(inScope.filter((source) => searchesAll || (applied && source === themeSource))),
    aliases: {
      applied,
      aliased: themes.aliased,
      effective_query: [...tokens, applied && `(${themes.phrases.join(' OR ')})`]
        .filter((each) => each !== false)
        .join(' '),
      passthrough: themes.passthrough,
    },
    warnings: [...warnings, hasTheme && !applied && themeNotSearched].filter((each) => each !== false),
  };
}

const themeNotSearched: Warning = {
  code: 'technology_alias_not_applied',
  message: `One of the technologies is a theme. Themes are searched for only in the evidence of ${themeSource}, which filters.sources leaves out.`,
  field: 'filters.sources',
};

function checkTokens(tokens: readonly string[], hasTheme: boolean): void {
  const [message] = [
    tokens.length === 0 && !hasTheme && 'must have a word, unless filters.technologies has a theme alias',
    tokens.length > maxTokens && `must have at most ${maxTokens} words`,
  ].filter((each) => each !== false);
  if (message !== undefined)
    throw new ServiceError('invalid_request', { details: [{ field: 'query', message }] });
}

/** Warnings of `parseFilters` name the filters of company search. These are the names here. */
const filterNames: Readonly<Partial<Record<string, string>>> = {
  'filters.market_segment': 'filters.market_segments',
  'filters.industry_33_code': 'filters.industries',
};

function parseObservationFilters(
  wire: WireObservationFilters,
  technologies: readonly string[],
): { filters: ObservationFilters; warnings: Warning[] } {
  const { filters: company, warnings } = parseFilters({
    company_ids: wire.company_ids,
    has_website: wire.has_website ?? undefined,
    industry_33_code: wire.industries,
    market_segment: wire.market_segments,
    website_domains: wire.website_domains,
    technologies: [...technologies],
  });
  // An empty list sets no condition, like an absent one.
  const lists = Object.entries({
    types: wire.observation_types,
    subtypes: wire.observation_subtypes,
    sources: wire.sources,
  }).filter(([, values = []]) => values.length > 0);
  return {
    filters: { company, ...Object.fromEntries(lists) },
    warnings: warnings.map((warning) => {
      const field = filterNames[warning.field ?? ''];
      if (field === undefined) return warning;
      return { ...warning, field };
    }),
  };
}
