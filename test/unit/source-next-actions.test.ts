import { describe, expect, it } from '@jest/globals';
import type { SourceRecord } from '../../src/features/sources/records/source-record.ts';
import type { LatestRun } from '../../src/features/sources/records/source-run.ts';
import { listNextActions } from '../../src/features/sources/view/next-actions.ts';

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
  dismissed: 0,
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

const sentences = (of: SourceRecord) => listNextActions(of).next_actions;

const actions = (of: SourceRecord) => listNextActions(of).next_steps.map(({ action }) => action);
const run: LatestRun = {
  stop_reason: null,
  mapping_version: 0,
  run_id: 'R',
  status: 'running',
  background: true,
  rows_total: 10,
  rows_done: 4,
  credits_used: 3,
};
const partlyResolved = { ...source, status: 'mapped', unresolved: 6, matched: 3, not_found: 1 } as const;
const resolved = { ...source, status: 'resolved', unresolved: 0 } as const;

describe('next actions', () => {
  it('are the same steps once as sentences and once as data', () => {
    const { next_actions, next_steps } = listNextActions({
      ...source,
      status: 'mapped',
      unresolved: 8,
      multiple_candidates: 2,
    });
    expect(next_steps.slice(0, 3)).toEqual([
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
        action: 'map_columns',
        reason: 'Map again if a column is wrong',
        requests: [expect.objectContaining({ operation: 'mapSource' })],
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
    expect(sentences({ ...source, misshapen_rows: 1 })[0]).toContain('keys of 1 row are not');
  });

  it('of a source whose columns were not recognised name its headers', () => {
    const headers = ['A$1', ...Array.from({ length: 29 }, (_, at) => `列${at + 2}`)];
    const [sentence] = sentences({ ...source, headers, detected_identifier_columns: [] });
    expect(sentence).toContain('no column looks like an identifier. The headers are: A＄1, 列2, ');
    expect(sentence).toContain('列20, and 10 more.');
  });

  it('of a mapped source propose the resolve with its maximum cost, and a run if it is large', () => {
    const mapped = { ...source, status: 'mapped', unresolved: 4, not_found: 3, matched: 3 } as const;
    expect(sentences(mapped)[0]).toContain(
      'POST /api/service/sources/S/resolve with an Idempotency-Key header and {"execute":true,"maxCredits":7}',
    );
    const large = { ...source, status: 'mapped', row_count: 20_000, unresolved: 20_000 } as const;
    expect(sentences(large)[1]).toContain(
      'POST /api/service/sources/S/runs with an Idempotency-Key header and {"execute":true,"maxCredits":20000}',
    );
  });

  it('of a source that is being resolved propose to follow the run or to end it', () => {
    const [first, ...others] = sentences({ ...partlyResolved, latest_run: run });
    expect(first).toBe(
      'A run has resolved 4 of 10 rows: follow it with GET /api/service/sources/S/runs/R?wait=30, or end it with POST /api/service/sources/S/runs/R/cancel.',
    );
    expect(others.join()).not.toContain('/resolve');
  });

  it.each(['cancelled', 'stopped', 'failed'] as const)(
    'of a source whose run was %s propose to resume it',
    (status) => {
      expect(sentences({ ...partlyResolved, latest_run: { ...run, status } })[0]).toContain(
        'POST /api/service/sources/S/runs/R/resume with an Idempotency-Key header and {"execute":true,"maxCredits":10}',
      );
    },
  );

  it.each([
    [
      'credit_balance_insufficient',
      0,
      'Add credits, then resume the run that ended after 4 of 10 rows: POST',
    ],
    ['max_credits_reached', 0, 'Permit more credits, and resume the run that ended after 4 of 10 rows: POST'],
    ['search_unavailable', 0, 'Resume the run that ended after 4 of 10 rows: POST'],
    [
      'mapping_changed',
      1,
      'Resume the run: it begins again with the new mapping, and settled rows stay settled',
    ],
  ] as const)('of a run that ended with %s say how to go on', (stop_reason, mapping_version, sentence) => {
    const latest_run = { ...run, status: 'stopped', stop_reason, mapping_version } as const;
    expect(sentences({ ...partlyResolved, latest_run })[0]).toContain(sentence);
  });

  it('of a resolved source propose what its rows still need, and what can be done with the matched ones', () => {
    const mixed = { ...resolved, matched: 6, multiple_candidates: 2, not_found: 1, invalid: 1 };
    expect(sentences(mixed)).toEqual([
      expect.stringContaining('GET /api/service/sources/S/review?status=multiple_candidates'),
      expect.stringContaining('GET /api/service/sources/S/reasons'),
      expect.stringContaining('GET /api/service/sources/S/review?status=not_found'),
      expect.stringContaining('GET /api/service/sources/S/review?status=invalid'),
      expect.stringContaining('POST /api/service/sources/S/decisions'),
      expect.stringContaining('POST /api/service/lists with {"name":"<name>","source_id":"S"}'),
      expect.stringContaining('GET /api/service/sources/S/review?status=matched'),
      expect.stringContaining('GET /api/service/sources/S/export'),
    ]);
    expect(actions({ ...resolved, matched: 10 })).toEqual(['create_list', 'reopen_rows', 'download_rows']);
  });

  it.each([
    ['nothing was found', { not_found: 10 }, ['map_further_columns', 'decide_rows', 'download_rows']],
    [
      'every row is invalid',
      { invalid: 10 },
      ['accept_rows', 'map_further_columns', 'correct_rows', 'decide_rows', 'download_rows'],
    ],
    [
      'every row has several candidates',
      { multiple_candidates: 10 },
      ['choose_candidates', 'accept_rows', 'map_further_columns', 'decide_rows', 'download_rows'],
    ],
    [
      'every row was dismissed by a person',
      { not_found: 10, dismissed: 10 },
      ['take_back_rows', 'download_rows'],
    ],
  ])('of a source in which %s lead out', (_, counts, expected) => {
    expect(actions({ ...resolved, ...counts })).toEqual(expected);
  });
});
