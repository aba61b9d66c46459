import { element, headingHeight, image, line, rounded, text } from '../bench/plot/svg.ts';

/** Panels like those of a dashboard, with the days of the weeks from left to right. */

export interface WeeksPanel {
  readonly title: string;
  readonly unit: Unit;
  readonly lines: readonly WeeksLine[];
}

export interface WeeksLine {
  readonly label: string;
  /** Days since the beginning, and values; null where there is none. */
  readonly points: readonly (readonly [day: number, value: number | null])[];
}

export type Unit = 's' | 'reqps' | 'bytes' | 'short';

/** Something that happened, from a day to another. */
export interface WeeksMark {
  readonly from: number;
  readonly to: number;
  readonly letter: string;
  readonly says: string;
}

export interface WeeksPicture {
  readonly title: string;
  readonly source: string;
  /** The first day of each week, as it is to be written. */
  readonly weeks: readonly { readonly day: number; readonly label: string }[];
  readonly days: number;
  readonly marks: readonly WeeksMark[];
  readonly panels: readonly WeeksPanel[];
}

const columns = 3;
const panel = { width: 400, height: 250 };
const inset = { left: 54, right: 14, top: 76, bottom: 28 };
const markLine = 15;
const maxLines = 8;
const legendWidth = 114;
/** Letters of a label that fit into its place. */
const maxLabel = 20;

export function weeksPicture({ title, source, weeks, days, marks, panels }: WeeksPicture): string {
  const marksHeight = Math.ceil(marks.length / 2) * markLine + 12;
  const rows = Math.ceil(panels.length / columns);
  const width = columns * panel.width;
  const top = headingHeight + marksHeight;
  const explained = marks.map(({ letter, says }, place) =>
    text(
      16 + (place % 2) * (width / 2),
      headingHeight + 8 + Math.floor(place / 2) * markLine,
      `${letter}: ${says}`,
    ),
  );
  const drawn = panels.map((each, place) =>
    drawPanel(each, {
      left: (place % columns) * panel.width,
      top: top + Math.floor(place / columns) * panel.height,
      days,
      marks,
      weeks,
    }),
  );
  return image({ title, source }, { width, height: top + rows * panel.height + 8 }, [...explained, ...drawn]);
}

interface Place extends Pick<WeeksPicture, 'days' | 'marks' | 'weeks'> {
  readonly left: number;
  readonly top: number;
}

function drawPanel(
  { title, unit, lines }: WeeksPanel,
  { left: x, top: y, days, marks, weeks }: Place,
): string {
  const [left, right] = [x + inset.left, x + panel.width - inset.right];
  const [top, bottom] = [y + inset.top, y + panel.height - inset.bottom];
  const shown = lines.slice(0, maxLines);
  const values = shown.flatMap(({ points }) =>
    points.flatMap(([, value]) => (value === null ? [] : [value])),
  );
  const ticks = ticksFor(Math.max(0, ...values), unit);
  const most = ticks.at(-1) ?? 1;
  const xOf = (day: number) => left + (day / days) * (right - left);
  const yOf = (value: number) => bottom - (value / most) * (bottom - top);
  return element(
    'g',
    {},
    text(left, y + 18, title, { 'font-weight': 600 }),
    ...shown.map(({ label }, place) =>
      text(left + (place % 3) * legendWidth, y + 33 + Math.floor(place / 3) * 13, shortened(label), {
        style: `fill: var(--line-${place})`,
      }),
    ),
    ...marks.map(({ from, to }) =>
      element('rect', {
        x: rounded(xOf(from)),
        y: top,
        width: rounded(Math.max(2, xOf(to) - xOf(from))),
        height: bottom - top,
        fill: 'var(--soft)',
        opacity: 0.18,
      }),
    ),
    ...marks.map(({ from, to, letter }) =>
      text(xOf((from + to) / 2), top + 9, letter, { 'text-anchor': 'middle', class: 'soft' }),
    ),
    ...ticks.map((value) => line([left, yOf(value)], [right, yOf(value)])),
    ...ticks.map((value) =>
      text(left - 6, yOf(value) + 4, written(value, unit), { 'text-anchor': 'end', class: 'soft' }),
    ),
    ...weeks.map(({ day }) => line([xOf(day), bottom], [xOf(day), bottom + 4])),
    ...weeks.map(({ day, label }) =>
      text(xOf(day), bottom + 16, label, { 'text-anchor': 'middle', class: 'soft' }),
    ),
    ...shown.flatMap(({ points }, place) =>
      unbroken(points).map((part) =>
        element('polyline', {
          points: part.map(([day, value]) => `${rounded(xOf(day))},${rounded(yOf(value))}`).join(' '),
          fill: 'none',
          stroke: `var(--line-${place})`,
          'stroke-width': 1.6,
          'stroke-linejoin': 'round',
        }),
      ),
    ),
    ...(values.length === 0
      ? [text((left + right) / 2, (top + bottom) / 2, 'none', { 'text-anchor': 'middle', class: 'soft' })]
      : []),
  );
}

function shortened(label: string): string {
  return label.length > maxLabel ? `${label.slice(0, maxLabel - 1)}…` : label;
}

/** The parts of a line between gaps. */
function unbroken(points: WeeksLine['points']): (readonly [number, number])[][] {
  const parts: (readonly [number, number])[][] = [[]];
  for (const [day, value] of points) {
    if (value !== null && Number.isFinite(value)) parts.at(-1)?.push([day, value]);
    else if (parts.at(-1)?.length !== 0) parts.push([]);
  }
  return parts.filter(({ length }) => length > 0);
}

/** From 0, in steps that suit the unit. */
function ticksFor(max: number, unit: Unit): number[] {
  if (max === 0) return [0, 1];
  const suits = unit === 's' ? secondSteps : decimalSteps;
  const step = suits.find((each) => each * 4 >= max) ?? max / 4;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, place) => place * step);
}

const decimalSteps = Array.from(
  { length: 40 },
  (_, place) => ([1, 2, 5][place % 3] ?? 1) * 10 ** (Math.floor(place / 3) - 2),
);
const secondSteps = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 600, 1_800],
  ...[1, 2, 6, 12, 24, 48, 120, 240, 480].map((hours) => hours * 3_600),
];

function written(value: number, unit: Unit): string {
  if (unit === 's') return duration(value);
  if (unit === 'bytes') return value === 0 ? '0' : `${short(value / 1e6)} MB`;
  if (unit === 'reqps') return `${short(value)}/s`;
  return short(value);
}

function duration(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds < 1) return `${short(seconds * 1_000)} ms`;
  if (seconds < 60) return `${short(seconds)} s`;
  if (seconds < 3_600) return `${short(seconds / 60)} min`;
  if (seconds < 86_400) return `${short(seconds / 3_600)} h`;
  return `${short(seconds / 86_400)} d`;
}

/** From which value on each unit is used. */
const units = [
  { from: 1e9, size: 1e9, end: 'G' },
  { from: 1e6, size: 1e6, end: 'M' },
  { from: 1e4, size: 1e3, end: 'k' },
];

function short(value: number): string {
  const { size, end } = units.find(({ from }) => value >= from) ?? { size: 1, end: '' };
  const scaled = Number((value / size).toPrecision(3));
  return `${scaled.toLocaleString('en', { maximumFractionDigits: 3 })}${end}`;
}
