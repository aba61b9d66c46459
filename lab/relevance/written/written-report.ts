import { markdownTable } from '../report.ts';
import type { PeerScores } from './peers.ts';
import { classTitles } from './written-class.ts';
import type { WrittenFault, WrittenMiss, WrittenScores } from './written-scoring.ts';
import type { WrittenReport } from './written-suite.ts';

/** The report as Markdown tables that can be copied into `docs/`. */
export function writtenLines(report: WrittenReport, below: readonly WrittenFault[]): string[] {
  const { names, classes, forms, total, left_open, not_loaded, everyday, everyday_not_listed } = report;
  const ofForms =
    forms.length === 0
      ? []
      : [
          '',
          ...scoreTable(
            'form',
            forms.map((scores) => [scores.form, scores]),
          ),
        ];
  return [
    `Names: ${names}, ${total.rows + not_loaded.rows} rows, ${report.rows_per_second} rows/s`,
    '',
    ...scoreTable('class', [
      ...classes.map((scores) => [classTitles[scores.class], scores] as const),
      ['all', total],
    ]),
    ...ofForms,
    '',
    ...markdownTable([
      ['left to a person, right one in five', 'rows'],
      ...left_open.map(({ reason, rows }) => [reason, String(rows)]),
    ]),
    '',
    ...markdownTable([
      [
        'company not in the database',
        'rows',
        'settled on a namesake',
        'given candidates',
        'given suggestions',
      ],
      [
        'all',
        String(not_loaded.rows),
        ...[not_loaded.settled_on_namesake, not_loaded.given_candidates, not_loaded.given_suggestions].map(
          (rows) => withShare(rows, not_loaded.rows),
        ),
      ],
    ]),
    '',
    ...(everyday === null
      ? ['No everyday names of listed companies.']
      : scoreTable('everyday names', [['all', everyday]])),
    ...(everyday_not_listed > 0
      ? [`${everyday_not_listed} everyday names are of companies that are not listed in this database.`]
      : []),
    '',
    ...floorLines(below),
  ];
}

export function floorLines(below: readonly WrittenFault[]): string[] {
  if (below.length === 0) return ['Every measure is at its floor or better.'];
  return below.map(
    ({ of, measure, is, floor }) => `WORSE THAN THE FLOOR: ${of}, ${measure} ${is} (floor ${floor}).`,
  );
}

export function scoreTable(title: string, rows: readonly (readonly [string, WrittenScores])[]): string[] {
  return markdownTable([
    [
      ...[title, 'rows', 'found first', 'found in five', 'settled right', 'settled on another'],
      ...['candidates per row', 'suggestions per row'],
    ],
    ...rows.map(([name, scores]) => [
      name,
      String(scores.rows),
      withShare(scores.found_first, scores.rows),
      withShare(scores.found_in_five, scores.rows),
      String(scores.settled_right),
      String(scores.settled_on_another),
      scores.candidates_per_row.toFixed(2),
      scores.suggestions_per_row.toFixed(2),
    ]),
  ]);
}

/** The service beside other ways to search, over the same names. */
export function peerLines(
  { classes, total, everyday, rows_per_second }: WrittenReport,
  peers: readonly PeerScores[],
): string[] {
  const inFive = (of: string) => String(classes.find((scores) => scores.class === of)?.found_in_five ?? 0);
  const everydayOf = (scores: { found_in_five: number; rows: number } | null) =>
    scores === null ? '–' : withShare(scores.found_in_five, scores.rows);
  return [
    '',
    ...markdownTable([
      [
        ...[
          'the same names',
          'right first',
          'in five',
          'first is wrong',
          'behind, in five',
          'otherwise, in five',
        ],
        ...['everyday, in five', 'rows/s'],
      ],
      [
        'this service',
        ...[
          String(total.found_first),
          withShare(total.found_in_five, total.rows),
          String(total.settled_on_another),
        ],
        ...[inFive('behind'), inFive('otherwise'), everydayOf(everyday), String(rows_per_second)],
      ],
      ...peers.flatMap((peer) =>
        'unavailable' in peer
          ? []
          : [
              [
                peer.name,
                ...[
                  String(peer.found_first),
                  withShare(peer.found_in_five, peer.rows),
                  String(peer.first_is_wrong),
                ],
                ...[String(peer.behind_in_five), String(peer.otherwise_in_five), everydayOf(peer.everyday)],
                String(peer.rows_per_second),
              ],
            ],
      ),
    ]),
    'First is wrong: for this service, the rows that it settled on another company.',
    ...peers.flatMap((peer) =>
      'unavailable' in peer ? [`${peer.name} was not measured: ${peer.unavailable}`] : [],
    ),
  ];
}

/** Wrongly answered names, at most `max` of each class. */
export function writtenMissLines(misses: readonly WrittenMiss[], max: number): string[] {
  const classes = [...new Set(misses.map((miss) => miss.class))];
  return classes.flatMap((each) =>
    misses
      .filter((miss) => miss.class === each)
      .slice(0, max)
      .map(({ form, text, right, settled_on, found }) => {
        const what = form === null ? each : `${each}, ${form}`;
        return `${what}: ${text}: meant ${right.join(' ') || 'nobody here'}; ${describeFound({ settled_on, found })}`;
      }),
  );
}

function withShare(rows: number, of: number): string {
  return of === 0 ? '–' : `${rows} (${((rows / of) * 100).toFixed(1)} %)`;
}

/** What a miss found instead of the company that was meant. */
export function describeFound({
  settled_on,
  found,
}: {
  readonly settled_on: string | null;
  readonly found: readonly string[];
}): string {
  return settled_on === null ? `found ${found.join(' ') || 'nothing'}` : `settled on ${settled_on}`;
}
