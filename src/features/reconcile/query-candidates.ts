import type { CompanyStatus } from '../../contract/companies/company-vocabulary.ts';
import { placeHintFields } from '../../contract/company-resolve/hints.ts';
import type { ReconcileCandidate } from '../../contract/reconcile/answers.ts';
import { type EvidenceId, evidence } from '../../contract/reconcile/properties.ts';
import { listUnknownNames, type ReconcileQuery } from '../../contract/reconcile/requests.ts';
import { anyCompany, findType, listTypes } from '../../contract/reconcile/types.ts';
import type { SourceCandidate } from '../../contract/sources/source-row.ts';
import { makeLikenessMeasure } from '../../text/names/name-likeness.ts';
import { toLooseKey } from '../../text/names/names.ts';
import type { HeadOffice } from '../companies/company-record.ts';
import { createHintJudge } from '../row-matching/rules/place-hints.ts';
import type { RowOutcome } from '../row-matching/settling/explain-row.ts';
import type { StoredSuggestion } from '../row-matching/stored-candidates.ts';
import type { ParsedReconcileQuery } from './parsed-reconcile-query.ts';

/** The candidates of a query, from the outcomes of its rows (docs/decisions/0041-reconciliation.md). */

/** Constants, so that a score says how a company was found, and never how other companies are called. */
const settledScore = 100;
const scores = {
  identifier: 90,
  exactName: 80,
  wholeName: 70,
  looseName: 60,
  called: 50,
  other: 40,
} as const;
const suggestionScores: Readonly<Record<StoredSuggestion['reason'], number>> = {
  slip: 30,
  look_alike_glyphs: 30,
  same_reading: 25,
  alike_words: 20,
  unknown_sign: 30,
  cut_off: 20,
};
/** Companies of another type than the query should have are below all others. */
const otherTypeScore = 10;

type ScoredCompany = Pick<SourceCandidate, 'company_id' | 'legal_name' | 'prefecture' | 'city'> & {
  readonly status: CompanyStatus;
  readonly matched_by: SourceCandidate['matched_by'];
  readonly score: number;
  readonly match: boolean;
};

/** The company that a query settles on: that of all its rows that settle on one. */
export function findSettledCompany(outcomes: readonly RowOutcome[]): string | null {
  const settled = new Set(outcomes.flatMap(({ companyId }) => companyId ?? []));
  const [only, ...others] = settled;
  if (only !== undefined && others.length === 0) return only;
  return null;
}

export function buildCandidates(
  query: ReconcileQuery,
  read: ParsedReconcileQuery,
  outcomes: readonly RowOutcome[],
  offices: ReadonlyMap<string, HeadOffice>,
): ReconcileCandidate[] {
  // What was not compared could have contradicted the match.
  const settled = listUnknownNames(query).length > 0 ? null : findSettledCompany(outcomes);
  const found = new Map<string, ScoredCompany>();
  const addCandidate = (one: ScoredCompany) => {
    if (!found.has(one.company_id)) found.set(one.company_id, one);
  };
  // The settled company first; a row that settled on one has no other candidates.
  const candidates = outcomes
    .toSorted((one, other) => Number(other.companyId !== null) - Number(one.companyId !== null))
    .flatMap((outcome) => outcome.candidates);
  for (const each of candidates) {
    const match = each.company_id === settled;
    addCandidate({ ...each, match, score: match ? settledScore : computeScore(each) });
  }
  for (const { suggestions } of outcomes)
    for (const each of suggestions)
      addCandidate({ ...each, matched_by: [], match: false, score: suggestionScores[each.reason] });
  const shown = addTypeFit([...found.values()], query);
  let lowest = settledScore;
  return shown.slice(0, query.limit).map(({ score, fits, ...one }) => {
    // Clients sort by the score, so it never contradicts the order.
    lowest = Math.min(lowest, score);
    return toCandidate({ ...one, score: lowest }, read, fits, offices.get(one.company_id));
  });
}

function computeScore({ matched_by: all }: SourceCandidate): number {
  const best = all.find(({ stage }) => stage !== 'name_prefix') ?? all[0];
  if (best === undefined) return scores.other;
  if (best.stage === 'identifier' || best.stage === 'company_id') return scores.identifier;
  if (best.stage === 'exact_name') {
    if (best.strength === 'exact') return scores.exactName;
    if (best.strength === 'strong') return scores.wholeName;
    return scores.looseName;
  }
  if (best.stage === 'name_prefix') return scores.called;
  return scores.other;
}

/** @returns with `fits`: whether the type is as asked; null if none was asked for */
function addTypeFit(found: readonly ScoredCompany[], { type, type_strict: strict }: ReconcileQuery) {
  const wanted = [type ?? []].flat().flatMap((id) => findType(id)?.id ?? []);
  if (wanted.every((id) => id === anyCompany.id)) return found.map((one) => ({ ...one, fits: null }));
  const typed = found.map((one) => {
    const own = new Set(listTypes(one.legal_name).map(({ id }) => id));
    const fits = strict === 'all' ? wanted.every((id) => own.has(id)) : wanted.some((id) => own.has(id));
    return { ...one, fits };
  });
  if (strict !== 'should') return typed.filter(({ fits }) => fits);
  const others = typed.filter(({ fits, match }) => !fits && !match);
  return [
    ...typed.filter(({ fits, match }) => fits || match),
    ...others.map((one) => ({ ...one, score: Math.min(one.score, otherTypeScore) })),
  ];
}

function toCandidate(
  one: ScoredCompany,
  { name, values }: ParsedReconcileQuery,
  fitsType: boolean | null,
  office: HeadOffice | undefined,
): ReconcileCandidate {
  const { company_id: id, legal_name, score, match } = one;
  return {
    id,
    name: legal_name,
    description: describeCompany(one),
    score,
    match,
    type: listTypes(legal_name).map(({ id: type, name: label }) => ({ id: type, name: label })),
    features: [
      ...(name === null ? [] : [{ id: 'name_similarity', value: computeNameSimilarity(name, one) }]),
      ...[...values.keys()].map((property) => ({
        id: `same_${property}`,
        value: isMatched(property, one) || (office !== undefined && isAt(property, values, office)),
      })),
      { id: 'active', value: one.status === 'active' },
      ...(fitsType === null ? [] : [{ id: 'same_type', value: fitsType }]),
    ],
  };
}

/** What a person needs to choose. */
export function describeCompany({
  prefecture,
  city,
  status,
  company_id,
}: Pick<ScoredCompany, 'prefecture' | 'city' | 'status' | 'company_id'>): string {
  const place = [prefecture, city].filter((part) => part !== null).join(' ');
  const number = company_id.startsWith('cn_') ? company_id.slice('cn_'.length) : company_id;
  return [place, status === 'active' ? '' : status, number].filter((part) => part !== '').join(', ');
}

/** 1 if one of its names is the whole query, otherwise the likeness of the letters, from 0 to 1, in hundredths. */
function computeNameSimilarity(name: string, { legal_name, matched_by, match }: ScoredCompany): number {
  const isWhole = matched_by.some(({ stage }) => stage === 'exact_name');
  // A row whose identifiers settle it has a name of the company, or none.
  if (isWhole || (match && matched_by.every(({ stage }) => stage !== 'name_prefix'))) return 1;
  const likeness = makeLikenessMeasure(toLooseKey(name))(toLooseKey(legal_name));
  return Math.round(likeness * 100) / 100;
}

const fieldOf: Readonly<Record<EvidenceId, string>> = {
  ...(Object.fromEntries(Object.keys(evidence).map((id) => [id, id])) as Record<EvidenceId, string>),
  website: 'domain',
};

function isMatched(property: EvidenceId, { matched_by }: ScoredCompany): boolean {
  return matched_by.some(({ field }) => field === fieldOf[property]);
}

/** Whether a place of the query is that of the company. Matching compares places only where names leave several companies. */
function isAt(property: EvidenceId, values: ParsedReconcileQuery['values'], office: HeadOffice): boolean {
  if (!isPlace(property)) return false;
  // An address beside a city can begin with its town.
  const [city] = property === 'address' ? (values.get('city') ?? []) : [];
  return (values.get(property) ?? []).some((value) =>
    createHintJudge({ ...(city !== undefined && { city }), [property]: value })(office).agrees.some(
      ({ field }) => field === property,
    ),
  );
}

/** Whether a property is a part of the head office's place. */
export function isPlace(property: EvidenceId): boolean {
  return placeHintFields.some((field) => field === property);
}
