import type { EnrichmentField, Schema } from '../../../client/index.ts';
import { formatCount, formatDay, type Language } from '../../language.ts';
import { translateCode } from '../../words.ts';

/** Bought values in words. */

export type Enrichments = Schema<'ListRowEnrichments'>;

/** The value of a field, in one line; empty without one. */
export function formatEnrichment(
  enrichments: Enrichments,
  field: EnrichmentField,
  language: Language,
): string {
  const isJapanese = language === 'ja';
  const joinParts = (parts: readonly string[]) => parts.join(isJapanese ? '、' : ', ');
  switch (field) {
    case 'website':
      return enrichments.website?.value ?? '';
    case 'employees':
    case 'insured_persons': {
      const count = enrichments[field];
      if (count) return formatCount(count.value);
      return '';
    }
    case 'technologies':
      return joinParts(enrichments.technologies?.value ?? []);
    case 'jobs': {
      const jobs = enrichments.jobs?.value;
      if (!jobs) return '';
      const latest = formatDay(jobs.latest_opened_at, language);
      if (isJapanese)
        return `${formatCount(jobs.open_count)} 件（AI 関連 ${formatCount(jobs.ai_count)} 件、最新 ${latest}）`;
      return `${formatCount(jobs.open_count)} (${formatCount(jobs.ai_count)} related to AI, newest ${latest})`;
    }
    case 'construction_permits': {
      const permits = enrichments.construction_permits?.value;
      if (!permits) return '';
      const types = joinParts(permits.license_types.map((type) => translateCode('license', type, language)));
      const until = formatDay(permits.latest_valid_until, language);
      if (isJapanese) return `${formatCount(permits.valid_count)} 件（${types}、${until} まで）`;
      return `${formatCount(permits.valid_count)} (${types}, until ${until})`;
    }
    case 'financials':
      return joinParts(
        Object.entries(enrichments.financials?.value ?? {}).flatMap(([metric, figure]) => {
          if (!figure) return [];
          const value =
            metric === 'equity_ratio' ? `${(figure.value * 100).toFixed(1)} %` : formatCount(figure.value);
          return [`${translateCode('metric', metric, language)} ${value} (${figure.fiscal_year})`];
        }),
      );
    case 'observations': {
      const observations = enrichments.observations?.value;
      if (observations) return `${formatCount(observations.total)}: ${observations.latest.summary}`;
      return '';
    }
  }
}
