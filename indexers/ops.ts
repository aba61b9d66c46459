import { Command } from 'commander';
import { defaultStateFolder, findRunningStack } from '../engine/open-stack.ts';
import { type Config, loadOperatorConfig } from '../src/config.ts';
import { migrate, openDatabase } from '../src/database/database.ts';
import { openElasticsearch } from '../src/search/elasticsearch.ts';
import { addGenerateCommand } from './generating/commands.ts';
import { addIndexCommands } from './indexing/commands.ts';
import type { IndexingContext } from './indexing/index-definition.ts';
import { addAccountCommands } from './operator/account-commands.ts';
import { addCreditCommands } from './operator/credit-commands.ts';
import { explainFailure } from './operator/explain-failure.ts';
import { OperatorError } from './operator/operator-error.ts';
import { addLoadCommands } from './registers/commands.ts';
import { addRelevanceCommand } from './relevance/commands.ts';

/** The operator's command line: `npm run ops -- <command>`. */

/** Commands that need the database alone run where no Elasticsearch is. */
const noElasticsearch = { ELASTICSEARCH_URL: 'http://unused' };

const program = new Command('ops')
  .description(
    'Operate the company data service. The stores are those of DATABASE_URL and ELASTICSEARCH_URL, ' +
      'else the local stack that runs on this machine.',
  )
  .showHelpAfterError('See --help.');

addMigrateCommand(program);
addLoadCommands(program, {
  databaseUrl,
  get stateFolder() {
    return operatorConfig(noElasticsearch).stateFolder;
  },
});
addGenerateCommand(program, { databaseUrl });
addIndexCommands(program, { withStores });
addRelevanceCommand(program, { withStores });
addAccountCommands(program, { databaseUrl });
addCreditCommands(program, { databaseUrl });

try {
  await program.parseAsync();
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}

function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database schema up to date')
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: true }) => {
      const knex = openDatabase({ url: databaseUrl(), poolSize: 1 });
      try {
        await migrate(knex);
      } finally {
        await knex.destroy();
      }
      console.log(options.json ? JSON.stringify({ migrated: true }) : 'The database schema is up to date.');
    });
}

function databaseUrl(): string {
  return operatorConfig(noElasticsearch).databaseUrl;
}

async function withStores<Result>(work: (context: IndexingContext) => Promise<Result>): Promise<Result> {
  const config = operatorConfig({});
  const { elasticsearchApiKey: apiKey, elasticsearchCa: ca } = config;
  const elasticsearch = openElasticsearch({
    url: config.elasticsearchUrl,
    ...(apiKey !== undefined && { apiKey }),
    ...(ca !== undefined && { ca }),
    // Verifying and pruning large indices takes longer than any search may.
    requestTimeoutMs: 120_000,
  });
  try {
    return await work({
      databaseUrl: config.databaseUrl,
      elasticsearch,
      indexPrefix: config.indexPrefix,
      now: () => new Date(),
    });
  } finally {
    await elasticsearch.close();
  }
}

function operatorConfig(defaults: Readonly<Record<string, string>>): Config {
  const running = findRunningStack();
  try {
    return loadOperatorConfig({
      STATE_FOLDER: defaultStateFolder('start'),
      ...defaults,
      ...(running && { DATABASE_URL: running.databaseUrl, ELASTICSEARCH_URL: running.elasticsearchUrl }),
    });
  } catch (error) {
    if (running || !(error instanceof Error)) throw error;
    throw new OperatorError(
      `${error.message}\nNo local stack runs on this machine: set what is named above, or run npm start.`,
    );
  }
}
