import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Environment } from '../../src/config.ts';
import { type CompanyInWords, companyFacts, insertFacts } from './companies.ts';
import { creditParts } from './credits.ts';
import { type SuiteDatabase, suiteDatabase } from './database.ts';
import { startTestService, type TestAccount, type TestService } from './service.ts';

export interface ListSuite {
  readonly database: SuiteDatabase;
  readonly service: TestService;
  /** Where the service keeps its files. */
  readonly stateFolder: string;
  /** An account without rate limits, with this number of credits of each class. */
  richAccount(credits?: number): Promise<TestAccount>;
  /** Sends a request and gives the answer's body; the status must be as expected. */
  send(request: ListRequest): Promise<ListAnswer>;
  /** Saves these companies as a List. @returns list_id */
  saveList(account: TestAccount, companyIds: readonly string[], name?: string): Promise<string>;
  end(): Promise<void>;
}

export interface ListRequest {
  readonly as: TestAccount;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/service`. */
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
  /** 200 unless given. */
  readonly status?: number;
}

/** Bodies are read key by key, as a client does; this is how supertest returns them. */
export type ListAnswer = Awaited<ReturnType<ReturnType<TestService['as']>['get']>>['body'];

/** A service over these companies, with an index of them. */
export async function listSuite(
  companies: readonly CompanyInWords[],
  environment: Environment = {},
): Promise<ListSuite> {
  const database = await suiteDatabase();
  await insertFacts(database.knex, ...companies.map(companyFacts));
  const stateFolder = mkdtempSync(path.join(tmpdir(), 'lists-'));
  const service = await startTestService(database, { STATE_FOLDER: stateFolder, ...environment });
  await service.reindexCompanies();
  const { credits } = creditParts(database.knex);
  const keys = { used: 0 };

  async function send({ as, method, path: below, body, key, status = 200 }: ListRequest) {
    const verb = method ?? (body ? 'POST' : 'GET');
    const agent = service.as(as);
    const url = `/api/service${below}`;
    const calls = {
      GET: () => agent.get(url),
      POST: () => agent.post(url),
      PATCH: () => agent.patch(url),
      DELETE: () => agent.delete(url),
    };
    const request = calls[verb]();
    if (key !== undefined) request.set('Idempotency-Key', key);
    const answer = await (body ? request.send(body) : request);
    if (answer.status !== status)
      throw new Error(`${verb} ${below} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  return {
    database,
    service,
    stateFolder,
    send,
    async richAccount(amount = 100_000) {
      const account = await service.createAccount({ plan: 'unlimited' });
      for (const creditClass of ['basic', 'enrichment'] as const)
        if (amount > 0) await credits.grant(account.accountId, { creditClass, amount });
      return account;
    },
    async saveList(account, companyIds, name = '一覧') {
      const { estimate } = await send({
        as: account,
        path: '/lists/estimate',
        body: { definition: { company_ids: companyIds } },
      });
      keys.used += 1;
      const { list } = await send({
        as: account,
        path: '/lists/materialize',
        body: { estimate_id: estimate.estimate_id, name, execute: true, maxCredits: 100_000 },
        key: `save-${keys.used}`,
      });
      return list.list_id;
    },
    async end() {
      await service.stop();
      await database.drop();
      rmSync(stateFolder, { recursive: true, force: true });
    },
  };
}
