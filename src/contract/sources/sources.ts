import { z } from 'zod';
import { settleLevels, usualSettleLevel } from '../company-resolve/assurance.ts';
import { hintFields } from '../company-resolve/hints.ts';
import { chargingFields } from '../credits/billing.ts';
import { defineKnownFields, defineQueryArray, givenId, isoDate, queryBoolean, queryText } from '../fields.ts';
import {
  formatLimit,
  maxCellLength,
  maxHeaderCharacters,
  maxSheetsInOneCall,
  maxSourceHeaders,
  maxSourceRows,
} from '../limits.ts';
import { isStorable, notStorable } from '../storable.ts';
import { addedPrefix, newlines, sourceExportFormats, tableFileBody, tableFileQuery } from '../table-files.ts';
import { languages } from '../texts.ts';
import { defaultResultColumns, resultColumnGroups, resultColumnWords } from './columns/result-columns.ts';

/** Requests about sources (docs/specification.md#source-endpoints, docs/decisions/0027-sources.md). */

export const sourceStatuses = ['imported', 'mapped', 'resolved'] as const;

export const rowStatuses = ['unresolved', 'matched', 'multiple_candidates', 'not_found', 'invalid'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** What a person can decide about a row. */
export const rowDecisions = ['chosen', 'none_of_these', 'not_a_company'] as const;
export type RowDecision = (typeof rowDecisions)[number];

/** Keys of `columns`, the most reliable identifier first. */
export const mappingFields = ['corporate_number', 'ticker', 'domain', 'name'] as const;
export type MappingField = (typeof mappingFields)[number];

/** Keys of `hints` of a mapping. */
export const mappedHintFields = [...hintFields, 'email'] as const;
export type MappedHintField = (typeof mappedHintFields)[number];

/** Every field that a column can be mapped to. */
export const columnFields = [
  ...mappingFields,
  ...mappedHintFields.filter((field) => field !== 'domain'),
] as const;

const defineLine = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .refine(isStorable, notStorable);

/** Headers and rows are checked where an upload is read, because their faults have their own error codes. */
export const sourceImportBody = defineKnownFields({
  name: defineLine(500)
    .optional()
    .describe('Name of the source; default `originalFilename`, or `source` without one.'),
  originalFilename: defineLine(1000).optional().describe('Name of the file that the rows come from.'),
  contentSha256: z
    .string()
    .regex(/^sha256:[0-9a-fA-F]{64}$/, 'must be sha256: and 64 hexadecimal digits')
    .transform((digest) => digest.toLowerCase())
    .optional()
    .describe(
      'Digest of the file: `sha256:` and 64 hexadecimal digits. With it, importing the same headers and rows again returns the existing source. Only its format is checked.',
    ),
  headers: z.unknown().meta({
    type: 'array',
    items: { type: 'string', maxLength: maxCellLength },
    minItems: 1,
    maxItems: maxSourceHeaders,
    description: `Headers of the columns, in order; at most ${formatLimit(maxHeaderCharacters)} characters in total. Headers must be unique; two that differ only in width, spaces or invisible characters count as the same.`,
  }),
  rows: z.unknown().meta({
    type: 'array',
    items: { type: 'object', additionalProperties: { type: 'string', maxLength: maxCellLength } },
    maxItems: maxSourceRows,
    description:
      'Rows, in order. Each row is an object that maps headers to strings. A row whose keys differ from the headers is kept, but becomes `invalid` when it is resolved.',
  }),
});

export type SourceImportBody = z.output<typeof sourceImportBody>;

/** A malformed id is answered like an unknown one. */
export const sourceParams = defineKnownFields({
  sourceId: z.string().max(1000).describe('`source_id` of the source.'),
});

const header = z.string({ error: 'must be one of the headers of the source' }).max(maxCellLength).optional();

export const mappingColumnFields = {
  corporate_number: header.describe('Header of the column with corporate numbers (法人番号), 13 digits.'),
  ticker: header.describe('Header of the column with securities codes (証券コード).'),
  domain: header.describe('Header of the column with domains, URLs or email addresses.'),
  name: header.describe('Header of the column with company names, in any spelling.'),
} satisfies Record<MappingField, unknown>;

export const mappingHintFields = {
  prefecture: header.describe('Header of the column with the prefecture of the head office.'),
  city: header.describe('Header of the column with the city or ward of the head office.'),
  address: header.describe('Header of the column with the address of the head office.'),
  postal_code: header.describe('Header of the column with the postal code of the head office.'),
  domain: header.describe(
    'Header of a column with domains or URLs that companies share, or that are only likely.',
  ),
  securities_code: header.describe('Header of a column with securities codes that are only likely.'),
  email: header.describe(
    'Header of a column with e-mail addresses. In a row without a usable site, the domain of its address stands in for it; beside another site it is compared, and where the two are of different companies, the row waits for a person.',
  ),
} satisfies Record<MappedHintField, unknown>;

export const mappingAsOfFields = {
  day: isoDate.optional().describe('Day for all rows without one of their own.'),
  column: header.describe(
    'Header of the column with the day of each row, such as 2024-04-01 or 令和6年4月1日.',
  ),
};

export const mappingSettleFrom = z
  .enum(settleLevels)
  .optional()
  .describe(
    `Rows are settled only by matches that are at least as sure as this level (see \`assurance\` of a row). A match below it is the candidate of its row, with the reason \`assurance_below\`. Default \`${usualSettleLevel}\`: only bare names, and names of companies that closed, in an incomplete register are left for a person.`,
  );

export const sourceMapBody = defineKnownFields({
  entity: z.literal('company').describe('Kind of rows.'),
  columns: defineKnownFields(mappingColumnFields)
    .optional()
    .describe('Columns that identify companies, by header; at least one is required.'),
  hints: defineKnownFields(mappingHintFields)
    .optional()
    .describe(
      'Columns that distinguish companies with the same name, by header: the location of the head office, or an identifier that is shared or only likely. A hint never identifies a company alone and never overrides an identifier.',
    ),
  as_of: defineKnownFields(mappingAsOfFields)
    .refine(({ day, column }) => day !== undefined || column !== undefined, 'must have a day or a column')
    .optional()
    .describe(
      'Names are resolved as of a day; default today. A cell that is not a day makes its row `invalid`.',
    ),
  settle_from: mappingSettleFrom,
});
export type SourceMapBody = z.output<typeof sourceMapBody>;

export const sourceResolveBody = defineKnownFields(chargingFields);

export const sourceSelectBody = defineKnownFields({
  row: givenId.describe('`source_row_id` of a row in `multiple_candidates`.'),
  companyId: givenId.describe("`company_id` of one of the row's `resolve_candidates`."),
  ...chargingFields,
});

const rowStatus = z.enum(rowStatuses);

const exportStatuses = 'Only rows in these states, with `layout=table`; default all rows.';
const exportAudit =
  '`xlsx`, `xlsm`: a further sheet, `decisions` (判断の記録 with `lang=ja`), with everything that people decided about the rows, as in `GET /sources/{sourceId}/history/export`; for several sheets (`with`) in one, with a further column `sheet`. A CSV file has only one table: take that file beside it.';
const exportColumns = `Columns to add, by name or group (\`${Object.keys(resultColumnGroups).join('`, `')}\`), in the given order; \`all\` for all; without it, or with \`default\`, ${defaultResultColumns.length}: ${defaultResultColumns.join(', ')}. \`source_row_id\` is always added, so that the file is recognized when it is imported again.`;
const exportBom =
  'CSV: begin the file with a byte order mark, so that spreadsheets recognize UTF-8; default as in the file, or without one in a new file. Makes a new file.';
const exportColumn = z.enum(resultColumnWords);
export const exportLayouts = ['file', 'table'] as const;
export const exportEncodings = ['file', 'utf-8'] as const;
const exportWith =
  'Further sources of the same workbook, by id (`other_sheets`): the columns are written into their sheets too. With the `format` of the workbook and `layout=file`, for sheets that an export can write into (`reading.free_column`); not with `audit` or `status`.';
const exportWithId = z.string().max(1000).refine(isStorable, notStorable);
const exportFields = {
  format: z
    .enum(sourceExportFormats)
    .default('csv')
    .describe(
      `${tableFileQuery.format.description} \`xlsm\`: the workbook that was imported, if it has macros; they stay as they are (\`reading.file_type\`).`,
    ),
  layout: z
    .enum(exportLayouts)
    .default('file')
    .describe(
      '`file`: the file that was imported, with columns added: a workbook keeps its other sheets, formulas, formats, pictures and charts, a text its encoding, separator, quotation marks and ends of lines. If the source has no such file (`reading.free_column` is null, another `format`, rows sent as JSON), a new one with the lines that were around the table, in their places. `table`: a new file with only the header and the rows.',
    ),
  newline: z
    .enum(newlines)
    .optional()
    .describe('CSV: how lines end; default as in the file, or `crlf` in a new file. Makes a new file.'),
  encoding: z
    .enum(exportEncodings)
    .optional()
    .describe(
      'CSV: `file`: as in the file, the default; characters that its encoding does not have are written as 〓, and their number is in the header `Missing-Characters`. `utf-8`: a new file in UTF-8, RFC 4180. Not with `bom` or `newline`, which make a new file.',
    ),
  prefix: addedPrefix
    .optional()
    .describe(
      'What the headers of added columns begin with; default `cd_` (`照合_`, `Match: ` with `lang`), or that of the earlier export that was imported. If a header of the table meets it, the next free one is used: `cd2_`, `cd3_`, …',
    ),
  lang: z
    .enum(languages)
    .optional()
    .describe(
      'Headers and cells of the added columns for people, in English or Japanese, with sentences and words instead of codes. Absent: the names and codes of the API, for programs.',
    ),
};

export const sourceExportQuery = defineKnownFields({
  ...tableFileQuery,
  ...exportFields,
  bom: queryBoolean.optional().describe(exportBom),
  prefix: queryText
    .pipe(addedPrefix)
    .optional()
    .describe(exportFields.prefix.description ?? ''),
  columns: defineQueryArray(exportColumn)
    .default([])
    .describe(`${exportColumns} Repeated or comma-separated.`),
  status: defineQueryArray(rowStatus).default([]).describe(`${exportStatuses} Repeated or comma-separated.`),
  audit: queryBoolean.default(false).describe(exportAudit),
  with: defineQueryArray(exportWithId, { max: maxSheetsInOneCall - 1 })
    .default([])
    .describe(`${exportWith} Repeated or comma-separated.`),
});
export type SourceExportOptions = z.output<typeof sourceExportQuery>;

export const sourceExportBody = defineKnownFields({
  ...tableFileBody,
  ...exportFields,
  bom: z.boolean().optional().describe(exportBom),
  columns: z.array(exportColumn).max(1000).default([]).describe(exportColumns),
  status: z.array(rowStatus).max(1000).default([]).describe(exportStatuses),
  audit: z.boolean().default(false).describe(exportAudit),
  with: z
    .array(exportWithId)
    .max(maxSheetsInOneCall - 1)
    .default([])
    .describe(exportWith),
});
