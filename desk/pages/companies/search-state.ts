import {
  type CompanyOrder,
  companyOrders,
  type FlagFilter,
  flagFilters,
  type ListFilter,
  listFilters,
  maxCapitalYen,
  maxHeadCount,
  type NumberFilter,
  numberFilters,
  type Schema,
} from '../../../client/index.ts';

/** A company search as the address of the page keeps it, and as `POST /search` takes it. */

export type CompanyFilters = Schema<'CompanyFilters'>;

export interface CompanySearch {
  readonly query: string;
  readonly order: CompanyOrder | null;
  readonly lists: Readonly<Partial<Record<ListFilter, readonly string[]>>>;
  readonly flags: Readonly<Partial<Record<FlagFilter, boolean>>>;
  readonly numbers: Readonly<Partial<Record<NumberFilter, number>>>;
}

export function readSearch(query: URLSearchParams): CompanySearch {
  const readFields = <Name extends string, Value>(
    names: readonly Name[],
    read: (text: string) => Value | undefined,
  ) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = read(query.get(name) ?? '');
        if (value === undefined) return [];
        return [[name, value] as const];
      }),
    ) as Partial<Record<Name, Value>>;
  return {
    query: query.get('q')?.trim() ?? '',
    order: companyOrders.find((order) => order === query.get('order')) ?? null,
    lists: readFields(listFilters, readList),
    flags: readFields(flagFilters, readFlag),
    numbers: readNumbers(query),
  };
}

function readFlag(text: string): boolean | undefined {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return undefined;
}

function readNumbers(query: URLSearchParams): CompanySearch['numbers'] {
  const inUse = numberFilters.filter((name) => {
    const text = query.get(name) ?? '';
    return /^\d+$/.test(text) && Number(text) <= getHighest(name);
  });
  return Object.fromEntries(inUse.map((name) => [name, Number(query.get(name))]));
}

/** The highest bound that the service takes. */
export function getHighest(name: NumberFilter): number {
  return name.endsWith('_capital_yen') ? maxCapitalYen : maxHeadCount;
}

/** Values as a person types them, divided by commas. */
export function readList(text: string): string[] | undefined {
  const values = text
    .split(/[,、]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (values.length > 0) return [...new Set(values)];
  return undefined;
}

/** The query of the page's address. */
export function writeSearch({ query, order, lists, flags, numbers }: CompanySearch): Record<string, string> {
  return {
    q: query,
    ...(order && { order }),
    ...Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.join(',')])),
    ...Object.fromEntries(
      Object.entries({ ...flags, ...numbers }).map(([name, value]) => [name, String(value)]),
    ),
  };
}

/** Whether there is anything to search for. */
export function isEmpty({ query, lists, flags, numbers }: CompanySearch): boolean {
  return query === '' && [lists, flags, numbers].every((filters) => Object.keys(filters).length === 0);
}

export function toFilters({ lists, flags, numbers }: CompanySearch): CompanyFilters {
  return { ...lists, ...flags, ...numbers } as CompanyFilters;
}

/** With the value added to a filter, or taken from it. */
export function toggleValue(search: CompanySearch, name: ListFilter, value: string): CompanySearch {
  const before = search.lists[name] ?? [];
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return replaceList(search, name, after);
}

export function replaceList(
  search: CompanySearch,
  name: ListFilter,
  values: readonly string[],
): CompanySearch {
  const { [name]: _, ...others } = search.lists;
  return { ...search, lists: values.length === 0 ? others : { ...others, [name]: values } };
}

/** The bounds of a size band: `10-49`, or `1000+`. */
export function parseBand(band: string): { readonly min: number; readonly max: number | null } | null {
  const [, min, max] = /^(\d+)(?:-(\d+)|\+)$/.exec(band) ?? [];
  if (min === undefined) return null;
  return { min: Number(min), max: max === undefined ? null : Number(max) };
}
