import type { Candidate, Compared, MatchReason, Row } from '../state/review-api.ts';
import { type CompanyComparison, type CompanyName, compareWithCompany } from './compare-company.ts';

/** A candidate or suggestion, with everything that is known about it, in the order of the keys. */
export interface ShownCompany {
  readonly company_id: string;
  readonly legal_name: string;
  readonly prefecture: string | null;
  readonly city: string | null;
  readonly listing_status: string;
  readonly status: string;
  readonly superseded_by: string | null;
  readonly namedAs: string | null;
  readonly matchedBy: readonly MatchReason[];
  readonly chosenBefore: boolean;
  /** Code of the reason of a suggestion; null for a candidate. */
  readonly suggestion: string | null;
  /** Names by which it may be meant, without the legal one. */
  readonly names: readonly CompanyName[];
  /** Facts to compare; null for a company after the first ones of a row. */
  readonly compared: Compared | null;
}

const nameFields: Readonly<Record<string, string>> = {
  trade: 'trade_name',
  english: 'english_name',
  kana: 'kana_name',
  former: 'former_name',
  alias: 'alias',
};

const kept = new WeakMap<Row, readonly ShownCompany[]>();

/** The same list for the same row, so that nothing about it is worked out twice. */
export function getShownCompanies(row: Row): readonly ShownCompany[] {
  const known = kept.get(row);
  if (known) return known;
  const companies = buildShownCompanies(row);
  kept.set(row, companies);
  return companies;
}

const comparisons = new WeakMap<ShownCompany, CompanyComparison | null>();

/** What differs between the name in the row and the company; null for a row without a name. */
export function getComparison(
  row: Row,
  nameHeader: string | undefined,
  company: ShownCompany,
): CompanyComparison | null {
  const known = comparisons.get(company);
  if (known !== undefined) return known;
  const cell = (nameHeader !== undefined && row.cells[nameHeader]?.trim()) || '';
  // A part of the cell, if it names several companies.
  const written = company.namedAs ?? row.written?.name ?? cell;
  const compared =
    written === ''
      ? null
      : listBeginnings(written, company)
          .map((text) => compareWithCompany(text, company.legal_name, company.names))
          .reduce((best, other) => (other.differences < best.differences ? other : best));
  comparisons.set(company, compared);
  return compared;
}

const maxBeginnings = 5;

/** A suggestion may be for the name before a department or a person. */
function listBeginnings(written: string, { suggestion }: ShownCompany): readonly string[] {
  if (suggestion === null) return [written];
  const words = written.split(/(?=\s)/u).slice(0, maxBeginnings);
  return [written, ...words.slice(1).map((_, place) => words.slice(0, place + 1).join(''))];
}

function buildShownCompanies(row: Row): readonly ShownCompany[] {
  const facts = new Map((row.compared ?? []).map((company) => [company.company_id, company]));
  const candidates = row.resolve_candidates.map((candidate) =>
    toShownCompany(candidate, facts.get(candidate.company_id) ?? null, null, candidate),
  );
  const suggestions = row.resolve_suggestions.map((suggestion) =>
    toShownCompany(suggestion, facts.get(suggestion.company_id) ?? null, suggestion.reason, null, [
      { field: 'name', name: suggestion.name },
    ]),
  );
  return [...candidates, ...suggestions];
}

type Basic = Pick<
  ShownCompany,
  'company_id' | 'legal_name' | 'prefecture' | 'city' | 'listing_status' | 'status' | 'superseded_by'
>;

function toShownCompany(
  basic: Basic,
  compared: Compared | null,
  suggestion: string | null,
  candidate: Candidate | null,
  similar: readonly CompanyName[] = [],
): ShownCompany {
  const { company_id, legal_name, prefecture, city, listing_status, status, superseded_by } = basic;
  const matched = (candidate?.matched_by ?? [])
    .filter(({ field }) => isName(field))
    .map(({ field, value }) => ({ field, name: value }));
  const known = (compared?.names ?? []).flatMap(({ kind, name }) => {
    const field = nameFields[kind];
    if (field) return [{ field, name }];
    return [];
  });
  return {
    company_id,
    legal_name,
    prefecture,
    city,
    listing_status,
    status,
    superseded_by,
    namedAs: candidate?.named_as ?? null,
    matchedBy: candidate?.matched_by ?? [],
    chosenBefore: candidate?.previously_selected ?? false,
    suggestion,
    names: removeRepeatedNames([...similar, ...matched, ...known]),
    compared,
  };
}

function removeRepeatedNames(names: readonly CompanyName[]): readonly CompanyName[] {
  return names.filter(({ name }, place) => names.findIndex((other) => other.name === name) === place);
}

const isName = (field: string): boolean => field === 'name' || field === 'alias' || field.endsWith('_name');

/** Each field that found the company with its first rule; of names only the best one, because others say no more. */
export function pickReasons(matchedBy: readonly MatchReason[]): readonly MatchReason[] {
  const byField = new Map<string, MatchReason>();
  for (const reason of matchedBy) {
    const group = isName(reason.field) && reason.stage !== 'previous_choice' ? 'name' : reason.field;
    if (!byField.has(group)) byField.set(group, reason);
  }
  return [...byField.values()];
}

/** A mapped cell of the row beside what the company has, compared by the service. */
export interface ComparedField {
  readonly field: string;
  readonly written: string;
  readonly company: string | null;
  readonly agreement: Compared['cells'][number]['agreement'];
}

export function listComparedFields({ cells }: Row, { compared }: ShownCompany): readonly ComparedField[] {
  return (compared?.cells ?? []).map(({ field, header, value, agreement }) => ({
    field,
    written: cells[header]?.trim() ?? '',
    company: value,
    agreement,
  }));
}
