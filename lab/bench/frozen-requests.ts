import type { CompanyFilters } from '../../src/features/company-search/filters/company-filters.ts';
import type { ParsedQuery } from '../../src/features/row-matching/rules/parsed-query.ts';
import { cutCompounds } from '../../src/text/names/compound-words.ts';

/**
 * The requests that the service sent to the engine for a page of a search and its count on 2026-11-24: the yardstick of the
 * search benchmarks. They are frozen and share nothing with the service's own builders, so that a lighter request counts as
 * an improvement of the service, and ratios of different versions can be compared. So the clauses below are copies on purpose.
 * Never change what they send; test/golden/frozen-requests.test.ts notices.
 */

type Clause = Readonly<Record<string, unknown>>;

/** The parts of an answer that the requests ask for. */
export const frozenFilterPath = 'hits.total,hits.hits._source.card,hits.hits.sort,hits.hits.matched_queries';

/** The request for the first page. @param size one more than the page shows */
export function frozenPageRequest(query: ParsedQuery | null, filters: CompanyFilters, size: number) {
  return {
    query: frozenQuery(query, filters),
    sort: [query ? { _score: 'desc' } : { sort_name: 'asc' }, { company_id: 'asc' }],
    size,
    from: 0,
    track_total_hits: query ? size : false,
  };
}

/** The request for the exact number of matches, sent at the same time if there are only filters. */
export function frozenCountRequest(filters: CompanyFilters) {
  return { query: frozenQuery(null, filters), size: 0, track_total_hits: true, timeout: '1000ms' };
}

function frozenQuery(query: ParsedQuery | null, { kind, prefecture }: CompanyFilters): Clause {
  const identities = query ? buildIdentityClauses(query) : [];
  const active = term('status', 'active');
  const visible = bool({
    filter: [term('hidden', false), identities.length > 0 ? either([active, ...identities]) : active],
  });
  const filter = [
    ...(kind ? [oneOf('kind', kind)] : []),
    ...(prefecture ? [oneOf('prefecture_code', prefecture)] : []),
    visible,
  ];
  if (!query) return bool({ filter });
  const queries = [...identities, ...nameClauses(query)];
  return bool({ must: [{ dis_max: { queries } }], should: bonusClauses(query), filter });
}

function buildIdentityClauses({ identifiers, companyIds }: ParsedQuery): Clause[] {
  return [
    ...identifiers.map(({ type, value }) =>
      constant(1000, term('identifiers', `${type}:${value}`), `identifier:${type}`),
    ),
    ...companyIds.map((id) => constant(950, term('ids', id), 'company_id')),
  ];
}

function nameClauses({ name, prefix, words, broad }: ParsedQuery): Clause[] {
  const keyed = (rule: string, score: number, keys: readonly string[], field = rule) =>
    constant(score, oneOf(`name_keys.${field}`, [...new Set(keys)]), rule);
  const clauses: Clause[] = [];
  if (name) {
    const { exact, core, loose, looseExact, alike } = name;
    const listed = [term('name_keys.trade', exact), term('listing_status', 'listed')];
    clauses.push(
      keyed('legal_exact', 800, [exact]),
      keyed('legal_core', 780, [exact, core]),
      ...(exact === core ? [] : [keyed('english_exact', 780, [exact], 'english')]),
      keyed('trade', 765, [exact, core]),
      keyed('alias', 750, [exact, core]),
      keyed('former', 735, [exact, core]),
      keyed('english', 720, [exact, core]),
      keyed('kana', 700, [exact, core]),
      keyed('loose', 680, [loose, looseExact]),
      keyed('alike', 660, [alike]),
      constant(790, bool({ filter: listed }), 'listed_trade'),
    );
  }
  if (prefix) clauses.push(constant(400, term('name_prefix', prefix), 'prefix'));
  if (words && !broad) clauses.push(...wordClauses(words));
  return clauses;
}

function wordClauses(words: string): Clause[] {
  const texts = [...new Set([words, cutCompounds(words)])];
  const scores = { legal: 200, trade: 190, english: 180, former: 170 };
  return Object.entries(scores).map(([kind, score]) => {
    const matches = texts.map((query) => ({ match: { [`name_words.${kind}`]: { query, operator: 'and' } } }));
    return constant(score, either(matches), `words_${kind}`);
  });
}

/** The typed legal form, a listing and prominence change the order only. */
function bonusClauses({ name }: ParsedQuery): Clause[] {
  const field_value_factor = { field: 'prominence', factor: 0.125 };
  return [
    ...(name ? buildFormClauses(name) : []),
    constant(2, term('listing_status', 'listed')),
    { function_score: { field_value_factor, boost_mode: 'replace' } },
  ];
}

function buildFormClauses({ loose, looseExact }: NonNullable<ParsedQuery['name']>): Clause[] {
  if (loose === looseExact) return [];
  const bonus = (boost: number, key: string) => constant(boost, term('name_keys.loose', key));
  const queries = [bonus(6, looseExact)];
  const otherEnd = moveForm(loose, looseExact);
  if (otherEnd !== null) queries.push(bonus(3, otherEnd));
  return [{ dis_max: { queries } }];
}

/** The name with its legal form at the other end. */
function moveForm(loose: string, looseExact: string): string | null {
  if (looseExact.endsWith(loose)) return loose + looseExact.slice(0, -loose.length);
  if (looseExact.startsWith(loose)) return looseExact.slice(loose.length) + loose;
  return null;
}

function bool(parts: Clause): Clause {
  return { bool: parts };
}

function term(field: string, value: string | boolean): Clause {
  return { term: { [field]: value } };
}

function oneOf(field: string, values: readonly string[]): Clause {
  const [only = ''] = values;
  return values.length === 1 ? term(field, only) : { terms: { [field]: values } };
}

function either(should: readonly Clause[]): Clause {
  const [only] = should;
  return should.length === 1 && only ? only : bool({ should, minimum_should_match: 1 });
}

/** A clause that gives each match the same score. */
function constant(boost: number, filter: Clause, _name?: string): Clause {
  return { constant_score: { filter, boost, ...(_name && { _name }) } };
}
