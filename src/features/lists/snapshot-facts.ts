import type { CompanySummary } from '../../contract/company-fields.ts';
import { comparedFields, type DiffRowKind, type DiffRowView } from '../../contract/publishing.ts';

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

/** Added in their order, then removed, then changed. A field that the older snapshot does not know is not compared. */
export function compareSnapshots(
  before: ReadonlyMap<string, SnapshotFacts>,
  after: ReadonlyMap<string, SnapshotFacts>,
): DiffEntry[] {
  const added = [...after]
    .filter(([companyId]) => !before.has(companyId))
    .map(([companyId, facts]) => entry('added', companyId, facts));
  const removed = [...before]
    .filter(([companyId]) => !after.has(companyId))
    .map(([companyId, facts]) => entry('removed', companyId, facts));
  const changed = [...after].flatMap(([companyId, facts]) => {
    const changes = changesBetween(before.get(companyId) ?? facts, facts);
    return changes.length > 0 ? [{ ...entry('changed', companyId, facts), changes }] : [];
  });
  return [...added, ...removed, ...changed];
}

function entry(kind: DiffRowKind, companyId: string, { display_name }: SnapshotFacts): DiffEntry {
  return { kind, companyId, displayName: String(display_name ?? companyId), changes: [] };
}

function changesBetween(before: SnapshotFacts, after: SnapshotFacts): FieldChange[] {
  return comparedFields
    .filter((field) => Object.hasOwn(before, field) && before[field] !== after[field])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
