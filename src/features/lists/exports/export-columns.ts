import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import { financialMetrics } from '../../../contract/companies/company-vocabulary.ts';
import type { EnrichmentField } from '../../../contract/lists/enrichment-fields.ts';
import type { ListRowView } from '../../../contract/lists/rows.ts';

/** Numbers stay numbers, so that a negative number is not escaped as a formula. */
export type Cell = string | number | null;

/** One column of the exported CSV. docs/lists.md documents the same names. */
export interface ExportColumn {
  readonly name: string;
  cell(row: ListRowView): Cell;
}

const companyFields = [
  'corporate_number',
  'display_name',
  'legal_name',
  'status',
  'superseded_by',
  'listing_status',
  'securities_code',
  'market_segment',
  'industry_33_code',
  'prefecture',
  'city',
] as const satisfies readonly (keyof CompanySummary)[];

/** A column for a part of a field's value: the suffix of its name, and the path of the part if it differs. */
type Part = readonly [name: string, ...path: string[]];

/** A field without parts has one column. */
const partsOfValues: Readonly<Record<EnrichmentField, readonly Part[]>> = {
  website: [],
  employees: [],
  insured_persons: [],
  jobs: [['open_count'], ['ai_count'], ['latest_opened_at']],
  construction_permits: [['valid_count'], ['license_types'], ['license_numbers'], ['latest_valid_until']],
  technologies: [],
  financials: financialMetrics.flatMap((figure): Part[] => [
    [figure, figure, 'value'],
    [`${figure}_fiscal_year`, figure, 'fiscal_year'],
  ]),
  observations: [['total'], ['latest_summary', 'latest', 'summary']],
};

/** @param fields what the List was enriched with, in the order of the columns */
export function buildExportColumns(fields: readonly EnrichmentField[]): readonly ExportColumn[] {
  return [
    { name: 'row_id', cell: ({ row_id }) => row_id },
    { name: 'company_id', cell: ({ company_id }) => company_id },
    ...companyFields.map((name) => ({ name, cell: ({ company }: ListRowView) => company?.[name] ?? null })),
    ...fields.flatMap(buildEnrichmentColumns),
  ];
}

function buildEnrichmentColumns(field: EnrichmentField): ExportColumn[] {
  const createColumn = (name: string, cellOf: (stored: StoredValue) => Cell): ExportColumn => ({
    name,
    cell: ({ enrichments: { [field]: stored } }) => (stored ? cellOf(stored) : null),
  });
  const parts = partsOfValues[field];
  return [
    ...(parts.length === 0 ? [createColumn(field, ({ value }) => toCell(value))] : []),
    ...parts.map(([name, ...path]) =>
      createColumn(`${field}_${name}`, ({ value }) =>
        toCell(getInnerValue(value, path.length > 0 ? path : [name])),
      ),
    ),
    createColumn(`${field}_source`, ({ source }) => source),
    createColumn(`${field}_observed_at`, ({ observed_at }) => observed_at),
  ];
}

/** The stored value of any field. `partsOfValues` says which parts it has. */
type StoredValue = NonNullable<ListRowView['enrichments'][EnrichmentField]>;

function getInnerValue(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => Object(inner)[name], value);
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join('; ');
  return JSON.stringify(value);
}
