import type { CompanySource } from './company-source.ts';
import type { CopyColumn } from './copy-rows.ts';
import type { TextRow } from './text-row.ts';

/**
 * A table of facts is described once: its columns, what makes two rows the same fact, how a row that comes replaces the
 * one that is there, and its part in a company's document. Rows, COPY, merging, joining two records of one company and
 * reading for documents are made from this. The table itself is a migration; a test holds the two equal.
 *
 * In the SQL of a description `kept` is the row that is there, `excluded` (and `s`, where it is staged) the one that
 * comes, `old` and `new` the row before and after.
 */
export interface FactTable<Name extends string = string, Row = unknown> {
  readonly name: Name;
  readonly columns: readonly CopyColumn[];
  readonly key: readonly string[];
  /** Rows of a company that is new can be copied straight in: no row of another company can be in their way. */
  readonly ownedByCompany: boolean;
  /** Statements that write the staged rows. Each answers `company_id` and the `fields` that it changed. */
  readonly merge: readonly string[];
  /** Whether the row `one` of a company says the same as the row `other` of another; null when no two rows do. */
  readonly sameFact: SameRows | null;
  /** Whether the rows `one` and `other` of one company and source are the same fact; null where that is not asked. */
  readonly saidAgain: SameRows | null;
  /** What the change feed calls a change of the row. */
  readonly field: (row: string) => string;
  /** Fields of the change feed by which the company's row in the company source enrichment view changes, too. */
  readonly enrichment: readonly string[];
  /** A query over `{range}` of companies with `company_id` first, and what each of its rows adds to the document. */
  readonly document: { readonly sql: string; add(company: CompanySource, row: TextRow): void } | null;
  /** There in types alone: the rows of the table. */
  readonly rows?: Row[];
}

type SameRows = (one: string, other: string) => string;

/** A column by the type of its values; `as` says that they are written as JSON (jsonb) or as an array. */
interface FactColumn<Value> {
  readonly as?: 'json' | 'array';
  /** There in types alone. */
  readonly values?: Value[];
}

interface AbsentColumn<Value> extends FactColumn<Value> {
  readonly mayBeAbsent: true;
}

export function column<Value>(as?: 'json' | 'array'): FactColumn<Value> {
  return as ? { as } : {};
}

/** A column that a row may leave out: it is NULL then. */
export function absentColumn<Value>(): AbsentColumn<Value> {
  return { mayBeAbsent: true };
}

export const text = column<string>();
/** Also a day, `YYYY-MM-DD`, and a time, ISO 8601. */
export const optionalText = column<string | null>();
/** The day of a statement. Absent for the register, whose day the company has (`register_updated_on`). */
export const statedOn = absentColumn<string | null>();

type Columns = Readonly<Record<string, FactColumn<unknown>>>;
type ValueOf<Column> = Column extends FactColumn<infer Value> ? Value : never;
type AbsentIn<C extends Columns> = {
  [Name in keyof C]: C[Name] extends AbsentColumn<unknown> ? Name : never;
}[keyof C];
type RowOfColumns<C extends Columns> = {
  [Name in Exclude<keyof C, AbsentIn<C>>]: ValueOf<C[Name]>;
} & { [Name in AbsentIn<C>]?: ValueOf<C[Name]> };

/** The rows of a table, named as its columns. `undefined` is not allowed: absent is `null`. */
export type RowOf<Table> = Table extends FactTable<string, infer Row> ? Row : never;

interface Upsert<C extends Columns> {
  /** What the row has to say to enter at all, over `s`. */
  readonly from?: string;
  /** Another conflict than that of the key, and the row of it, over `kept` and `s`. */
  readonly on?: { readonly conflict: string; readonly same: string };
  /** Columns that are replaced: without, all but the key. */
  readonly replace?: readonly (keyof C & string)[];
  /** Columns that are made otherwise than by replacing. */
  readonly set?: Partial<Readonly<Record<keyof C, string>>>;
  /** When the row that comes may replace the one that is there. */
  readonly allowed?: string;
  /** Columns beside those of the facts that every change sets. */
  readonly also?: string;
}

interface Description<C extends Columns> {
  readonly columns: C;
  /** Columns that tell two facts of one batch apart; the later one counts. They are a key of the table, too. */
  readonly key: readonly (keyof C & string)[];
  /** The last column of the key may be NULL, which there equals NULL. */
  readonly nullInKey?: true;
  /** Two companies can claim the fact, so its rows are merged also when the company is new. */
  readonly contested?: true;
  /** Columns that beside company and source tell facts apart, where they are not the rest of the key. */
  readonly fact?: readonly (keyof C & string)[];
  /** Where not the key without the company decides it. */
  readonly sameFact?: SameRows;
  readonly field: (row: string) => string;
  /** Columns that tell whether the company changed; without, all that are written. */
  readonly shown?: readonly (keyof C & string)[];
  /** SQL of all changed fields (text[]), where they are several. */
  readonly fields?: string;
  readonly merge?: (upsert: (rule?: Upsert<C>) => string) => readonly string[];
  readonly enrichment?: readonly string[];
  readonly document?: {
    /** Columns after `company_id`. */
    readonly select: string;
    /** What follows the range of companies. */
    readonly rest?: string;
    add(company: CompanySource, cells: TextRow): void;
  };
}

export function factTable<Name extends string, C extends Columns>(
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
    merge: merge((rule = {}) => upsert(name, description, rule)),
    sameFact: description.sameFact ?? (isOfCompany ? sameIn(rest) : null),
    // The source is the same already: asked again, it lets Postgres expect too few rows and loop over all of them.
    saidAgain: isOfCompany
      ? sameIn((description.fact ?? rest).filter((column) => column !== 'source'))
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

function sameIn(columns: readonly string[]): SameRows {
  return (one, other) => columns.map((name) => `${one}.${name} = ${other}.${name}`).join(' AND ') || 'true';
}

function upsert<C extends Columns>(
  table: string,
  { columns, key, nullInKey, field, shown, fields }: Description<C>,
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
  const { conflict, same } = on ?? { conflict: `(${key.join(', ')})`, same: sameKey(key, nullInKey) };
  // ON CONFLICT locks, and so writes, also the rows that it leaves as they are: those are kept away from it.
  return `
    INSERT INTO ${table} AS kept (${names}) SELECT ${names} FROM staged_${table} s
    WHERE NOT EXISTS (SELECT FROM ${table} kept
      WHERE ${same} AND (${before}) IS NOT DISTINCT FROM (${after.join(', ').replaceAll('excluded.', 's.')}))
    ${from ? `AND ${from}` : ''}
    ON CONFLICT ${conflict} DO UPDATE SET ${Object.entries(written).map(([name, value]) => `${name} = ${value}`)}
      ${also ? `, ${also}` : ''}
    WHERE (${before}) IS DISTINCT FROM (${after}) ${allowed ? `AND (${allowed})` : ''}
    RETURNING new.company_id AS company_id, ${fields ?? changedFields(field, shown)} AS fields`;
}

function sameKey(key: readonly string[], nullInKey = false): string {
  return key
    .map((name, at) =>
      nullInKey && at === key.length - 1
        ? `kept.${name} IS NOT DISTINCT FROM s.${name}`
        : `kept.${name} = s.${name}`,
    )
    .join(' AND ');
}

function changedFields(field: (row: string) => string, shown: readonly string[] | undefined): string {
  if (shown === undefined) return `ARRAY[${field('new')}]`;
  const values = (row: string) => `(${shown.map((name) => `${row}.${name}`)})`;
  return `CASE WHEN old.company_id IS NULL OR ${values('old')} IS DISTINCT FROM ${values('new')}
    THEN ARRAY[${field('new')}] END`;
}

/** The register of corporate numbers decides; what others say holds only until it speaks. */
export const registerDecides =
  "excluded.source = 'corporate_registry' OR kept.source <> 'corporate_registry'";
export const notOlder = 'kept.observed_at IS NULL OR excluded.observed_at >= kept.observed_at';

/** The day on which the file says what it says, set for the transaction by `mergeFacts`. */
export const statedOnSetting = 'company_facts.stated_on';
