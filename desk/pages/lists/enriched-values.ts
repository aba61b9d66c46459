import type { Schema } from '../../../client/index.ts';
import { count, day, type Language } from '../../language.ts';
import { word } from '../../words.ts';

/** Bought values in words. */

export type Enrichments = Schema<'ListRowEnrichments'>;

export const fieldNames = [
  'website',
  'employees',
  'insured_persons',
  'jobs',
  'construction_permits',
  'technologies',
  'financials',
  'observations',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** The value of a field, in one line; empty without one. */
export function valueText(enrichments: Enrichments, field: FieldName, language: Language): string {
  const isJapanese = language === 'ja';
  const joined = (parts: readonly string[]) => parts.join(isJapanese ? '、' : ', ');
  switch (field) {
    case 'website':
      return enrichments.website?.value ?? '';
    case 'employees':
    case 'insured_persons': {
      const found = enrichments[field];
      return found ? count(found.value) : '';
    }
    case 'technologies':
      return joined(enrichments.technologies?.value ?? []);
    case 'jobs': {
      const jobs = enrichments.jobs?.value;
      if (!jobs) return '';
      const latest = day(jobs.latest_opened_at, language);
      return isJapanese
        ? `${count(jobs.open_count)} 件（AI 関連 ${count(jobs.ai_count)} 件、最新 ${latest}）`
        : `${count(jobs.open_count)} (${count(jobs.ai_count)} related to AI, newest ${latest})`;
    }
    case 'construction_permits': {
      const permits = enrichments.construction_permits?.value;
      if (!permits) return '';
      const types = joined(permits.license_types.map((type) => word('license', type, language)));
      const until = day(permits.latest_valid_until, language);
      return isJapanese
        ? `${count(permits.valid_count)} 件（${types}、${until} まで）`
        : `${count(permits.valid_count)} (${types}, until ${until})`;
    }
    case 'financials':
      return joined(
        Object.entries(enrichments.financials?.value ?? {}).flatMap(([metric, figure]) => {
          if (!figure) return [];
          const value =
            metric === 'equity_ratio' ? `${(figure.value * 100).toFixed(1)} %` : count(figure.value);
          return [`${word('metric', metric, language)} ${value} (${figure.fiscal_year})`];
        }),
      );
    case 'observations': {
      const found = enrichments.observations?.value;
      return found ? `${count(found.total)}: ${found.latest.summary}` : '';
    }
  }
}
