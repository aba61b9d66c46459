import { parseCorporateNumber } from '../../../src/text/identifiers/identifiers.ts';
import { requireDecoded } from '../../loading/files/cell-values.ts';
import { RowFault } from '../../loading/files/read-rows.ts';
import {
  amountFields,
  basicFields,
  classifications,
  type Fields,
  itemFields,
  itemLists,
  nameAndPlace,
  onlyBasic,
  patentFields,
  workplaceFields,
} from './api-fields.ts';
import { readDay } from './cells.ts';
import { amountKeys, type GbizFile, type GbizFileName, gbizFiles } from './columns.ts';
import type { GbizRow } from './rows.ts';

/**
 * Items of `hojin-infos`, as gBizINFO's REST API (version 2) answers `/v2/hojin/{number}`, its sub-resources and
 * `/v2/hojin/updateInfo…`. Each item is read as the rows of the full files that say the same, so that both give the same
 * facts and observations with the same ids. Representatives are never read.
 */

type Item = Readonly<Record<string, unknown>>;
/** An item about one company as rows. */
export interface GbizItem {
  readonly corporateNumber: string;
  readonly rows: readonly GbizRow[];
}

/** The text that is kept of a rejected item: only its number. */
export function renderRejectedText(item: unknown): string {
  return toCell(Object(item).corporate_number).slice(0, 100);
}

/**
 * @param fileDay for rows without a day
 * @throws RowFault
 */
export function readItem(item: unknown, fileDay: string): GbizItem {
  if (!isItem(item)) throw new RowFault('not a JSON object');
  const number = parseCorporateNumber(toCell(item.corporate_number));
  if (!number.ok) throw new RowFault(`corporate_number: ${number.message}`);
  const other = Object.keys(item).find((key) => !itemFields.has(key));
  if (!('name' in item) && other !== undefined)
    throw new RowFault(`is no item of hojin-infos: it has ${other.slice(0, 50)}, and no name`);
  requireDecoded('name', toCell(item.name));
  const updatedOn = readDay(toCell(item.update_date));
  const buildRow = (file: GbizFileName, cells: Record<string, string>, stated: Item): GbizRow => {
    const meta = readObject(stated, 'meta-data');
    const collectedOn =
      readDay(toCell(meta.last_update_date)) ?? readDay(toCell(meta.last_acquisition_date)) ?? updatedOn;
    return {
      file,
      corporateNumber: number.value,
      cells: {
        ...sortCells(file, { ...pickCells(item, nameAndPlace), ...cells, corporate_number: number.value }),
        data_quality: toCell(meta.data_quality),
        origin: toCell(meta.source),
      },
      other: {},
      collectedOn,
      knownOn: collectedOn ?? fileDay,
    };
  };
  const finance = readObject(item, 'finance');
  const workplace = readObject(item, 'workplace_info');
  return {
    corporateNumber: number.value,
    rows: [
      onlyBasic.some((key) => toCell(item[key]) !== '') &&
        buildRow('Kihonjoho', pickCells(item, basicFields), item),
      ...itemLists.flatMap(({ key, file, fields }) =>
        readItems(item, key).map((each) => buildRow(file, pickCells(each, fields), each)),
      ),
      ...readItems(item, 'patent').map((each) => buildRow('Tokkyojoho', toPatentCells(each), each)),
      ...toFinanceCells(finance).map((cells) => buildRow('Zaimujoho', cells, finance)),
      ...toWorkplaceCells(workplace).map((cells) => buildRow('Shokubajoho', cells, workplace)),
    ].filter((each) => each !== false),
  };
}

/** The id of an observation is made from the cells in the order of the file's columns. */
function sortCells(file: GbizFileName, cells: Readonly<Record<string, string>>): Record<string, string> {
  const { columns }: GbizFile = gbizFiles[file];
  return Object.fromEntries(Object.values(columns).map((key) => [key, cells[key] ?? '']));
}

function toPatentCells(patent: Item): Record<string, string> {
  const cells = pickCells(patent, patentFields);
  const [codes, names] = classifications[cells.right ?? ''] ?? [];
  const stated = readItems(patent, 'classifications');
  const joinParts = (key: string) => toCell(stated.map((each) => each[key]));
  return {
    ...cells,
    ...(codes !== undefined && { [codes]: joinParts('コード値') }),
    ...(names !== undefined && { [names]: joinParts('日本語') }),
  };
}

/** A row for each year. The shareholders are those of the report, so they are in the row of its own year. */
function toFinanceCells(finance: Item): Record<string, string>[] {
  const report = {
    accounting_standard: toCell(finance.accounting_standards),
    fiscal_period: toCell(finance.fiscal_year_cover_page),
  };
  const shareholders = Object.fromEntries(
    readItems(finance, 'major_shareholders').flatMap((each, at) => [
      [`shareholder_${at + 1}`, toCell(each.name_major_shareholders)],
      [`shareholder_ratio_${at + 1}`, toCell(each.shareholding_ratio)],
    ]),
  );
  return readItems(finance, 'management_index').map((year) => {
    const term = toCell(year.period);
    const amounts = amountKeys.flatMap((key) => [
      [key, toCell(year[amountFields[key]])],
      [`${key}_unit`, readUnit(toCell(year[`${amountFields[key]}_unit_ref`]))],
    ]);
    return { ...report, term, ...Object.fromEntries(amounts), ...(Number(term) === 0 && shareholders) };
  });
}

function readUnit(unit: string): string {
  if (unit === 'JPY') return '円';
  return unit;
}

function toWorkplaceCells(workplace: Item): Record<string, string>[] {
  const cells = Object.assign(
    {},
    ...Object.entries(workplaceFields).map(([part, fields]) =>
      pickCells(readObject(workplace, part), fields),
    ),
  ) as Record<string, string>;
  if (Object.values(cells).some((cell) => cell !== '')) return [cells];
  return [];
}

function pickCells(item: Item, fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, toCell(item[field])]));
}

/** Numbers come as numbers or as texts. A list of texts is written as in the files, with `|`. */
function toCell(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value))
    return value
      .map(toCell)
      .filter((text) => text !== '')
      .join('|');
  return '';
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readObject(item: Item, key: string): Item {
  const value = item[key];
  if (isItem(value)) return value;
  return {};
}

/** The most entries of one list that are read. */
const maxEntries = 10_000;

function readItems(item: Item, key: string): Item[] {
  const value = item[key];
  if (Array.isArray(value)) return value.slice(0, maxEntries).filter(isItem);
  return [];
}
