import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../engine/project-folder.ts';
import type { Unit, WeeksLine, WeeksPanel } from './picture.ts';
import { evaluate, type Sample } from './promql.ts';
import { job, type PlacedScrape } from './watch.ts';

/** Panels of the dashboard in ops/grafana, drawn from scrapes that are kept in memory. */

interface DashboardPanel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
}

/** What the picture shows, by the titles of the dashboard. */
const chosen = [
  'Registers: behind',
  'Registers: failures',
  'Registers: age of what is complete',
  'Missing changes',
  'Lag',
  'Rate by route',
  'Failures by route and status',
  'Latency of search',
  'Elasticsearch, requests',
  'Credits charged',
  'Memory',
] as const;

/**
 * Windows in seconds of this machine. A rate is per second of this machine too. What the dashboard counts in an hour is counted in
 * one of these days, because such a day passes in seconds.
 */
const rateSeconds = 15;

export function dashboardPanels(scrapes: readonly PlacedScrape[]): WeeksPanel[] {
  const file = path.join(projectFolder, 'ops', 'grafana', 'company-data.json');
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: readonly DashboardPanel[] };
  const places = placesOf(scrapes);
  const daySeconds = Math.round(medianDay(scrapes));
  return chosen.map((title) => {
    const panel = panels.find((each) => each.title === title);
    if (!panel?.targets) throw new Error(`the dashboard has no panel ${title}`);
    const lines = panel.targets.flatMap(({ expr, legendFormat }) => {
      const query = expr
        .replaceAll('$job', job)
        .replaceAll('$__rate_interval', `${rateSeconds}s`)
        .replaceAll('[1h]', `[${daySeconds}s]`);
      return linesOf(query, legendFormat, scrapes, places);
    });
    return { title, unit: unitOf(panel), lines: lines.sort(byPeak) };
  });
}

function linesOf(
  query: string,
  legend: string,
  scrapes: readonly PlacedScrape[],
  places: readonly number[],
): WeeksLine[] {
  const results = scrapes.map((_, at) => {
    // No window is longer than this.
    const [first] = [Math.max(0, at - 40)];
    return evaluate(query, scrapes.slice(first, at + 1));
  });
  const labels = new Set(results.flatMap((vector) => vector.map((sample) => labelOf(legend, sample))));
  return [...labels].map((label) => ({
    label,
    points: results.map((vector, at) => {
      const found = vector.find((sample) => labelOf(legend, sample) === label);
      return [places[at] ?? 0, found?.value ?? null] as const;
    }),
  }));
}

function labelOf(legend: string, { labels }: Sample): string {
  const written = legend.replace(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? '');
  // All routes of the API begin alike, and an instance is the port that the service chose.
  return (
    written
      .replace('/api/service/', '/')
      .replace(/127\.0\.0\.1:\d+ /, '')
      .replace(/:\w+/g, '…') || 'all'
  );
}

/** Where each scrape is: days since the beginning, those of a day at even distances. */
function placesOf(scrapes: readonly PlacedScrape[]): number[] {
  const ofDay = new Map<number, number>();
  for (const { day } of scrapes) ofDay.set(day, (ofDay.get(day) ?? 0) + 1);
  const seen = new Map<number, number>();
  return scrapes.map(({ day }) => {
    const place = seen.get(day) ?? 0;
    seen.set(day, place + 1);
    return day + place / (ofDay.get(day) ?? 1);
  });
}

function medianDay(scrapes: readonly PlacedScrape[]): number {
  const begins = new Map<number, number>();
  for (const { day, at } of scrapes) if (!begins.has(day)) begins.set(day, at);
  const times = [...begins.values()];
  const lengths = times.slice(1).map((time, place) => time - (times[place] ?? 0));
  return lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 12;
}

function byPeak(one: WeeksLine, other: WeeksLine): number {
  const peak = ({ points }: WeeksLine) => Math.max(0, ...points.map(([, value]) => value ?? 0));
  return peak(other) - peak(one);
}

function unitOf({ fieldConfig }: DashboardPanel): Unit {
  const unit = fieldConfig?.defaults.unit;
  return unit === 's' || unit === 'reqps' || unit === 'bytes' ? unit : 'short';
}
