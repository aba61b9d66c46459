import type { IdentifierRow } from '../../facts/index.ts';

/** The codes that EDINET states for a company. */
export function buildIdentifierRows(
  companyId: string,
  { edinetCode, securitiesCode }: { readonly edinetCode: string; readonly securitiesCode: string | null },
  statedOn: string | null,
): IdentifierRow[] {
  const stated = { company_id: companyId, source: 'edinet', stated_on: statedOn } as const;
  const rows: IdentifierRow[] = [{ ...stated, identifier_type: 'edinet_code', value: edinetCode }];
  if (securitiesCode !== null)
    rows.push({ ...stated, identifier_type: 'securities_code', value: securitiesCode });
  return rows;
}
