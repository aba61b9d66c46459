import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { corporateNumber, idOf } from '../support/companies.ts';
import { runs } from '../support/size.ts';
import { sourceParts } from '../support/source-parts.ts';
import { type Cells, type SourceAccount, sourceSuite } from '../support/sources.ts';

// A caller that knows nothing but the next steps of the last answer. Whatever its table and its choices, each step is
// accepted as it is printed, and a table of companies that can be found is settled in the end.

const suite = await sourceSuite();
const parts = sourceParts(suite.database.knex, `${suite.service.indexPrefix}companies`);
afterAll(async () => {
  await parts.close();
  await suite.end();
});

interface Step {
  readonly action: string;
  readonly requests: readonly {
    readonly operation: string;
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, string>>;
    readonly body: Readonly<Record<string, unknown>> | null;
    readonly needs_idempotency_key: boolean;
    readonly params: Readonly<Record<string, string>>;
  }[];
}

interface Answer {
  readonly source: {
    readonly status: string;
    readonly headers: readonly string[];
    readonly resolve_summary: Readonly<Record<string, number>>;
  };
  readonly next_steps: readonly Step[];
  readonly rows?: readonly {
    readonly source_row_id: string;
    readonly resolve_candidates: readonly { readonly company_id: string }[];
  }[];
}

const kinds: readonly Cells[] = [
  { name: '株式会社孤立電機' },
  { name: '株式会社同名商事' },
  { name: '誰も知らない株式会社' },
  { name: '架空自動車株式会社', number: '123' },
  { number: corporateNumber(6) },
  { url: 'kakuu-jidosha.co.jp' },
  { ticker: '9203' },
  {},
];

/** What a caller fills in where a step has `<…>`. */
function filled(body: Step['requests'][number]['body'], choice: number, last: Answer): object | null {
  if (body === null) return null;
  const { columns, decisions } = body;
  const row = last.rows?.[0];
  const companyId = row?.resolve_candidates[0]?.company_id ?? idOf(5);
  return {
    ...body,
    ...(columns !== undefined && JSON.stringify(columns).includes('<') && { columns: columnsFor(choice) }),
    ...('row' in body && { row: row?.source_row_id, companyId: row?.resolve_candidates[0]?.company_id }),
    ...('name' in body && { name: 'a List' }),
    ...(Array.isArray(decisions) && {
      decisions: decisions.map((each) => ({
        ...each,
        row: row?.source_row_id,
        ...('companyId' in each && { companyId }),
      })),
    }),
  };
}

function columnsFor(choice: number): object {
  const all = { name: 'name', corporate_number: 'number', ticker: 'ticker', domain: 'url' };
  return Object.fromEntries(
    Object.entries(all).filter((_, place) => place === choice % 4 || choice % 3 === 0),
  );
}

/** Sends the requests of a step. Each must be accepted. @returns the last answer about the source */
async function take(caller: SourceAccount, step: Step, choice: number, last: Answer): Promise<Answer> {
  let answer = last;
  for (const { operation, method, path, query, body, needs_idempotency_key: keyed } of step.requests) {
    const below = path.replace('/api/service', '');
    const target = Object.keys(query).length > 0 ? `${below}?${new URLSearchParams(query)}` : below;
    const needsRow = operation === 'selectSourceRow' || operation === 'decideSourceRows';
    if (needsRow && answer.rows?.length === 0) continue;
    const response =
      method === 'GET'
        ? await caller.get(target.replace('wait=30', 'wait=0'))
        : await caller.post(target, filled(body, choice, answer) ?? {}, keyed ? randomUUID() : undefined);
    const { status, text } = response;
    if (![200, 202].includes(status)) throw new Error(`${operation} of ${step.action} was refused: ${text}`);
    if (response.body.source?.next_steps || response.body.next_steps) answer = response.body;
  }
  return answer;
}

/** Whether a step can change the rows that no company has, or goes on with the work that does. */
function leadsOut(answer: Answer): boolean {
  const operations = answer.next_steps.flatMap(({ requests }) => requests.map(({ operation }) => operation));
  const { status, resolve_summary: counts } = answer.source;
  const isRunning = answer.next_steps.some(({ action }) => action === 'follow_run');
  if (isRunning) return operations.includes('getSourceRun') && operations.includes('cancelSourceRun');
  const required = [
    ...(status === 'imported' ? ['mapSource'] : []),
    ...(status === 'mapped' ? ['resolveSource', 'mapSource'] : []),
    ...(counts.multiple_candidates ? ['reviewSource', 'selectSourceRow', 'mapSource'] : []),
    ...(counts.not_found || counts.invalid ? ['mapSource', 'resolveSource'] : []),
    ...((counts.not_found || counts.invalid) && status === 'resolved' ? ['decideSourceRows'] : []),
    ...(counts.matched ? ['createList', 'exportSource', 'decideSourceRows'] : []),
  ];
  return required.every((operation) => operations.includes(operation));
}

const sequence = fc.record({
  rows: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 }),
  choices: fc.array(fc.record({ step: fc.nat(20), column: fc.nat(11), startsRun: fc.boolean() }), {
    minLength: 3,
    maxLength: 12,
  }),
});

describe('the next steps of a source', () => {
  it('are accepted as they are printed, and lead on from every state', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async ({ rows, choices }) => {
        const caller = await suite.account(1_000);
        const sourceId = await caller.imported(rows);
        const inspect = async () => (await caller.get(`/sources/${sourceId}/inspect`).expect(200)).body;
        for (const { step, column, startsRun } of choices) {
          const answer: Answer = await inspect();
          expect(answer).toEqual(
            expect.objectContaining({ next_steps: expect.arrayContaining([expect.anything()]) }),
          );
          if (!leadsOut(answer)) throw new Error(`no way on from ${JSON.stringify(answer)}`);
          if (startsRun && answer.source.status === 'mapped') await runOneBatch(caller, sourceId);
          const { next_steps } = await inspect();
          const taken: Step = next_steps[step % next_steps.length];
          await take(caller, taken, column, answer);
        }
      }),
      runs(5, 500),
    );
  }, 600_000);

  it('followed one after the other settle a table whose companies can be found', async () => {
    const caller = await suite.account(100);
    const sourceId = await caller.imported([kinds[0] ?? {}, kinds[1] ?? {}, kinds[4] ?? {}]);
    let answer: Answer = (await caller.get(`/sources/${sourceId}/inspect`).expect(200)).body;
    const taken: string[] = [];
    for (let count = 0; count < 10 && (answer.source.resolve_summary.matched ?? 0) < 3; count += 1) {
      const [first] = answer.next_steps;
      if (!first) throw new Error('there is no step');
      taken.push(first.action);
      answer = await take(caller, first, 0, answer);
    }
    expect(taken).toEqual(['map_columns', 'resolve_rows', 'choose_candidates']);
    expect((await caller.rows(sourceId)).map(({ company_id }) => company_id)).toEqual([
      idOf(5),
      // The first of its candidates.
      idOf(3),
      idOf(6),
    ]);
  });
});

/** Starts a run, if none is open, and does one batch of it: then it is in the middle. */
async function runOneBatch(caller: SourceAccount, sourceId: string): Promise<void> {
  const guards = { execute: true, maxCredits: 1_000 };
  const started = await caller.post(`/sources/${sourceId}/runs`, guards, randomUUID());
  if (started.status !== 202) return;
  const { accountId } = caller.account;
  const payload = { accountId, sourceId, runId: started.body.run.run_id };
  await parts.worker(1).work(payload, { attempt: 1, last: false });
}
