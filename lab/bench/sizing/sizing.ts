import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { openStack } from '../../../engine/open-stack.ts';
import { awaitUnlessStopped, runProgram } from '../../../engine/run-program.ts';
import { formatColumns } from '../../../indexers/operator/output.ts';
import { machine } from '../measure.ts';
import { type Assumptions, type Capacity, capacityFor, type Demand } from './capacity.ts';
import type { Costs } from './costs.ts';
import { measureCosts } from './measure-costs.ts';
import { measuredCosts } from './measured.ts';

/**
 * `npm run sizing`: the machines for a whole country, from measured costs and assumptions (docs/sizing.md).
 * `npm run sizing -- --measure` measures the costs on this machine and prints them as JSON, which `--costs` reads.
 */

const amount = (text: string) => {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('It must be a number, 0 or more.');
  return Number(text);
};
const amounts = (text: string) => text.split(',').map(amount);

const command = new Command('npm run sizing --')
  .option('--companies <number>', 'companies to serve, or to measure with', amount, 5_700_000)
  .option('--observations <numbers>', 'observations to serve, or to measure with', amounts, [5e7, 5e8])
  .option('--rate <numbers>', 'requests a second at the busiest time', amounts, [100, 2000])
  .option('--copies <number>', 'copies of each shard, the first included', amount, 2)
  .option('--utilisation <number>', 'how busy processors may be at the busiest time', amount, 0.5)
  .option('--hot-observations <share>', 'share of the observations that must be in memory', amount, 0.3)
  .option('--hot-database <share>', 'share of the database that must be in memory', amount, 0.1)
  .option('--node-processors <number>', 'virtual processors of a node of Elasticsearch', amount, 8)
  .option('--node-memory <gigabytes>', 'memory of a node of Elasticsearch', amount, 32)
  .option('--yen-processor <yen>', 'price of a virtual processor for an hour', amount, 6)
  .option('--yen-memory <yen>', 'price of a gigabyte of memory for an hour', amount, 0.8)
  .option('--yen-disk <yen>', 'price of a gigabyte of disk for a month', amount, 18)
  .option('--costs <file>', 'measured costs to use instead of those in docs/sizing.md')
  .option('--measure', 'measure the costs on this machine, with a stack of its own')
  .option('--requests <number>', 'how many requests of each kind to measure', amount, 3_000)
  .option('--heap <size>', 'JVM heap of Elasticsearch while measuring', '2g')
  .parse();

type Options = Omit<Assumptions, 'growth'> & {
  readonly companies: number;
  readonly observations: readonly number[];
  readonly rate: readonly number[];
  readonly requests: number;
  readonly heap: string;
  readonly costs?: string;
  readonly measure?: true;
};
const options = command.opts<Options>();

/** How callers use the service: mostly look-ups, some lists by filters, some evidence. */
const mix: Demand['mix'] = { id: 0.35, name: 0.25, filters: 0.2, observations: 0.1, resolve: 0.1 };

/** From the results in docs/benchmarks.md: 5.7 times as many companies, 4 times as many observations. */
const growth: Assumptions['growth'] = {
  id: 0.18,
  name: 0.2,
  filters: 0.77,
  observations: 0.29,
  resolve: 0.2,
};

async function measure(): Promise<void> {
  await runProgram(async (stopped) => {
    const stack = await awaitUnlessStopped(
      stopped,
      openStack({ purpose: 'bench', heap: options.heap, onProgress: (line) => console.error(line) }),
    );
    try {
      const [observations = 0] = options.observations;
      const size = { companies: options.companies, observations, requests: options.requests, seed: 1 };
      const costs = await awaitUnlessStopped(stopped, measureCosts(stack, size));
      console.log(JSON.stringify({ machine: machine(), ...costs }, null, 2));
      return 0;
    } finally {
      await stack.close();
    }
  });
}

function printTable(): void {
  const costs = options.costs ? (JSON.parse(readFileSync(options.costs, 'utf8')) as Costs) : measuredCosts;
  const { companies } = options;
  const rows = [header];
  for (const observations of options.observations)
    for (const rate of options.rate) {
      const capacity = capacityFor(costs, { companies, observations, rate, mix }, { ...options, growth });
      rows.push(row(observations, rate, capacity));
    }
  for (const line of formatColumns(rows)) console.log(line);
}

const header = [
  'observations',
  'requests/s',
  'shards',
  'index GB',
  'database GB',
  'nodes',
  'processes',
  'database vCPU',
  'reindex h',
  'yen a month',
];

function row(observations: number, rate: number, capacity: Capacity): string[] {
  const { shards } = capacity;
  const figures = [
    capacity.indexGb,
    capacity.databaseGb,
    capacity.engineNodes,
    capacity.serviceProcesses,
    capacity.databaseProcessors,
  ].map((figure) => Math.round(figure));
  return [
    count(observations),
    count(rate),
    `${shards.companies} + ${shards.observations}`,
    ...figures.map(count),
    capacity.reindexHours.toFixed(1),
    count(Math.round(capacity.yen / 1000) * 1000),
  ];
}

function count(number: number): string {
  return number.toLocaleString('en');
}

if (options.measure) await measure();
else printTable();
