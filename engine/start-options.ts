import { Command, InvalidArgumentError } from 'commander';

export interface StartOptions {
  /** Folder with official files; null: companies are made up. */
  readonly data: string | null;
  readonly companies: number;
  readonly seed: number;
}

/** Reads what stands behind `npm start --`. Prints help or the fault and exits when there is one. */
export function readStartOptions(args: readonly string[]): StartOptions {
  const command = new Command('npm start --')
    .description('The whole service on one machine: PostgreSQL, Elasticsearch, data, index, HTTP.')
    .option('--data <folder>', 'load every official file found there, instead of making companies up')
    .option('--companies <number>', 'how many companies a first start makes up', wholeNumber, 10_000)
    .option('--seed <number>', 'which companies it makes up', wholeNumber, 1)
    .addHelpText(
      'after',
      '\nEnvironment: PORT (8080), HOST (127.0.0.1), DATABASE_URL, ELASTICSEARCH_URL, LOG_LEVEL …',
    );
  command.parse([...args], { from: 'user' });
  const { data, companies, seed } = command.opts<{ data?: string; companies: number; seed: number }>();
  return { data: data ?? null, companies, seed };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
