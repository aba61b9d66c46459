import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from 'knex';

/** A session that uses every operation once, for tests that try something with each of them. */

// Requests and answers are JSON of many shapes, which the document's schemas check.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Json = any;

export interface Call {
  readonly method?: string;
  /** Below the service's prefix, or from the root for paths of the root. */
  readonly path: string;
  readonly body?: Json;
  /** The content of a file, sent as it is. */
  readonly file?: string;
  readonly key?: string;
  readonly status?: number;
}

export interface SessionParts {
  readonly database: { readonly knex: Knex };
  /** Takes deliveries. */
  readonly receiver: { readonly origin: string };
  /** Makes a call that is the example of its operation. @returns the answer */
  example(operationId: string, request: Call): Promise<Json>;
  /** Makes a call that only prepares others. @returns the answer */
  call(operationId: string, request: Call): Promise<Json>;
}

const at = (below: string) => `/api/service${below}`;
const until = async (done: () => Promise<boolean>) => {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await done()) return;
    await wait(100);
  }
  throw new Error('it did not come');
};

/** Runs the session over generated companies. */
export async function useEveryOperation({ database, receiver, example, call }: SessionParts): Promise<void> {
  await session();

  async function session(): Promise<void> {
    await example('getHealth', { path: '/healthz' });
    await example('getReadiness', { path: '/readyz' });
    await example('getMetrics', { path: '/metrics' });
    const companies = await searching();
    await aboutOneCompany(companies[0].company.company_id);
    await acrossCompanies();
    await discovering();
    const listId = await saving(await fromRowsToCompanies(companies));
    await publishing(listId);
    await reconciling(companies[0].company);
    await managingKeys();
    await example('getCreditBalance', { path: at('/credits/balance') });
    await example('listLedger', { path: at('/credits?limit=2') });
    await example('listDailyCredits', { path: at('/credits/daily') });
    await example('getUsage', { path: at('/usage') });
    await callingTool(companies[0].company.corporate_number);
  }

  async function callingTool(corporate_number: string): Promise<void> {
    const params = { name: 'find_company', arguments: { corporate_number } };
    await example('serveAssistant', {
      path: '/mcp',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
  }

  async function reconciling({ company_id: id, legal_name: name, prefecture }: Json): Promise<void> {
    await example('describeReconciliation', { path: '/reconcile' });
    const queries = {
      q0: { query: name, type: 'company', properties: [{ pid: 'prefecture', v: prefecture }], limit: 3 },
    };
    await example('reconcile', { path: '/reconcile?maxCredits=1', body: { queries } });
    const prefix = encodeURIComponent(name.slice(0, 6));
    await example('suggestEntities', { path: `/reconcile/suggest/entity?prefix=${prefix}&limit=2` });
    await example('suggestTypes', { path: `/reconcile/suggest/type?prefix=${encodeURIComponent('合同')}` });
    await example('suggestProperties', { path: '/reconcile/suggest/property?prefix=address' });
    await example('showEntityFlyout', { path: `/reconcile/suggest/entity/flyout?id=${id}` });
    await example('showTypeFlyout', { path: '/reconcile/suggest/type/flyout?id=godo' });
    await example('showPropertyFlyout', { path: '/reconcile/suggest/property/flyout?id=address' });
    await example('previewEntity', { path: `/reconcile/preview?id=${id}` });
    await example('proposeProperties', { path: '/reconcile/extend/propose?type=company&limit=2' });
  }

  async function managingKeys(): Promise<void> {
    const body = { label: 'OpenRefine', purpose: 'reconciliation', max_credits: 500 };
    const { key } = await example('createKey', { path: at('/keys'), key: 'openrefine-1', body, status: 201 });
    await example('listKeys', { path: at('/keys?limit=1') });
    await example('getCurrentKey', { path: at('/keys/current') });
    await example('revokeKey', { method: 'DELETE', path: at(`/keys/${key.key_id}`) });
  }

  async function searching(): Promise<Json> {
    const filters = { listing_status: ['listed'], prefecture: ['東京都'] };
    const body = { filters, order: 'employees', limit: 2, facets: ['size'] };
    const { companies } = await example('searchCompanies', { path: at('/search'), body });
    const [{ company }] = companies;
    const inPath = encodeURIComponent(company.legal_name);
    await example('browseCompanies', { path: at(`/companies?q=${inPath}&limit=1`) });
    await example('suggestCompanies', {
      path: at(`/companies/suggest?q=${encodeURIComponent(company.legal_name.slice(0, 6))}&limit=3`),
    });
    const bySecuritiesCode = { identifier_type: 'securities_code', identifier: company.securities_code };
    await example('resolveCompany', { path: at('/resolve'), body: bySecuritiesCode });
    const items = [
      { key: '1', ...bySecuritiesCode },
      { key: '2', identifier_type: 'corporate_number', identifier: '1234567890124' },
      {
        key: '3',
        identifier_type: 'name',
        identifier: company.legal_name,
        hints: { prefecture: company.prefecture, city: company.city },
      },
    ];
    await example('resolveCompanies', { path: at('/resolve/batch'), body: { items } });
    return companies;
  }

  async function aboutOneCompany(companyId: string): Promise<void> {
    await example('getCompany', { path: at(`/companies/${companyId}`) });
    await example('listCompanyObservations', { path: at(`/companies/${companyId}/observations?limit=2`) });
    await example('listRelatedCompanies', { path: at(`/companies/${companyId}/related`) });
    await example('listChanges', { path: at('/changes?limit=2') });
    const body = { companyId, sourceType: 'web_search', resultCount: 3, pageCount: 1 };
    const { estimate } = await example('estimateResearch', { path: at('/research/external/estimate'), body });
    await example('storeResearch', {
      path: at('/research/external/fetch'),
      key: 'research-2026-11-21-1',
      body: {
        companyId,
        sourceType: 'web_search',
        title: '新工場の稼働開始',
        contentMarkdown: '# 新工場\n\n会社は2026年10月に新工場の稼働を始めたと発表した。',
        sourceUrl: 'https://www.example.co.jp/news/2026/10/01.html',
        dedupeKey: 'news-2026-10-01',
        confidence: 0.8,
        observedAt: '2026-10-01T09:00:00+09:00',
        estimate: { resultCount: 3, pageCount: 1 },
        maxCredits: estimate.credits ?? 10,
      },
    });
    await example('listResearch', { path: at(`/research/external?company_id=${companyId}`) });
  }

  async function acrossCompanies(): Promise<void> {
    const limit = 1;
    await example('searchObservations', {
      path: at('/observations/search'),
      body: { query: '', filters: { technologies: ['generative_ai'] }, limit, observations_per_company: 1 },
    });
    await example('searchJobs', { path: at('/jobs/search'), body: { filters: { ai_related: true }, limit } });
    await example('searchConstruction', { path: at('/construction/search'), body: { limit } });
    await example('queryCompanies', {
      path: at('/companies/query'),
      body: {
        kind: 'company_query.v1',
        financials: [
          { metric: 'revenue', op: 'gte', value: 1000, unit: 'million_yen', fiscal_year: 'latest' },
        ],
        sort: { metric: 'revenue' },
        limit,
      },
    });
  }

  async function discovering(): Promise<void> {
    const filters = { prefecture: ['大阪府'], construction: true };
    const { discovery } = await example('createDiscovery', {
      path: at('/discovery'),
      body: { name: '大阪の建設会社', filters, limit: 1 },
    });
    const own = at(`/discovery/${discovery.discovery_id}`);
    await example('listDiscoveries', { path: at('/discovery') });
    await example('getDiscovery', { path: `${own}?limit=1` });
    await example('refineDiscovery', {
      path: `${own}/refine`,
      body: { name: '大阪の建設会社（求人あり）', filters: { has_jobs: true }, limit: 1 },
    });
    await example('materializeDiscovery', {
      path: `${own}/materialize`,
      key: 'discovery-1',
      body: { name: '大阪の建設会社', execute: true, maxCredits: 1000 },
    });
  }

  /** @returns source_id */
  async function fromRowsToCompanies(companies: Json): Promise<string> {
    const headers = ['会社名', '法人番号'];
    const rows = [
      ...companies.map(({ company }: Json) => ({
        会社名: company.legal_name,
        法人番号: company.corporate_number,
      })),
      { 会社名: await nameOfSeveral(), 法人番号: '' },
      { 会社名: '株式会社どこにもない', 法人番号: '' },
    ];
    const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
    const { source } = await example('importSource', {
      path: at('/sources/import'),
      key: 'customers-2026-11',
      body: {
        name: '取引先',
        originalFilename: '取引先.csv',
        contentSha256: `sha256:${digest}`,
        headers,
        rows,
      },
    });
    await example('importSourceFile', {
      path: at('/sources/files?filename=suppliers.csv&preview=true'),
      file: '仕入先一覧,\r\n作成日：2026/11/21,\r\n会社名,郵便番号\r\n株式会社どこにもない,100-0001\r\n以上,\r\n',
    });
    const own = at(`/sources/${source.source_id}`);
    await example('listSources', { path: at('/sources') });
    await example('inspectSource', { path: `${own}/inspect` });
    const columns = { corporate_number: '法人番号', name: '会社名' };
    await example('mapSource', { path: `${own}/map`, body: { entity: 'company', columns } });
    await example('resolveSource', {
      path: `${own}/resolve`,
      key: 'resolve-1',
      body: { execute: true, maxCredits: rows.length },
    });
    const review = await example('reviewSource', { path: `${own}/review?status=multiple_candidates` });
    const [{ source_row_id: row, resolve_candidates: candidates }] = review.rows;
    await example('listRowNamesakes', { path: `${own}/rows/${row}/namesakes?limit=2` });
    await reviewingTogether(own, row);
    await example('selectSourceRow', {
      path: `${own}/select`,
      key: 'select-1',
      body: { row, companyId: candidates[0].company_id, maxCredits: 1 },
    });
    await decidingAboutRows(own, review.rows[0], rows.length);
    await example('exportSource', { path: `${own}/export` });
    await example('exportSourceAs', {
      path: `${own}/export`,
      body: { columns: ['company_id', 'legal_name', 'match'], bom: true },
    });
    await example('listSourceRows', { path: `${own}/rows?limit=1&company_status=active` });
    await example('getSourceOverview', { path: `${own}/overview` });
    const otherId = await inBackground(headers, rows);
    await example('countSourceJoin', { path: `${own}/join?other=${otherId}` });
    await example('exportSourceJoin', { path: `${own}/join/export?other=${otherId}` });
    const { source: other } = await call('importSource', {
      path: at('/sources/import'),
      body: { headers: ['会社名'], rows: [{ 会社名: '株式会社どこにもない' }] },
    });
    await example('deleteSource', { method: 'DELETE', path: at(`/sources/${other.source_id}`) });
    return source.source_id;
  }

  async function reviewingTogether(own: string, row: string): Promise<void> {
    const [mine, other] = ['0199b3a0-1111-7111-8111-111111111111', '0199b3a0-2222-7222-8222-222222222222'];
    const presence = `${own}/presence`;
    await call('putSourcePresence', { method: 'PUT', path: presence, body: { session: other, row } });
    await example('putSourcePresence', { method: 'PUT', path: presence, body: { session: mine, row: 1 } });
    await example('getSourceRow', { path: `${own}/rows/${row}?session=${mine}` });
    await example('getSourcePresence', { path: `${presence}?session=${mine}` });
    await example('deleteSourcePresence', { method: 'DELETE', path: `${presence}?session=${mine}` });
    await example('getSourceProgress', { path: `${own}/progress?segments=2` });
  }

  /** @param notFound number of the row without a company */
  async function decidingAboutRows(own: string, selected: Json, notFound: number): Promise<void> {
    const { company_id: companyId } = selected.resolve_candidates[1];
    await example('decideSourceRows', {
      path: `${own}/decisions`,
      key: 'decisions-1',
      body: {
        decisions: [
          { row: selected.source_row_id, action: 'reopen', why: '支店の請求書だった' },
          {
            row: notFound,
            action: 'choose',
            companyId,
            why: '電話で確認',
            applyTo: 'same',
            remember: 'always',
          },
        ],
        execute: true,
        maxCredits: 1,
      },
    });
    await example('listSourceHistory', { path: `${own}/history?limit=1` });
    await example('exportSourceHistory', { path: `${own}/history/export` });
    const table = await example('exportSourceCandidates', { path: `${own}/candidates` });
    const [headers, line] = table.split('\n');
    await example('importSourceChoices', {
      path: `${own}/choices?execute=true&maxCredits=1`,
      key: 'choices-1',
      file: [headers, line.replace(',1,,', ',1,x,')].join('\n'),
    });
    await example('listRememberedChoices', { path: at('/remembered-choices') });
    await example('exportRememberedChoices', { path: at('/remembered-choices/export') });
    const { items } = await call('listRememberedChoices', { path: at('/remembered-choices?always=true') });
    const choice = at(`/remembered-choices/${items[0].choice_id}`);
    await settledByMemory();
    await example('listRememberedRows', { path: `${choice}/rows?limit=2` });
    await example('updateRememberedChoice', {
      method: 'PATCH',
      path: choice,
      body: { note: '経理部の取引先' },
    });
    await example('deleteRememberedChoice', { method: 'DELETE', path: `${choice}?reopen=true` });
    await acceptingRows();
  }

  /** Another table, of which a row has the name that is remembered. */
  async function settledByMemory(): Promise<void> {
    const body = { name: '仕入先', headers: ['会社名'], rows: [{ 会社名: '株式会社どこにもない' }] };
    const { source } = await call('importSource', { path: at('/sources/import'), body });
    const own = at(`/sources/${source.source_id}`);
    await call('mapSource', { path: `${own}/map`, body: { entity: 'company', columns: { name: '会社名' } } });
    const guards = { execute: true, maxCredits: 1 };
    await call('resolveSource', { path: `${own}/resolve`, key: 'resolve-3', body: guards });
  }

  /** Rows with English names, which a person accepts at once. */
  async function acceptingRows(): Promise<void> {
    const { rows } = await database.knex.raw(
      `SELECT name FROM company_names JOIN companies USING (company_id) WHERE company_names.kind = 'english' AND status = 'active'
     GROUP BY name HAVING count(*) = 1 ORDER BY name LIMIT 2`,
    );
    const { source } = await call('importSource', {
      path: at('/sources/import'),
      body: { headers: ['Company'], rows: rows.map(({ name }: Json) => ({ Company: name })) },
    });
    const own = at(`/sources/${source.source_id}`);
    await call('mapSource', {
      path: `${own}/map`,
      body: { entity: 'company', columns: { name: 'Company' } },
    });
    const guards = { execute: true, maxCredits: 2 };
    await call('resolveSource', { path: `${own}/resolve`, key: 'resolve-2', body: guards });
    const { reasons } = await example('listSourceReasons', { path: `${own}/reasons` });
    const { code: reason, single_candidate_rows: count } = reasons[0];
    const { batch_id: batchId } = await example('acceptSourceReason', {
      path: `${own}/accept`,
      key: 'accept-1',
      body: { reason, rows: count, why: '見本を確認', ...guards },
    });
    await example('undoSourceDecisions', {
      path: `${own}/undo`,
      key: 'undo-1',
      body: { batchId, why: '英語名は別会社' },
    });
  }

  /** @returns source_id */
  async function inBackground(headers: readonly string[], rows: Json): Promise<string> {
    const { source } = await call('importSource', { path: at('/sources/import'), body: { headers, rows } });
    const own = at(`/sources/${source.source_id}`);
    const columns = { corporate_number: '法人番号', name: '会社名' };
    await call('mapSource', { path: `${own}/map`, body: { entity: 'company', columns } });
    const { run } = await example('startSourceRun', {
      path: `${own}/runs`,
      key: 'run-1',
      status: 202,
      body: { execute: true, maxCredits: 0 },
    });
    const runPath = `${own}/runs/${run.run_id}`;
    const ended = async () => (await call('getSourceRun', { path: runPath })).run.finished_at !== null;
    await until(ended);
    await example('getSourceRun', { path: `${runPath}?wait=30` });
    // As if it had not begun, so that the example of a cancelled run is always the same.
    await database
      .knex('source_runs')
      .where({ run_id: run.run_id })
      .update({ status: 'queued', stop_reason: null, finished_at: null });
    await example('cancelSourceRun', { method: 'POST', path: `${runPath}/cancel`, body: {} });
    await example('resumeSourceRun', {
      path: `${runPath}/resume`,
      key: 'resume-1',
      status: 202,
      body: { execute: true, maxCredits: rows.length },
    });
    await until(ended);
    await example('listSourceRuns', { path: `${own}/runs` });
    return source.source_id;
  }

  /** A name that several companies have, so that a row waits for a person. */
  async function nameOfSeveral(): Promise<string> {
    const { rows } = await database.knex.raw(
      `SELECT n.name FROM company_names n JOIN companies c USING (company_id)
     WHERE n.kind = 'legal' AND c.status = 'active' GROUP BY n.name HAVING count(*) = 2 ORDER BY n.name LIMIT 1`,
    );
    return rows[0].name;
  }

  /** @returns list_id */
  async function saving(sourceId: string): Promise<string> {
    const definition = { source_id: sourceId };
    const { estimate } = await example('estimateList', { path: at('/lists/estimate'), body: { definition } });
    const { estimate_id } = estimate;
    await example('listCandidates', { path: at(`/lists/candidates?estimate_id=${estimate_id}&limit=1`) });
    const { list } = await example('materializeList', {
      path: at('/lists/materialize'),
      key: 'materialize-1',
      body: { estimate_id, name: '取引先', execute: true, maxCredits: estimate.row_count },
    });
    const empty = await example('createList', { path: at('/lists'), body: { name: '空の一覧' } });
    const own = at(`/lists/${list.list_id}`);
    await example('listLists', { path: at('/lists?limit=1') });
    await example('getList', { path: own });
    await example('previewList', { path: `${own}/preview?limit=1` });
    const fields = ['website', 'employees'];
    await example('estimateEnrichment', { path: `${own}/enrichments/estimate`, body: { fields } });
    const { run } = await example('runEnrichment', {
      path: `${own}/enrichments/run`,
      key: 'enrich-1',
      body: { fields, execute: true, maxCredits: 100 },
    });
    await example('listEnrichments', { path: `${own}/enrichments` });
    await example('getEnrichment', { path: `${own}/enrichments/${run.run_id}` });
    const exported = await example('exportList', { path: `${own}/export` });
    await example('downloadExport', { path: exported.path });
    await example('setListSchedule', {
      method: 'PATCH',
      path: `${own}/schedule`,
      body: { schedule: 'weekly' },
    });
    await example('setListStatus', { method: 'PATCH', path: `${own}/status`, body: { status: 'active' } });
    await example('renameList', { method: 'PATCH', path: own, body: { name: '取引先（関東）' } });
    await example('deleteList', { method: 'DELETE', path: at(`/lists/${empty.list.list_id}`) });
    const preferences = {
      columns: ['display_name', 'employees'],
      sort: { field: 'employees', direction: 'desc' },
    };
    await example('patchWorkspacePreferences', {
      method: 'PATCH',
      path: `${own}/workspace-preferences`,
      body: preferences,
    });
    await example('getWorkspacePreferences', { path: `${own}/workspace-preferences` });
    return list.list_id;
  }

  async function publishing(listId: string): Promise<void> {
    const own = at(`/lists/${listId}`);
    await example('publishList', { path: `${own}/publish`, body: {} });
    await example('listSnapshots', { path: `${own}/snapshots` });
    const { rows } = await call('previewList', { path: `${own}/preview?limit=1` });
    const [{ company_id }] = rows;
    await database.knex('company_addresses').where({ company_id }).update({ city: '中央区' });
    await example('refreshList', { path: `${own}/refresh`, body: {} });
    const { items } = await example('listDiffs', { path: `${own}/diffs` });
    await example('getLatestDiff', { path: `${own}/diffs/latest` });
    const diff = await example('getDiff', { path: `${own}/diffs/${items[0].diff_id}` });
    const diffRow = `${own}/diff-rows/${diff.diff.rows[0].diff_row_id}`;
    await example('reviewDiff', {
      method: 'PATCH',
      path: `${own}/diffs/${items[0].diff_id}/review`,
      body: { kind: 'changed', outcome: 'needs_review' },
    });
    await example('reviewDiffRow', {
      method: 'PATCH',
      path: `${diffRow}/review`,
      body: { outcome: 'accepted', note: '登記で確認' },
    });
    await example('excludeDiffRow', {
      method: 'PATCH',
      path: `${diffRow}/exclusion`,
      body: { excluded: true, reason: '対象外' },
    });
    await example('changeSuppressions', {
      method: 'PATCH',
      path: `${own}/suppressions`,
      body: { add: [{ company_id, reason: '取引終了' }] },
    });
    await example('listSuppressions', { path: `${own}/suppressions` });
    await delivering(own);
  }

  async function delivering(own: string): Promise<void> {
    const target = { type: 'webhook', url: `${receiver.origin}/hooks/companies`, payload: 'summary' };
    await example('setListDelivery', { method: 'PATCH', path: `${own}/delivery`, body: target });
    await example('getListDelivery', { path: `${own}/delivery` });
    const { delivery_id } = await example('deliverList', { path: `${own}/deliver`, body: {}, status: 202 });
    const delivery = `${own}/deliveries/${delivery_id}`;
    await until(async () => (await call('getDelivery', { path: delivery })).delivery.status === 'delivered');
    await example('getDelivery', { path: delivery });
    await example('listDeliveries', { path: `${own}/deliveries` });
    const again = await example('redeliver', { path: `${delivery}/redeliver`, body: {}, status: 202 });
    const path = `${own}/deliveries/${again.delivery_id}`;
    await until(async () => (await call('getDelivery', { path })).delivery.status === 'delivered');
  }
}
