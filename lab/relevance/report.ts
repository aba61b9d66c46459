import type { BelowFloor, ClassScores } from './scoring.ts';
import type { RelevanceReport } from './suite.ts';

/** The scores as a Markdown table that can be copied into `docs/`. */
export function scoreTable(classes: readonly ClassScores[]): string[] {
  const rows = [
    ['class', 'queries', 'hit@1', 'recall@10', 'MRR', 'precision', 'resolved', 'wrongly resolved'],
    ...classes.map((scores) => [
      scores.class,
      String(scores.queries),
      share(scores.hit_at_1),
      share(scores.recall_at_10),
      scores.mrr === null ? '–' : scores.mrr.toFixed(3),
      share(scores.precision),
      share(scores.resolved),
      String(scores.wrongly_resolved),
    ]),
  ];
  return markdownTable(rows);
}

/** A table in Markdown. The first row is the header; the first column is text, the others are numbers. */
export function markdownTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) => {
    const cells = widths.map((width, column) => row[column]?.[column === 0 ? 'padEnd' : 'padStart'](width));
    return `| ${cells.join(' | ')} |`;
  };
  const rule = line(
    widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)),
  );
  const [header = '', ...others] = rows.map(line);
  return [header, rule, ...others];
}

/** Remarks for the operator after the table. */
export function remarkLines(
  { classes, per_class }: Pick<RelevanceReport, 'classes' | 'per_class'>,
  below: readonly BelowFloor[],
): string[] {
  const few = classes.filter(({ queries }) => queries < per_class);
  return [
    ...few.map((scores) =>
      scores.queries === 0
        ? `${scores.class}: no queries, because the data has no suitable companies.`
        : `${scores.class}: the sampled companies give only ${scores.queries} queries.`,
    ),
    ...(below.length === 0 ? ['Every class is at its floor or above.'] : []),
    ...below.map(
      (fault) => `BELOW THE FLOOR: ${fault.class}, ${fault.measure} ${fault.is} (floor ${fault.floor}).`,
    ),
  ];
}

/** Wrongly answered queries, at most `max` of each class. */
export function missLines(classes: readonly ClassScores[], max: number): string[] {
  return classes.flatMap(({ class: name, misses }) =>
    misses.slice(0, max).map(({ form, text, expected, found, settledOn }) => {
      const settled = settledOn === null ? '' : `; settled on ${settledOn}`;
      return `${name}, ${form}: ${text}: expected ${some(expected)}; found ${some(found)}${settled}`;
    }),
  );
}

function some(ids: readonly string[]): string {
  if (ids.length === 0) return 'nothing';
  return ids.length > 4 ? `${ids.slice(0, 4).join(' ')} … (${ids.length})` : ids.join(' ');
}

function share(value: number | null): string {
  return value === null ? '–' : `${(value * 100).toFixed(1)} %`;
}
