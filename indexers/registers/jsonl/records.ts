import { z } from 'zod';
import {
  aliasKinds,
  companyKinds,
  constructionLicenseTypes,
  financialMetrics,
} from '../../../src/contract/companies/company-vocabulary.ts';
import { observationSources } from '../../../src/contract/observations/vocabulary.ts';
import { formatTokyoDayStart } from '../../../src/text/days/calendar.ts';
import { parseCorporateNumber } from '../../../src/text/identifiers/corporate-number.ts';
import { parseCompanyId } from '../../../src/text/identifiers/identifiers.ts';
import { parseSecuritiesCode } from '../../../src/text/identifiers/securities-code.ts';
import { isLegalFormOnly } from '../../../src/text/names/names.ts';
import { parsePrefecture } from '../../../src/text/places/prefectures.ts';
import { RowFault } from '../../loading/files/read-rows.ts';
import { isUndecoded, undecoded } from '../../loading/files/read-text.ts';
import { createIdentifierSchema } from '../../loading/identifier-schema.ts';
import { isNameOfCompany } from '../../loading/majority-holder.ts';
import { website } from '../../loading/website.ts';

/** The canonical JSON Lines format, described for operators in docs/loading.md. */

const createTextSchema = (maxLength: number) =>
  z.string().trim().min(1).max(maxLength).refine(hasNoNul, 'has a NUL character');
const nameText = createTextSchema(1000).refine((value) => !isUndecoded(value), undecoded);
const day = z.iso.date();
/** A day means the start of that day in Japan. */
const moment = z.union([z.iso.datetime({ offset: true }), day.transform(formatTokyoDayStart)]);
const source = z.enum(observationSources);
const headCount = z.int().min(0).max(10_000_000);

function hasNoNul(value: string): boolean {
  return !value.includes('\0');
}

const prefecture = z.string().transform((input, context) => {
  const parsed = parsePrefecture(input);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: 'is not a prefecture' });
  return z.NEVER;
});

/** `null` means the same as an absent key. */
function makeOptional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null);
}

const identity = {
  company_id: makeOptional(createIdentifierSchema(parseCompanyId)),
  corporate_number: makeOptional(createIdentifierSchema(parseCorporateNumber)),
  securities_code: makeOptional(createIdentifierSchema(parseSecuritiesCode)),
};

const profile = {
  website_url: makeOptional(website),
  employees: makeOptional(headCount),
  insured_persons: makeOptional(headCount),
  capital_yen: makeOptional(z.number().min(0).max(Number.MAX_SAFE_INTEGER)),
  business_summary: makeOptional(createTextSchema(10_000)),
  business_items: makeOptional(z.array(createTextSchema(200)).max(100)),
  founded_on: makeOptional(day),
  founding_year: makeOptional(z.int().min(1).max(2200)),
  fiscal_year_end: makeOptional(createTextSchema(20)),
  qualification_grade: makeOptional(createTextSchema(100)),
  parent_company: makeOptional(
    z
      .strictObject({
        name: nameText,
        corporate_number: makeOptional(createIdentifierSchema(parseCorporateNumber)),
        share: makeOptional(z.number().positive().max(1)),
      })
      .refine(
        ({ name, corporate_number }) => corporate_number !== null || isNameOfCompany(name),
        'is not certainly a company: state its corporate_number',
      ),
  ),
};
export const profileFields = Object.keys(profile) as readonly (keyof typeof profile)[];

function createRecordSchema<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.strictObject({ record: z.literal(kind), ...identity, ...shape });
}

const formerName = z.strictObject({
  name: nameText,
  valid_from: makeOptional(day),
  valid_to: makeOptional(day),
});
const amount = makeOptional(z.number());
const amounts = Object.fromEntries(financialMetrics.map((metric) => [metric, amount])) as Record<
  (typeof financialMetrics)[number],
  typeof amount
>;

const records = {
  /** Company facts from another program's export, joined to an existing company. */
  facts: z.object({
    record: z.literal('facts').default('facts'),
    ...identity,
    ...profile,
    source: source.default('gbizinfo'),
    updated_at: makeOptional(moment),
    observed_at: makeOptional(moment),
  }),
  company: createRecordSchema('company', {
    name: makeOptional(nameText),
    kana: makeOptional(nameText),
    english_name: makeOptional(nameText),
    trade_names: z.array(nameText).max(50).default([]),
    former_names: z.array(formerName).max(100).default([]),
    kind: makeOptional(z.enum(companyKinds)),
    prefecture: makeOptional(prefecture),
    city: makeOptional(createTextSchema(200)),
    street: makeOptional(createTextSchema(1000)),
    postal_code: makeOptional(z.string().regex(/^\d{3}-?\d{4}$/)).transform(
      (code) => code?.replace('-', '') ?? null,
    ),
    ...profile,
    source: source.default('gbizinfo'),
    updated_at: makeOptional(moment),
    observed_at: makeOptional(moment),
  }),
  alias: createRecordSchema('alias', {
    alias: nameText.max(200).refine((value) => !isLegalFormOnly(value), 'is only a legal form'),
    kind: makeOptional(z.enum(aliasKinds)),
    exclusive: z.boolean().default(false),
    withdrawn: z.boolean().default(false),
    language: makeOptional(z.string().regex(/^[a-z]{2,3}$/, 'is not a language code')),
    source,
    source_url: makeOptional(z.url({ protocol: /^https?$/ }).max(2000)),
    observed_at: makeOptional(moment),
  }).refine(({ withdrawn, observed_at }) => !withdrawn || observed_at !== null, {
    path: ['observed_at'],
    message: 'is needed to withdraw an alias',
  }),
  observation: createRecordSchema('observation', {
    observation_id: makeOptional(createTextSchema(200)),
    type: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
    subtype: makeOptional(createTextSchema(200)),
    source,
    summary: createTextSchema(2000),
    evidence: z.record(z.string(), z.unknown()).default({}),
    confidence: z.number().min(0).max(1).default(1),
    observed_at: moment,
  }),
  job_posting: createRecordSchema('job_posting', {
    job_id: makeOptional(createTextSchema(200)),
    title: createTextSchema(500),
    ai_related: z.boolean(),
    location: makeOptional(createTextSchema(500)),
    opened_at: day,
    closed_at: makeOptional(day),
    source: source.default('job_posting'),
  }),
  construction_permit: createRecordSchema('construction_permit', {
    license_number: createTextSchema(100),
    license_types: z.array(z.enum(constructionLicenseTypes)).min(1),
    valid_from: day,
    valid_until: day,
    source: source.default('construction_permit'),
  }),
  insured_persons: createRecordSchema('insured_persons', {
    insured_persons: headCount,
    source: source.default('gbizinfo'),
    observed_at: makeOptional(moment),
  }),
  technology: createRecordSchema('technology', {
    technology: z.string().regex(/^[a-z0-9][a-z0-9._+#-]{0,63}$/),
    source: source.default('company_website'),
    observed_at: makeOptional(moment),
  }),
  financials: createRecordSchema('financials', {
    fiscal_year: z.int().min(1900).max(2200),
    ...amounts,
    source: source.default('gbizinfo'),
    observed_at: makeOptional(moment),
  }),
};

export type JsonRecord = z.output<(typeof records)[keyof typeof records]>;
export type RecordOf<Kind extends keyof typeof records> = z.output<(typeof records)[Kind]>;

/** @throws RowFault that names every bad field with its path */
export function readJsonRecord(line: unknown): JsonRecord {
  if (typeof line !== 'object' || line === null || Array.isArray(line))
    throw new RowFault('not a JSON object');
  const kind = 'record' in line ? line.record : 'facts';
  const schema = Object.entries(records).find(([name]) => name === kind)?.[1];
  if (schema === undefined)
    throw new RowFault(
      `record ${JSON.stringify(kind)} is unknown; use one of ${Object.keys(records).join(', ')}`,
    );
  const parsed = schema.safeParse(line);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`);
    throw new RowFault(faults.join('; '));
  }
  const { company_id, corporate_number, securities_code } = parsed.data;
  if (company_id === null && corporate_number === null && securities_code === null)
    throw new RowFault(
      'does not name a company: corporate_number, securities_code and company_id are missing',
    );
  return parsed.data;
}
