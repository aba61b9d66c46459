import { describe, expect, it } from '@jest/globals';
import { compare, compareAdded, percentilesOf } from '../../bench/measure.ts';
import { figures } from '../../bench/plot/figures.ts';
import type { Report, ReportRow } from '../../bench/report.ts';

const latencies = (factor: number) =>
  percentilesOf(Array.from({ length: 500 }, (_, at) => factor * (1 + at / 100)));

function report(companies: number, rows: ReportRow[]): Report {
  const machine = { cpu: 'A & B', cores: 2, memoryGiB: 4, node: '24.0.0' };
  return {
    machine,
    options: { companies, grown: 10 * companies },
    measured_at: '2026-11-24T00:00:00Z',
    rows,
  };
}

function search(rate: number): ReportRow[] {
  const percentiles = { ours: latencies(2), theirs: latencies(1) };
  const rates = compare(
    'search by id, 16 connections',
    'requests/s',
    { ours: rate, theirs: 1000 },
    { atLeast: 0.5 },
  );
  return [
    { benchmark: 'search', kind: 'id', ...rates },
    { benchmark: 'search', kind: 'id', percentiles, ...compareAdded('search by id', 50, percentiles, 1) },
  ];
}

/** The attributes of the elements of one name. */
function elements(image: string, name: string): Record<string, string>[] {
  return [...image.matchAll(new RegExp(`<${name}((?: [\\w-]+="[^"]*")+)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
  );
}

describe('the images of reports', () => {
  it('draw bars on the right side of the target', () => {
    const image = figures([report(1000, search(750))]).get('targets-1000.svg') ?? '';
    const [missed, reached] = [figures([report(1000, search(250))]).get('targets-1000.svg') ?? '', image].map(
      (each) => elements(each, 'rect').find(({ fill }) => fill !== 'var(--paper)'),
    );
    expect(missed).toMatchObject({ fill: 'var(--missed)', x: '575' });
    expect(reached).toMatchObject({ fill: 'var(--reached)', x: '650' });
    expect(image).toContain('A &amp; B');
  });

  it('take the last result of a size, and compare sizes', () => {
    const images = figures([report(1000, search(100)), report(1000, search(750)), report(5000, search(600))]);
    expect([...images.keys()].sort()).toEqual([
      'latency-1000.svg',
      'latency-5000.svg',
      'ratio-by-size.svg',
      'targets-1000.svg',
      'targets-5000.svg',
    ]);
    expect(images.get('targets-1000.svg')).toContain('>0.75<');
    expect(images.get('targets-1000.svg')).not.toContain('>0.10<');
    // Twice as slow at every percentile: the curves are parallel, one above the other.
    const [ours, theirs] = elements(images.get('latency-1000.svg') ?? '', 'polyline').map(({ points = '' }) =>
      points.split(' ').map((point) => point.split(',').map(Number)),
    );
    expect(ours?.map(([x]) => x)).toEqual(theirs?.map(([x]) => x));
    for (const [place, [, y = 0]] of (ours ?? []).entries()) expect(theirs?.[place]?.[1]).toBeGreaterThan(y);
  });

  it('keep the labels of close lines apart', () => {
    const growth = ['id', 'name', 'filters', 'prefix', 'cursor'].map((kind): ReportRow => {
      const percentiles = { ours: latencies(1), theirs: latencies(1) };
      const row = compare(`growth, ${kind}`, 'ms', { ours: 1, theirs: 1 }, { atMost: 3 });
      return { benchmark: 'growth', kind, percentiles, ...row };
    });
    const image = figures([report(1000, growth)]).get('growth.svg') ?? '';
    const labels = elements(image, 'text').filter(({ style }) => style?.startsWith('fill: var(--line-'));
    expect(labels).toHaveLength(10);
    const heights = labels
      .slice(0, 5)
      .map(({ y }) => Number(y))
      .sort((a, b) => a - b);
    for (const [place, y] of heights.slice(1).entries())
      expect(y - (heights[place] ?? 0)).toBeGreaterThanOrEqual(13.9);
  });
});
