import type { CompanyStatus, ListingStatus } from '../../../contract/companies/company-vocabulary.ts';
import type { TableSort } from '../../../contract/sources/table.ts';
import type { RowFilter } from './row-filter.ts';

/** Which rows of a source a table shows, and in which order. */

export interface Bounds {
  /** Both included; undefined for none. */
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** What a filter asks of the companies of rows, as they are now. Empty lists mean all; null stands for what is not known. */
export interface CompanyFilter {
  readonly ids: readonly string[];
  readonly prefectures: readonly (string | null)[];
  readonly industries: readonly (string | null)[];
  readonly listings: readonly ListingStatus[];
  readonly statuses: readonly CompanyStatus[];
  readonly capital: Bounds;
  readonly employees: Bounds;
  /** Whether several rows are settled on the company. */
  readonly severalRows: boolean | undefined;
  /** An expression that its legal name matches. */
  readonly name: string | null;
}

export interface TableFilter extends Pick<RowFilter, 'statuses' | 'decisions' | 'reasons'> {
  /** Expressions that cells match, by the place of the column, from 0. */
  readonly cells: readonly { readonly place: number; readonly pattern: string }[];
  readonly company: CompanyFilter;
}

export interface TableOrder {
  readonly by: TableSort;
  /** The place of the column that orders, from 0; only for `column`. */
  readonly place: number | null;
  readonly descending: boolean;
}
