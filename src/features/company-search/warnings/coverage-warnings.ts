import type { CoverageWarning } from '../../../contract/company-search/answers.ts';
import type { CompanyFilters } from '../filters/company-filters.ts';
import type { Signal } from '../filters/narrowing.ts';
import type { EnrichmentViewStatus, SignalUse } from '../filters/used-signals.ts';

const signalsOfTheEnrichmentView = new Set<Signal>(['jobs', 'construction', 'employees', 'insured_persons']);

/** If fewer companies than this share have a value, the answer warns. */
export const weakBelow = 0.5;

const withoutAnyValue: Readonly<Record<SignalUse, string>> = {
  needed: 'Zero results say nothing about companies',
  absent: 'Every company counts as having none, so the result says nothing about companies',
  ordered: 'The order by it says nothing about companies',
  counted: 'The facet for it counts no company',
};

const withFewValues: Readonly<Record<SignalUse, string>> = {
  needed: 'Companies without one cannot match',
  absent: 'The others count as having none, even if they have one',
  ordered: 'Companies without one come last',
  counted: 'The facet for it counts only these companies',
};

export interface SignalCoverage {
  readonly signal: string;
  readonly companies_with_value: number;
  readonly companies_total: number;
}

/** The coverage of the data that a search uses. */
export interface DataReach {
  readonly view: EnrichmentViewStatus;
  /** Measured over the loaded companies. A signal that was never measured has no data. */
  readonly coverage: readonly SignalCoverage[];
}

/** What callers must know about the data before they read a result as a fact about companies. */
export function buildCoverageWarnings(
  signals: ReadonlyMap<Signal, SignalUse>,
  filters: CompanyFilters,
  { view, coverage }: DataReach,
): CoverageWarning[] {
  const measured = new Map(coverage.map((row) => [row.signal, row]));
  const warnings = [...signals].flatMap(([signal, use]): CoverageWarning[] => {
    if (view !== 'ready' && signalsOfTheEnrichmentView.has(signal)) {
      const message = `Values of the signal "${signal}" are being rebuilt. Matches may be missing until the rebuild ends.`;
      return [{ code: `${signal}_pending`, signal, state: 'pending', message }];
    }
    const { companies_with_value = 0, companies_total = 0 } = measured.get(signal) ?? {};
    const share = companies_with_value / Math.max(1, companies_total);
    if (share >= weakBelow) return [];
    if (share === 0) {
      const message = `No loaded company has a value for the signal "${signal}". ${withoutAnyValue[use]}.`;
      return [{ code: `${signal}_no_data`, signal, state: 'no_data', message }];
    }
    const message = `${formatShare(share)} of the loaded companies have a value for the signal "${signal}". ${withFewValues[use]}.`;
    return [{ code: `${signal}_weak`, signal, state: 'weak', message }];
  });
  if (filters.semantic_tag === undefined) return warnings;
  return [...warnings, semanticTagWarning];
}

const semanticTagWarning: CoverageWarning = {
  code: 'semantic_tags_unsupported',
  signal: 'semantic_tags',
  state: 'unsupported',
  message: 'semantic_tag is accepted but not applied: no data on semantic tags is loaded.',
};

function formatShare(share: number): string {
  const percent = share * 100;
  if (percent < 0.1) return 'Fewer than 0.1 %';
  return `${percent.toFixed(percent < 10 ? 1 : 0)} %`;
}
