import { describe, expect, it } from '@jest/globals';
import { collectEvidenceTexts, maxEvidenceLength } from '../../indexers/documents/observation-document.ts';
import { readHitRow, writeHitRow } from '../../mappings/observations.ts';
import {
  groupByCompany,
  type ObservationRow,
  selectBestRows,
  selectRepresentativeRows,
} from '../../src/features/observations/group-rows.ts';

function row(observationId: string, parts: Partial<ObservationRow> = {}): ObservationRow {
  return {
    observationId,
    companyId: 'cn_1',
    source: 'edinet',
    confidence: 1,
    observedAt: 0,
    relevance: 1,
    ...parts,
  };
}

describe('the row of a hit', () => {
  it.each(['gbiz_0a', 'an id with  spaces', '特許 1'])(
    'is the same after a round trip through the index (%s)',
    (id) => {
      const hit = {
        observationId: id,
        companyId: 'cn_1180301018771',
        source: 'edinet',
        confidence: 0.95,
        observedAt: -5,
      };
      expect(readHitRow(writeHitRow(hit))).toEqual(hit);
    },
  );
});

describe('the texts of evidence', () => {
  it('are its texts and numbers at any depth, without field names', () => {
    const evidence = {
      title: '甲',
      price: 5,
      none: null,
      parties: [{ name: '乙', agreed: true }],
      empty: '',
    };
    expect(collectEvidenceTexts(evidence)).toEqual(['甲', '5', '乙']);
  });

  it('are cut when they are longer than anything that is published', () => {
    const texts = collectEvidenceTexts({
      one: 'あ'.repeat(maxEvidenceLength - 1),
      other: 'いい',
      more: 'う',
    });
    expect(texts.map((text) => text.at(-1))).toEqual(['あ', 'い']);
    expect(texts.join('')).toHaveLength(maxEvidenceLength);
  });
});

describe('rows', () => {
  it('of two searches count once, with the better relevance', () => {
    const { rows, cut } = selectBestRows([[row('a', { relevance: 0.5 }), row('b')], [row('a')]], 10);
    expect(rows.map(({ observationId, relevance }) => [observationId, relevance])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(cut).toEqual([]);
  });

  it('beyond the limit are cut, the worst first', () => {
    const { rows, cut } = selectBestRows(
      [[row('a', { relevance: 0.1 }), row('b'), row('c', { confidence: 0.5 })]],
      2,
    );
    expect(rows.map(({ observationId }) => observationId)).toEqual(['b', 'c']);
    expect(cut.map(({ observationId }) => observationId)).toEqual(['a']);
  });

  it('represent their company by relevance, confidence, then time', () => {
    const [company] = groupByCompany([
      row('old'),
      row('sure', { relevance: 0.5, confidence: 1 }),
      row('new', { observedAt: 1 }),
      row('unsure', { relevance: 0.5, confidence: 0.5, observedAt: 9 }),
    ]);
    if (!company) throw new Error('rows of one company are one company');
    expect(selectRepresentativeRows(company, 3).map(({ observationId }) => observationId)).toEqual([
      'new',
      'old',
      'sure',
    ]);
    expect(company).toMatchObject({ maxConfidence: 1, maxRelevance: 1 });
  });

  it('order companies by the best row, then by the number of rows, then by confidence', () => {
    const of = (companyId: string, ...relevances: number[]) =>
      relevances.map((relevance, at) => row(`${companyId}-${at}`, { companyId, relevance }));
    const unsure = [row('u', { companyId: 'cn_4', confidence: 0.1 })];
    const companies = groupByCompany([
      ...of('cn_1', 0.5, 0.5, 0.5),
      ...unsure,
      ...of('cn_2', 1),
      ...of('cn_3', 1, 0.1),
    ]);
    expect(companies.map(({ companyId }) => companyId)).toEqual(['cn_3', 'cn_2', 'cn_4', 'cn_1']);
  });
});
