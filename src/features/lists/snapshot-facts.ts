import type { DiffRowKind } from '../../contract/lists.ts';
import type { CompanySummary } from '../companies/company-summary.ts';

/** What a snapshot keeps of a company, and a diff compares. */
const comparedFields = [
  'display_name',
  'legal_name',
  'corporate_number',
  'status',
  'superseded_by',
  'listing_status',
  'securities_code',
  'market_segment',
  'industry_33_code',
  'prefecture',
  'city',
  'website_url',
  'employees',
  'insured_persons',
] as const satisfies readonly (keyof CompanySummary)[];

export type SnapshotFacts = Readonly<Partial<Record<(typeof comparedFields)[number], unknown>>>;

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

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
    .map((field) => ({ field, before: before[field], after: after[field] }));
}
