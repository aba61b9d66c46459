import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Environment } from '../../src/configuration/environment.ts';
import { type CompanyInWords, companyFacts } from './companies.ts';
import { type ServiceSuite, serviceSuite, type TestAccount, type TestService } from './service.ts';

export interface ListSuite extends ServiceSuite {
  /** Where the service keeps its files. */
  readonly stateFolder: string;
  /** An account without rate limits, with this number of credits of each class. */
  richAccount(credits?: number): Promise<TestAccount>;
  /** Sends a request and gives the answer's body; the status must be as expected. */
  send(request: ListRequest): Promise<ListAnswer>;
  /** The same for requests of one account. */
  as(account: TestAccount): ListCalls;
  /** Saves these companies as a List. @returns list_id */
  saveList(account: TestAccount, companyIds: readonly string[], name?: string): Promise<string>;
}

export interface ListRequest {
  readonly as: TestAccount;
  readonly method?: keyof typeof methods;
  /** Below `/api/service`. */
  readonly path: string;
  readonly body?: object | undefined;
  readonly key?: string | undefined;
  /** 200 unless given. */
  readonly status?: number | undefined;
}

export interface ListCalls {
  get(path: string, status?: number): Promise<ListAnswer>;
  post(path: string, body: object, expected?: { key?: string; status?: number }): Promise<ListAnswer>;
  patch(path: string, body: object, status?: number): Promise<ListAnswer>;
  delete(path: string, status?: number): Promise<ListAnswer>;
}

/** Bodies are read key by key, as a client does; this is how supertest returns them. */
export type ListAnswer = Awaited<ReturnType<ReturnType<TestService['as']>['get']>>['body'];

const methods = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** A service over these companies, with an index of them. */
export async function listSuite(
  companies: readonly CompanyInWords[],
  environment: Environment = {},
): Promise<ListSuite> {
  const stateFolder = mkdtempSync(path.join(tmpdir(), 'lists-'));
  const suite = await serviceSuite(companies.map(companyFacts), {
    STATE_FOLDER: stateFolder,
    ...environment,
  });
  const { service } = suite;
  await service.reindexCompanies();

  async function send({ as, method, path: below, body, key, status = 200 }: ListRequest) {
    const verb = method ?? (body ? 'POST' : 'GET');
    const agent = service.as(as);
    const url = `/api/service${below}`;
    const request = agent[methods[verb]](url);
    if (key !== undefined) request.set('Idempotency-Key', key);
    const answer = await (body ? request.send(body) : request);
    if (answer.status !== status)
      throw new Error(`${verb} ${below} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  return {
    ...suite,
    stateFolder,
    send,
    as: (as) => ({
      get: (path, status) => send({ as, path, status }),
      post: (path, body, { key, status } = {}) => send({ as, path, body, key, status }),
      patch: (path, body, status) => send({ as, method: 'PATCH', path, body, status }),
      delete: (path, status) => send({ as, method: 'DELETE', path, status }),
    }),
    richAccount: (amount = 100_000) =>
      service.createAccount({ plan: 'unlimited', credits: { basic: amount, enrichment: amount } }),
    async saveList(account, companyIds, name = '一覧') {
      const { estimate } = await send({
        as: account,
        path: '/lists/estimate',
        body: { definition: { company_ids: companyIds } },
      });
      const { list } = await send({
        as: account,
        path: '/lists/materialize',
        body: { estimate_id: estimate.estimate_id, name, execute: true, maxCredits: 100_000 },
        key: randomUUID(),
      });
      return list.list_id;
    },
    async end() {
      await suite.end();
      rmSync(stateFolder, { recursive: true, force: true });
    },
  };
}
