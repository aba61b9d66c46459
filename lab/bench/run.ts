import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { openStack, type Stack } from '../../engine/open-stack.ts';
import { projectFolder } from '../../engine/project-folder.ts';
import { awaitUnlessStopped, runProgram } from '../../engine/run-program.ts';
import { type BenchService, startBenchService } from './bench-service.ts';
import {
  type BlockingOptions,
  benchBlocking,
  benchTogether,
  blockTable,
  longestBlock,
  survival,
  type Together,
} from './blocking/blocking-bench.ts';
import type { Block } from './blocking/measuring.ts';
import { benchLedger } from './ledger-bench.ts';
import { atRank, type Comparison, compare, machine, table } from './measure.ts';
import { observationGrowth, observationLatencies, observationRows } from './observations-bench.ts';
import { drawReports, reportsIn } from './plot/draw-reports.ts';
import { benchReindex } from './reindex-bench.ts';
import { benchCapacity } from './scale/capacity-bench.ts';
import { benchOverload } from './scale/overload-bench.ts';
import { benchWorkers } from './scale/workers-bench.ts';
import {
  benchCount,
  benchPaging,
  benchResolveOne,
  benchSearch,
  latencies,
  type SearchBenchSize,
} from './search-bench.ts';
import { benchImport, benchResolve, benchWritten } from './source-bench.ts';

/** `npm run bench`: measures each ratio of the limits, both sides interleaved, and writes the results to a JSON file. */

type ServiceBench = (service: BenchService, stack: Stack) => Promise<Comparison | Comparison[]>;

/** The benchmarks of a service without attacks, in the order in which they run. */
const serviceBenchmarks: Readonly<Record<string, ServiceBench>> = {
  search: (service) => benchSearch(service, size),
  count: (service) => benchCount(service, size),
  paging: (service) => benchPaging(service, size),
  import: (service) => benchImport(service, options),
  resolve: (service) => benchResolve(service, options.rounds),
  'resolve-one': (service) => benchResolveOne(service, size),
  written: (service) => benchWritten(service, options.rounds),
  ledger: ({ databaseUrl }) => benchLedger(databaseUrl, options),
  reindex: (service) => benchReindex(service, size),
  workers: (service) => benchWorkers(service, size),
  overload: (service) => benchOverload(service, options),
  capacity: (service) => benchCapacity(service, options),
  observations: benchObservations,
  growth: benchGrowth,
};
const benchmarks = [...Object.keys(serviceBenchmarks), 'blocking', 'together'];

const numberFrom =
  (isValid: (number: number, text: string) => boolean, message: string) => (text: string) => {
    if (!isValid(Number(text), text)) throw new InvalidArgumentError(message);
    return Number(text);
  };
const wholeNumber = numberFrom((_, text) => /^\d{1,8}$/.test(text), 'It must be a whole number.');
const duration = numberFrom((number) => number > 0 && number <= 600, 'It must be a number of seconds.');
const portion = numberFrom((number) => number > 0 && number <= 1, 'It must be above 0 and at most 1.');
const command = new Command('npm run bench --')
  .argument('[benchmarks...]', `benchmarks to run: ${benchmarks.join(', ')}; default all`)
  .option('--companies <number>', 'number of companies in the index', wholeNumber, 200_000)
  .option(
    '--grown <number>',
    'number of companies in the larger index of the growth benchmark',
    wholeNumber,
    1_000_000,
  )
  .option(
    '--observations <number>',
    'number of observations of the observations benchmark',
    wholeNumber,
    1_000_000,
  )
  .option(
    '--observations-grown <number>',
    'number of observations of a second measurement, to compare; 0 for none',
    wholeNumber,
    0,
  )
  .option('--rows <number>', 'number of rows of the import benchmark', wholeNumber, 50_000)
  .option('--seed <number>', 'seed of the companies', wholeNumber, 1)
  .option('--rounds <number>', 'number of rounds, in which both sides take turns', wholeNumber, 5)
  .option('--seconds <number>', 'seconds for each side of a round', duration, 5)
  .option('--share <number>', 'blocking and together: share of the permitted sizes to use', portion, 1)
  .option('--texts <number>', 'blocking and together: number of kinds of hostile texts', wholeNumber, 100)
  .option(
    '--each <number>',
    'blocking and together: maximum number of attacks on each operation',
    wholeNumber,
    10_000,
  )
  .option(
    '--only <name>',
    'blocking and together: only operations whose names contain one of these, separated by commas',
  )
  .option(
    '--database <url>',
    'blocking and together: use the companies of this database instead of fictional ones',
  )
  .option('--index-prefix <prefix>', 'prefix of the indices of that database')
  .option('--out <folder>', 'folder for the JSON file', path.join(projectFolder, '.local', 'bench'))
  .option('--heap <size>', 'JVM heap of Elasticsearch', '4g')
  .option('--plot [files...]', 'draw these reports instead of measuring; default all in the folder of --out')
  .option('--plots <folder>', 'folder for the images', path.join(projectFolder, 'docs', 'benchmarks'))
  .parse();
type Options = Omit<BlockingOptions, 'onProgress'> &
  Record<'grown' | 'observations' | 'observationsGrown' | 'rounds' | 'rows' | 'seconds', number> &
  Record<'heap' | 'out' | 'plots', string> & { readonly plot?: true | string[] };
const options = command.opts<Options>();
const unknown = command.args.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0)
  command.error(`There is no benchmark ${unknown.join(', ')}. Use one of: ${benchmarks.join(', ')}.`);
const chosen = new Set(command.args.length > 0 ? command.args : benchmarks);
/** Results of the blocking benchmarks in addition to their row. */
const attacked: { blocks?: Block[]; together?: Together } = {};
const say = (line: string) => console.error(line);
const { rounds, seconds } = options;
const size: SearchBenchSize = { rounds, seconds, queries: 500, onProgress: say };

await runProgram(async (stopped) => {
  if (options.plot) return draw(options.plot === true ? reportsIn(options.out) : options.plot);
  const stack = await awaitUnlessStopped(
    stopped,
    openStack({ purpose: 'bench', heap: options.heap, onProgress: say }),
  );
  try {
    const rows = await awaitUnlessStopped(stopped, measureAll(stack));
    const report = {
      machine: machine(),
      // A URL has a password in it.
      options: { ...options, database: options.database && 'given' },
      measured_at: new Date().toISOString(),
      rows,
      ...attacked,
    };
    mkdirSync(options.out, { recursive: true });
    const file = path.join(options.out, `bench-${report.measured_at.replaceAll(':', '')}.json`);
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
    const { cores, cpu, memoryGiB, node } = report.machine;
    console.log(`${cores} cores (${cpu}), ${memoryGiB} GiB, Node ${node}; seed ${options.seed}`);
    console.log(table(rows));
    if (attacked.blocks) console.log(blockTable(attacked.blocks));
    if (attacked.together) console.log(JSON.stringify(attacked.together));
    console.error(`Written to ${path.relative(process.cwd(), file)}.`);
    return 0;
  } finally {
    await stack.close();
  }
});

function draw(files: readonly string[]): number {
  if (files.length === 0) {
    console.error(`There are no reports in ${options.out}.`);
    return 1;
  }
  for (const file of drawReports(files, options.plots))
    console.log(`Written to ${path.relative(process.cwd(), file)}.`);
  return 0;
}

/** A row, and the name of its benchmark. */
type ReportedRow = Comparison & { readonly benchmark: string };

async function measureAll(stack: Stack): Promise<ReportedRow[]> {
  const rows = await attackedRows(stack);
  const work = Object.entries(serviceBenchmarks).filter(([name]) => chosen.has(name));
  if (work.length === 0) return rows;
  say(`Making and indexing ${options.companies.toLocaleString('en')} companies …`);
  const service = await startBenchService(stack, options.companies, options.seed);
  try {
    for (const [name, bench] of work) rows.push(...from(name, await bench(service, stack)));
  } finally {
    await service.stop();
  }
  return rows;
}

function from(benchmark: string, rows: Comparison | Comparison[]): ReportedRow[] {
  return [rows].flat().map((row) => ({ benchmark, ...row }));
}

async function attackedRows(stack: Stack): Promise<ReportedRow[]> {
  const attackOptions = { ...options, onProgress: say };
  const rows: ReportedRow[] = [];
  if (chosen.has('blocking')) {
    attacked.blocks = await benchBlocking(stack, attackOptions);
    rows.push(...from('blocking', longestBlock(attacked.blocks)));
  }
  if (chosen.has('together')) {
    attacked.together = await benchTogether(stack, attackOptions);
    rows.push(...from('together', survival(attacked.together)));
  }
  return rows;
}

async function benchObservations(service: BenchService): Promise<Comparison[]> {
  const { observations, observationsGrown, seed, seconds } = options;
  const measureWith = async (count: number) => {
    say(`Making and indexing ${count.toLocaleString('en')} observations …`);
    return await observationLatencies(service, { observations: count, seed, seconds });
  };
  const small = await measureWith(observations);
  if (observationsGrown <= observations) return observationRows(small);
  const grown = await measureWith(observationsGrown);
  return [...observationRows(small), ...observationRows(grown), observationGrowth(small, grown)];
}

async function benchGrowth(service: BenchService, stack: Stack): Promise<Comparison[]> {
  say(`Making and indexing ${options.grown.toLocaleString('en')} companies …`);
  const before = await latencies(service, size);
  const larger = await startBenchService(stack, options.grown, options.seed);
  const of = `${options.companies.toLocaleString('en')} → ${options.grown.toLocaleString('en')}`;
  try {
    return [...(await latencies(larger, size))].map(([kind, ours]) => {
      const theirs = before.get(kind) ?? [];
      const name = `growth ${of}, ${kind}, p50 (p99 ${atRank(ours, 99).toFixed(1)} ms)`;
      const p50 = { ours: atRank(ours, 50), theirs: atRank(theirs, 50) };
      return { ...compare(name, 'ms', p50, { atMost: 3 }), kind, percentiles: { ours, theirs } };
    });
  } finally {
    await larger.stop();
  }
}
