import { z } from 'zod';
import { parsePrefecture } from '../../text/places/prefectures.ts';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { dataAsOfField } from '../as-of.ts';
import { candidateSchema } from '../company-resolve/company-resolve.ts';
import { pageMetaFields } from '../envelope.ts';
import {
  defineKnownFields,
  defineQueryCondition,
  defineSearchText,
  pageCursor,
  pageLimit,
} from '../fields.ts';
import { sourceParams } from './sources.ts';

/** Every company that has the name of a row, by place (docs/sources.md). */

export const namesakesParams = sourceParams.extend({
  rowId: z.string().max(1000).describe('`source_row_id` of the row.'),
});

export const namesakesQuery = defineKnownFields({
  prefecture: defineQueryCondition(
    z
      .string()
      .max(100)
      .refine((text) => parsePrefecture(text) !== undefined, 'must be one of the 47 prefectures'),
  )
    .describe('Only companies with their head office in this prefecture, by name or code.')
    .meta({ examples: ['東京都'] }),
  city: defineQueryCondition(defineSearchText(200))
    .describe('Only companies with their head office in this city or ward; `横浜市` means all of its wards.')
    .meta({ examples: ['横浜市西区'] }),
  limit: pageLimit,
  cursor: pageCursor,
});
export type NamesakesQuery = z.output<typeof namesakesQuery>;

const namesakeSchema = candidateSchema
  .omit({ named_as: true })
  .meta({ id: 'Namesake', description: 'A company with the name of a row.' });

export const namesakesAnswer = defineAnswer({
  name: field.textOrNull('The name of the row; null if it has none.'),
  total: field.count('All companies with this name, or a spelling of it, that fit `prefecture` and `city`.'),
  by_prefecture: field.listOf(
    defineComponent('NamesakesOfPrefecture', 'Companies of one name in a prefecture.', {
      prefecture: field.text('Name of the prefecture.').meta({ examples: ['東京都'] }),
      count: field.count('Number of companies.'),
    }),
    'All companies with this name by prefecture, most first, whatever the filters. Companies without a known place are not counted.',
  ),
  items: field.listOf(
    namesakeSchema,
    'Companies of the page, exact spellings and active companies first. Any of them can be chosen for the row by `decideSourceRows`.',
  ),
  meta: groupFields('The page.', { ...pageMetaFields, data_as_of: dataAsOfField }),
});
