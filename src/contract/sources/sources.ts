import { z } from 'zod';
import { chargingFields } from '../credits/billing.ts';
import { knownFields, pageCursor, pageLimit, queryArray, queryBoolean, rowsLimit } from '../fields.ts';
import { isStorable, notStorable } from '../storable.ts';

/** Requests about sources (docs/specification.md#source-endpoints, docs/decisions/0027-sources.md). */

export const maxSourceRows = 50_000;
export const maxSourceHeaders = 200;
export const maxImportBytes = 32 * 1024 * 1024;
/** Characters of a cell or a header. */
export const longestCell = 10_000;
/** Characters of all headers of a source together: answers repeat them with every row. */
export const maxHeaderCharacters = 65_536;

export const sourceStatuses = ['imported', 'mapped', 'resolved'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

export const rowStatuses = ['unresolved', 'matched', 'multiple_candidates', 'not_found', 'invalid'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** Keys of `columns`, the one that identifies most surely first. */
export const mappingFields = ['corporate_number', 'ticker', 'domain', 'name'] as const;
export type MappingField = (typeof mappingFields)[number];

export const hintFields = ['prefecture', 'city', 'address', 'postal_code'] as const;
export type HintField = (typeof hintFields)[number];

const line = (longest: number) =>
  z
    .string()
    .max(longest, `must have at most ${longest} characters`)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .refine(isStorable, notStorable);

/** Headers and rows are checked where an upload is read: their faults have codes of their own. */
export const sourceImportBody = knownFields({
  name: line(500)
    .optional()
    .describe('What the source is called; `originalFilename` unless given, else `source`.'),
  originalFilename: line(1000).optional().describe('Name of the file that the rows come from.'),
  contentSha256: z
    .string()
    .regex(/^sha256:[0-9a-fA-F]{64}$/, 'must be sha256: and 64 hexadecimal digits')
    .transform((digest) => digest.toLowerCase())
    .optional()
    .describe(
      'Digest of the file, `sha256:` and 64 hexadecimal digits. With it, the same headers and rows imported again are the source that is there already; only its form is checked.',
    ),
  headers: z.unknown().meta({
    type: 'array',
    items: { type: 'string', maxLength: longestCell },
    minItems: 1,
    maxItems: maxSourceHeaders,
    description: `Headers of the columns, in order; at most ${maxHeaderCharacters.toLocaleString('en')} characters together. Two that differ only in width, spaces or invisible characters are the same, which is refused.`,
  }),
  rows: z.unknown().meta({
    type: 'array',
    items: { type: 'object', additionalProperties: { type: 'string', maxLength: longestCell } },
    maxItems: maxSourceRows,
    description:
      'Rows in order, each an object of cells by header; every cell is a string. A row whose keys are not the headers is kept, and becomes `invalid` when it is resolved.',
  }),
});

export type SourceImportBody = z.output<typeof sourceImportBody>;

/** An id that no source can have is as unknown as any other. */
export const sourceParams = knownFields({
  sourceId: z.string().max(1000).describe('`source_id` of the source.'),
});

const header = z
  .string({ error: 'must be one of the headers of the source' })
  .max(longestCell, `must have at most ${longestCell} characters`)
  .optional();

export const mappingColumnFields = {
  corporate_number: header.describe('Header of the column with corporate numbers (法人番号), 13 digits.'),
  ticker: header.describe('Header of the column with securities codes (証券コード).'),
  domain: header.describe('Header of the column with domains, URLs or mail addresses.'),
  name: header.describe('Header of the column with company names, of any spelling.'),
} satisfies Record<MappingField, unknown>;

export const mappingHintFields = {
  prefecture: header.describe('Header of the column with the prefecture of the head office.'),
  city: header.describe('Header of the column with the city or ward of the head office.'),
  address: header.describe('Header of the column with the address of the head office.'),
  postal_code: header.describe('Header of the column with the postal code of the head office.'),
} satisfies Record<HintField, unknown>;

export const sourceMapBody = knownFields({
  entity: z.literal('company', { error: 'must be company' }).describe('What the rows are.'),
  columns: knownFields(mappingColumnFields)
    .optional()
    .describe('Which columns identify companies, by header; at least one is needed.'),
  hints: knownFields(mappingHintFields)
    .optional()
    .describe(
      'Which columns say where the head office is, by header. A hint tells namesakes apart; it never identifies alone and never overrides an identifier.',
    ),
});
export type SourceMapBody = z.output<typeof sourceMapBody>;

export const sourceResolveBody = knownFields(chargingFields);

export const sourceSelectBody = knownFields({
  row: z
    .string()
    .min(1, 'must not be blank')
    .max(1000)
    .describe('`source_row_id` of a row in `multiple_candidates`.'),
  companyId: z
    .string()
    .min(1, 'must not be blank')
    .max(1000)
    .describe('`company_id` of one of the `resolve_candidates` of the row.'),
  ...chargingFields,
});

const rowStatus = z.enum(rowStatuses, { error: `must be one of ${rowStatuses.join(', ')}` });

export const sourceReviewQuery = knownFields({
  status: queryArray(rowStatus)
    .optional()
    .describe('Only rows in these states, repeated or comma-separated; rows in all states unless given.'),
  limit: rowsLimit,
  cursor: pageCursor,
});
export type SourceReviewQuery = z.output<typeof sourceReviewQuery>;

export const sourcesQuery = knownFields({ limit: pageLimit, cursor: pageCursor });
export type SourcesQuery = z.output<typeof sourcesQuery>;

export const sourceExportQuery = knownFields({
  bom: queryBoolean
    .default(false)
    .describe('Begin the file with a byte order mark, by which spreadsheets know that it is UTF-8.'),
});
