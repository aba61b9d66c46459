import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Encoding from 'encoding-japanese';
import type { Environment } from '../../src/configuration/environment.ts';
import { type ListSuite, listSuite } from '../support/lists.ts';
import type { TestAccount } from '../support/service.ts';
import { type Run, type RunOptions, run } from './command-line.ts';

const tokyo = { code: '13', name: '東京都', city: '千代田区' };
const osaka = { code: '27', name: '大阪府', city: '大阪市北区' };

/** Two rows match their company, one has two candidates, one has none. */
const csv =
  '会社名,証券コード\r\n架空自動車株式会社,9203\r\n株式会社同名商事,\r\n株式会社孤立電機,\r\n無い会社,\r\n';

/** A running service, an account of it, and the commands that a person of that account runs. */
export class CommandSuite {
  account: TestAccount = { accountId: '', keyId: '', apiKey: '' };

  private constructor(
    readonly service: ListSuite,
    readonly folder: string,
  ) {}

  static async start(environment: Environment = {}): Promise<CommandSuite> {
    const companies = [
      {
        number: 1,
        name: '架空自動車株式会社',
        code: '9203',
        prefecture: tokyo,
        website: 'https://kakuu-jidosha.co.jp/',
        employees: 1200,
      },
      { number: 2, name: '株式会社同名商事', prefecture: tokyo },
      { number: 3, name: '株式会社同名商事', prefecture: osaka },
      { number: 4, name: '株式会社孤立電機', prefecture: tokyo, employees: 30 },
    ];
    const service = await listSuite(companies, environment);
    return new CommandSuite(service, mkdtempSync(path.join(tmpdir(), 'cli-commands-')));
  }

  async end(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    await this.service.end();
  }

  /** From now on commands use a new account with this number of credits of each class. */
  async newAccount(credits = 100): Promise<void> {
    this.account = await this.service.richAccount(credits);
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const env = {
      COMPANY_DATA_URL: this.service.service.url,
      COMPANY_DATA_API_KEY: this.account.apiKey,
      COMPANY_DATA_CONFIG: path.join(this.folder, 'none', 'config.json'),
      ...options.env,
    };
    return run(args, { ...options, env });
  }

  /** Runs a command that must succeed, and reads its JSON. */
  async json(...args: string[]) {
    const { exitCode, stdout, stderr } = await this.run([...args, '--json']);
    if (exitCode !== 0 && exitCode !== 4)
      throw new Error(`${args.join(' ')} ended with ${exitCode}: ${stderr}`);
    return JSON.parse(stdout);
  }

  async balance(creditClass: 'basic' | 'enrichment' = 'basic'): Promise<number> {
    return (await this.json('credits', 'balance')).balances[creditClass].available;
  }

  /** A file in CP932, as a Japanese spreadsheet writes it. */
  writeCsv(text = csv): string {
    const file = path.join(this.folder, 'companies.csv');
    const bytes = Encoding.convert(Encoding.stringToCode(text), { to: 'SJIS', from: 'UNICODE' });
    writeFileSync(file, Uint8Array.from(bytes));
    return file;
  }

  async importedSource(): Promise<string> {
    return (await this.json('source', 'import', this.writeCsv(), '--detected')).source.source_id;
  }

  async resolvedSource(): Promise<string> {
    const sourceId = await this.importedSource();
    await this.json('source', 'resolve', sourceId, '--yes', '--max-credits', '10');
    return sourceId;
  }

  async savedList(): Promise<string> {
    return (await this.json('list', 'create', 'resolved', '--source', await this.resolvedSource())).list
      .list_id;
  }
}
