import { performance } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { contentRejections } from '../../src/features/research/content-policy.ts';
import { researchEstimate } from '../../src/features/research/research-pricing.ts';

describe('the content policy', () => {
  it.each([
    ['blank lines', '\n'.repeat(100_000)],
    ['spaces and lines', '   \n'.repeat(25_000)],
    ['unfinished links', '](//'.repeat(25_000)],
    ['dots after a password', `password: ${'.'.repeat(99_000)}a`],
    ['an address of dots', `http://${'.'.repeat(99_000)}a`],
    ['unfinished messages', '"content":["'.repeat(8_000)],
    ['turns without end', '[00:01] 田中: はい\n'.repeat(6_000)],
  ])('looks at %s of the greatest length within two seconds', async (_, contentMarkdown) => {
    const begun = performance.now();
    await contentRejections({ contentMarkdown });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('finds the one bad text among thousands, and where it is', async () => {
    const texts = Array.from({ length: 10_000 }, () => 'a');
    const begun = performance.now();
    const found = await contentRejections({ evidence: { a: [...texts, 'http://10.0.0.1/', ...texts] } });
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(found).toMatchObject([{ field: 'evidence.a[10000]', reason: 'private_url', line: 1 }]);
  });

  it('sees a transcript that is kept line by line', async () => {
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

  it('leaves nothing behind in memory', async () => {
    const before = performance.getEntries().length;
    for (let at = 0; at < 20; at += 1) await contentRejections({ contentMarkdown: `架空の文章 ${at}` });
    expect(performance.getEntries().length).toBe(before);
  });
});

describe('the price of a research item', () => {
  it('never falls when there is more to it', () => {
    for (const sourceType of ['crawler', 'web_search', 'deep_search', 'pdf_extract', 'manual'] as const) {
      const credits = [0, 1, 2, 10, 1000].map(
        (pageCount) => researchEstimate({ sourceType, pageCount }).estimated_credits,
      );
      expect(credits).toEqual([...credits].sort((a, b) => a - b));
      expect(credits.every((cost) => Number.isSafeInteger(cost) && cost >= 0)).toBe(true);
    }
  });
});
