import { beforeAll, describe, expect, it } from '@jest/globals';
import { toCoreKey, toExactKey } from '../../../src/text/names/names.ts';
import { generateCompanies } from '../../fictional/companies.ts';

/** Shares as counted in the register, so that loaders and search see realistic data. */
describe('20,000 generated companies look like the register', () => {
  const companies = 20_000;
  let batch: ReturnType<typeof generateCompanies>;
  let activeNames: string[];

  beforeAll(() => {
    batch = generateCompanies({ seed: 20, from: 0, to: companies, today: '2026-11-21' });
    const active = new Set(
      batch.companies.filter(({ status }) => status === 'active').map(({ company_id }) => company_id),
    );
    activeNames = batch.company_names
      .filter(({ kind, company_id }) => kind === 'legal' && active.has(company_id))
      .map(({ name }) => name);
  });

  const shareOfNames = (pattern: RegExp) =>
    activeNames.filter((name) => pattern.test(name)).length / activeNames.length;

  function sharedShare(keys: readonly string[]): number {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return keys.filter((key) => (counts.get(key) ?? 0) > 1).length / keys.length;
  }

  it('in how many share their name with another, with and without its legal form', () => {
    expect(sharedShare(activeNames.map(toExactKey))).toBeCloseTo(0.26, 1);
    expect(sharedShare(activeNames.map(toCoreKey))).toBeGreaterThan(0.36);
    expect(sharedShare(activeNames.map(toCoreKey))).toBeLessThan(0.46);
  });

  it('in the legal forms and their positions', () => {
    const share = (kind: string) => batch.companies.filter((row) => row.kind === kind).length / companies;
    expect(share('kabushiki')).toBeCloseTo(0.63, 1);
    expect(share('yugen')).toBeCloseTo(0.15, 1);
    expect(share('godo')).toBeCloseTo(0.12, 1);
    expect(new Set(batch.companies.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(8);
    const front = shareOfNames(/^株式会社/);
    const back = shareOfNames(/株式会社$/);
    expect(front / (front + back)).toBeGreaterThan(0.6);
    expect(front / (front + back)).toBeLessThan(0.76);
  });

  it('in letters and digits of full width, full-width spaces and small kana', () => {
    expect(shareOfNames(/[Ａ-Ｚａ-ｚ０-９]/)).toBeCloseTo(0.31, 1);
    expect(Math.abs(shareOfNames(/　/) - 0.07)).toBeLessThan(0.025);
    expect(Math.abs(shareOfNames(/[ァィゥェォッャュョヮぁぃぅぇぉっゃゅょ]/) - 0.16)).toBeLessThan(0.04);
  });

  it('in readings, former names, glyph images and companies not to be shown', () => {
    const named = (kind: string) => batch.company_names.filter((row) => row.kind === kind).length / companies;
    expect(Math.abs(named('kana') - 0.9)).toBeLessThan(0.03);
    expect(Math.abs(named('former') - 0.04)).toBeLessThan(0.01);
    expect(named('english')).toBeGreaterThan(0.02);
    expect(named('trade')).toBeGreaterThan(0.02);
    expect(
      batch.companies.filter(({ name_image_id: image }) => image !== null).length / companies,
    ).toBeCloseTo(0.007, 2);
    expect(batch.companies.some(({ hidden }) => hidden)).toBe(true);
  });

  it('in how many have ended, with mergers into an active successor', () => {
    const ended = batch.companies.filter(({ status }) => status !== 'active');
    expect(Math.abs(ended.length / companies - 0.18)).toBeLessThan(0.02);
    const active = new Set(
      batch.companies.filter(({ status }) => status === 'active').map((row) => row.corporate_number),
    );
    const merged = batch.companies.filter(({ status }) => status === 'merged');
    expect(merged.length).toBeGreaterThan(100);
    expect(batch.company_successors).toHaveLength(merged.length);
    for (const row of batch.company_successors) expect(active.has(row.successor_corporate_number)).toBe(true);
  });

  it('in where they are: every prefecture, most in Tokyo, then Osaka', () => {
    const offices = new Map<string, number>();
    for (const { prefecture } of batch.company_addresses) {
      if (prefecture) offices.set(prefecture, (offices.get(prefecture) ?? 0) + 1);
    }
    expect(offices.size).toBe(47);
    const [first, second] = [...offices].sort((a, b) => b[1] - a[1]).map(([prefecture]) => prefecture);
    expect([first, second]).toEqual(['東京都', '大阪府']);
    expect(batch.company_addresses.some(({ kind }) => kind === 'outside_japan')).toBe(true);
  });

  it('in what is known about them: jobs, permits, filings that mention generative AI, delisted companies', () => {
    const today = '2026-11-21';
    const open = batch.job_postings.filter(
      ({ opened_at, closed_at }) => opened_at <= today && (!closed_at || closed_at > today),
    );
    expect(open.length).toBeGreaterThan(500);
    expect(open.some(({ ai_related }) => ai_related)).toBe(true);
    expect(batch.job_postings.some(({ opened_at }) => opened_at > today)).toBe(true);
    expect(batch.job_postings.some(({ closed_at }) => closed_at && closed_at <= today)).toBe(true);
    expect(batch.construction_permits.some(({ valid_until }) => valid_until < today)).toBe(true);
    expect(batch.construction_permits.some(({ valid_until }) => valid_until >= today)).toBe(true);
    const speaking = batch.observations.filter(
      ({ source, evidence }) => source === 'edinet' && /生成AI|LLM/.test(String(evidence.text)),
    );
    expect(speaking.length).toBeGreaterThan(20);
    expect(new Set(batch.observations.map(({ type }) => type)).size).toBeGreaterThanOrEqual(7);
    expect(batch.listings.some(({ listed_to }) => listed_to !== null)).toBe(true);
    expect(batch.listings.some(({ security_kind }) => security_kind === 'preferred')).toBe(true);
  });
});
