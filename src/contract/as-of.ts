import { z } from 'zod';
import { field, groupFields } from './answer-fields.ts';

/** `meta.data_as_of` of answers that depend on the registers. */
export const dataAsOfField = z
  .record(z.string(), field.date('`YYYY-MM-DD`.'))
  .readonly()
  .describe(
    'How fresh the data is: by register, the day up to which everything published is loaded, at most a minute old. `corporate-numbers`: the register of corporate numbers. A register of which nothing is loaded is absent. `/readyz` says more.',
  );

/** `meta` of answers that are no pages. */
export const asOfMeta = groupFields('About the data of the answer.', { data_as_of: dataAsOfField });

export type DataAsOf = z.output<typeof dataAsOfField>;
