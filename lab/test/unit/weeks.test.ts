import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { registerRow } from '../../../test/indexers/registers/nta/samples.ts';
import { corporateNumber } from '../../../test/support/companies.ts';
import { differencesOf } from '../../weeks/comparison.ts';
import { dashboardPanels } from '../../weeks/dashboard.ts';
import { weeksPicture } from '../../weeks/picture.ts';
import { evaluate, readSamples, type Scrape } from '../../weeks/promql.ts';
import { registerDays } from '../../weeks/register-days.ts';
import { daysOf } from '../../weeks/weeks-calendar.ts';

/** Scrapes ten seconds apart, of one process unless the metrics say otherwise. */
const scraped = (...metrics: readonly string[]): Scrape[] =>
  metrics.map((text, place) => ({
    at: place * 10,
    clock: 1_000_000 + place * 86_400,
    samples: readSamples(text, { job: 'company-data' }),
  }));
const values = (query: string, scrapes: readonly Scrape[]) =>
  Object.fromEntries(
    evaluate(query, scrapes).map(({ labels, value }) => [
      Object.values(labels).join(' '),
      Number(value.toPrecision(6)),
    ]),
  );

describe('queries of the dashboard over scrapes in memory', () => {
  const counters = scraped(
    'asked_total{route="/a",status="200"} 100\nasked_total{route="/b",status="503"} 5',
    'asked_total{route="/a",status="200"} 150\nasked_total{route="/b",status="503"} 5',
    // The process began again.
    'asked_total{route="/a",status="200"} 30\nasked_total{route="/b",status="503"} 1',
  );

  it('have rates of counters, also of one that began again', () => {
    expect(values('sum by (route) (rate(asked_total[1m]))', counters)).toEqual({ '/a': 4, '/b': 0.05 });
    expect(values('sum(increase(asked_total{status=~"5.."}[1m]))', counters)).toEqual({ '': 3 });
    expect(values('sum(rate(asked_total[5s]))', counters)).toEqual({});
  });

  it('compare, combine and choose', () => {
    expect(
      values('sum(rate(asked_total{status=~"5.."}[1m])) / sum(rate(asked_total[1m]))', counters),
    ).toEqual({
      '': 0.0123457,
    });
    expect(values('sum(rate(missing_total[1m])) or vector(0)', counters)).toEqual({ '': 0 });
    expect(values('topk(1, sum by (route) (asked_total))', counters)).toEqual({ '/a': 30 });
    expect(values('60 * max(asked_total{status!="503"})', counters)).toEqual({ '': 1800 });
    const built = scraped('', 'built_seconds{index="one"} 1000000\nbuilt_seconds{index="two"} 1086399');
    expect(values('time() - max by (index) (built_seconds)', built)).toEqual({ one: 86_400, two: 1 });
  });

  it('estimate percentiles from buckets as Prometheus does', () => {
    const bucket = (le: string, count: number) => `took_bucket{le="${le}"} ${count}`;
    const scrapes = scraped(
      [bucket('0.1', 0), bucket('0.5', 0), bucket('+Inf', 0)].join('\n'),
      [bucket('0.1', 50), bucket('0.5', 90), bucket('+Inf', 100)].join('\n'),
    );
    const quantile = (rank: number) =>
      values(`histogram_quantile(${rank}, sum by (le) (rate(took_bucket[1m])))`, scrapes);
    expect(quantile(0.5)).toEqual({ '': 0.1 });
    expect(quantile(0.7)).toEqual({ '': 0.3 });
    expect(quantile(0.99)).toEqual({ '': 0.5 });
  });

  it('refuse what they do not know', () => {
    expect(() => evaluate('avg(asked_total)', counters)).toThrow('avg is not supported');
    expect(() => evaluate('abs(asked_total)', counters)).toThrow('abs is not supported');
  });
});

it('the picture has the panels of the dashboard with their lines, and what happened', () => {
  const metrics = (failures: number) =>
    `register_following_failures{register="corporate-numbers"} ${failures}\nprocess_resident_memory_bytes 200000000`;
  const scrapes = scraped(metrics(0), metrics(3), metrics(0)).map((scrape, day) => ({ ...scrape, day }));
  const panels = dashboardPanels(scrapes);
  expect(panels.find(({ title }) => title === 'Registers: failures')?.lines).toEqual([
    {
      label: 'corporate-numbers',
      points: [
        [0, 0],
        [1, 3],
        [2, 0],
      ],
    },
  ]);
  const svg = weeksPicture({
    title: 'Weeks',
    source: 'a test',
    weeks: [{ day: 0, label: '08-24' }],
    days: 3,
    marks: [{ from: 1, to: 2, letter: 'A', says: 'one publisher <down>' }],
    panels,
  });
  for (const { title } of panels) expect(svg).toContain(`>${title}</text>`);
  expect(svg).toContain('A: one publisher &lt;down>');
  expect(svg).not.toContain('NaN');
});

describe('the register during the weeks', () => {
  const days = daysOf(5);
  const [friday = '', , , monday = '', tuesday = ''] = days;
  const registered = { updated: '2026-07-10', changed: '2026-07-08', assigned: '2026-07-08' };
  const full = [
    registerRow({ number: 1, name: '株式会社不変', updated: '2016-01-01' }),
    registerRow({ number: 2, name: '新規株式会社', ...registered }),
    registerRow({
      number: 3,
      name: '閉鎖株式会社',
      process: '21',
      updated: '2026-03-03',
      changed: '2026-03-01',
      closed: '2026-03-01',
      cause: '01',
    }),
    registerRow({ number: 4, name: '初日株式会社', process: '12', updated: friday }),
    registerRow({
      number: 5,
      name: '後株式会社',
      process: '11',
      updated: '2023-05-10',
      changed: '2023-05-08',
    }),
  ];
  const changes = [
    registerRow({ number: 5, name: '前株式会社', process: '01', updated: '2021-08-02' }),
    registerRow({
      number: 5,
      name: '後株式会社',
      process: '11',
      updated: '2023-05-10',
      changed: '2023-05-08',
    }),
  ].join('\n');
  const first = registerRow({
    number: 4,
    name: '初日株式会社',
    process: '12',
    updated: friday,
    changed: friday,
  });
  const register = registerDays({ full, changes, firstDay: first }, days);
  const state = (number: number, day: string) => register.stateAfter(day, corporateNumber(number));

  it('begins without what happens in it, and ends with it', () => {
    expect([...register.fullFile('2026-08-20')].map((line) => line.split(',')[1]).sort()).toEqual(
      [1, 3, 5].map(corporateNumber).sort(),
    );
    expect(state(3, '2026-08-20')).toMatchObject({ status: 'active', closed: null });
    expect(state(5, '2026-08-20')).toMatchObject({ name: '前株式会社' });
    expect([...register.fullFile(tuesday)]).toHaveLength(5);
    expect(state(2, tuesday)).toMatchObject({ name: '新規株式会社', status: 'active' });
    expect(state(3, tuesday)).toMatchObject({ status: 'closed' });
    expect(state(4, friday)).toMatchObject({ name: '初日株式会社' });
    expect(state(5, tuesday)).toMatchObject({ name: '後株式会社' });
    expect(state(1, tuesday)).toEqual(state(1, '2026-08-20'));
  });

  it('publishes on workdays, each row with the day on which it is published', () => {
    const published = [...register.published].filter(([, rows]) => rows.length > 0);
    expect(published.map(([day]) => day).filter((day) => ![friday, monday, tuesday].includes(day))).toEqual(
      [],
    );
    for (const [day, rows] of published) for (const row of rows) expect(row.split(',')[4]).toBe(day);
    expect([...register.touched.keys()].sort()).toEqual([2, 3, 4, 5].map(corporateNumber).sort());
  });
});

it('differences of two databases are the rows that only one has', () => {
  expect(differencesOf(['a', 'b', 'b', 'd'], ['a', 'b', 'c'])).toEqual({
    onlyFollowed: ['b', 'd'],
    onlyFresh: ['c'],
  });
  expect(differencesOf([], [])).toEqual({ onlyFollowed: [], onlyFresh: [] });
});

it('what the picture asks for is in the dashboard of the operator', () => {
  const dashboard = readFileSync(path.resolve('ops/grafana/company-data.json'), 'utf8');
  for (const { title } of dashboardPanels([])) expect(dashboard).toContain(JSON.stringify(title));
});
