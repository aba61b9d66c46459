import type { HitRow } from '../../../mappings/observations.ts';
import { compareTexts } from '../../text/letters/compare-texts.ts';

/** A matching observation from the index. */
export interface ObservationRow extends HitRow {
  /** 0 to 1. */
  readonly relevance: number;
}

export interface CompanyMatches {
  readonly companyId: string;
  /** All rows of the company, in no order. */
  readonly rows: readonly ObservationRow[];
  readonly maxConfidence: number;
  readonly maxRelevance: number;
}

/** By relevance, then confidence, then time (the newest first), then id. */
function compareRows(one: ObservationRow, other: ObservationRow): number {
  return (
    other.relevance - one.relevance ||
    other.confidence - one.confidence ||
    other.observedAt - one.observedAt ||
    compareTexts(one.observationId, other.observationId)
  );
}

/** The rows that represent a company, the best first. */
export function selectRepresentativeRows({ rows }: CompanyMatches, maxRows: number): ObservationRow[] {
  return rows.toSorted(compareRows).slice(0, maxRows);
}

/**
 * The best rows of several searches, at most `maxRows`. A row of several searches counts once, with its best relevance.
 */
export function selectBestRows(
  searches: readonly (readonly ObservationRow[])[],
  maxRows: number,
): { readonly rows: readonly ObservationRow[]; readonly cut: readonly ObservationRow[] } {
  const byId = new Map<string, ObservationRow>();
  for (const row of searches.flat()) {
    const known = byId.get(row.observationId);
    if (!known || known.relevance < row.relevance) byId.set(row.observationId, row);
  }
  const rows = [...byId.values()];
  if (rows.length > maxRows) rows.sort(compareRows);
  return { rows: rows.slice(0, maxRows), cut: rows.slice(maxRows) };
}

/** Companies by best relevance, then by number of matching observations, then by confidence, then by id. */
export function groupByCompany(rows: readonly ObservationRow[]): CompanyMatches[] {
  const byCompany = new Map<string, ObservationRow[]>();
  for (const row of rows) {
    const ofCompany = byCompany.get(row.companyId);
    if (ofCompany) ofCompany.push(row);
    else byCompany.set(row.companyId, [row]);
  }
  const companies = [...byCompany].map(([companyId, ofCompany]) => ({
    companyId,
    rows: ofCompany,
    maxConfidence: Math.max(...ofCompany.map(({ confidence }) => confidence)),
    maxRelevance: Math.max(...ofCompany.map(({ relevance }) => relevance)),
  }));
  return companies.sort(
    (one, other) =>
      other.maxRelevance - one.maxRelevance ||
      other.rows.length - one.rows.length ||
      other.maxConfidence - one.maxConfidence ||
      compareTexts(one.companyId, other.companyId),
  );
}
