import { allOf, anyOf, type Clause, equals, someOf } from '../../search/clauses.ts';
import { anyExactName, exactNameClauses, formClauses } from '../matching/match-clauses.ts';
import { listedBonus } from '../matching/match-stages.ts';
import type { NameReading } from '../matching/query-reading.ts';

/** An active company stands before an ended one that was found by the same rule. */
export const activeBonus = 2 * listedBonus + 1;

/** Enough to tell one company from several and to give a person a choice. */
export const namesakesShown = 50;

/**
 * Many identifiers and ids at once. An exact identifier finds its company whatever its status, also one that the
 * register keeps out of searches.
 */
export function buildIdentifierLookup(terms: readonly string[], ids: readonly string[], size: number) {
  const clauses: Clause[] = [
    ...(terms.length > 0 ? [anyOf('identifiers', terms)] : []),
    ...(ids.length > 0 ? [anyOf('ids', ids)] : []),
  ];
  return { query: allOf([someOf(clauses)]), size, sort: [{ company_id: 'asc' }], track_total_hits: false };
}

/** The companies of one name, by the exact-name stage alone: beginnings and words of names identify nobody. */
export function buildNameLookup(name: NameReading) {
  return {
    query: {
      bool: {
        must: [{ dis_max: { queries: exactNameClauses(name) } }],
        should: [
          ...formClauses(name),
          { constant_score: { filter: equals('status', 'active'), boost: activeBonus } },
          { constant_score: { filter: equals('listing_status', 'listed'), boost: listedBonus } },
        ],
        filter: [equals('hidden', false)],
      },
    },
    size: namesakesShown,
    sort: [{ _score: 'desc' }, { company_id: 'asc' }],
    track_total_hits: false,
  };
}

/** The companies of many names, in no order; `namesakes` tells whose they are. */
export function buildNamesLookup(names: readonly NameReading[], size: number) {
  return {
    query: allOf([anyExactName(names), equals('hidden', false)]),
    size,
    sort: ['_doc'],
    track_total_hits: false,
  };
}

/**
 * Which of these `loose` keys have more companies than are shown. By `map`, the engine looks at the companies found alone;
 * else it would number the names of all companies anew whenever the index changes.
 */
export function buildCrowdedNames(keys: readonly string[]) {
  const crowded = {
    field: 'name_keys.loose',
    include: keys,
    min_doc_count: namesakesShown + 1,
    size: keys.length,
    execution_hint: 'map',
  };
  return {
    query: allOf([anyOf('name_keys.loose', keys), equals('hidden', false)]),
    size: 0,
    track_total_hits: false,
    aggs: { crowded: { terms: crowded } },
  };
}
