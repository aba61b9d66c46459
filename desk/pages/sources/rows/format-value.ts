import type { ListFilter } from '../../../../client/index.ts';
import type { Language } from '../../../language.ts';
import { formatFilterValue } from '../../companies/filters.tsx';
import { texts } from './rows-texts.ts';
import { unknown } from './table-query.ts';

/** A value of companies in words. */
export function formatValue(of: ListFilter, value: string, language: Language): string {
  // An unknown listing is a code with a word of its own.
  if (value === unknown && of !== 'listing_status') return texts[language].unknown;
  return formatFilterValue(of, value, language);
}
