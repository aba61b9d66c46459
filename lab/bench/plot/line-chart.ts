import { element, type Heading, headingHeight, image, line, rounded, text } from './svg.ts';

export interface Line {
  readonly label: string;
  /** Number of its colour, from 0 to 4. */
  readonly colour: number;
  readonly dashed?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Axis {
  readonly title: string;
  /** Values with a mark. */
  readonly ticks: readonly number[];
  label(value: number): string;
  /** Any increasing function. */
  scale(value: number): number;
}

export interface Panel {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
}

const panelWidth = 400;
const panelHeight = 320;
const inset = { left: 48, right: 104, top: 44, bottom: 44 };
const labelHeight = 14;
/** Of a letter, about. */
const letterWidth = 6;

/** Panels side by side. Each line has its label at its end. */
export function lineChart(heading: Heading, panels: readonly Panel[]): string {
  const size = { width: Math.max(2, panels.length) * panelWidth, height: headingHeight + panelHeight };
  return image(
    heading,
    size,
    panels.map((panel, place) => drawPanel(panel, place * panelWidth)),
  );
}

function drawPanel({ title, x, y, lines }: Panel, offset: number): string {
  const [left, right] = [offset + inset.left, offset + panelWidth - inset.right];
  const [top, bottom] = [headingHeight + inset.top, headingHeight + panelHeight - inset.bottom];
  const points = lines.flatMap((each) => each.points);
  const xOf = placing(
    x,
    points.map((point) => point[0]),
    [left, right],
  );
  const yOf = placing(
    y,
    points.map((point) => point[1]),
    [bottom, top],
  );
  const marks = spaced(x, xOf);
  const ends = lines.map(({ points: all }) => yOf(all.at(-1)?.[1] ?? 0));
  const labelled = spread(ends, [top, bottom]);
  return element(
    'g',
    {},
    text(left, top - 24, title),
    text(left, top - 8, y.title, { class: 'soft' }),
    text((left + right) / 2, bottom + 34, x.title, { 'text-anchor': 'middle', class: 'soft' }),
    ...y.ticks.map((value) => line([left, yOf(value)], [right, yOf(value)])),
    ...y.ticks.map((value) =>
      text(left - 6, yOf(value) + 4, y.label(value), { 'text-anchor': 'end', class: 'soft' }),
    ),
    ...marks.map((value) => line([xOf(value), bottom], [xOf(value), bottom + 4])),
    ...marks.map((value) =>
      text(xOf(value), bottom + 17, x.label(value), { 'text-anchor': 'middle', class: 'soft' }),
    ),
    ...lines.map(({ points: all, colour, dashed = false }) =>
      element('polyline', {
        points: all.map(([at, value]) => `${rounded(xOf(at))},${rounded(yOf(value))}`).join(' '),
        fill: 'none',
        stroke: `var(--line-${colour})`,
        'stroke-width': 2,
        ...(dashed && { 'stroke-dasharray': '5 4' }),
      }),
    ),
    ...lines.map(({ label, colour }, place) =>
      text(right + 8, (labelled[place] ?? 0) + 4, label, { style: `fill: var(--line-${colour})` }),
    ),
  );
}

/** Puts the smallest and the largest value, of points and ticks, at the ends. */
function placing({ ticks, scale }: Axis, values: readonly number[], [start, end]: readonly [number, number]) {
  const scaled = [...ticks, ...values].map(scale);
  const [min, max] = [Math.min(...scaled), Math.max(...scaled)];
  const range = max - min || 1;
  return (value: number) => start + ((scale(value) - min) / range) * (end - start);
}

/** The marks whose labels do not overlap. */
function spaced({ ticks, label }: Axis, xOf: (value: number) => number): number[] {
  const kept: number[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const tick of [...ticks].sort((a, b) => a - b)) {
    const half = ((label(tick).length + 1) * letterWidth) / 2;
    if (xOf(tick) - half < free) continue;
    kept.push(tick);
    free = xOf(tick) + half;
  }
  return kept;
}

/** Moves labels apart that would overlap, within the panel, and keeps their order. */
function spread(wanted: readonly number[], [top, bottom]: readonly [number, number]): number[] {
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed: number[] = [];
  let next = top;
  for (const place of order) {
    const y = Math.max(next, wanted[place] ?? 0);
    placed[place] = y;
    next = y + labelHeight;
  }
  const excess = Math.max(0, next - labelHeight - bottom);
  return placed.map((y) => y - excess);
}

/** Marks at 1, 2 and 5 times the powers of ten around the values, or at the powers alone if those are too many. */
export function logAxis(title: string, values: readonly number[], label: Axis['label']): Axis {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const marksOf = (digits: readonly number[]) => {
    const all: number[] = [];
    for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power += 1)
      all.push(...digits.map((digit) => Number((digit * 10 ** power).toPrecision(1))));
    const first = all.findLastIndex((mark) => mark <= min);
    const last = all.findIndex((mark) => mark >= max);
    return all.slice(first, last + 1);
  };
  const fine = marksOf([1, 2, 5]);
  return { title, label, ticks: fine.length > 10 ? marksOf([1]) : fine, scale: Math.log10 };
}

/** From 0, in steps of 1, 2 or 5 times a power of ten. */
export function linearAxis(title: string, values: readonly number[], label: Axis['label']): Axis {
  const max = Math.max(...values);
  const rough = max / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= rough) ?? rough;
  const ticks = Array.from({ length: Math.ceil(max / step) + 1 }, (_, place) => place * step);
  return { title, label, ticks, scale: (value) => value };
}
