import { performance } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { contentRejections } from '../../src/features/research/content-policy.ts';
import { researchEstimate } from '../../src/features/research/research-pricing.ts';
import { growth } from '../support/processor-time.ts';

describe('the content policy', () => {
  // A hundred times the length takes about a hundred times as long; an expression that goes back over what it has
  // read takes thousands of times as long. Both are measured here and only their ratio counts.
  it.each<[string, (length: number) => Parameters<typeof contentRejections>[0]]>([
    ['blank lines', (length) => ({ contentMarkdown: '\n'.repeat(length) })],
    ['spaces and lines', (length) => ({ contentMarkdown: '   \n'.repeat(length / 4) })],
    ['unfinished links', (length) => ({ contentMarkdown: '](//'.repeat(length / 4) })],
    ['dots after a password', (length) => ({ contentMarkdown: `password: ${'.'.repeat(length - 20)}a` })],
    ['an address of dots', (length) => ({ contentMarkdown: `http://${'.'.repeat(length - 20)}a` })],
    ['unfinished messages', (length) => ({ contentMarkdown: '"content":["'.repeat(length / 12.5) })],
    ['turns without end', (length) => ({ contentMarkdown: '[00:01] 田中: はい\n'.repeat(length / 20) })],
    ['many texts', (length) => ({ evidence: { a: Array(length / 5).fill('a') } })],
  ])('takes time in proportion to the length for %s', async (_, contentOf) => {
    const [little, much] = [contentOf(1_000), contentOf(100_000)];
    const limit = 1_000;
    const ratio = await growth(
      () => contentRejections(little),
      () => contentRejections(much),
      limit,
    );
    expect(ratio).toBeLessThan(limit);
  });

  it('finds the one forbidden text among thousands, and its place', async () => {
    const texts = Array.from({ length: 10_000 }, () => 'a');
    const found = await contentRejections({ evidence: { a: [...texts, 'http://10.0.0.1/', ...texts] } });
    expect(found).toMatchObject([{ field: 'evidence.a[10000]', reason: 'private_url', line: 1 }]);
  });

  it('detects a transcript that is stored line by line', async () => {
    const lines = ['ユーザー: 売上は', 'アシスタント: 100億円', 'ユーザー: 利益は', 'アシスタント: 10億円'];
    const found = await contentRejections({ structuredPayload: { lines } });
    expect(found).toMatchObject([
      { field: expect.stringContaining('structuredPayload'), reason: 'raw_transcript' },
    ]);
  });

  it('names at most twenty faults', async () => {
    const contentMarkdown = 'http://10.0.0.1/\n'.repeat(500);
    expect(await contentRejections({ contentMarkdown })).toHaveLength(20);
  });

  it('keeps nothing in memory', async () => {
    const before = performance.getEntries().length;
    for (let at = 0; at < 20; at += 1) await contentRejections({ contentMarkdown: `架空の文章 ${at}` });
    expect(performance.getEntries().length).toBe(before);
  });
});

describe('the price of a research item', () => {
  it('never decreases when the item grows', () => {
    for (const sourceType of ['crawler', 'web_search', 'deep_search', 'pdf_extract', 'manual'] as const) {
      const credits = [0, 1, 2, 10, 1000].map(
        (pageCount) => researchEstimate({ sourceType, pageCount }).estimated_credits,
      );
      expect(credits).toEqual([...credits].sort((a, b) => a - b));
      expect(credits.every((cost) => Number.isSafeInteger(cost) && cost >= 0)).toBe(true);
    }
  });
});
