import type { CompanySource } from './company-source.ts';
import type { CopyColumn } from './copy-rows.ts';
import type { TextRow } from './text-row.ts';

/**
 * A table of facts is described once: its columns, when two rows are the same fact, how a new row replaces an existing
 * one, and what it adds to a company's document. Row types, COPY, merging, joining two records of one company and reading
 * for documents all use this description. The table itself is a migration; a test checks that the two are equal.
 *
 * In the SQL of a description `kept` is the existing row, `excluded` (and `s`, in the staged table) the new one, `old` and
 * `new` the row before and after.
 */
export interface FactTable<Name extends string = string, Row = unknown> {
  readonly name: Name;
  readonly columns: readonly CopyColumn[];
  readonly key: readonly string[];
  /** Rows of a new company can be copied directly, because they cannot conflict with rows of another company. */
  readonly ownedByCompany: boolean;
  /** Statements that write the staged rows. Each returns `company_id` and the `fields` that it changed. */
  readonly merge: readonly string[];
  /** Whether rows `one` and `other` of two companies say the same; null if no two rows can. */
  readonly sameFact: SameRows | null;
  /** Whether rows `one` and `other` of one company and source are the same fact; null if it is never needed. */
  readonly sameStatement: SameRows | null;
  /** The change feed's field name for a change of the row. */
  readonly field: (row: string) => string;
  /** Fields of the change feed that also change the company's row in the company source enrichment view. */
  readonly enrichment: readonly string[];
  /** A query over `{range}` of companies with `company_id` first, and what each of its rows adds to the document. */
  readonly document: { readonly sql: string; add(company: CompanySource, row: TextRow): void } | null;
  /** The rows of the table; exists only as a type. */
  readonly rows?: Row[];
}

type SameRows = (one: string, other: string) => string;

/** A column and the type of its values; with `as`, they are written as JSON (jsonb) or as an array. */
interface FactColumn<Value> {
  readonly as?: 'json' | 'array';
  /** Exists only as a type. */
  readonly values?: Value[];
}

interface OptionalColumn<Value> extends FactColumn<Value | null> {
  readonly optional: true;
}

export function defineColumn<Value>(as?: 'json' | 'array'): FactColumn<Value> {
  if (as) return { as };
  return {};
}

/** A column that is NULL in rows that leave it out. */
export function defineOptionalColumn<Value>(): OptionalColumn<Value> {
  return { optional: true };
}

export const text = defineColumn<string>();
/** Also a day, `YYYY-MM-DD`, and a time, ISO 8601. */
export const optionalText = defineOptionalColumn<string>();
/** The day of a statement. Absent for the register, whose day is in the company (`register_updated_on`). */
export const statedOn = defineOptionalColumn<string>();

type Columns = Readonly<Record<string, FactColumn<unknown>>>;
type ValueOf<Column> = Column extends FactColumn<infer Value> ? Value : never;
type OptionalIn<C extends Columns> = {
  [Name in keyof C]: C[Name] extends OptionalColumn<unknown> ? Name : never;
}[keyof C];
type RowOfColumns<C extends Columns> = {
  [Name in Exclude<keyof C, OptionalIn<C>>]: ValueOf<C[Name]>;
} & { [Name in OptionalIn<C>]?: ValueOf<C[Name]> | undefined };

/** The rows of a table, by column name. */
export type RowOf<Table> = Table extends FactTable<string, infer Row> ? Row : never;

interface Upsert<C extends Columns> {
  /** SQL condition on `s` for the rows to write. */
  readonly from?: string;
  /** A conflict other than that of the key, and the condition on `kept` and `s` that finds its row. */
  readonly on?: { readonly conflict: string; readonly same: string };
  /** Columns that are replaced; by default all except the key. */
  readonly replace?: readonly (keyof C & string)[];
  /** Columns with a value other than that of the new row. */
  readonly set?: Partial<Readonly<Record<keyof C, string>>>;
  /** When the new row may replace the existing one. */
  readonly allowed?: string;
  /** Additional columns that every change sets. */
  readonly also?: string;
}

interface Description<C extends Columns> {
  readonly columns: C;
  /** Columns that distinguish two facts of one batch; of equal ones the later counts. They are a key of the table, too. */
  readonly key: readonly (keyof C & string)[];
  /** The last column of the key may be NULL, and two NULLs are equal. */
  readonly lastKeyColumnNullable?: true;
  /** Two companies can claim the fact, so its rows are merged even if the company is new. */
  readonly contested?: true;
  /** If it is not decided by the key without the company. */
  readonly sameFact?: SameRows;
  readonly field: (row: string) => string;
  /** Columns whose change is a change of the company; by default all that are written. */
  readonly shown?: readonly (keyof C & string)[];
  /** SQL of all changed fields (text[]), if there can be several. */
  readonly fields?: string;
  readonly merge?: (upsert: (rule?: Upsert<C>) => string) => readonly string[];
  readonly enrichment?: readonly string[];
  readonly document?: {
    /** Columns after `company_id`. */
    readonly select: string;
    /** SQL after the range of companies. */
    readonly rest?: string;
    add(company: CompanySource, cells: TextRow): void;
  };
}

export function defineFactTable<Name extends string, C extends Columns>(
  name: Name,
  description: Description<C>,
): FactTable<Name, RowOfColumns<C>> {
  const { columns, key, field, document, merge = (upsert) => [upsert()] } = description;
  const rest = key.filter((column) => column !== 'company_id');
  const isOfCompany = rest.length < key.length;
  return {
    name,
    columns: Object.entries(columns).map(([name, { as }]) => (as ? { name, as } : name)),
    key,
    ownedByCompany: isOfCompany && !description.contested,
    merge: merge((rule = {}) => buildUpsertSql(name, description, rule)),
    sameFact: description.sameFact ?? (isOfCompany ? buildSameRowsSql(rest) : null),
    // The source is already the same. With the condition again, Postgres would expect too few rows and use a nested loop.
    sameStatement: isOfCompany
      ? buildSameRowsSql(
          rest.filter((column) => column !== 'source'),
          description.lastKeyColumnNullable,
        )
      : null,
    field,
    enrichment: description.enrichment ?? [],
    document: document
      ? {
          sql: `SELECT company_id, ${document.select} FROM ${name} WHERE {range} ${document.rest ?? ''}`,
          add: (company, [, ...cells]) => document.add(company, cells),
        }
      : null,
  };
}

function buildSameRowsSql(columns: readonly string[], lastNullable = false): SameRows {
  const getEqualOperator = (at: number) => {
    if (lastNullable && at === columns.length - 1) return 'IS NOT DISTINCT FROM';
    return '=';
  };
  return (one, other) =>
    columns.map((name, at) => `${one}.${name} ${getEqualOperator(at)} ${other}.${name}`).join(' AND ') ||
    'true';
}

function buildUpsertSql<C extends Columns>(
  table: string,
  { columns, key, lastKeyColumnNullable, field, shown, fields }: Description<C>,
  { from, on, replace, set = {}, allowed, also }: Upsert<C>,
): string {
  const names = Object.keys(columns);
  const replaced = replace ?? names.filter((name) => !key.includes(name));
  const written: Readonly<Record<string, string>> = {
    ...Object.fromEntries(replaced.map((name) => [name, `excluded.${name}`])),
    ...set,
  };
  const before = names.filter((name) => name in written).map((name) => `kept.${name}`);
  const after = names.filter((name) => name in written).map((name) => written[name]);
  const { conflict, same } = on ?? {
    conflict: `(${key.join(', ')})`,
    same: buildSameRowsSql(key, lastKeyColumnNullable)('kept', 's'),
  };
  // ON CONFLICT locks, and so writes, even rows that it does not change. WHERE NOT EXISTS excludes them.
  return `
    INSERT INTO ${table} AS kept (${names}) SELECT ${names} FROM staged_${table} s
    WHERE NOT EXISTS (SELECT FROM ${table} kept
      WHERE ${same} AND (${before}) IS NOT DISTINCT FROM (${after.join(', ').replaceAll('excluded.', 's.')}))
    ${from ? `AND ${from}` : ''}
    ON CONFLICT ${conflict} DO UPDATE SET ${Object.entries(written).map(([name, value]) => `${name} = ${value}`)}
      ${also ? `, ${also}` : ''}
    WHERE (${before}) IS DISTINCT FROM (${after}) ${allowed ? `AND (${allowed})` : ''}
    RETURNING new.company_id AS company_id, ${fields ?? buildChangedFieldsSql(field, shown)} AS fields`;
}

function buildChangedFieldsSql(field: (row: string) => string, shown: readonly string[] | undefined): string {
  if (shown === undefined) return `ARRAY[${field('new')}]`;
  const buildRowSql = (row: string) => `(${shown.map((name) => `${row}.${name}`)})`;
  return `CASE WHEN old.company_id IS NULL OR ${buildRowSql('old')} IS DISTINCT FROM ${buildRowSql('new')}
    THEN ARRAY[${field('new')}] END`;
}

/** The register of corporate numbers takes precedence over all other sources. */
export const registerDecides =
  "excluded.source = 'corporate_registry' OR kept.source <> 'corporate_registry'";
export const notOlder = 'kept.observed_at IS NULL OR excluded.observed_at >= kept.observed_at';

/** The day of the file, which `mergeFacts` sets for the transaction. */
export const statedOnSetting = 'company_facts.stated_on';
