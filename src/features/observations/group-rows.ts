import type { HitRow } from '../../../mappings/observations.ts';

/** A matching observation as the index tells it. */
export interface ObservationRow extends HitRow {
  /** 0 to 1. */
  readonly relevance: number;
}

export interface CompanyMatches {
  readonly companyId: string;
  /** All rows of the company, the representative ones first. */
  readonly rows: readonly ObservationRow[];
  readonly maxConfidence: number;
  readonly maxRelevance: number;
}

/** By relevance, then confidence, then time, the newest first; ties by id. */
export function byWorth(one: ObservationRow, other: ObservationRow): number {
  return (
    other.relevance - one.relevance ||
    other.confidence - one.confidence ||
    other.observedAt - one.observedAt ||
    (one.observationId < other.observationId ? -1 : 1)
  );
}

/** Rows of several searches, each once with its best relevance, the best first and at most so many. */
export function bestRows(
  searches: readonly (readonly ObservationRow[])[],
  most: number,
): { readonly rows: readonly ObservationRow[]; readonly cut: readonly ObservationRow[] } {
  const byId = new Map<string, ObservationRow>();
  for (const row of searches.flat()) {
    const known = byId.get(row.observationId);
    if (!known || known.relevance < row.relevance) byId.set(row.observationId, row);
  }
  const sorted = [...byId.values()].sort(byWorth);
  return { rows: sorted.slice(0, most), cut: sorted.slice(most) };
}

/** Companies by their best relevance, then by how many of their observations match, then by confidence; ties by id. */
export function groupByCompany(rows: readonly ObservationRow[]): CompanyMatches[] {
  const byCompany = new Map<string, ObservationRow[]>();
  for (const row of rows) {
    const group = byCompany.get(row.companyId);
    if (group) group.push(row);
    else byCompany.set(row.companyId, [row]);
  }
  return [...byCompany]
    .map(([companyId, group]) => ({
      companyId,
      rows: group.sort(byWorth),
      maxConfidence: group.reduce((max, { confidence }) => Math.max(max, confidence), 0),
      maxRelevance: group.reduce((max, { relevance }) => Math.max(max, relevance), 0),
    }))
    .sort(
      (one, other) =>
        other.maxRelevance - one.maxRelevance ||
        other.rows.length - one.rows.length ||
        other.maxConfidence - one.maxConfidence ||
        (one.companyId < other.companyId ? -1 : 1),
    );
}
