import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Command, InvalidArgumentError } from 'commander';
import { projectFolder } from '../../engine/project-folder.ts';
import { awaitUnlessStopped, runProgram } from '../../engine/run-program.ts';
import { machine } from '../bench/measure.ts';
import { dashboardPanels } from './dashboard.ts';
import { weeksPicture } from './picture.ts';
import { preparePublications } from './publications.ts';
import { runWeeks, type WeeksResult } from './simulation.ts';
import { daysOf, weekdayOf } from './weeks-calendar.ts';

/**
 * `npm run weeks`: the service follows the registers for four simulated weeks, with outages, a full reload and an upgrade, and must end
 * equal to a fresh load (docs/operations.md#four-weeks).
 */

const usualDays = 28;

const command = new Command('npm run weeks --')
  .option('--data <folder>', 'real files of the registers', path.join(projectFolder, '..', 'shared', 'data'))
  .option('--days <number>', 'days to go through', days, usualDays)
  .option(
    '--out <file>',
    'where the picture is written',
    path.join(projectFolder, 'docs', 'operations', 'four-weeks.svg'),
  )
  .option('--heap <size>', 'JVM heap of Elasticsearch', '1500m')
  .option('--draw', 'only draw the picture of the last run again')
  .parse();

interface Options {
  readonly data: string;
  readonly days: number;
  readonly out: string;
  readonly heap: string;
  readonly draw?: true;
}
const options = command.opts<Options>();
const folder = path.join(projectFolder, '.local', 'state-weeks');
const kept = path.join(projectFolder, '.local', 'weeks.json.gz');
const say = (line: string) => console.error(line);

function days(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) < 1 || Number(text) > usualDays)
    throw new InvalidArgumentError(`It must be a number from 1 to ${usualDays}.`);
  return Number(text);
}

function draw({
  days: all,
  scrapes,
  rows,
  events,
}: Pick<WeeksResult, 'days' | 'scrapes' | 'rows' | 'events'>): void {
  const registers = [...new Set(rows.map(({ register }) => register))];
  const loaded = {
    title: 'Companies changed, by day of publication (from the database)',
    unit: 'short' as const,
    lines: registers.map((register) => ({
      label: register,
      points: all.map(
        (day, place) =>
          [place, rows.find((row) => row.register === register && row.day === day)?.changed ?? 0] as const,
      ),
    })),
  };
  const marks = [...events]
    .sort((one, other) => one.from - other.from)
    .map((event, place) => ({ ...event, letter: String.fromCharCode(65 + place) }));
  const picture = weeksPicture({
    title: `The dashboard of the service during ${all.length} simulated days`,
    source: `${machineName()}. Rates are per second of this machine, on which a simulated day passes in seconds.`,
    days: all.length + 1,
    weeks: all.flatMap((day, place) => (weekdayOf(day) === 1 ? [{ day: place, label: day.slice(5) }] : [])),
    marks,
    panels: [...dashboardPanels(scrapes), loaded],
  });
  mkdirSync(path.dirname(options.out), { recursive: true });
  writeFileSync(options.out, picture);
  say(`Written: ${path.relative(process.cwd(), options.out)}`);
}

function machineName(): string {
  const { cpu, cores, node } = machine();
  return `${cpu}, ${cores} cores, Node ${node}`;
}

function report({ tables, figures, faults }: WeeksResult): void {
  for (const { table, rows, onlyFollowed, onlyFresh } of tables)
    console.log(
      `${table.padEnd(24)} ${rows.toLocaleString('en').padStart(10)} rows, ${onlyFollowed.length + onlyFresh.length} different`,
    );
  for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value.toLocaleString('en')}`);
  for (const fault of faults.slice(0, 30)) console.log(`WRONG ${fault}`);
  console.log(faults.length === 0 ? 'Everything is equal.' : `${faults.length} faults.`);
}

await runProgram(async (stopped) => {
  if (options.draw) {
    const { scrapes, ...rest } = JSON.parse(gunzipSync(readFileSync(kept)).toString('utf8'));
    draw({
      ...rest,
      scrapes: scrapes.map(([scrape, samples]: [object, []]) => ({ ...scrape, samples: new Map(samples) })),
    });
    return 0;
  }
  say('Reading the real files …');
  const publications = await awaitUnlessStopped(
    stopped,
    preparePublications(options.data, daysOf(options.days)),
  );
  const result = await awaitUnlessStopped(
    stopped,
    runWeeks({ folder, heap: options.heap, publications, say }),
  );
  const scrapes = result.scrapes.map(({ samples, ...scrape }) => [scrape, [...samples]]);
  writeFileSync(kept, gzipSync(JSON.stringify({ ...result, scrapes })));
  report(result);
  draw(result);
  return result.faults.length === 0 ? 0 : 1;
});
