import type { Comparison } from '../measure.ts';
import { element, type Heading, headingHeight, image, line, rounded, text } from './svg.ts';

const width = 1000;
const rowHeight = 20;
/** The bars, between the names and the figures. */
const [left, right] = [500, 800];
const middle = (left + right) / 2;
/** The largest margin that is drawn to scale. */
const maxMargin = 4;
const maxNameLength = 84;

type TargetRow = Pick<Comparison, 'name' | 'ratio' | 'target' | 'margin'>;

/** A bar for each row: to the right of the line, the target is exceeded; to the left, it is missed. */
export function targetChart(heading: Heading, rows: readonly TargetRow[]): string {
  const top = headingHeight + 20;
  const bottom = top + rows.length * rowHeight;
  const ticks = [1 / 4, 1 / 2, 1, 2, 4];
  const labels = ['¼', '½', 'target', '2 ×', '4 ×'];
  return image(heading, { width, height: bottom + 16 }, [
    text(right + 28, top - 8, 'ratio', { class: 'soft' }),
    text(right + 72, top - 8, 'target', { class: 'soft' }),
    ...ticks.map((margin, place) =>
      text(xOf(margin), top - 8, labels[place] ?? '', { 'text-anchor': 'middle', class: 'soft' }),
    ),
    ...ticks.map((margin) =>
      line([xOf(margin), top], [xOf(margin), bottom], margin === 1 ? 'var(--ink)' : 'var(--grid)'),
    ),
    ...rows.flatMap((row, place) => bar(row, top + place * rowHeight)),
  ]);
}

/** Equal factors are equally wide. */
function xOf(margin: number): number {
  const shown = Math.min(maxMargin, Math.max(1 / maxMargin, margin));
  return middle + (Math.log(shown) / Math.log(maxMargin)) * (right - middle);
}

function bar({ name, ratio, target, margin }: TargetRow, y: number): string[] {
  const base = y + rowHeight - 6;
  const shownName = name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
  const words = text(left - 12, base, shownName, { 'text-anchor': 'end' });
  const result = text(right + 28, base, ratio.toFixed(2));
  if (target === null || margin === null) return [words, result];
  const end = xOf(margin);
  const shape = {
    x: rounded(Math.min(middle, end)),
    y: y + 4,
    width: rounded(Math.abs(end - middle)),
    height: rowHeight - 8,
    fill: margin >= 1 ? 'var(--reached)' : 'var(--missed)',
  };
  return [words, element('rect', shape), result, text(right + 72, base, target, { class: 'soft' })];
}
