import { z } from 'zod';
import { defineAnswer, defineComponent, field } from '../answer-fields.ts';
import { defineKnownFields, isoDate, queryText } from '../fields.ts';
import { defaultDailyCreditsDays, maxDailyCreditsDays } from '../limits.ts';
import { creditClassSchema } from './billing.ts';

/** `GET /credits/daily`. */

/** No account is older. */
const firstDailyCreditsDay = '2020-01-01';

const dayMs = 24 * 60 * 60 * 1000;

/** Number of days, with both ends. */
function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

const day = queryText
  .pipe(isoDate)
  .refine((given) => given >= firstDailyCreditsDay, `must not be before ${firstDailyCreditsDay}`);

export const dailyCreditsQuery = defineKnownFields({
  from: day
    .optional()
    .describe(`The first day, in Asia/Tokyo. Default: so that there are ${defaultDailyCreditsDays} days.`),
  to: day
    .optional()
    .describe(
      'The last day, in Asia/Tokyo. Default: today, or with `from`, at most a year later. With a `from` in the future, the same day.',
    ),
}).superRefine(({ from, to }, context) => {
  if (from === undefined || to === undefined) return;
  const days = countDays(from, to);
  const addIssue = (message: string) => context.addIssue({ code: 'custom', path: ['from'], message });
  if (days < 1) addIssue('must not be later than to');
  if (days > maxDailyCreditsDays) addIssue(`must be at most ${maxDailyCreditsDays - 1} days before to`);
});
export type DailyCreditsQuery = z.output<typeof dailyCreditsQuery>;

const dayOfCreditsSchema = defineComponent(
  'DayOfCredits',
  'Sums of the ledger of one day and credit class.',
  {
    date: field.date('The day in Asia/Tokyo.'),
    class: creditClassSchema,
    charged: field.count('Credits that operations spent.'),
    returned: field.count('Credits of charges that were reversed on this day.'),
    granted: z.int().describe('Credits that were granted, less grants that were reversed on this day.'),
    expired: field.count('Credits that expired.'),
  },
);
export type DayOfCredits = z.output<typeof dayOfCreditsSchema>;

export const dailyCreditsAnswer = defineAnswer({
  time_zone: z.literal('Asia/Tokyo').describe('Time zone of the days.'),
  from: field.date('The first day of the period.'),
  to: field.date('The last day of the period.'),
  days: field.listOf(
    dayOfCreditsSchema,
    'By day, then by class. Days of a class without an entry are left out.',
  ),
});
