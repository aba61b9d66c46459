import { defineComponent, field, okField } from '../answer-fields.ts';
import { defineKnownFields, queryText } from '../fields.ts';
import { readableFileQuery } from '../table-files.ts';

/** Two sources joined on the company (docs/sources.md#two-tables-joined). */

const joinFields = {
  /** A malformed id is answered like an unknown one. */
  other: queryText.min(1).max(1000).describe('`source_id` of the other source, whose columns come beside.'),
};

export const sourceJoinQuery = defineKnownFields(joinFields);
export const sourceJoinExportQuery = defineKnownFields({ ...joinFields, ...readableFileQuery });
export type SourceJoinExportQuery = ReturnType<(typeof sourceJoinExportQuery)['parse']>;

export const sourceJoinAnswer = defineComponent('SourceJoin', 'What joining two sources would give.', {
  ok: okField,
  lines: field.count('Lines of the joined table, without its header.'),
  rows: field.count('Rows of this source; each is in at least one line.'),
  rows_with_partner: field.count('Those with at least one row of the other source beside them.'),
  rows_with_several_partners: field.count('Those with more than one, each in as many lines.'),
  companies: field.count('Companies that both sources have.'),
  other_rows: field.count('Rows of the other source.'),
  other_rows_left_out: field.count(
    'Those that are in no line: open, or of a company that this source does not have.',
  ),
});
