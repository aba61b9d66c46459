import { randomBytes } from 'node:crypto';
import type { Sender } from './sending.ts';

/** The objects that attacks need: sources, Lists, diffs and deliveries of the maximum size. */

export interface BenchObjects {
  /** By the field name in a path, a query or a body. */
  readonly ids: Readonly<Record<string, string>>;
  readonly frequentNames: readonly string[];
  readonly companyIds: readonly string[];
  /** Fields of a body that is charged. */
  readonly spend: object;
  /** A source with these rows, mapped if `columns` is given. @returns its path */
  source: MakeSource;
  /** A List of the maximum size. @returns its path */
  largeList(): Promise<string>;
  /** Resolves a source of that path. */
  resolve(path: string): Promise<unknown>;
  /** Research notes of the maximum size, made once. */
  largeNotes(count: number): Promise<unknown>;
  /** Changes the companies of the List, so that the next refresh finds changes. */
  changeCompanies(): Promise<void>;
  /** Resolves when the delivery was sent or given up. */
  delivered(): Promise<void>;
}

type MakeSource = (
  rows: readonly object[],
  columns?: Readonly<Record<string, string>>,
  headers?: readonly string[],
) => Promise<string>;

interface Companies {
  readonly names: readonly string[];
  readonly ids: readonly string[];
}

export interface ObjectSize {
  /** Rows of the largest source and List. */
  readonly rows: number;
}

const at = '/api/service';
const patienceMs = 60_000;

/**
 * @param receiver where deliveries go
 * @param change called between publishing and refreshing a List, so that the refresh finds something
 */
export async function benchObjects(
  sender: Sender,
  { names, ids: companyIds }: Companies,
  { rows: maxRows }: ObjectSize,
  { receiver, change }: { receiver: string; change: (companyIds: readonly string[]) => Promise<void> },
): Promise<BenchObjects> {
  const key = () => ({ 'idempotency-key': randomBytes(12).toString('hex') });
  const spend = { execute: true, maxCredits: 10_000_000 };
  const source: MakeSource = async (rows, columns = {}, headers = Object.keys(rows[0] ?? {})) => {
    const made = await sender.ask<Imported>('POST', `${at}/sources/import`, { headers, rows });
    const path = `${at}/sources/${made.source.source_id}`;
    if (Object.keys(columns).length > 0)
      await sender.ask('POST', `${path}/map`, { entity: 'company', columns });
    return path;
  };
  const resolve = (path: string) => sender.ask('POST', `${path}/resolve`, spend, key());
  const idOf = (path: string) => path.split('/').at(-1) ?? '';

  const small = Array.from({ length: 200 }, (_, row) => ({ name: names[row % names.length] }));
  const [frequent, spare] = [await source(small, { name: 'name' }), await source(small)];
  await resolve(frequent);
  const review = await sender.ask<Review>('GET', `${frequent}/review?limit=1&status=multiple_candidates`);

  const members = companyIds.slice(0, maxRows);
  const known = await source(
    members.map((id) => ({ number: id.replace('cn_', '') })),
    { corporate_number: 'number' },
  );
  await resolve(known);
  const largeList = async () => {
    const body = { name: 'blocking', source_id: idOf(known) };
    return `${at}/lists/${(await sender.ask<Listed>('POST', `${at}/lists`, body)).list.list_id}`;
  };
  const own = await largeList();
  const unneeded = await sender.ask<Listed>('POST', `${at}/lists`, { name: 'blocking' });
  await sender.ask('POST', `${own}/publish`, {});
  await change(members);
  const { diff } = await sender.ask<Refreshed>('POST', `${own}/refresh`, {});
  const fields = ['website', 'employees', 'insured_persons', 'jobs', 'construction_permits', 'technologies'];
  const { run } = await sender.ask<Run>('POST', `${own}/enrichments/run`, { fields, ...spend }, key());
  const exported = await sender.ask<{ path: string }>('GET', `${own}/export`);
  const target = { type: 'webhook', url: `${receiver}/`, payload: 'rows' };
  await sender.ask('PATCH', `${own}/delivery`, target);
  const { delivery_id } = await sender.ask<{ delivery_id: string }>('POST', `${own}/deliver`, {});
  const company_ids = companyIds.slice(0, Math.min(maxRows, 10_000));
  const definition = { company_ids };
  const { estimate } = await sender.ask<Estimated>('POST', `${at}/lists/estimate`, { definition });
  const { discovery } = await sender.ask<Discovered>('POST', `${at}/discovery`, {
    name: 'blocking',
    filters: { status: ['active'] },
  });

  const [companyId = ''] = companyIds;
  const ids = {
    companyId,
    company_id: companyId,
    sourceId: idOf(frequent),
    source_id: idOf(known),
    spareSourceId: idOf(spare),
    listId: idOf(own),
    list_id: idOf(own),
    spareListId: unneeded.list.list_id,
    estimate_id: estimate.estimate_id,
    row: review.rows[0]?.source_row_id ?? '',
    runId: run.run_id,
    fileName: idOf(exported.path),
    diffId: diff.diff_id,
    diffRowId: diff.rows[0]?.diff_row_id ?? 'none',
    deliveryId: delivery_id,
    discoveryId: discovery.discovery_id,
    part: 'swagger-ui-bundle.js',
    url: target.url,
  };
  const delivered = async () => {
    const until = performance.now() + patienceMs;
    const pending = async () =>
      (await sender.ask<Deliveries>('GET', `${own}/deliveries?limit=1`)).items[0]?.status === 'pending';
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
        sender.ask('POST', `${at}/research/external/fetch`, { ...note, contentMarkdown }, key()),
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

interface Imported {
  readonly source: { readonly source_id: string };
}
interface Review {
  readonly rows: readonly { readonly source_row_id: string }[];
}
interface Listed {
  readonly list: { readonly list_id: string };
}
interface Refreshed {
  readonly diff: { readonly diff_id: string; readonly rows: readonly { readonly diff_row_id: string }[] };
}
interface Run {
  readonly run: { readonly run_id: string };
}
interface Estimated {
  readonly estimate: { readonly estimate_id: string };
}
interface Discovered {
  readonly discovery: { readonly discovery_id: string };
}
interface Deliveries {
  readonly items: readonly { readonly status: string }[];
}
