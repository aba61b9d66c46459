import { randomUUID } from 'node:crypto';
import type { FactBatch } from '../../indexers/facts/index.ts';
import type { Environment } from '../../src/configuration/environment.ts';
import { companyFacts, formerName, identifierOf, successorOf } from './companies.ts';
import { allPages, andCursor } from './paging.ts';
import { type ServiceSuite, serviceSuite, type TestAccount, type TestService } from './service.ts';

const tokyo = { code: '13', name: '東京都', city: '千代田区' };
const osaka = { code: '27', name: '大阪府', city: '大阪市北区' };

/** A small, fixed set of companies with one example of everything that decides the outcome of a row. */
export const sourceWorld: readonly FactBatch[] = [
  companyFacts({ number: 1, name: '架空自動車株式会社', code: '9203', prefecture: tokyo }),
  companyFacts({ number: 2, name: '株式会社架空自動車', prefecture: osaka }),
  companyFacts({ number: 3, name: '株式会社同名商事', prefecture: tokyo }),
  companyFacts({ number: 4, name: '株式会社同名商事', prefecture: osaka }),
  companyFacts({ number: 5, name: '株式会社孤立電機', prefecture: tokyo }),
  companyFacts({ number: 6, name: '株式会社髙架屋', prefecture: tokyo }),
  companyFacts({
    number: 7,
    name: '株式会社閉店堂',
    row: { status: 'merged', closed_on: '2024-04-01', close_cause: 'merger' },
  }),
  companyFacts({ number: 8, name: '新名堂株式会社', prefecture: osaka }),
  {
    company_names: [formerName(8, '旧名堂株式会社', '2024-01-01')],
    company_identifiers: [identifierOf(1, 'domain', 'kakuu-jidosha.co.jp')],
    company_successors: [successorOf(7, 3, '2024-04-01')],
  },
];

export interface SourceSuite extends ServiceSuite {
  /** A new account with this number of basic credits. */
  account(credits?: number): Promise<SourceAccount>;
}

/** The service over `sourceWorld` and more companies. */
export async function sourceSuite(
  environment: Environment = {},
  more: readonly FactBatch[] = [],
): Promise<SourceSuite> {
  const suite = await serviceSuite([...sourceWorld, ...more], environment);
  const { service } = suite;
  await service.reindexCompanies();
  return {
    ...suite,
    account: async (basic = 1000) =>
      new SourceAccount(service, await service.createAccount({ plan: 'unlimited', credits: { basic } })),
  };
}

export type Cells = Readonly<Record<string, string>>;

export interface ReviewedRow {
  readonly source_row_id: string;
  readonly row_number: number;
  readonly file_row: number | null;
  readonly resolve_status: string;
  readonly company_id: string | null;
  readonly superseded_by: string | null;
  readonly decision: string | null;
  readonly mapping_version: number;
  readonly paid: boolean;
  readonly candidate_count: number;
  readonly same_rows: number;
  readonly needs_human: boolean;
  readonly reason: { readonly code: string; readonly message: string } | null;
  readonly cells: Cells;
  readonly resolve_candidates: readonly {
    readonly company_id: string;
    readonly legal_name: string;
    readonly named_as: string | null;
    readonly previously_selected: boolean;
    readonly matched_by: readonly {
      readonly field: string;
      readonly value: string;
      readonly rule: string;
      readonly stage: string;
    }[];
  }[];
  readonly issues: readonly {
    readonly code: string;
    readonly field: string | null;
    readonly message: string;
  }[];
}

/** The columns that rows of these tests can have. */
export const usualHeaders = ['name', 'number', 'ticker', 'url', 'prefecture'] as const;
export const usualMapping = {
  entity: 'company' as const,
  columns: { name: 'name', corporate_number: 'number', ticker: 'ticker', domain: 'url' },
  hints: { prefecture: 'prefecture' },
};

/** Calls of one account, as sent by its programs. */
export class SourceAccount {
  constructor(
    private readonly service: TestService,
    readonly account: TestAccount,
  ) {}

  get(path: string) {
    return this.service.as(this.account).get(`/api/service${path}`);
  }

  delete(path: string) {
    return this.service.as(this.account).delete(`/api/service${path}`);
  }

  patch(path: string, body: object) {
    return this.service.as(this.account).patch(`/api/service${path}`).send(body);
  }

  post(path: string, body: object, key?: string) {
    const request = this.service.as(this.account).post(`/api/service${path}`);
    return (key === undefined ? request : request.set('Idempotency-Key', key)).send(body);
  }

  /** Sends a file. */
  upload(path: string, bytes: Buffer, type: string, key?: string) {
    const request = this.service.as(this.account).post(`/api/service${path}`).set('Content-Type', type);
    return (key === undefined ? request : request.set('Idempotency-Key', key)).send(bytes);
  }

  /** Imports rows of the usual columns, missing cells blank. @returns source_id */
  async imported(rows: readonly Cells[]): Promise<string> {
    const blank = Object.fromEntries(usualHeaders.map((header) => [header, '']));
    const body = { headers: usualHeaders, rows: rows.map((row) => ({ ...blank, ...row })) };
    const { body: answer } = await this.post('/sources/import', body).expect(200);
    return answer.source.source_id;
  }

  async mapped(rows: readonly Cells[]): Promise<string> {
    const sourceId = await this.imported(rows);
    await this.post(`/sources/${sourceId}/map`, usualMapping).expect(200);
    return sourceId;
  }

  resolve(sourceId: string, options: { key?: string; maxCredits?: number } = {}) {
    const { key = randomUUID(), maxCredits = 1000 } = options;
    return this.post(`/sources/${sourceId}/resolve`, { execute: true, maxCredits }, key);
  }

  async resolved(rows: readonly Cells[]): Promise<string> {
    const sourceId = await this.mapped(rows);
    await this.resolve(sourceId).expect(200);
    return sourceId;
  }

  select(sourceId: string, row: string, companyId: string, key: string = randomUUID()) {
    return this.post(`/sources/${sourceId}/select`, { row, companyId, maxCredits: 1 }, key);
  }

  async rows(sourceId: string, query = ''): Promise<ReviewedRow[]> {
    const { body } = await this.get(`/sources/${sourceId}/review?limit=500${query}`).expect(200);
    return body.rows;
  }

  /** All rows, page by page. */
  async allRows(sourceId: string): Promise<ReviewedRow[]> {
    const at = `/sources/${sourceId}/review?limit=500`;
    const pages = await allPages(
      async (cursor) => (await this.get(`${at}${andCursor(cursor)}`).expect(200)).body,
    );
    return pages.flatMap(({ rows }) => rows);
  }

  /** The outcome of one row with these cells. */
  async outcome(cells: Cells): Promise<ReviewedRow> {
    const [row] = await this.rows(await this.resolved([cells]));
    if (!row) throw new Error('the row is not in the review');
    return row;
  }

  /** Remaining basic credits. */
  async balance(): Promise<number> {
    const { body } = await this.get('/credits/balance').expect(200);
    return body.balances.basic.available;
  }
}
