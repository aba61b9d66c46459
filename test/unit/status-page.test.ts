import { describe, expect, it } from '@jest/globals';
import type { RegisterView } from '../../src/contract/health/health.ts';
import { renderStatusPage } from '../../src/features/health/status-page.ts';

const readiness = {
  status: 'not_ready',
  checks: {
    postgres: 'behind',
    elasticsearch: 'ok',
    companies_index: 'ok',
    observations_index: 'ok',
  },
} as const;
const page = (registers: readonly RegisterView[] | null) =>
  renderStatusPage(readiness, registers, [], new Date('2026-11-26T00:00:00Z'));

describe('the status page', () => {
  it('does not say that nothing is loaded when it could not be read', () => {
    expect(page([])).toContain('No register is loaded.');
    expect(page(null)).not.toContain('No register is loaded.');
    expect(page(null)).toContain('How fresh the data is cannot be said now.');
  });

  it('does not reload by itself under the eyes of a reader, and names the language of what is Japanese', () => {
    expect(page([])).not.toContain('http-equiv');
    expect(page([])).toContain('<span lang="ja">このサービスは、');
  });
});
