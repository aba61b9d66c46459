import { randomUUID } from 'node:crypto';
import type { Schema } from '../../../client/index.ts';
import type { Caller, Imported } from '../caller.ts';

/** The objects that attacks need: sources, Lists, diffs and deliveries of the maximum size. */

export type BenchObjects = Awaited<ReturnType<typeof benchObjects>>;

const patienceMs = 60_000;

/**
 * @param names the most frequent names, and the ids of companies
 * @param maxRows rows of the largest source and List
 * @param receiver where deliveries go
 * @param change called between publishing and refreshing a List, so that the refresh finds something
 */
export async function benchObjects(
  caller: Caller,
  { names, ids: companyIds }: { readonly names: readonly string[]; readonly ids: readonly string[] },
  maxRows: number,
  receiver: string,
  change: (companyIds: readonly string[]) => Promise<void>,
) {
  const spend = { execute: true, maxCredits: 10_000_000 };
  /** A source with these rows, mapped if `columns` is given. @returns its path below '/api/service' */
  const source = async (
    rows: readonly object[],
    columns: Readonly<Record<string, string>> = {},
    headers: readonly string[] = Object.keys(rows[0] ?? {}),
  ) => {
    const made = await caller.send<Imported>('POST', '/sources/import', { headers, rows });
    const path = `/sources/${made.source.source_id}`;
    if (Object.keys(columns).length > 0)
      await caller.send('POST', `${path}/map`, { entity: 'company', columns });
    return path;
  };
  const resolve = (path: string) => caller.send('POST', `${path}/resolve`, spend);
  const idOf = (path: string) => path.split('/').at(-1) ?? '';

  const small = Array.from({ length: 200 }, (_, row) => ({ name: names[row % names.length] }));
  const [frequent, spare] = [await source(small, { name: 'name' }), await source(small)];
  await resolve(frequent);
  const review = await caller.send<{ rows: Schema<'SourceRow'>[] }>(
    'GET',
    `${frequent}/review?limit=3&status=multiple_candidates`,
  );

  const members = companyIds.slice(0, maxRows);
  const known = await source(
    members.map((id) => ({ number: id.replace('cn_', '') })),
    { corporate_number: 'number' },
  );
  await resolve(known);
  /** A List of the maximum size. @returns its path below '/api/service' */
  const largeList = async () => {
    const body = { name: 'blocking', source_id: idOf(known) };
    return `/lists/${(await caller.send<Made<'list'>>('POST', '/lists', body)).list.list_id}`;
  };
  const own = await largeList();
  const unneeded = await caller.send<Made<'list'>>('POST', '/lists', { name: 'blocking' });
  await caller.send('POST', `${own}/publish`, {});
  await change(members);
  const { diff } = await caller.send<Made<'diff'>>('POST', `${own}/refresh`, {});
  const fields = ['website', 'employees', 'insured_persons', 'jobs', 'construction_permits', 'technologies'];
  const { run } = await caller.send<Made<'run'>>('POST', `${own}/enrichments/run`, { fields, ...spend });
  const exported = await caller.send<{ path: string }>('GET', `${own}/export`);
  const target = { type: 'webhook', url: `${receiver}/`, payload: 'rows' };
  await caller.send('PATCH', `${own}/delivery`, target);
  const { delivery_id } = await caller.send<{ delivery_id: string }>('POST', `${own}/deliver`, {});
  const company_ids = companyIds.slice(0, Math.min(maxRows, 10_000));
  const definition = { company_ids };
  const { estimate } = await caller.send<Made<'estimate'>>('POST', '/lists/estimate', { definition });
  const { discovery } = await caller.send<Made<'discovery'>>('POST', '/discovery', {
    name: 'blocking',
    filters: { status: ['active'] },
  });

  const [chosen, alsoChosen, row] = review.rows;
  for (const each of [chosen, alsoChosen])
    await caller.send('POST', `${frequent}/select`, {
      row: each?.source_row_id,
      companyId: each?.resolve_candidates[0]?.company_id,
      maxCredits: 1,
    });
  const choices = await caller.send<Page>('GET', '/remembered-choices');

  const limits = { purpose: 'reconciliation', max_credits: 1_000_000 };
  const reconciling = await caller.send<{ api_key: string }>('POST', '/keys', limits);
  const spareKey = await caller.send<{ key: Schema<'ApiKey'> }>('POST', '/keys', { read_only: true });

  const [companyId = ''] = companyIds;
  /** By the field name in a path, a query or a body. */
  const ids: Readonly<Record<string, string>> = {
    companyId,
    company_id: companyId,
    sourceId: idOf(frequent),
    source_id: idOf(known),
    spareSourceId: idOf(spare),
    listId: idOf(own),
    list_id: idOf(own),
    spareListId: unneeded.list.list_id,
    estimate_id: estimate.estimate_id,
    row: row?.source_row_id ?? '',
    rowId: row?.source_row_id ?? '',
    session: randomUUID(),
    runId: run.run_id,
    fileName: idOf(exported.path),
    diffId: diff.diff_id,
    diffRowId: diff.rows[0]?.diff_row_id ?? 'none',
    deliveryId: delivery_id,
    discoveryId: discovery.discovery_id,
    choiceId: choices.items[0]?.choice_id ?? 'none',
    spareChoiceId: choices.items[1]?.choice_id ?? 'none',
    key: reconciling.api_key,
    spareKeyId: spareKey.key.key_id,
    id: companyId,
    part: 'swagger-ui-bundle.js',
    url: target.url,
  };
  const delivered = async () => {
    const until = performance.now() + patienceMs;
    const pending = async () =>
      (await caller.send<{ items: Schema<'ListDelivery'>[] }>('GET', `${own}/deliveries?limit=1`)).items[0]
        ?.status === 'pending';
    while (performance.now() < until && (await pending()));
  };
  await delivered();
  let notes: Promise<unknown> | undefined;
  const largeNotes = (count: number) => {
    const values = { k: '値'.repeat(65_000) };
    const [companyId] = companyIds;
    const note = {
      companyId,
      sourceType: 'manual',
      evidence: values,
      producer: values,
      structuredPayload: values,
    };
    const contentMarkdown = '工場の稼働を始めた。\n'.repeat(9_000);
    notes ??= Promise.all(
      Array.from({ length: count }, () =>
        caller.send('POST', '/research/external/fetch', { ...note, contentMarkdown }),
      ),
    );
    return notes;
  };
  return {
    ids,
    frequentNames: names,
    companyIds,
    spend,
    source,
    largeList,
    resolve,
    largeNotes,
    changeCompanies: () => change(members),
    delivered,
  };
}

/** The part of an answer that says what was made. */
type Made<Name extends keyof Makes> = Pick<Makes, Name>;
type Page = { readonly items: readonly Schema<'RememberedChoice'>[] };
interface Makes {
  readonly list: Schema<'List'>;
  readonly diff: Schema<'ListDiffWithRows'>;
  readonly run: Schema<'EnrichmentRun'>;
  readonly estimate: Schema<'ListEstimate'>;
  readonly discovery: Schema<'Discovery'>;
}
