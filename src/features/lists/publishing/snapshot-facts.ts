import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import {
  comparedFields,
  type DiffRowKind,
  type DiffRowView,
} from '../../../contract/publishing/publishing.ts';

type FieldChange = DiffRowView['changes'][number];

/** What a snapshot keeps of a company, and a diff compares. */
export type SnapshotFacts = Readonly<Partial<Record<FieldChange['field'], FieldChange['before']>>>;

export interface DiffEntry {
  readonly kind: DiffRowKind;
  readonly companyId: string;
  readonly displayName: string;
  readonly changes: readonly FieldChange[];
}

export function snapshotFacts(company: CompanySummary): SnapshotFacts {
  return Object.fromEntries(comparedFields.map((field) => [field, company[field]]));
}

/**
 * What became of a company between two snapshots; nothing when it is the same. Absent facts say that it was not in that
 * snapshot. A field that the older one does not know is not compared.
 */
export function changeOf(
  companyId: string,
  before: SnapshotFacts | undefined,
  after: SnapshotFacts | undefined,
): DiffEntry[] {
  if (after === undefined) return before ? [entry('removed', companyId, before)] : [];
  if (before === undefined) return [entry('added', companyId, after)];
  const changes = changesBetween(before, after);
  return changes.length > 0 ? [{ ...entry('changed', companyId, after), changes }] : [];
}

function entry(kind: DiffRowKind, companyId: string, { display_name }: SnapshotFacts): DiffEntry {
  return { kind, companyId, displayName: String(display_name ?? companyId), changes: [] };
}

function changesBetween(before: SnapshotFacts, after: SnapshotFacts): FieldChange[] {
  return comparedFields
    .filter((field) => Object.hasOwn(before, field) && before[field] !== after[field])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
