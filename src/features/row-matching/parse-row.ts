import type { SettleLevel } from '../../contract/company-resolve/assurance.ts';
import { type HintField, hintFields, placeHintFields } from '../../contract/company-resolve/hints.ts';
import type { SourceMapping } from '../../contract/sources/answers.ts';
import type { RowIssue } from '../../contract/sources/source-row.ts';
import { type MappingField, mappingFields } from '../../contract/sources/sources.ts';
import { parseDayInCell } from '../../text/days/written-days.ts';
import { parseIdentifier } from '../../text/identifiers/identifiers.ts';
import type { IdentifierType } from '../../text/identifiers/parsed-identifier.ts';
import { isEmptyCell, normalizeText } from '../../text/letters/normalize.ts';
import { isPlaceholderPostalCode } from '../../text/letters/placeholders.ts';
import type { FaultyValue, RowIdentifier, RowValues } from './row-question.ts';

/** Columns of an earlier export that name the company of a row, the most reliable first. */
export const namingColumns = ['company_id', 'corporate_number'] as const;
export type NamingColumn = (typeof namingColumns)[number];

/** The place and header of the column for a mapped field or hint. */
export interface MappedColumn<Field> {
  readonly field: Field;
  readonly place: number;
  readonly header: string;
}

export interface MappedColumns {
  /** In the order of `mappingFields`. */
  readonly fields: readonly MappedColumn<MappingField>[];
  readonly hints: readonly MappedColumn<HintField>[];
  /** Mail addresses, whose domains stand in for sites. */
  readonly email?: Omit<MappedColumn<'email'>, 'field'>;
  /** The place of a column for branches that is not mapped. */
  readonly branch?: number;
  /** Columns of an earlier export, whether mapped or not. */
  readonly own: readonly MappedColumn<NamingColumn>[];
  /** The ids of the rows of an earlier export. */
  readonly rowId?: Omit<MappedColumn<'source_row_id'>, 'field'>;
  readonly asOf?: AsOf;
  readonly settleFrom?: SettleLevel;
}

/** The day as of which names are resolved. */
interface AsOf {
  /** For rows without one; null: today. */
  readonly day: string | null;
  readonly column: MappedColumn<'as_of'> | null;
}

/** A cell that gives a corporate number as an invoice number, with a T. */
export interface InvoiceCell {
  readonly corporateNumber: string;
  readonly header: string;
}

/** The values of a row according to a mapping. */
export interface ParsedRow extends RowValues {
  readonly invoices: readonly InvoiceCell[];
  /** Normalised; null when there is none. */
  readonly name: string | null;
  readonly issues: readonly RowIssue[];
}

/** The maximum length of a company's name in the database. */
export const maxNameLength = 1000;
/** Longer texts are not places and are not compared. */
const maxHintLength = 1000;

/** Headers of the columns of an earlier export. */
interface EarlierColumns {
  readonly naming: Readonly<Partial<Record<NamingColumn, string>>>;
  readonly rowIds: string | null;
}

/** The same columns in rows whose cells are in other places. */
export function moveColumns(
  { fields, hints, email, own, asOf }: MappedColumns,
  placeOf: (column: { readonly header: string; readonly place: number }) => number,
): MappedColumns {
  const move = <Column extends { readonly header: string; readonly place: number }>(
    column: Column,
  ): Column => ({
    ...column,
    place: placeOf(column),
  });
  return {
    fields: fields.map(move),
    hints: hints.map(move),
    ...(email && { email: move(email) }),
    own: own.map(move),
    ...(asOf && { asOf: { ...asOf, column: asOf.column && move(asOf.column) } }),
  };
}

/** The cells of the mapping by header, as people see a row. */
export function mappedCells(
  cells: readonly (string | null)[],
  { mapping, headers }: { readonly mapping: SourceMapping | null; readonly headers: readonly string[] },
): Record<string, string> {
  if (mapping === null) return {};
  const { fields, hints, email } = mappedColumns(mapping, headers);
  const mapped = [...fields, ...hints, ...(email ? [email] : [])];
  return Object.fromEntries(mapped.map(({ header, place }) => [header, cells[place] ?? '']));
}

/**
 * @param headers those of the source; they include all headers of the mapping
 * @param earlier the export that the table was, if rows are settled by it
 */
export function mappedColumns(
  mapping: SourceMapping,
  headers: readonly string[],
  earlier: (Pick<EarlierColumns, 'naming'> & Partial<EarlierColumns>) | null = null,
): MappedColumns {
  const placed = <Field extends string>(
    fields: readonly Field[],
    columns: Partial<Record<Field, string | undefined>>,
  ): MappedColumn<Field>[] =>
    fields.flatMap((field) => {
      const header = columns[field];
      if (header === undefined) return [];
      return [{ field, header, place: headers.indexOf(header) }];
    });
  const fields = placed(mappingFields, mapping.columns);
  const hints = placed(hintFields, mapping.hints);
  const [email] = placed(['email'], mapping.hints);
  const mapped = [...fields, ...hints, ...(email ? [email] : [])].map(({ place }) => place);
  const branch = findBranchColumn(headers, mapped);
  const [rowId] = placed(['source_row_id'], { source_row_id: earlier?.rowIds ?? undefined });
  return {
    fields,
    hints,
    ...(email && { email }),
    ...(branch >= 0 && { branch }),
    own: placed(namingColumns, earlier?.naming ?? {}),
    ...(rowId && { rowId }),
    ...(mapping.as_of && {
      asOf: {
        day: mapping.as_of.day ?? null,
        column: placed(['as_of'], { as_of: mapping.as_of.column })[0] ?? null,
      },
    }),
    ...(mapping.settle_from && { settleFrom: mapping.settle_from }),
  };
}

/** 支店名, 支店・営業所, 部署, Branch: the address beside it is rather that of the branch. Not 支店コード or 支店住所. */
function findBranchColumn(headers: readonly string[], mapped: readonly number[]): number {
  const titles = headers.map((header, place) =>
    mapped.includes(place) || header.length > maxBranchHeader ? '' : normalizeText(header),
  );
  const named = titles.findIndex((title) => BRANCH_HEADER.test(title));
  return named < 0 ? titles.findIndex((title) => DEPARTMENT_HEADER.test(title)) : named;
}

const maxBranchHeader = 20;
const NO_BRANCH_HEADER =
  '(?!.*(?:コード|番号|no|code|住所|所在|郵便|電話|tel|fax|mail|メール|担当者|氏名|代表者|数|日|区分|有無|[かカ]ナ))';
const BRANCH_HEADER = new RegExp(
  `^${NO_BRANCH_HEADER}.*(?:支店|支社|支部|支局|営業所|出張所|事業所|事務所|拠点|店舗|工場|branch)`,
  'i',
);
const DEPARTMENT_HEADER = new RegExp(`^${NO_BRANCH_HEADER}.*(?:部署|所属|部門|department|division)`, 'i');

/** T1234567890123, as on an invoice. */
const invoiceMark = /^t/i;

const shapeIssueCodes: ReadonlySet<string> = new Set(['missing_cell', 'unknown_header']);

/** Whether the import found the issue with the keys of the row. Other issues depend on the mapping. */
export function isShapeIssue({ code }: RowIssue): boolean {
  return shapeIssueCodes.has(code);
}

/** @param shapeIssues issues that the import found with the keys of the row */
export function parseRow(
  cells: readonly (string | null)[],
  shapeIssues: readonly RowIssue[],
  columns: MappedColumns,
): ParsedRow {
  const issues: RowIssue[] = [...shapeIssues];
  const identifiers: RowIdentifier[] = readOwn(cells, columns, issues);
  const invoices: InvoiceCell[] = [];
  const faulty: FaultyValue[] = [];
  let name: string | null = null;
  const mail = readMail(cells, columns);
  for (const { field, header, place } of columns.fields) {
    const cell = cells[place] ?? '';
    const parsed = parseIdentifier(typeOf[field], cell);
    const fault = (code: string, message: string) => issues.push({ code, field, header, message });
    if (!parsed.ok && parsed.reason === 'empty') {
      if (parsed.placeholder) fault(`${field}_placeholder`, parsed.message);
      continue;
    }
    if (!parsed.ok) fault(`${field}_${parsed.reason}`, parsed.message);
    else if (field !== 'name') {
      identifiers.push({ field, type: parsed.type, value: parsed.value });
      if (field === 'corporate_number' && invoiceMark.test(normalizeText(cell)))
        invoices.push({ corporateNumber: parsed.value, header });
    } else if (parsed.value.length <= maxNameLength) name = parsed.value;
    else {
      fault('name_too_long', nameTooLong);
      faulty.push({ field, text: parsed.value });
    }
    // A mail or hosting domain is valid but identifies no company. The row can be resolved by its other values.
    const isReplaced = field === 'domain' && mail !== null;
    if (!parsed.ok && parsed.reason !== 'not_identifying' && !isReplaced)
      faulty.push({ field, text: normalizeText(cell) });
  }
  if (mail) addMail(mail, identifiers, issues);
  const asOf = readDay(cells, columns, issues);
  if (asOf === undefined) faulty.push({ field: 'as_of', text: '' });
  const hints = readHints(cells, columns, issues);
  const isPlaced = placeHintFields.some((field) => hints[field] !== undefined);
  const branch = isPlaced ? normalizeText((cells[columns.branch ?? -1] ?? '').slice(0, maxHintLength)) : '';
  const invalid = shapeIssues.length > 0 || faulty.length > 0;
  if (!invalid && identifiers.length === 0 && name === null && issues.length === 0)
    issues.push(explainMail(cells, columns) ?? noIdentifier);
  return {
    identifiers,
    invoices,
    name,
    hints,
    ...(branch !== '' && { branch }),
    asOf: asOf ?? null,
    faulty,
    issues,
    invalid,
  };
}

interface Mail {
  readonly domain: string;
  readonly header: string;
}

/** The domain of a company's mail address; null if the cell has none. */
function readMail(cells: readonly (string | null)[], { email }: MappedColumns): Mail | null {
  const cell = email && cells[email.place];
  if (!email || !cell || cell.length > maxHintLength) return null;
  const parsed = parseIdentifier('domain', cell);
  if (!parsed.ok) return null;
  return { domain: parsed.value, header: email.header };
}

/** For a row that has nothing else: why its address says nothing. Null if the cell is empty. */
function explainMail(cells: readonly (string | null)[], { email }: MappedColumns): RowIssue | null {
  const cell = (email && cells[email.place]) ?? '';
  if (!email || isEmptyCell(cell)) return null;
  const parsed = parseIdentifier('domain', cell);
  if (parsed.ok || parsed.reason === 'empty') return null;
  return { code: 'email_unusable', field: 'domain', header: email.header, message: parsed.message };
}

/** Stands in for a site, or stands beside another one: companies that both name are then candidates. */
function addMail({ domain, header }: Mail, identifiers: RowIdentifier[], issues: RowIssue[]): void {
  const site = identifiers.find(({ field }) => field === 'domain');
  if (site?.value === domain) return;
  identifiers.push({ field: 'domain', type: 'domain', value: domain, isOfMail: true });
  if (site)
    issues.push({
      code: 'email_differs',
      field: 'domain',
      header,
      message: `The address is at ${domain}, but the site is ${site.value}.`,
    });
}

/** Null for today; undefined if the cell is not a day. */
function readDay(
  cells: readonly (string | null)[],
  { asOf }: MappedColumns,
  issues: RowIssue[],
): string | null | undefined {
  const { column = null, day = null } = asOf ?? {};
  const cell = column && cells[column.place];
  if (!column || !cell || isEmptyCell(cell)) return day;
  const read = parseDayInCell(cell);
  if (read === null) issues.push({ ...asOfMalformed, header: column.header });
  return read ?? undefined;
}

const asOfMalformed = {
  code: 'as_of_malformed',
  field: 'as_of',
  message: 'The cell is not a day. Write it as 2024-04-01, 2024/4/1, 令和6年4月1日 or R6.4.1.',
} as const;

/** The company that an earlier export gave for the row. A value that is not one is ignored, with an issue. */
function readOwn(
  cells: readonly (string | null)[],
  { own }: MappedColumns,
  issues: RowIssue[],
): RowIdentifier[] {
  for (const { field, header, place } of own) {
    const parsed = parseIdentifier(field, cells[place] ?? '');
    if (parsed.ok) return [{ field: 'earlier_export', type: parsed.type, value: parsed.value }];
    if (parsed.reason === 'empty') continue;
    issues.push({ code: `earlier_export_${parsed.reason}`, field: null, header, message: parsed.message });
  }
  return [];
}

/** The name in a cell, normalised; null if it has none. */
export function parseNameCell(cell: string): string | null {
  const column = { field: 'name', header: '', place: 0 } as const;
  return parseRow([cell], [], { fields: [column], hints: [], own: [] }).name;
}

const nameTooLong = `A company name must have at most ${maxNameLength} characters.`;

const noIdentifier: RowIssue = {
  code: 'no_identifier',
  field: null,
  header: null,
  message: 'The mapped cells of this row are all empty.',
};

const typeOf: Readonly<Record<MappingField, IdentifierType>> = {
  corporate_number: 'corporate_number',
  ticker: 'securities_code',
  domain: 'domain',
  name: 'name',
};

function readHints(
  cells: readonly (string | null)[],
  { hints }: MappedColumns,
  issues: RowIssue[],
): ParsedRow['hints'] {
  const read: Partial<Record<HintField, string>> = {};
  for (const { field, header, place } of hints) {
    const cell = cells[place];
    if (!cell || cell.length > maxHintLength || isEmptyCell(cell)) continue;
    const text = normalizeText(cell);
    if (field === 'postal_code' && isPlaceholderPostalCode(text.replaceAll(/\D/g, ''))) {
      const message = `${text} is not a real postal code. People and programs write it where there is none.`;
      issues.push({ code: 'postal_code_placeholder', field, header, message });
    } else read[field] = text;
  }
  return read;
}
