import { describe, expect, it } from '@jest/globals';
import { nextActions } from '../../src/features/sources/next-actions.ts';
import type { SourceRecord } from '../../src/features/sources/source-record.ts';

const source: SourceRecord = {
  source_id: 'S',
  name: 'n',
  original_filename: null,
  content_sha256: null,
  headers: ['会社名', '法人番号'],
  detected_identifier_columns: [
    { field: 'corporate_number', header: '法人番号', confidence: 1, valid_ratio: 1, sample_values: [] },
    { field: 'name', header: '会社名', confidence: 0.9, valid_ratio: 1, sample_values: [] },
    { field: 'ticker', header: '法人番号', confidence: 0.3, valid_ratio: 1, sample_values: [] },
  ],
  misshapen_rows: 0,
  status: 'imported',
  mapping: null,
  version: 1,
  mapping_version: 0,
  reading: null,
  row_count: 10,
  unresolved: 10,
  matched: 0,
  multiple_candidates: 0,
  not_found: 0,
  invalid: 0,
  latest_run: null,
  created_at: new Date(0),
  updated_at: new Date(0),
};

const sentences = (of: SourceRecord) => nextActions(of).next_actions;

describe('next actions', () => {
  it('are the same steps once as sentences and once as data', () => {
    const { next_actions, next_steps } = nextActions({
      ...source,
      status: 'mapped',
      multiple_candidates: 2,
    });
    expect(next_steps).toEqual([
      {
        action: 'resolve_rows',
        reason: 'Resolve 10 rows that have no company yet',
        requests: [
          {
            operation: 'resolveSource',
            method: 'POST',
            path: '/api/service/sources/S/resolve',
            params: { sourceId: 'S' },
            query: {},
            body: { execute: true, maxCredits: 10 },
            needs_idempotency_key: true,
          },
        ],
      },
      {
        action: 'choose_candidates',
        reason: 'Choose a company for 2 rows with candidates',
        requests: [
          expect.objectContaining({ operation: 'reviewSource', query: { status: 'multiple_candidates' } }),
          expect.objectContaining({ operation: 'selectSourceRow', needs_idempotency_key: true }),
        ],
      },
    ]);
    expect(next_steps.every(({ reason }, at) => next_actions[at]?.startsWith(reason))).toBe(true);
  });

  it('of an imported source propose the mapping that was detected, each header once', () => {
    expect(sentences(source)).toEqual([
      expect.stringContaining(
        'POST /api/service/sources/S/map with {"entity":"company","columns":{"corporate_number":"法人番号","name":"会社名"}}',
      ),
    ]);
    expect(sentences({ ...source, detected_identifier_columns: [] })[0]).toContain(
      'no column looks like an identifier',
    );
    expect(sentences({ ...source, misshapen_rows: 1 })[0]).toContain('keys of 1 row are not');
  });

  it('of a mapped source propose the resolve with its maximum cost', () => {
    const mapped = { ...source, status: 'mapped', unresolved: 4, not_found: 3, matched: 3 } as const;
    expect(sentences(mapped)).toEqual([
      expect.stringContaining(
        'POST /api/service/sources/S/resolve with an Idempotency-Key header and {"execute":true,"maxCredits":7}',
      ),
    ]);
  });

  it('of a resolved source propose what its rows still need, and what can be done with the matched ones', () => {
    const resolved = {
      ...source,
      status: 'resolved',
      unresolved: 0,
      matched: 6,
      multiple_candidates: 2,
      not_found: 1,
      invalid: 1,
    } as const;
    expect(sentences(resolved)).toEqual([
      expect.stringContaining('GET /api/service/sources/S/review?status=multiple_candidates'),
      expect.stringContaining('GET /api/service/sources/S/review?status=not_found'),
      expect.stringContaining('GET /api/service/sources/S/review?status=invalid'),
      expect.stringContaining('POST /api/service/lists with {"name":"<name>","source_id":"S"}'),
      expect.stringContaining('GET /api/service/sources/S/export'),
    ]);
    expect(
      sentences({ ...resolved, matched: 10, multiple_candidates: 0, not_found: 0, invalid: 0 }),
    ).toHaveLength(2);
  });
});
