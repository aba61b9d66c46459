import type { ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import { defineColumn, defineFactTable, optionalText, text } from './fact-table.ts';

/** Tables of single events and documents, each with its own id (migration 0002). */

const source = defineColumn<ObservationSource>();

export const observations = defineFactTable('observations', {
  columns: {
    observation_id: text,
    company_id: text,
    type: text,
    subtype: optionalText,
    source,
    summary: text,
    evidence: defineColumn<Record<string, unknown>>('json'),
    confidence: defineColumn<number>(),
    observed_at: text,
  },
  key: ['observation_id'],
  field: () => "'observations'",
  merge: (upsert) => [upsert({ also: 'version = kept.version + 1' })],
  enrichment: ['observations'],
});

export const jobPostings = defineFactTable('job_postings', {
  columns: {
    job_id: text,
    company_id: text,
    title: text,
    ai_related: defineColumn<boolean>(),
    location: optionalText,
    opened_at: text,
    closed_at: optionalText,
    source,
  },
  key: ['job_id'],
  field: () => "'job_postings'",
  enrichment: ['job_postings'],
});

export const constructionPermits = defineFactTable('construction_permits', {
  columns: {
    license_number: text,
    company_id: text,
    license_types: defineColumn<string[]>('array'),
    valid_from: text,
    valid_until: text,
    source,
  },
  key: ['license_number', 'valid_from'],
  field: () => "'construction_permits'",
  enrichment: ['construction_permits'],
});
