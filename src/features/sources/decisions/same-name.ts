import type { HeadOffice } from '../../companies/company-record.ts';
import type { MappedColumns, ParsedRow } from '../../row-matching/parse-row.ts';
import { identifierKey, type RowIdentifier } from '../../row-matching/row-question.ts';
import { createHintJudge, type HintHolders } from '../../row-matching/rules/place-hints.ts';

/** Whether a row with the same name contradicts a decision about another row (docs/sources.md#decisions). */

/** @param candidate whether the row itself found the company */
export type RowJudge = (row: ParsedRow, candidate: boolean) => boolean;

/** The places of all columns that say who a row is, without repetition. */
export function placesOf({ fields, hints, own, asOf }: MappedColumns): number[] {
  const columns = [...fields, ...hints, ...own, ...(asOf?.column ? [asOf.column] : [])];
  return [...new Set(columns.map(({ place }) => place))];
}

interface Chosen {
  readonly company: { readonly company_id: string; readonly corporate_number: string | null };
  readonly office: HeadOffice | undefined;
  /** By identifier that a row has, the companies with it. */
  readonly holders: HintHolders;
  /** The day as of which the named row is resolved; null: today. */
  readonly day: string | null;
}

/** Whether a row can be the chosen company, by everything except its name. */
export function companyJudge({ company, office, holders: all, day }: Chosen): RowJudge {
  // An identifier that no loaded company has says nothing: few sites are known.
  const holders = new Map([...all].filter(([, ids]) => ids.size > 0));
  const isOf = (identifier: RowIdentifier): boolean => {
    const { field, type, value } = identifier;
    // A company has only one number, so that any other is of another company, also one that is not known.
    if (type === 'corporate_number') return value === company.corporate_number;
    const known = holders.get(identifierKey(identifier));
    if (known) return known.has(company.company_id);
    return field !== 'earlier_export';
  };
  return ({ identifiers, hints, faulty, asOf }, candidate) => {
    if (faulty.some(({ field }) => field === 'corporate_number' || field === 'as_of')) return false;
    // On another day, another company can have had the name.
    if (asOf !== day && !candidate) return false;
    if (!identifiers.every(isOf)) return false;
    return !office || !createHintJudge(hints, holders)(office, company.company_id).contradicted;
  };
}

/**
 * Whether what was said about a row, that it is nobody, holds for another one: if that has no identifier that the first
 * does not have.
 */
export function nobodyJudge(named: ParsedRow | null): RowJudge {
  const valuesOf = ({ identifiers, faulty }: ParsedRow) => [
    ...identifiers.map(({ type, value }) => `${type} ${value}`),
    ...faulty.map(({ field, text }) => `${field} ${text}`),
  ];
  const known = new Set(named === null ? [] : valuesOf(named));
  return (row) => valuesOf(row).every((value) => known.has(value));
}
