import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { projectFolder } from '../../engine/project-folder.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { compilerFaults } from '../support/compiled.ts';
import { type Exposed, parseQuery, readExposition } from '../support/promql.ts';
import { serviceSuite } from '../support/service.ts';

/** The dashboard and the alert rules, against the metrics of a running service. */

const file = (name: string) => path.join(projectFolder, name);
const read = (name: string) => readFileSync(file(name), 'utf8');

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const dashboard: { readonly panels: readonly Panel[] } = JSON.parse(read('ops/grafana/company-data.json'));
const rules: readonly Rule[] = parse(read('ops/prometheus/alerts.yml')).groups.flatMap(
  (group: { readonly rules: readonly Rule[] }) => group.rules,
);

/** Grafana replaces its variables before it sends a query. */
const sent = (query: string) => query.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.+');
const queries: [where: string, query: string][] = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, sent(expr)]),
  ),
  ...rules.map(({ alert, expr }): [string, string] => [`alert ${alert}`, expr]),
];

const { database, service, end } = await serviceSuite([companyFacts({ number: 1, name: '株式会社監視' })], {
  JOBS: 'true',
});
afterAll(end);

/** Of Prometheus itself, which adds these to every series. */
const added = ['job', 'instance'];
/** What only shows up after a while. */
const laterLabels: Readonly<Record<string, readonly string[]>> = {
  up: [],
  job_duration_seconds_bucket: ['task', 'outcome', 'le'],
  nodejs_gc_duration_seconds_sum: ['kind'],
};

let exposed: Exposed;
beforeAll(async () => {
  await database.knex.raw(`INSERT INTO followed_registers (register, began_after, complete_through, checked_at)
    VALUES ('corporate-numbers', '2025-12-01', '2026-01-02', now())`);
  await database.knex.raw(`INSERT INTO followed_days (register, day, requests, rows_read, added, changed, rejected, load_ids)
    VALUES ('corporate-numbers', '2026-01-02', 1, 6, 0, 0, 1, '{}'), ('corporate-numbers', '2026-01-01', 1, 2, 0, 0, 2, '{}'),
      ('corporate-numbers', '2025-12-25', 1, 100, 0, 0, 100, '{}')`);
  await database.knex.raw(`INSERT INTO followed_days (register, day, requests, rows_read, added, changed, rejected, load_ids)
    SELECT 'corporate-numbers', '2025-12-31'::date - n, 1, 0, 0, 0, 0, '{}' FROM generate_series(0, 4) n`);
  await service.reindexCompanies();
  await service.reindexObservations();
  const account = await service.createAccount({ credits: { basic: 100 } });
  await service.as(account).get('/api/service/companies').query({ q: '監視' }).expect(200);
  await service.as(account).get('/api/service/companies').query({ wrong: '1' }).expect(400);
  await service
    .as(account)
    .post('/api/service/research/external/fetch')
    .set('Idempotency-Key', 'monitored')
    .send({
      companyId: idOf(1),
      sourceType: 'crawler',
      contentMarkdown: '沿革',
      execute: true,
      maxCredits: 10,
    })
    .expect(200);
  const { text } = await service.anonymous.get('/metrics').expect(200);
  exposed = readExposition(text);
});

/** What a query asks of metrics that no service has. */
function faultsOf(query: string): string[] {
  const { faults, selectors, groupedBy } = parseQuery(query);
  const labelsOf = (metric: string) => [
    ...added,
    ...(laterLabels[metric] ?? []),
    ...(exposed.get(metric)?.keys() ?? []),
  ];
  return [
    ...faults.map((fault) => `not PromQL near ${fault}`),
    ...(selectors.length === 0 ? ['no metric'] : []),
    ...selectors.flatMap(({ metric, matchers }) => {
      if (!exposed.has(metric) && !laterLabels[metric]) return [`no metric ${metric}`];
      return matchers.flatMap(({ label, op, value }) => {
        if (!labelsOf(metric).includes(label)) return [`${metric} has no label ${label}`];
        const values = exposed.get(metric)?.get(label);
        return op === '=' && values && !values.has(value) ? [`${metric} has no ${label}="${value}"`] : [];
      });
    }),
    ...groupedBy.flatMap((label) =>
      selectors.some(({ metric }) => labelsOf(metric).includes(label)) ? [] : [`no label ${label}`],
    ),
  ];
}

describe('the queries of the dashboard and the alerts', () => {
  it.each(queries)('%s', (_where, query) => {
    expect(faultsOf(query)).toEqual([]);
  });

  it('would be found out: other grammar, metrics, labels and values', () => {
    expect(faultsOf('sum by (job (rate(store_up[5])')).not.toEqual([]);
    expect(faultsOf('rate(http_requests_total[5m])')).toEqual(['no metric http_requests_total']);
    expect(faultsOf('store_up{stores="postgres"}')).toEqual(['store_up has no label stores']);
    expect(faultsOf('store_up{store="redis"}')).toEqual(['store_up has no store="redis"']);
    expect(faultsOf('sum by (route) (store_up)')).toEqual(['no label route']);
  });
});

it('has the part of rejected rows of the last seven followed days', async () => {
  const { text } = await service.anonymous.get('/metrics').expect(200);
  expect(text).toContain('register_rejected_ratio{register="corporate-numbers"} 0.375\n');
});

describe('the state of the stores in the metrics', () => {
  it('says that both answer, and what serves', () => {
    expect([...(exposed.get('store_up')?.get('store') ?? [])].sort()).toEqual(['elasticsearch', 'postgres']);
    expect([...(exposed.get('search_index_lag_seconds')?.get('index') ?? [])].sort()).toEqual([
      'companies',
      'observations',
    ]);
  });
});

describe('the dashboard', () => {
  it('has the form that Grafana takes, by the types that Grafana publishes', () => {
    const faults = (json: string) => compilerFaults([{ type: 'Dashboard', from: '@grafana/schema', json }]);
    const json = read('ops/grafana/company-data.json');
    expect(faults(json)).toBe('');
    expect(faults(json.replace('"mode": "absolute"', '"mode": "absolut"'))).toContain('"absolut"');
    expect(faults(json.replace('"gridPos"', '"gridPosition"'))).toContain('gridPosition');
  }, 60_000);

  it('has panels with ids of their own that do not cover each other', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Set<string>();
    for (const { gridPos, title } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect({ title, inside: x < 24, free: !taken.has(`${x} ${y}`) }).toEqual({
            title,
            inside: true,
            free: true,
          });
          taken.add(`${x} ${y}`);
        }
  });
});

describe('the alerts', () => {
  const pages = readdirSync(file('docs/runbooks')).filter((name) => name !== 'README.md');

  it('each have a runbook of their own, which says what it means, how to see it, and what to do', () => {
    expect(pages.sort()).toEqual(rules.map(({ alert }) => `${alert}.md`).sort());
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook_url).toBe(`https://example.com/docs/runbooks/${alert}.md`);
      expect(['page', 'ticket']).toContain(labels.severity);
      const page = read(`docs/runbooks/${alert}.md`);
      expect(page.match(/^#+ .+$/gm)).toEqual([`# ${alert}`, '## See', '## Do']);
      expect(read('docs/runbooks/README.md')).toContain(`[${alert}](${alert}.md)`);
    }
  });

  it('each have a case on which they fire, for promtool, and one on which none does', () => {
    const cases: readonly { readonly name: string }[] = parse(read('ops/prometheus/alerts.test.yml')).tests;
    expect(cases.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...rules.map(({ alert }) => alert), 'a healthy service']),
    );
    expect(cases).toHaveLength(rules.length + 1);
    const { error, status, stderr } = spawnSync(
      'promtool',
      ['test', 'rules', file('ops/prometheus/alerts.test.yml')],
      {
        encoding: 'utf8',
      },
    );
    // It is not a package of npm: where it is installed, it has the last word.
    if (!error) expect({ status, stderr }).toMatchObject({ status: 0 });
  });

  it('name in their summaries only labels that their query keeps', () => {
    for (const { alert, expr, annotations } of rules) {
      const named = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
      const { groupedBy } = parseQuery(expr);
      const kept = groupedBy.length > 0 ? groupedBy : [...added, 'store'];
      expect({ alert, lost: named.filter((label) => !kept.includes(label ?? '')) }).toEqual({
        alert,
        lost: [],
      });
    }
  });
});
