import { renderCell, renderColumnName } from '../../../../../tables/workbook-parts.ts';
import { columnOf } from '../../parsing/workbook/workbook-sheet.ts';
import type { AddedStyles } from './added-styles.ts';
import { FilledLines, type Filling } from './filling.ts';
import { attributeOf, elementOf, endOf, replaceAttribute, tagOf } from './sheet-xml.ts';
import { TextReader } from './text-reader.ts';
import { type MovedRange, widenFilter } from './widen-ranges.ts';

/** Writes cells into the XML of a sheet (ECMA-376, part 1, 18.3), beside those that it has. */

const addedWidth = 20;

const sheetDataBegin = new RegExp(`${tagOf('sheetData')}>`, 'g');
const rowBegin = new RegExp(tagOf('row'));
const rowEnd = new RegExp(`${tagOf('row')}/>|${endOf('row')}|${endOf('sheetData')}`, 'g');
const cellPattern = new RegExp(elementOf('c'), 'g');
const extentPattern = new RegExp(`${tagOf('dimension')}/?>`);
const noWidths = new RegExp(`${tagOf('cols')}/>`);
const widths = new RegExp(`(${tagOf('cols')}>)([\\s\\S]*?)(${endOf('cols')})`);
const anyTag = /<(?:[^<>"']|"[^"]*"|'[^']*')*>/g;
/** What can stand between the rows and the filter. */
const beforeFilter =
  /^<\/?(?:[^\s<>/:]+:)?(?:sheetCalcPr|sheetProtection|protectedRanges?|securityDescriptor|scenarios?|inputCells)\b/;
const filterBegin = new RegExp(`^${tagOf('autoFilter')}/?>`);
const filterEnd = new RegExp(endOf('autoFilter'), 'g');
const widthPattern = new RegExp(elementOf('col'), 'g');

interface SheetFilling extends Filling {
  /** How the workbook counts days. */
  readonly from1904: boolean;
}

/**
 * @param xml of the sheet, in pieces: only tags and text
 * @param styles of the workbook; it gets those that the cells need
 * @param onFilter receives the range of the sheet's filter if it takes in the columns
 */
export async function* fillSheet(
  xml: AsyncIterable<string>,
  filling: SheetFilling,
  styles: AddedStyles | null,
  onFilter: (range: MovedRange) => void,
): AsyncGenerator<string> {
  const reader = new TextReader(xml);
  const head = await reader.readThrough(sheetDataBegin);
  if (head === null) throw new Error('a sheet that was read has no cells');
  const [, prefix = ''] = /<([^\s<>/:]+:)?sheetData[^<]*$/.exec(head) ?? [];
  const added = filling.columns.filter((column) => column >= filling.freeColumn);
  yield widenSheet(head, prefix, added);
  const fillRow = createRowFiller(prefix, filling, styles);
  const lines = new FilledLines(filling);
  let row = 0;
  for (let text = await reader.readThrough(rowEnd); text !== null; text = await reader.readThrough(rowEnd)) {
    const at = text.search(rowBegin);
    if (at < 0) {
      yield text;
      break;
    }
    const own = text.slice(at);
    row = Number(attributeOf(own, 'r') ?? row + 1);
    const cells = await lines.cellsOf(row);
    yield cells ? text.slice(0, at) + fillRow(own, row, cells) : text;
  }
  await lines.finish();
  yield await readFilter(reader, filling, onFilter);
  yield* reader.readRest();
}

/** What follows the rows up to the filter, with its range; without one, up to another element. */
async function readFilter(
  reader: TextReader,
  filling: Filling,
  onFilter: (range: MovedRange) => void,
): Promise<string> {
  let passed = '';
  for (;;) {
    const text = await reader.readThrough(anyTag);
    if (text === null) return passed;
    const tag = text.slice(text.lastIndexOf('<'));
    if (filterBegin.test(tag)) {
      const rest = tag.endsWith('/>') ? '' : await reader.readThrough(filterEnd);
      const filter = tag + (rest ?? '');
      const widened = widenFilter(filter, filling);
      if (widened !== null)
        onFilter({ from: attributeOf(filter, 'ref') ?? '', to: attributeOf(widened, 'ref') ?? '' });
      return passed + text.slice(0, -tag.length) + (widened ?? filter);
    }
    passed += text;
    if (!beforeFilter.test(tag)) return passed;
  }
}

/** The part before the cells, with the extent of the sheet and the widths of new columns. */
function widenSheet(head: string, prefix: string, added: readonly number[]): string {
  if (added.length === 0) return head;
  const [first, last] = [Math.min(...added), Math.max(...added)];
  const wide = head.replace(noWidths, '').replace(extentPattern, (extent) => {
    const [from = '', to = from] = (attributeOf(extent, 'ref') ?? '').split(':');
    if (columnOf(from) === 0 || columnOf(to) >= last) return extent;
    return replaceAttribute(extent, 'ref', `${from}:${renderColumnName(last)}${to.replace(/^[A-Z]+/, '')}`);
  });
  const width = `<${prefix}col min="${first}" max="${last}" width="${addedWidth}" customWidth="1"/>`;
  if (!widths.test(wide))
    return wide.replace(/<[^<]*$/, (begin) => `<${prefix}cols>${width}</${prefix}cols>${begin}`);
  return wide.replace(widths, (_, begin, list: string, end) => {
    const kept = list.replace(widthPattern, (column) => cutColumns(column, first, last));
    return `${begin}${insertInOrder(kept, width, first)}${end}`;
  });
}

/** What is said about columns, without those from `first` to `last`. */
function cutColumns(column: string, first: number, last: number): string {
  const [min, max] = [Number(attributeOf(column, 'min')), Number(attributeOf(column, 'max'))];
  if (!(max >= first && min <= last)) return column;
  const part = (from: number, to: number) =>
    from > to
      ? ''
      : column.replace(/(\smin\s*=\s*["'])\d+/, `$1${from}`).replace(/(\smax\s*=\s*["'])\d+/, `$1${to}`);
  return part(min, first - 1) + part(last + 1, max);
}

function insertInOrder(list: string, width: string, first: number): string {
  for (const { 0: column, index } of list.matchAll(widthPattern))
    if (Number(attributeOf(column, 'min')) > first) return list.slice(0, index) + width + list.slice(index);
  return list + width;
}

type RowFiller = (text: string, row: number, cells: readonly string[]) => string;

function createRowFiller(
  prefix: string,
  { columns, kinds, styledLike, from1904 }: SheetFilling,
  styles: AddedStyles | null,
): RowFiller {
  const lastColumn = Math.max(...columns);
  return (text, row, cells) => {
    const [begin = ''] = /^<(?:[^<>"']|"[^"]*"|'[^']*')*>/.exec(text) ?? [];
    const isEmpty = begin.endsWith('/>');
    const found = new Map<number, string>();
    let end = begin.length;
    let column = 0;
    for (const { 0: cell, index } of text.matchAll(cellPattern)) {
      column = columnOf(attributeOf(cell, 'r') ?? '') || column + 1;
      found.set(column, text.slice(end, index) + cell);
      end = index + cell.length;
    }
    const style = attributeOf(found.get(styledLike), 's');
    for (const [at, target] of columns.entries()) {
      const given = Number(attributeOf(found.get(target), 's') ?? style ?? 0);
      const cell = renderCell(cells[at] ?? '', kinds[at] ?? 'text', {
        reference: `${renderColumnName(target)}${row}`,
        styleOf: (kind) => styles?.toKind(given, kind) ?? null,
        prefix,
        from1904,
      });
      found.set(target, cell);
    }
    const inOrder = [...found].sort(([one], [other]) => one - other).map(([, cell]) => cell);
    const open = (isEmpty ? begin.replace(/\/>$/, '>') : begin).replace(
      /(\sspans\s*=\s*["']\d+:)(\d+)/,
      (_, before, last) => before + Math.max(Number(last), lastColumn),
    );
    const name = /^<([^\s/>]+)/.exec(begin)?.[1];
    return open + inOrder.join('') + (isEmpty ? `</${name}>` : text.slice(end));
  };
}
