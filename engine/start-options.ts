import { Command, InvalidArgumentError } from 'commander';

export interface StartOptions {
  /** Folder with official files; without it, fictional companies are generated. */
  readonly data?: string;
  readonly companies: number;
  readonly seed: number;
  /** JVM heap of the local Elasticsearch, such as `1g`. */
  readonly heap?: string;
}

/** Reads the arguments of `npm start --`. Prints help or a usage error, and exits then. */
export function readStartOptions(args: readonly string[]): StartOptions {
  const command = new Command('npm start --')
    .description('The whole service on one machine: PostgreSQL, Elasticsearch, data, index, HTTP.')
    .option('--data <folder>', 'load all official files in this folder, instead of generating companies')
    .option(
      '--companies <number>',
      'number of companies to generate on the first start',
      parsePositiveNumber,
      10_000,
    )
    .option('--seed <number>', 'seed for the generated companies', parseWholeNumber, 1)
    .option('--heap <size>', 'memory of the local Elasticsearch, such as 1g (default: 1500m)')
    .addHelpText(
      'after',
      '\nEnvironment: PORT (8080), HOST (127.0.0.1), DATABASE_URL, ELASTICSEARCH_URL, LOG_LEVEL …',
    );
  return command.parse([...args], { from: 'user' }).opts<StartOptions>();
}

function parsePositiveNumber(text: string): number {
  const number = parseWholeNumber(text);
  if (number === 0) throw new InvalidArgumentError('It must be at least 1.');
  return number;
}

function parseWholeNumber(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
