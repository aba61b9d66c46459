import type {
  AliasKind,
  CompanyKind,
  CompanyStatus,
} from '../../src/contract/companies/company-vocabulary.ts';
import type { AliasSource, ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import type { SourceName } from './company-source.ts';
import {
  defineColumn,
  defineFactTable,
  defineOptionalColumn,
  optionalText,
  registerDecides,
  statedOn,
  statedOnSetting,
  text,
} from './fact-table.ts';
import { renderText } from './text-row.ts';

/** Tables that identify a company: the company, its names, ids, codes, addresses and successor (migration 0001). */

const source = defineColumn<ObservationSource>();

/**
 * The newest day on which the same source stated the fact. A statement of another source does not change the day. A new
 * day alone does not change the company, so `shown` leaves it out.
 */
const statedOnOfSameSource = `CASE WHEN excluded.source = kept.source
  THEN greatest(excluded.stated_on, kept.stated_on) ELSE kept.stated_on END`;

/** A date stays known when a later row about the same thing lacks it. */
const buildKnownFromSql = (sameThing: string) =>
  `CASE WHEN ${sameThing} THEN coalesce(excluded.valid_from, kept.valid_from) ELSE excluded.valid_from END`;

/** Facts of the register are derived from all that it stated, so they replace what was known of their days. */
const buildRegisterSql = (value: string, otherwise: string) =>
  `CASE WHEN excluded.source = 'corporate_registry' THEN ${value} ELSE ${otherwise} END`;

const stateOfCompany = {
  corporate_number: optionalText,
  kind: defineOptionalColumn<CompanyKind>(),
  status: defineColumn<CompanyStatus>(),
  closed_on: optionalText,
  close_cause: defineOptionalColumn<'liquidated' | 'merger' | 'closed_by_registrar' | 'other'>(),
  hidden: defineColumn<boolean>(),
  name_image_id: optionalText,
  assigned_on: optionalText,
  register_updated_on: optionalText,
};

const changedState = Object.keys(stateOfCompany)
  .map((name) => `CASE WHEN old.${name} IS DISTINCT FROM new.${name} THEN '${name}' END`)
  .join(', ');

export const companies = defineFactTable('companies', {
  columns: {
    company_id: text,
    ...stateOfCompany,
    /** Of the entry on `register_updated_on`. It alone does not change the company. */
    register_process: optionalText,
    /** The source of the row if it is not the register; absent for a row of the register. */
    stated_by: defineOptionalColumn<ObservationSource>(),
    stated_on: statedOn,
  },
  key: ['company_id'],
  field: () => "'status'",
  fields: `nullif(array_remove(ARRAY[CASE WHEN old.company_id IS NULL THEN 'company_id' END, ${changedState}], NULL), '{}')`,
  merge: (upsert) => [
    upsert({
      set: { corporate_number: 'coalesce(kept.corporate_number, excluded.corporate_number)' },
      allowed: 'kept.register_updated_on IS NULL OR excluded.register_updated_on >= kept.register_updated_on',
    }),
  ],
});

/** The register's names are stored with the days on which EDINET states them. Other sources do not know them. */
const filedDays = Object.fromEntries(
  (['filed_from', 'filed_to'] as const).map((name) => [
    name,
    `CASE WHEN excluded.source IN ('corporate_registry', 'edinet') THEN excluded.${name} ELSE kept.${name} END`,
  ]),
);

/** The register states all its former names of a company together, so the days of one say nothing about another. */
const sameFormer = `kind = 'former' AND k.kind = 'former' AND k.company_id = s.company_id AND k.name = s.name
  AND (k.source <> 'corporate_registry' OR s.source <> 'corporate_registry')`;

export const companyNames = defineFactTable('company_names', {
  columns: {
    company_id: text,
    kind: defineColumn<Exclude<SourceName['kind'], 'alias'>>(),
    name: text,
    valid_from: optionalText,
    valid_to: optionalText,
    source,
    stated_on: statedOn,
    /** The days on which EDINET states the name, whatever its source; no last one while it is the legal name. */
    filed_from: optionalText,
    filed_to: optionalText,
  },
  key: ['company_id', 'kind', 'name', 'valid_from'],
  lastKeyColumnNullable: true,
  // A company has only one legal name.
  sameFact: (one, other) =>
    `${one}.kind = ${other}.kind AND (${other}.kind = 'legal' OR ${one}.name = ${other}.name)`,
  field: (row) => `${row}.kind || '_name'`,
  shown: ['name', 'source', 'valid_from', 'valid_to', 'filed_from', 'filed_to'],
  merge: (upsert) => [
    // A former name whose first day has become known.
    `DELETE FROM company_names k USING staged_company_names s
     WHERE s.${sameFormer} AND k.valid_from IS NULL AND s.valid_from IS NOT NULL
       AND (k.valid_to IS NULL OR k.valid_to = s.valid_to)
     RETURNING k.company_id, ARRAY['former_name'] AS fields`,
    upsert({
      from: "s.kind = 'legal'",
      on: {
        conflict: "(company_id) WHERE kind = 'legal'",
        same: "kept.company_id = s.company_id AND kept.kind = 'legal'",
      },
      replace: ['name', 'source', 'filed_from', 'filed_to'],
      set: {
        valid_from: `CASE WHEN excluded.source = 'corporate_registry' OR excluded.filed_from IS NOT NULL THEN excluded.valid_from
          ELSE ${buildKnownFromSql('kept.name = excluded.name')} END`,
        stated_on: `CASE WHEN (kept.name, kept.source) = (excluded.name, excluded.source)
          THEN greatest(excluded.stated_on, kept.stated_on) ELSE excluded.stated_on END`,
      },
      allowed: registerDecides,
    }),
    upsert({
      from: `s.kind = 'former' AND NOT EXISTS (SELECT FROM company_names k WHERE s.${sameFormer}
        AND s.valid_from IS NULL AND k.valid_from IS NOT NULL AND (s.valid_to IS NULL OR s.valid_to = k.valid_to))`,
      replace: [],
      set: {
        ...filedDays,
        source: buildRegisterSql('excluded.source', 'kept.source'),
        valid_to: buildRegisterSql('excluded.valid_to', 'coalesce(excluded.valid_to, kept.valid_to)'),
        stated_on: buildRegisterSql('NULL', statedOnOfSameSource),
      },
      allowed: registerDecides,
    }),
    upsert({
      from: "s.kind NOT IN ('legal', 'former')",
      replace: [],
      set: {
        ...filedDays,
        stated_on: statedOnOfSameSource,
      },
    }),
  ],
  document: {
    select:
      "kind, name, valid_from, valid_to, filed_from, filed_to, source = 'edinet' AND filed_from IS NOT NULL",
    add: (
      company,
      [kind, name, validFrom = null, validTo = null, filedFrom = null, filedTo = null, filedOnly = null],
    ) =>
      company.names.push({
        kind: renderText(kind) as SourceName['kind'],
        name: renderText(name),
        validFrom,
        validTo,
        filedFrom,
        filedTo,
        filedOnly: filedOnly === 't',
      }),
  },
});

/** The days on which EDINET stated names, from which names of companies are derived. They change no company by themselves. */
export const filerNames = defineFactTable('filer_names', {
  columns: {
    company_id: text,
    name: text,
    /** Whether the list states it, or filings. */
    listed: defineColumn<boolean>(),
    stated_from: text,
    stated_on: text,
  },
  key: ['company_id', 'name', 'listed'],
  field: () => "''",
  fields: 'NULL::text[]',
  merge: (upsert) => [
    upsert({
      set: {
        stated_from: 'least(excluded.stated_from, kept.stated_from)',
        stated_on: 'greatest(excluded.stated_on, kept.stated_on)',
      },
    }),
  ],
});

export const nameAliases = defineFactTable('name_aliases', {
  columns: {
    company_id: text,
    alias: text,
    alias_kind: defineOptionalColumn<AliasKind>(),
    exclusive: defineColumn<boolean>(),
    withdrawn: defineColumn<boolean>(),
    language: optionalText,
    source: defineColumn<AliasSource>(),
    source_url: optionalText,
    stated_on: statedOn,
  },
  key: ['company_id', 'alias', 'source'],
  field: () => "'alias'",
  shown: ['alias', 'alias_kind', 'exclusive', 'withdrawn', 'language', 'source_url'],
  merge: (upsert) => [upsert({ allowed: 'kept.stated_on IS NULL OR excluded.stated_on >= kept.stated_on' })],
  document: {
    select: 'alias, bool_or(exclusive)',
    rest: 'AND NOT withdrawn GROUP BY company_id, alias',
    add: (company, [alias, exclusive]) =>
      company.names.push({
        kind: 'alias',
        name: renderText(alias),
        validFrom: null,
        validTo: null,
        exclusive: exclusive === 't',
      }),
  },
});

export const companyIdentifiers = defineFactTable('company_identifiers', {
  columns: {
    company_id: text,
    identifier_type: defineColumn<'securities_code' | 'edinet_code' | 'domain'>(),
    value: text,
    valid_from: optionalText,
    valid_to: optionalText,
    source,
    stated_on: statedOn,
  },
  key: ['company_id', 'identifier_type', 'value'],
  contested: true,
  field: () => "'identifiers'",
  shown: ['valid_from', 'valid_to'],
  merge: (upsert) => [
    // A code has one owner: the company that has it now takes it over from the previous one.
    `UPDATE company_identifiers k SET valid_to = greatest(k.valid_from, coalesce(s.valid_from,
       nullif(current_setting('${statedOnSetting}', true), '')::date, current_date))
     FROM staged_company_identifiers s
     WHERE k.identifier_type = s.identifier_type AND k.value = s.value AND k.company_id <> s.company_id
       AND k.identifier_type <> 'domain' AND k.valid_to IS NULL AND s.valid_to IS NULL
     RETURNING k.company_id, ARRAY['identifiers'] AS fields`,
    upsert({
      replace: ['valid_to'],
      set: {
        valid_from: 'coalesce(excluded.valid_from, kept.valid_from)',
        stated_on: statedOnOfSameSource,
      },
    }),
  ],
  document: {
    select: 'identifier_type, value, valid_from, valid_to',
    add: (company, [type, value, validFrom = null, validTo = null]) =>
      company.identifiers.push({ type: renderText(type), value: renderText(value), validFrom, validTo }),
  },
});

export const companyAliases = defineFactTable('company_aliases', {
  columns: {
    alias_id: text,
    company_id: text,
    reason: defineColumn<'listing' | 'corporate_number' | 'merged_record'>(),
  },
  key: ['alias_id'],
  field: () => "'aliases'",
  merge: () => [
    // Ids are assigned once: an id that is taken stays with its company.
    `INSERT INTO company_aliases (alias_id, company_id, reason)
     SELECT alias_id, company_id, reason FROM staged_company_aliases s
     WHERE NOT EXISTS (SELECT FROM companies c WHERE c.company_id = s.alias_id)
     ON CONFLICT DO NOTHING
     RETURNING company_id, ARRAY['aliases'] AS fields`,
  ],
  document: { select: 'alias_id', add: (company, [alias]) => company.aliases.push(renderText(alias)) },
});

export const companySuccessors = defineFactTable('company_successors', {
  columns: { company_id: text, successor_corporate_number: text, effective_on: optionalText, source },
  key: ['company_id'],
  field: () => "'superseded_by'",
  merge: (upsert) => [upsert({ allowed: registerDecides })],
  document: {
    select: 'successor_corporate_number',
    add: (company, [successor]) => {
      company.successorCorporateNumber = renderText(successor);
    },
  },
});

const stateOfAddress = {
  kind: defineColumn<'head_office' | 'outside_japan'>(),
  prefecture_code: optionalText,
  prefecture: optionalText,
  city_code: optionalText,
  city: optionalText,
  street: optionalText,
  postal_code: optionalText,
  source,
  valid_from: optionalText,
};

const samePlace =
  '(kept.prefecture, kept.city, kept.street) IS NOT DISTINCT FROM (excluded.prefecture, excluded.city, excluded.street)';

export const companyAddresses = defineFactTable('company_addresses', {
  columns: { company_id: text, ...stateOfAddress, stated_on: statedOn },
  key: ['company_id', 'kind'],
  field: () => "'address'",
  shown: ['company_id', ...(Object.keys(stateOfAddress) as (keyof typeof stateOfAddress)[])],
  merge: (upsert) => [
    upsert({
      set: { valid_from: buildRegisterSql('excluded.valid_from', buildKnownFromSql(samePlace)) },
      allowed: registerDecides,
    }),
  ],
  document: {
    select: 'prefecture_code, prefecture, city, street, postal_code',
    rest: "AND kind = 'head_office'",
    add: (
      company,
      [prefectureCode = null, prefecture = null, city = null, street = null, postalCode = null],
    ) => {
      company.headOffice = { prefectureCode, prefecture, city, street, postalCode };
    },
  },
});
