import { describe, expect, it } from '@jest/globals';
import type { WireObservationFilters } from '../../src/contract/observations/observations.ts';
import {
  buildScanRequest,
  buildSourceCountRequest,
} from '../../src/features/observations/observation-query.ts';
import {
  type ParsedObservationRequest,
  parseObservationRequest,
  parseTokens,
} from '../../src/features/observations/read-request.ts';
import { expectGolden } from '../support/golden.ts';

const everyFilter: WireObservationFilters = {
  company_ids: ['cn_1180301018771', 'tse_7203'],
  has_website: true,
  industries: ['輸送用機器', '50'],
  market_segments: ['プライム'],
  observation_subtypes: ['annual_report'],
  observation_types: ['corporate_profile', 'patent'],
  sources: ['edinet', 'gbizinfo'],
  technologies: ['Kubernetes'],
  website_domains: ['https://www.takashimaya.co.jp/x'],
};

function requests(query: string, filters: WireObservationFilters = {}) {
  const { main, evidence } = parseObservationRequest(query, filters);
  return {
    main: main && buildScanRequest(main, 5000),
    evidence: evidence && buildScanRequest(evidence, 5000),
  };
}

const aliasesOf = (reading: ParsedObservationRequest) => reading.aliases;

describe('the words of a query', () => {
  it('are split at any white space after normalisation, each once', () => {
    expect(parseTokens(' 生成ＡＩ　工場\n自動化 生成AI\t')).toEqual(['生成AI', '工場', '自動化']);
  });

  it('are not only marks, which are not indexed', () => {
    expect(parseTokens('・ & 受注 — ！')).toEqual(['受注']);
  });

  it('search every named field, each word separately', () => {
    expectGolden('observation-query-words', requests('生成AI 工場'));
  });

  it('never contain what the engine would have to expand, however hostile they are', () => {
    const expensive = /"(wildcard|regexp|fuzzy|fuzziness|query_string|simple_query_string|script|prefix)":/;
    for (const text of [
      'a* b?',
      '/.*/ x',
      'summary:* OR 1',
      '{"script":1}',
      '~2x',
      '((((a',
      'a\\',
      '"a',
      'a\u0000b',
    ])
      expect(JSON.stringify(requests(text))).not.toMatch(expensive);
  });
});

describe('the stages of a search', () => {
  it('apply the pre-filter first, then the rest with the relevance', () => {
    expect(parseObservationRequest('受注', everyFilter).warnings).toEqual([]);
    expectGolden('observation-query-every-filter', requests('受注', everyFilter));
  });

  it('count one source in the same way', () => {
    const { main } = parseObservationRequest('受注', everyFilter);
    if (!main) throw new Error('a query with a word has a main search');
    expectGolden('observation-query-count', buildSourceCountRequest(main, 'edinet', 100_000));
  });
});

describe('a theme among the technologies', () => {
  it.each(['generative_ai', 'genai', 'llm', 'ai_agent'])(
    '%s is an evidence search over EDINET, also without a query',
    (alias) => {
      const { main, evidence } = requests('', { technologies: [alias] });
      expect(main).toBeNull();
      expectGolden(`observation-query-theme-${alias.replace('_', '-')}`, evidence);
    },
  );

  it('is searched beside the words, which must match too', () => {
    expectGolden('observation-query-theme-and-words', requests('受発注', { technologies: ['ai_agent'] }));
  });

  it('says what it means, and what remains as a technology', () => {
    const reading = parseObservationRequest('受発注', { technologies: ['GenAI', 'Kubernetes', 'ai_agent'] });
    const aliases = aliasesOf(reading);
    expect(aliases).toMatchObject({
      applied: true,
      aliased: [{ input: 'GenAI' }, { input: 'ai_agent', query: expect.stringContaining('AIエージェント') }],
      passthrough: ['kubernetes'],
    });
    expect(aliases.aliased[0]?.query).toMatch(/^生成AI OR /);
    expect(aliases.effective_query).toMatch(/^受発注 \(生成AI OR .*Agentic AI.*\)$/);
    expect(reading.evidence?.filters.company.technologies).toEqual(['kubernetes']);
  });

  it('is not searched at all when the sources leave EDINET out', () => {
    const filters: WireObservationFilters = { technologies: ['llm'], sources: ['company_website'] };
    const reading = parseObservationRequest('', filters);
    expect(reading).toMatchObject({ main: null, evidence: null, searched: new Set() });
    expect(reading.aliases).toMatchObject({ applied: false, effective_query: '' });
    expect(reading.warnings.map(({ code }) => code)).toEqual(['technology_alias_not_applied']);
    const worded = requests('チャット', filters);
    expect(worded.evidence).toBeNull();
    expectGolden('observation-query-theme-without-edinet', worded.main);
  });

  it('is read only from the technologies, never from the query', () => {
    const reading = parseObservationRequest('generative_ai', {});
    expect(reading.evidence).toBeNull();
    expect(reading.aliases).toEqual({
      applied: false,
      aliased: [],
      effective_query: 'generative_ai',
      passthrough: [],
    });
  });
});

describe('a request without words', () => {
  it.each([
    ['', {}],
    ['　 ', { technologies: ['kubernetes'] }],
    ['＊・', { company_ids: ['tse_7203'] }],
  ])('%j is refused unless there is a theme', (query, filters) => {
    expect(() => parseObservationRequest(query, filters)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: [expect.objectContaining({ field: 'query' })],
      }),
    );
  });

  it('is refused, like one with too many words', () => {
    const words = Array.from({ length: 33 }, (_, at) => `語${at}`).join(' ');
    expect(() => parseObservationRequest(words, {})).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});
