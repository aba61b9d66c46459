import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import {
  comparedFields,
  type DiffRowKind,
  type DiffRowView,
} from '../../../contract/publishing/publishing.ts';

type FieldChange = DiffRowView['changes'][number];

/** The facts about a company that a snapshot keeps and a diff compares. */
export type SnapshotFacts = Readonly<Partial<Record<FieldChange['field'], FieldChange['before']>>>;

export interface DiffEntry {
  readonly kind: DiffRowKind;
  readonly companyId: string;
  readonly displayName: string;
  readonly changes: readonly FieldChange[];
}

export function toSnapshotFacts(company: CompanySummary): SnapshotFacts {
  return Object.fromEntries(comparedFields.map((field) => [field, company[field]]));
}

/**
 * The change of a company between two snapshots, if any. Undefined facts mean that the company was not in that
 * snapshot. A field that the older snapshot lacks is not compared.
 */
export function compareCompany(
  companyId: string,
  before: SnapshotFacts | undefined,
  after: SnapshotFacts | undefined,
): DiffEntry[] {
  if (after === undefined) {
    if (before) return [createEntry('removed', companyId, before)];
    return [];
  }
  if (before === undefined) return [createEntry('added', companyId, after)];
  const changes = compareFacts(before, after);
  if (changes.length > 0) return [{ ...createEntry('changed', companyId, after), changes }];
  return [];
}

function createEntry(kind: DiffRowKind, companyId: string, { display_name }: SnapshotFacts): DiffEntry {
  return { kind, companyId, displayName: String(display_name ?? companyId), changes: [] };
}

function compareFacts(before: SnapshotFacts, after: SnapshotFacts): FieldChange[] {
  return comparedFields
    .filter((field) => Object.hasOwn(before, field) && before[field] !== after[field])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
