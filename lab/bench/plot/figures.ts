import { ranks } from '../measure.ts';
import type { Report, ReportRow } from '../report.ts';
import { type Axis, type Line, linearAxis, lineChart, logAxis, type Panel } from './line-chart.ts';
import { targetChart } from './target-chart.ts';

const kinds = ['id', 'name', 'filters', 'prefix', 'cursor'];

/** The images of some reports, by file name. Of several reports of one size, the last one that has a row counts. */
export function figures(reports: readonly Report[]): Map<string, string> {
  const images = new Map<string, string>();
  const sizes = bySize(reports);
  for (const [companies, { rows, source }] of sizes) {
    const all = [...rows.values()];
    const of = `${companies.toLocaleString('en')} companies`;
    images.set(`targets-${companies}.svg`, targetChart({ title: `Results and targets, ${of}`, source }, all));
    const panels = latencyPanels(all.filter(({ benchmark }) => benchmark === 'search'));
    const title = `Latency of a search with one connection, ${of}`;
    if (panels.length > 0) images.set(`latency-${companies}.svg`, lineChart({ title, source }, panels));
  }
  const source = sourceOf(reports);
  const bySizes = ratioPanel(sizes);
  const title = 'Rate through the service as a part of the rate of the engine alone';
  if (bySizes) images.set('ratio-by-size.svg', lineChart({ title, source }, bySizes));
  const growth = growthPanels(reports);
  if (growth.length > 0)
    images.set('growth.svg', lineChart({ title: 'Latency of a search as the index grows', source }, growth));
  return images;
}

type Sizes = ReadonlyMap<number, { readonly rows: ReadonlyMap<string, ReportRow>; readonly source: string }>;

function bySize(reports: readonly Report[]): Sizes {
  const sizes = [...new Set(reports.map(({ options }) => options.companies))].sort((a, b) => a - b);
  return new Map(
    sizes.map((companies) => {
      const same = reports.filter(({ options }) => options.companies === companies);
      const rows = new Map(same.flatMap((report) => report.rows.map((row) => [row.name, row])));
      return [companies, { rows, source: sourceOf(same) }];
    }),
  );
}

/** Machines and days. */
function sourceOf(reports: readonly Report[]): string {
  const described = reports.map(
    ({ machine, measured_at }) =>
      `${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, Node ${machine.node}, ${measured_at.slice(0, 10)}`,
  );
  return [...new Set(described)].join('; ');
}

const milliseconds = (value: number) => `${Number(value.toPrecision(3))}`;
const thousands = (value: number) =>
  value < 1_000_000 ? `${value / 1000} k` : `${Number((value / 1_000_000).toPrecision(3))} M`;

function latencyPanels(rows: readonly ReportRow[]): Panel[] {
  const measured = rows.flatMap(({ kind, percentiles }) =>
    kind && percentiles ? [{ kind, percentiles }] : [],
  );
  const values = measured.flatMap(({ percentiles }) => [...percentiles.ours, ...percentiles.theirs]);
  const curve = (at: readonly number[]): Line['points'] =>
    ranks.map((rank, place) => [rank, at[place] ?? Number.NaN] as const);
  return measured.map(({ kind, percentiles }) => ({
    title: `By ${kind}`,
    x: percentileAxis,
    y: logAxis('ms', values, milliseconds),
    lines: [
      { label: 'service', colour: 0, points: curve(percentiles.ours) },
      { label: 'engine alone', colour: 1, dashed: true, points: curve(percentiles.theirs) },
    ],
  }));
}

/** Every further nine is equally wide. */
const percentileAxis: Axis = {
  title: 'percentile',
  ticks: [1, 50, 90, 99, 99.9],
  label: String,
  scale: (rank) => -Math.log10(1 - rank / 100),
};

/** The ratio of each kind of search by size, with its target; null if there is only one size. */
function ratioPanel(sizes: Sizes): Panel[] | null {
  const measured = [...sizes].flatMap(([companies, { rows }]) =>
    [...rows.values()].flatMap(({ benchmark, kind, unit, ratio, margin }) =>
      benchmark === 'search' && kind && unit === 'requests/s' && margin
        ? [{ companies, kind, ratio, target: ratio / margin }]
        : [],
    ),
  );
  const distinct = [...new Set(measured.map(({ companies }) => companies))];
  if (distinct.length < 2) return null;
  const ratios = measured.flatMap(({ ratio, target }) => [ratio, target]);
  return presentKinds(measured).map((kind) => {
    const same = measured.filter((each) => each.kind === kind);
    return {
      title: `By ${kind}`,
      x: { ...logAxis('companies', distinct, thousands), ticks: distinct },
      y: linearAxis('ratio', ratios, (value) => value.toFixed(1)),
      lines: [
        { label: 'measured', colour: 0, points: same.map(({ companies, ratio }) => [companies, ratio]) },
        {
          label: 'target',
          colour: 1,
          dashed: true,
          points: same.map(({ companies, target }) => [companies, target]),
        },
      ],
    };
  });
}

/** p50 and p99 of each kind in the small and the large index. */
function growthPanels(reports: readonly Report[]): Panel[] {
  const measured = reports.flatMap(({ options, rows }) =>
    rows.flatMap(({ benchmark, kind, percentiles }) =>
      benchmark === 'growth' && kind && percentiles ? [{ ...options, kind, percentiles }] : [],
    ),
  );
  if (measured.length === 0) return [];
  const sizes = [...new Set(measured.flatMap(({ companies, grown }) => [companies, grown]))];
  return ([50, 99] as const).map((rank) => {
    const place = ranks.indexOf(rank);
    const lines = presentKinds(measured).flatMap((kind) =>
      measured
        .filter((each) => each.kind === kind)
        .map(({ companies, grown, percentiles: { ours, theirs } }): Line => {
          const [small, large] = [theirs[place] ?? Number.NaN, ours[place] ?? Number.NaN];
          return {
            label: kind,
            colour: kinds.indexOf(kind),
            points: [
              [companies, small],
              [grown, large],
            ],
          };
        }),
    );
    const values = lines.flatMap(({ points }) => points.map((point) => point[1]));
    return {
      title: `p${rank}`,
      x: { ...logAxis('companies', sizes, thousands), ticks: sizes },
      y: linearAxis('ms', values, milliseconds),
      lines,
    };
  });
}

function presentKinds(rows: readonly { readonly kind: string }[]): string[] {
  return kinds.filter((kind) => rows.some((row) => row.kind === kind));
}
