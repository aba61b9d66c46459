import { randomBytes } from 'node:crypto';
import { enrichmentFields } from '../../src/contract/lists/rows.ts';
import type { Attack } from './attack.ts';
import type { BenchObjects } from './bench-objects.ts';
import { hostileText } from './hostile-texts.ts';
import type { AttackSize } from './schema-attacks.ts';

/** Attacks that do not follow from a schema: requests that are expensive because of stored data or many rows. */

const at = '/api/service';
const spend = { execute: true, maxCredits: 10_000_000 };
const facets = ['prefecture', 'industry_33_code', 'market_segment', 'listing_status', 'size'];
const metrics = ['revenue', 'ordinary_income', 'net_income', 'total_assets', 'net_assets', 'capital'];

export function worstAttacks(objects: BenchObjects, { share, texts }: AttackSize): Attack[] {
  const { ids, frequentNames, companyIds } = objects;
  const many = (most: number) => Math.max(2, Math.floor(most * share));
  const list = <Item>(most: number, item: (at: number) => Item): Item[] =>
    Array.from({ length: many(most) }, (_, place) => item(place));
  const frequent = (place: number) => frequentNames[place % frequentNames.length] ?? '';
  const send = (method: string, path: string, body?: object) => ({
    method,
    path: `${at}${path}`,
    headers: { 'idempotency-key': randomBytes(12).toString('hex') },
    ...(body && { body: Buffer.from(JSON.stringify(body)) }),
  });
  const one = (operationId: string, kind: string, make: Attack['make'], after?: Attack['after']): Attack => ({
    operationId,
    kind,
    make,
    ...(after && { after }),
  });
  const post = (
    operationId: string,
    kind: string,
    path: string,
    body: () => object,
    after?: Attack['after'],
  ) => one(operationId, kind, () => send('POST', path, body()), after);
  const get = (operationId: string, kind: string, path: string) =>
    one(operationId, kind, () => send('GET', path));
  const listAt = `/lists/${ids.listId}`;

  return [
    ...searches(post, get, { frequent, list, companyIds, texts }),
    ...research(post, objects, texts),
    one('listResearch', '100 items of the greatest size', async () => {
      await objects.largeNotes(many(100));
      return send('GET', '/research/external?limit=100');
    }),

    post('estimateList', '10,000 known companies', '/lists/estimate', () => ({
      definition: { company_ids: companyIds.slice(0, many(10_000)) },
    })),
    post('estimateList', '10,000 unknown companies', '/lists/estimate', () => ({
      definition: { company_ids: list(10_000, (place) => `cn_${place}`) },
    })),
    post('estimateList', 'every active company', '/lists/estimate', () => ({
      definition: { filters: { status: ['active'] }, limit: 10_000 },
    })),
    post('estimateList', 'a frequent name', '/lists/estimate', () => ({
      definition: { query: frequent(0) },
    })),
    post('estimateList', 'a source of 50,000 rows', '/lists/estimate', () => ({
      definition: { source_id: ids.source_id },
    })),
    post('estimateList', 'figures of all companies', '/lists/estimate', () => ({
      definition: { kind: 'company_query.v1', financials: figures(10), limit: 10_000 },
    })),
    post('materializeList', '10,000 rows', '/lists/materialize', () => ({
      estimate_id: ids.estimate_id,
      name: 'blocking',
      ...spend,
    })),
    post('createList', 'a source of 50,000 rows', '/lists', () => ({
      name: 'blocking',
      source_id: ids.source_id,
    })),
    get('previewList', '500 of 50,000 rows', `${listAt}/preview?limit=500`),
    get('listCandidates', '100 of 10,000', `/lists/candidates?limit=100&estimate_id=${ids.estimate_id}`),
    post('estimateEnrichment', 'every field of 50,000 rows', `${listAt}/enrichments/estimate`, () => ({
      fields: enrichmentFields,
    })),
    post('runEnrichment', 'every field of 50,000 rows', `${listAt}/enrichments/run`, () => ({
      fields: enrichmentFields,
      ...spend,
    })),
    get('exportList', '50,000 rows', `${listAt}/export`),
    get('downloadExport', '50,000 rows', `${listAt}/exports/${ids.fileName}`),
    post('publishList', '50,000 rows', `${listAt}/publish`, () => ({})),
    one('refreshList', '50,000 changed rows', async () => {
      await objects.changeCompanies();
      return send('POST', `${listAt}/refresh?limit=500`, {});
    }),
    get('getDiff', '500 of 50,000 rows', `${listAt}/diffs/${ids.diffId}?limit=500`),
    get('getLatestDiff', '500 of 50,000 rows', `${listAt}/diffs/latest?limit=500`),
    one('changeSuppressions', '1,000 known companies', () =>
      send('PATCH', `${listAt}/suppressions`, {
        add: companyIds
          .slice(0, many(1000))
          .map((company_id) => ({ company_id, reason: hostileText('kanji', 500) })),
      }),
    ),
    get('listSuppressions', '100 of 1,000', `${listAt}/suppressions?limit=100`),
    ...['rows', 'diff', 'summary'].map((payload) =>
      post(
        'deliverList',
        `${payload} of 50,000`,
        `${listAt}/deliver`,
        () => ({ payload }),
        objects.delivered,
      ),
    ),
    post(
      'redeliver',
      'rows of 50,000',
      `${listAt}/deliveries/${ids.deliveryId}/redeliver`,
      () => ({}),
      objects.delivered,
    ),
    one('patchWorkspacePreferences', 'preferences of 16 KiB', () =>
      send('PATCH', `${listAt}/workspace-preferences`, {
        filters: Object.fromEntries(list(700, (place) => [`k${place}`, [[place]]])),
      }),
    ),
    post('materializeDiscovery', 'every active company', `/discovery/${ids.discoveryId}/materialize`, () => ({
      name: 'blocking',
      ...spend,
    })),
    one('deleteList', '50,000 rows', async () => ({ method: 'DELETE', path: await objects.largeList() })),
    get('getDiscovery', '100 companies', `/discovery/${ids.discoveryId}?limit=100`),
    get('listChanges', '1,000 changes', '/changes?limit=1000'),
    get('listLedger', '100 entries', '/credits?limit=100'),
  ];
}

type Post = (
  operationId: string,
  kind: string,
  path: string,
  body: () => object,
  after?: Attack['after'],
) => Attack;
type Get = (operationId: string, kind: string, path: string) => Attack;
type Lister = <Item>(most: number, item: (at: number) => Item) => Item[];

function figures(count: number) {
  return Array.from({ length: count }, (_, place) => ({
    metric: metrics[place % metrics.length],
    op: 'gte',
    value: -1e18,
  }));
}

function searches(
  post: Post,
  get: Get,
  {
    frequent,
    list,
    companyIds,
    texts,
  }: {
    frequent: (place: number) => string;
    list: Lister;
    companyIds: readonly string[];
    texts: AttackSize['texts'];
  },
): Attack[] {
  const batch = (kind: string, identifier_type: string, identifier: (place: number) => string) =>
    post('resolveCompanies', kind, '/resolve/batch', () => ({
      items: list(1000, (place) => ({ key: `${place}`, identifier_type, identifier: identifier(place) })),
    }));
  const known = () => companyIds.slice(0, list(10_000, () => 0).length);
  const unknown = () => list(10_000, (place) => `cn_${place}`);
  const byIds = (operationId: string, path: string, body: (company_ids: readonly string[]) => object) => [
    post(operationId, '10,000 known company_ids', path, () => body(known())),
    post(operationId, '10,000 unknown company_ids', path, () => body(unknown())),
  ];
  return [
    batch('1,000 times the most frequent name', 'name', () => frequent(0)),
    batch('1,000 of the most frequent names', 'name', frequent),
    batch('1,000 unknown names', 'name', (place) => `架空商会${place}`),
    batch('1,000 known companies', 'company_id', (place) => companyIds[place % companyIds.length] ?? ''),
    batch('1,000 unknown domains', 'domain', (place) => `d${place}.co.jp`),
    ...texts.map((text) => batch(`1,000 names of ${text}`, 'name', (place) => hostileText(text, 300, place))),
    post('searchCompanies', 'a frequent name with facets', '/search', () => ({
      query: frequent(0),
      limit: 100,
      facets,
    })),
    post('searchCompanies', 'the last page', '/search', () => ({
      filters: { status: ['active'] },
      limit: 100,
      offset: 10_000,
      facets,
    })),
    ...byIds('searchCompanies', '/search', (company_ids) => ({
      filters: { company_ids },
      limit: 100,
      facets,
    })),
    ...byIds('searchJobs', '/jobs/search', (company_ids) => ({
      company_filters: { company_ids },
      limit: 100,
    })),
    ...byIds('searchConstruction', '/construction/search', (company_ids) => ({
      company_filters: { company_ids },
      limit: 100,
    })),
    ...byIds('queryCompanies', '/companies/query', (company_ids) => ({
      kind: 'company_query.v1',
      filters: { company_ids },
      financials: figures(10),
      limit: 100,
    })),
    ...byIds('createDiscovery', '/discovery', (company_ids) => ({
      name: 'blocking',
      filters: { company_ids },
      limit: 100,
    })),
    ...byIds('searchObservations', '/observations/search', (company_ids) => ({
      query: '受注',
      filters: { company_ids },
      limit: 100,
      observations_per_company: 20,
      scan_limit: 10_000,
    })),
    ...['city', 'prefecture', 'industry_33_code', 'market_segment', 'technologies', 'website_domains'].map(
      (filter) =>
        post('searchCompanies', `1,000 unknown values: ${filter}`, '/search', () => ({
          filters: { [filter]: list(1000, (place) => `架空の値${place}`) },
        })),
    ),
    get(
      'browseCompanies',
      'city of 1,000 unknown values',
      `/companies?city=${list(1000, (place) => `zz${place}`).join(',')}`,
    ),
    ...['受注', '品質 受注', list(32, (place) => '受注品質架空'[place % 6]).join(' ')].map((query) =>
      post('searchObservations', `words of many: ${query.slice(0, 20)}`, '/observations/search', () => ({
        query,
        limit: 100,
        observations_per_company: 20,
        scan_limit: 10_000,
      })),
    ),
    post('searchObservations', 'every theme', '/observations/search', () => ({
      filters: { technologies: ['generative_ai', 'genai', 'llm', 'ai_agent'] },
      limit: 100,
      observations_per_company: 20,
      scan_limit: 10_000,
    })),
    post('searchJobs', '100 companies', '/jobs/search', () => ({ limit: 100 })),
    post('searchConstruction', '100 companies', '/construction/search', () => ({ limit: 100 })),
    post('queryCompanies', '100 companies by 10 figures', '/companies/query', () => ({
      kind: 'company_query.v1',
      financials: figures(10),
      limit: 100,
    })),
  ];
}

/** Contents of maximum length with the patterns that the policy searches for. */
function research(post: Post, { ids }: BenchObjects, texts: AttackSize['texts']): Attack[] {
  const path = '/research/external/fetch';
  const note = { companyId: ids.companyId, sourceType: 'manual', title: 'blocking' };
  const repeated = [
    'https://a.example/ ',
    'A: b\n',
    '00:00:01.000 --> 00:00:02.000\n',
    '口座番号 1234567\n',
    'AKIA',
    'eyJhbGciOi.',
    '-----BEGIN ',
    '| a ',
  ];
  const content = (kind: string, contentMarkdown: string) =>
    post('storeResearch', `content of ${kind}`, path, () => ({ ...note, contentMarkdown }));
  return [
    ...repeated.map((piece) => content(piece.trim(), piece.repeat(100_000 / piece.length))),
    ...texts.map((text) =>
      post('storeResearch', `title, key and address of ${text}`, path, () => ({
        ...note,
        title: hostileText(text, 500),
        dedupeKey: hostileText(text, 500),
        sourceUrl: `https://example.co.jp/${hostileText(text, 1900)}`,
      })),
    ),
    ...(['evidence', 'producer', 'structuredPayload'] as const).map((field) =>
      post('storeResearch', `${field} of 65,536 characters`, path, () => ({
        ...note,
        [field]: Object.fromEntries(Array.from({ length: 6000 }, (_, key) => [`k${key}`, 0])),
      })),
    ),
  ];
}
