import { z } from 'zod';
import {
  aliasKinds,
  companyKinds,
  constructionLicenseTypes,
  financialMetrics,
} from '../../../src/contract/companies/company-vocabulary.ts';
import { observationSources } from '../../../src/contract/observations/vocabulary.ts';
import {
  parseCompanyId,
  parseCorporateNumber,
  parseSecuritiesCode,
} from '../../../src/text/identifiers/identifiers.ts';
import { isLegalFormOnly } from '../../../src/text/names/names.ts';
import { parsePrefecture } from '../../../src/text/places/prefectures.ts';
import { isUndecoded, undecoded } from '../../loading/files/read-text.ts';
import { website } from '../../loading/website.ts';

/** The canonical JSON Lines format, described for operators in docs/loading.md. */

const text = (maxLength: number) =>
  z.string().trim().min(1).max(maxLength).refine(hasNoNul, 'has a NUL character');
const nameText = text(1000).refine((value) => !isUndecoded(value), undecoded);
const day = z.iso.date();
/** A day means the start of that day in Japan. */
const moment = z.union([
  z.iso.datetime({ offset: true }),
  day.transform((value) => `${value}T00:00:00+09:00`),
]);
const source = z.enum(observationSources);
const headCount = z.int().min(0).max(10_000_000);

function hasNoNul(value: string): boolean {
  return !value.includes('\0');
}

function identifier(parse: (input: string) => { ok: true; value: string } | { ok: false; message: string }) {
  return z.string().transform((input, context) => {
    const parsed = parse(input);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: parsed.message });
    return z.NEVER;
  });
}

const prefecture = z.string().transform((input, context) => {
  const found = parsePrefecture(input);
  if (found !== undefined) return found;
  context.addIssue({ code: 'custom', message: 'is not a prefecture' });
  return z.NEVER;
});

/** `null` means the same as an absent key. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null);
}

const identity = {
  company_id: optional(identifier(parseCompanyId)),
  corporate_number: optional(identifier(parseCorporateNumber)),
  securities_code: optional(identifier(parseSecuritiesCode)),
};

const profile = {
  website_url: optional(website),
  employees: optional(headCount),
  insured_persons: optional(headCount),
  capital_yen: optional(z.number().min(0).max(Number.MAX_SAFE_INTEGER)),
  business_summary: optional(text(10_000)),
  business_items: optional(z.array(text(200)).max(100)),
  founded_on: optional(day),
  founding_year: optional(z.int().min(1).max(2200)),
  fiscal_year_end: optional(text(20)),
  qualification_grade: optional(text(100)),
};
export const profileFields = Object.keys(profile) as readonly (keyof typeof profile)[];

function strictRecord<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.strictObject({ record: z.literal(kind), ...identity, ...shape });
}

const formerName = z.strictObject({ name: nameText, valid_from: optional(day), valid_to: optional(day) });
const amount = optional(z.number());
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
    updated_at: optional(moment),
    observed_at: optional(moment),
  }),
  company: strictRecord('company', {
    name: optional(nameText),
    kana: optional(nameText),
    english_name: optional(nameText),
    trade_names: z.array(nameText).max(50).default([]),
    former_names: z.array(formerName).max(100).default([]),
    kind: optional(z.enum(companyKinds)),
    prefecture: optional(prefecture),
    city: optional(text(200)),
    street: optional(text(1000)),
    postal_code: optional(z.string().regex(/^\d{3}-?\d{4}$/)).transform(
      (code) => code?.replace('-', '') ?? null,
    ),
    ...profile,
    source: source.default('gbizinfo'),
    updated_at: optional(moment),
    observed_at: optional(moment),
  }),
  alias: strictRecord('alias', {
    alias: nameText.max(200).refine((value) => !isLegalFormOnly(value), 'is only a legal form'),
    kind: optional(z.enum(aliasKinds)),
    exclusive: z.boolean().default(false),
    withdrawn: z.boolean().default(false),
    language: optional(z.string().regex(/^[a-z]{2,3}$/, 'is not a language code')),
    source,
    source_url: optional(z.url({ protocol: /^https?$/ }).max(2000)),
    observed_at: optional(moment),
  }).refine(({ withdrawn, observed_at }) => !withdrawn || observed_at !== null, {
    path: ['observed_at'],
    message: 'is needed to withdraw an alias',
  }),
  observation: strictRecord('observation', {
    observation_id: optional(text(200)),
    type: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
    subtype: optional(text(200)),
    source,
    summary: text(2000),
    evidence: z.record(z.string(), z.unknown()).default({}),
    confidence: z.number().min(0).max(1).default(1),
    observed_at: moment,
  }),
  job_posting: strictRecord('job_posting', {
    job_id: optional(text(200)),
    title: text(500),
    ai_related: z.boolean(),
    location: optional(text(500)),
    opened_at: day,
    closed_at: optional(day),
    source: source.default('job_posting'),
  }),
  construction_permit: strictRecord('construction_permit', {
    license_number: text(100),
    license_types: z.array(z.enum(constructionLicenseTypes)).min(1),
    valid_from: day,
    valid_until: day,
    source: source.default('construction_permit'),
  }),
  insured_persons: strictRecord('insured_persons', {
    insured_persons: headCount,
    source: source.default('gbizinfo'),
    observed_at: optional(moment),
  }),
  technology: strictRecord('technology', {
    technology: z.string().regex(/^[a-z0-9][a-z0-9._+#-]{0,63}$/),
    source: source.default('company_website'),
    observed_at: optional(moment),
  }),
  financials: strictRecord('financials', {
    fiscal_year: z.int().min(1900).max(2200),
    ...amounts,
    source: source.default('gbizinfo'),
    observed_at: optional(moment),
  }),
};

export type JsonRecord = z.output<(typeof records)[keyof typeof records]>;
export type RecordOf<Kind extends keyof typeof records> = z.output<(typeof records)[Kind]>;

/** A line as a record, or why it is rejected: every bad field with its path. */
export function readJsonRecord(line: unknown): JsonRecord | string {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return 'not a JSON object';
  const kind = 'record' in line ? line.record : 'facts';
  const schema = Object.entries(records).find(([name]) => name === kind)?.[1];
  if (schema === undefined) {
    return `record ${JSON.stringify(kind)} is unknown; use one of ${Object.keys(records).join(', ')}`;
  }
  const parsed = schema.safeParse(line);
  if (!parsed.success) {
    return parsed.error.issues
      .map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`)
      .join('; ');
  }
  const { company_id, corporate_number, securities_code } = parsed.data;
  if (company_id === null && corporate_number === null && securities_code === null) {
    return 'does not name a company: corporate_number, securities_code and company_id are missing';
  }
  return parsed.data;
}
