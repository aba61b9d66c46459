import { formatCount } from '../../../texts.ts';
import type { texts } from './rows-texts.ts';

type Language = keyof typeof texts;
type BandTexts = (typeof texts)[Language];

/** A band of capital or employees in words: 1,000万～1億円未満. */
export function formatBand(
  of: 'capital' | 'employees',
  min: number,
  max: number | null,
  text: BandTexts,
  language: Language,
): string {
  if (of === 'employees') {
    if (max === null) return text.from(text.people(formatCount(min)));
    return text.between(formatCount(min), text.people(formatCount(max)));
  }
  if (max === null) return text.from(formatYen(min, language));
  // Below a round sum is easier to read than up to 99,999,999.
  const limit = text.below(formatYen(max + 1, language));
  return min === 0 ? limit : text.between(formatYen(min, language), limit);
}

function formatYen(yen: number, language: Language): string {
  if (language === 'en') return `¥${new Intl.NumberFormat('en', { notation: 'compact' }).format(yen)}`;
  if (yen >= 100_000_000) return `${formatCount(yen / 100_000_000)}億円`;
  return yen >= 10_000 ? `${formatCount(yen / 10_000)}万円` : `${formatCount(yen)}円`;
}
