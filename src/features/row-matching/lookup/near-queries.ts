import { allOf, anyOf, type Clause, equals, someOf } from '../../../search/clauses.ts';
import { type AskedName, gramsOf } from './near-name.ts';

/** Companies that share a key with one of the names, in an order that is the same in every index of the same companies. */
export function buildNearLookup(asked: readonly AskedName[]) {
  const slips = distinct(asked.flatMap((one) => one.slips));
  const readings = distinct(asked.flatMap((one) => one.readings));
  const groups = distinct(asked.flatMap((one) => one.groups));
  const clauses: Clause[] = [
    ...(groups.length > 0 ? [anyOf('name_keys.alike', groups)] : []),
    anyOf('name_glyphs', distinct(asked.map(({ glyphs }) => glyphs))),
    ...(readings.length > 0 ? [anyOf('name_readings', readings)] : []),
    ...(slips.length > 0 ? [anyOf('name_slips', slips), anyOf('name_keys.loose', slips)] : []),
  ];
  return {
    query: allOf([someOf(clauses), equals('hidden', false)]),
    size: nearCompanies,
    sort: ['company_id'],
    track_total_hits: false,
  };
}

/**
 * Companies that share runs of three characters with the name, those with rare runs first, as their ids and the keys of
 * their names. Not every run of a longer name is looked up: a difference at one place changes at most two neighbours.
 */
export function buildAlikeLookup(asked: AskedName) {
  const all = gramsOf(asked);
  const step = all.length < manyRuns ? 2 : 3;
  const grams = all.filter((_, at) => at % step === 0 || at === all.length - 1);
  return {
    query: {
      bool: {
        should: grams.map((gram) => equals('name_grams', gram)),
        minimum_should_match: Math.max(2, Math.floor(grams.length * minShare)),
        must_not: [equals('hidden', true)],
      },
    },
    docvalue_fields: ['company_id', 'name_keys.loose'],
    size: companiesCompared,
    sort: ['_score', 'company_id'],
    track_total_hits: false,
  };
}

/** These companies by their ids, except hidden ones. */
export function buildCompaniesLookup(companyIds: readonly string[]) {
  return {
    query: allOf([anyOf('company_id', companyIds), equals('hidden', false)]),
    size: companyIds.length,
    sort: ['_doc'],
    track_total_hits: false,
  };
}

/** More companies than this are cut off; of names asked together, fewer are then asked at once. */
export const nearCompanies = 2_000;
const companiesCompared = 20;
/** Two runs of a name are lost at each place where another one differs; `near-name.ts` compares what is found. */
const minShare = 0.4;
/** From this number on, every third is enough. */
const manyRuns = 10;

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
