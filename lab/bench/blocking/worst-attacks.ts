import { enrichmentFields } from '../../../src/contract/lists/enrichment-fields.ts';
import type { NamedAttack } from './attack.ts';
import type { BenchObjects } from './bench-objects.ts';
import { hostileText } from './hostile-texts.ts';
import type { AttackSize } from './schema-attacks.ts';

/** Attacks that do not follow from a schema: requests that are expensive because of stored data or many rows. */

const spend = { execute: true, maxCredits: 10_000_000 };
const facets = ['prefecture', 'industry_33_code', 'market_segment', 'listing_status', 'size'];
const metrics = ['revenue', 'ordinary_income', 'net_income', 'total_assets', 'net_assets', 'capital'];
const allActive = { filters: { status: ['active'] } };
const largestScan = { limit: 100, observations_per_company: 20, scan_limit: 10_000 };

type More = Omit<NamedAttack, 'operationId' | 'kind' | 'body'>;
type Lister = <Item>(max: number, item: (at: number) => Item) => Item[];

const post = (operationId: string, kind: string, body: () => object, more: More = {}): NamedAttack => ({
  operationId,
  kind,
  body,
  ...more,
});
const get = (operationId: string, kind: string, query?: string): NamedAttack => ({
  operationId,
  kind,
  ...(query !== undefined && { query }),
});

export function worstAttacks(objects: BenchObjects, { share, texts }: AttackSize): NamedAttack[] {
  const { ids, frequentNames, companyIds } = objects;
  const many = (max: number) => Math.max(2, Math.floor(max * share));
  const list: Lister = (max, item) => Array.from({ length: many(max) }, (_, place) => item(place));
  const frequent = (place: number) => frequentNames[place % frequentNames.length] ?? '';
  const known = () => companyIds.slice(0, many(10_000));
  const unknown = () => list(10_000, (place) => `cn_${place}`);
  const estimate = (kind: string, definition: () => object) =>
    post('estimateList', kind, () => ({ definition: definition() }));

  return [
    ...searches({ frequent, list, known, unknown, texts }),
    ...research(objects, texts),
    {
      ...get('listResearch', '100 items of the maximum size', 'limit=100'),
      before: () => objects.largeNotes(many(100)),
    },

    post('serveAssistant', 'a batch of 20 lists of the tools', () =>
      Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })),
    ),

    estimate('10,000 known companies', () => ({ company_ids: known() })),
    estimate('10,000 unknown companies', () => ({ company_ids: unknown() })),
    estimate('every active company', () => ({ ...allActive, limit: 10_000 })),
    estimate('a frequent name', () => ({ query: frequent(0) })),
    estimate('a source of 50,000 rows', () => ({ source_id: ids.source_id })),
    estimate('figures of all companies', () => ({
      kind: 'company_query.v1',
      financials: figures(10),
      limit: 10_000,
    })),
    post('materializeList', '10,000 rows', () => ({
      estimate_id: ids.estimate_id,
      name: 'blocking',
      ...spend,
    })),
    post('createList', 'a source of 50,000 rows', () => ({ name: 'blocking', source_id: ids.source_id })),
    get('previewList', '500 of 50,000 rows', 'limit=500'),
    get('listCandidates', '100 of 10,000', `limit=100&estimate_id=${ids.estimate_id}`),
    post('estimateEnrichment', 'every field of 50,000 rows', () => ({ fields: enrichmentFields })),
    post('runEnrichment', 'every field of 50,000 rows', () => ({ fields: enrichmentFields, ...spend })),
    get('exportList', '50,000 rows'),
    get('downloadExport', '50,000 rows'),
    post('publishList', '50,000 rows', () => ({})),
    post('refreshList', '50,000 changed rows', () => ({}), {
      query: 'limit=500',
      before: objects.changeCompanies,
    }),
    get('getDiff', '500 of 50,000 rows', 'limit=500'),
    get('getLatestDiff', '500 of 50,000 rows', 'limit=500'),
    post('changeSuppressions', '1,000 known companies', () => ({
      add: companyIds
        .slice(0, many(1000))
        .map((company_id) => ({ company_id, reason: hostileText('kanji', 500) })),
    })),
    get('listSuppressions', '100 of 1,000', 'limit=100'),
    ...['rows', 'diff', 'summary'].map((payload) =>
      post('deliverList', `${payload} of 50,000`, () => ({ payload }), { after: objects.delivered }),
    ),
    post('redeliver', 'rows of 50,000', () => ({}), { after: objects.delivered }),
    post('patchWorkspacePreferences', 'preferences of 16 KiB', () => ({
      filters: Object.fromEntries(list(700, (place) => [`k${place}`, [[place]]])),
    })),
    post('materializeDiscovery', 'every active company', () => ({ name: 'blocking', ...spend })),
    { ...get('deleteList', '50,000 rows'), path: objects.largeList },
    get('getDiscovery', '100 companies', 'limit=100'),
    get('listChanges', '1,000 changes', 'limit=1000'),
    get('listLedger', '100 entries', 'limit=100'),
  ];
}

function figures(count: number) {
  return Array.from({ length: count }, (_, place) => ({
    metric: metrics[place % metrics.length],
    op: 'gte',
    value: -1e18,
  }));
}

interface Searched {
  frequent(place: number): string;
  readonly list: Lister;
  known(): readonly string[];
  unknown(): readonly string[];
  readonly texts: AttackSize['texts'];
}

function searches({ frequent, list, known, unknown, texts }: Searched): NamedAttack[] {
  const batch = (kind: string, identifier_type: string, identifier: (place: number) => string) =>
    post('resolveCompanies', kind, () => ({
      items: list(1000, (place) => ({ key: `${place}`, identifier_type, identifier: identifier(place) })),
    }));
  const byIds = (operationId: string, body: (company_ids: readonly string[]) => object) => [
    post(operationId, '10,000 known company_ids', () => body(known())),
    post(operationId, '10,000 unknown company_ids', () => body(unknown())),
  ];
  const companies = known();
  return [
    batch('1,000 times the most frequent name', 'name', () => frequent(0)),
    batch('1,000 of the most frequent names', 'name', frequent),
    batch('1,000 unknown names', 'name', (place) => `架空商会${place}`),
    batch('1,000 known companies', 'company_id', (place) => companies[place % companies.length] ?? ''),
    batch('1,000 unknown domains', 'domain', (place) => `d${place}.co.jp`),
    ...texts.map((text) => batch(`1,000 names of ${text}`, 'name', (place) => hostileText(text, 300, place))),
    post('searchCompanies', 'a frequent name with facets', () => ({
      query: frequent(0),
      limit: 100,
      facets,
    })),
    post('searchCompanies', 'the last page', () => ({ ...allActive, limit: 100, offset: 10_000, facets })),
    ...byIds('searchCompanies', (company_ids) => ({ filters: { company_ids }, limit: 100, facets })),
    ...byIds('searchJobs', (company_ids) => ({ company_filters: { company_ids }, limit: 100 })),
    ...byIds('searchConstruction', (company_ids) => ({ company_filters: { company_ids }, limit: 100 })),
    ...byIds('queryCompanies', (company_ids) => ({
      kind: 'company_query.v1',
      filters: { company_ids },
      financials: figures(10),
      limit: 100,
    })),
    ...byIds('createDiscovery', (company_ids) => ({
      name: 'blocking',
      filters: { company_ids },
      limit: 100,
    })),
    ...byIds('searchObservations', (company_ids) => ({
      query: '受注',
      filters: { company_ids },
      ...largestScan,
    })),
    ...['city', 'prefecture', 'industry_33_code', 'market_segment', 'technologies', 'website_domains'].map(
      (filter) =>
        post('searchCompanies', `1,000 unknown values: ${filter}`, () => ({
          filters: { [filter]: list(1000, (place) => `架空の値${place}`) },
        })),
    ),
    get(
      'browseCompanies',
      'city of 1,000 unknown values',
      `city=${list(1000, (place) => `zz${place}`).join(',')}`,
    ),
    ...['受注', '品質 受注', list(32, (place) => '受注品質架空'[place % 6]).join(' ')].map((query) =>
      post('searchObservations', `words that many contain: ${query.slice(0, 20)}`, () => ({
        query,
        ...largestScan,
      })),
    ),
    post('searchObservations', 'every theme', () => ({
      filters: { technologies: ['generative_ai', 'genai', 'llm', 'ai_agent'] },
      ...largestScan,
    })),
    post('searchJobs', '100 companies', () => ({ limit: 100 })),
    post('searchConstruction', '100 companies', () => ({ limit: 100 })),
    post('queryCompanies', '100 companies by 10 figures', () => ({
      kind: 'company_query.v1',
      financials: figures(10),
      limit: 100,
    })),
  ];
}

/** Contents of maximum length with the patterns that the policy searches for. */
function research({ ids }: BenchObjects, texts: AttackSize['texts']): NamedAttack[] {
  const note = { companyId: ids.companyId, sourceType: 'manual', title: 'blocking' };
  const repeated = [
    'https://a.example/ ',
    'A: b\n',
    '00:00:01.000 --> 00:00:02.000\n',
    '口座番号 1234567\n',
    'AKIA',
    'eyJhbGciOi.',
    'eyJeJ--e0e-',
    '-----BEGIN ',
    '| a ',
  ];
  const content = (kind: string, contentMarkdown: string) =>
    post('storeResearch', `content of ${kind}`, () => ({ ...note, contentMarkdown }));
  return [
    ...repeated.map((piece) => content(piece.trim(), piece.repeat(100_000 / piece.length))),
    ...texts.map((text) =>
      post('storeResearch', `title, key and address of ${text}`, () => ({
        ...note,
        title: hostileText(text, 500),
        dedupeKey: hostileText(text, 500),
        sourceUrl: `https://example.co.jp/${hostileText(text, 1900)}`,
      })),
    ),
    ...(['evidence', 'producer', 'structuredPayload'] as const).map((field) =>
      post('storeResearch', `${field} of 65,536 characters`, () => ({
        ...note,
        [field]: Object.fromEntries(Array.from({ length: 6000 }, (_, key) => [`k${key}`, 0])),
      })),
    ),
  ];
}
