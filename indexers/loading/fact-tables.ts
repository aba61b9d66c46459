import { type Column, columnName } from './copy-rows.ts';
import type { FactBatch } from './facts.ts';

/**
 * How facts enter each table. In the SQL, `kept` is the row that is there and `excluded` the one that comes.
 */
export interface FactTable {
  readonly name: keyof FactBatch;
  readonly columns: readonly Column[];
  /** Columns that tell two facts of one batch apart; the later one counts. */
  readonly key: readonly string[];
  /** Rows of a company that is new can be copied straight in: every key of the table begins with the company. */
  readonly ownedByCompany: boolean;
  /** Statements that write the staged rows. Each answers `company_id` and the `fields` that it changed. */
  readonly merge: readonly string[];
}

interface Upsert {
  /** What the row has to say to enter at all, over `s`. */
  readonly from?: string;
  readonly conflict: string;
  /** The row of the conflict, over `kept` and `s`. */
  readonly same: string;
  readonly set: Readonly<Record<string, string>>;
  /** When the row that comes may replace the one that is there. */
  readonly allowed?: string;
  /** SQL for the changed fields (text[]), over `old` and `new`. */
  readonly fields: string;
  /** Columns beside those of the facts that every change sets. */
  readonly also?: string;
}

function upsert(table: keyof FactBatch, columns: readonly Column[], rule: Upsert): string {
  const names = columns.map(columnName).join(', ');
  const set = Object.entries(rule.set);
  const before = set.map(([column]) => `kept.${column}`).join(', ');
  const after = set.map(([, value]) => value).join(', ');
  // ON CONFLICT locks, and so writes, also the rows that it leaves as they are: those are kept away from it.
  return `
    INSERT INTO ${table} AS kept (${names}) SELECT ${names} FROM staged_${table} s
    WHERE NOT EXISTS (SELECT FROM ${table} kept
      WHERE ${rule.same} AND (${before}) IS NOT DISTINCT FROM (${after.replaceAll('excluded.', 's.')}))
    ${rule.from ? `AND ${rule.from}` : ''}
    ON CONFLICT ${rule.conflict} DO UPDATE SET ${set.map(([column, value]) => `${column} = ${value}`).join(', ')}
      ${rule.also ? `, ${rule.also}` : ''}
    WHERE (${before}) IS DISTINCT FROM (${after}) ${rule.allowed ? `AND (${rule.allowed})` : ''}
    RETURNING new.company_id AS company_id, ${rule.fields} AS fields`;
}

/** The register of corporate numbers decides; what others say holds only until it speaks. */
const registerDecides = "excluded.source = 'corporate_registry' OR kept.source <> 'corporate_registry'";
const notOlder = 'kept.observed_at IS NULL OR excluded.observed_at >= kept.observed_at';

/** The day on which the file says what it says, set for the transaction by `mergeFacts`. */
export const statedOnSetting = 'company_facts.stated_on';
const statedOn = `coalesce(nullif(current_setting('${statedOnSetting}', true), '')::date, current_date)`;

/**
 * The newest day on which the same source stated it; of another source the day stays that of the one that is kept. A day
 * alone is no change of the company, so `fields` leave it out.
 */
const statedOnOfSameSource = `CASE WHEN excluded.source = kept.source
  THEN greatest(excluded.stated_on, kept.stated_on) ELSE kept.stated_on END`;

/** A date that one row knows and the next, about the same thing, does not, stays known. */
const knownFrom = (sameThing: string) =>
  `CASE WHEN ${sameThing} THEN coalesce(excluded.valid_from, kept.valid_from) ELSE excluded.valid_from END`;

/** @param mayBeNull a column of the key of which NULL equals NULL */
function onKey(columns: readonly string[], mayBeNull?: string): Pick<Upsert, 'conflict' | 'same'> {
  const same = columns.map((column) => `kept.${column} = s.${column}`);
  if (mayBeNull === undefined) return { conflict: `(${columns.join(', ')})`, same: same.join(' AND ') };
  return {
    conflict: `(${[...columns, mayBeNull].join(', ')})`,
    same: [...same, `kept.${mayBeNull} IS NOT DISTINCT FROM s.${mayBeNull}`].join(' AND '),
  };
}

function replacing(columns: readonly Column[], key: readonly string[]): Record<string, string> {
  const values = columns.map(columnName).filter((name) => !key.includes(name));
  return Object.fromEntries(values.map((name) => [name, `excluded.${name}`]));
}

const companyColumns = [
  'company_id',
  'corporate_number',
  'kind',
  'status',
  'closed_on',
  'close_cause',
  'hidden',
  'name_image_id',
  'assigned_on',
  'register_updated_on',
] as const;

const statedCompanyColumns = [...companyColumns, 'stated_by', 'stated_on'] as const;

const changedCompanyFields = companyColumns
  .map((column) => `CASE WHEN old.${column} IS DISTINCT FROM new.${column} THEN '${column}' END`)
  .join(', ');

const companies: FactTable = {
  name: 'companies',
  columns: statedCompanyColumns,
  key: ['company_id'],
  ownedByCompany: true,
  merge: [
    upsert('companies', statedCompanyColumns, {
      ...onKey(['company_id']),
      set: {
        ...replacing(statedCompanyColumns, ['company_id']),
        corporate_number: 'coalesce(kept.corporate_number, excluded.corporate_number)',
      },
      allowed: 'kept.register_updated_on IS NULL OR excluded.register_updated_on >= kept.register_updated_on',
      fields: `nullif(array_remove(ARRAY[${changedCompanyFields}], NULL), '{}')`,
    }),
  ],
};

const nameColumns = ['company_id', 'kind', 'name', 'valid_from', 'valid_to', 'source', 'stated_on'] as const;
const nameOf = (row: string) => `(${row}.name, ${row}.source, ${row}.valid_from, ${row}.valid_to)`;
const nameField = `CASE WHEN old.company_id IS NULL OR ${nameOf('old')} IS DISTINCT FROM ${nameOf('new')}
  THEN ARRAY[new.kind || '_name'] END`;
const sameFormer = `kind = 'former' AND k.kind = 'former' AND k.company_id = s.company_id AND k.name = s.name`;

const names: FactTable = {
  name: 'company_names',
  columns: nameColumns,
  key: ['company_id', 'kind', 'name', 'valid_from'],
  ownedByCompany: true,
  merge: [
    // A former name of which the first day has become known.
    `DELETE FROM company_names k USING staged_company_names s
     WHERE s.${sameFormer} AND k.valid_from IS NULL AND s.valid_from IS NOT NULL
       AND (k.valid_to IS NULL OR k.valid_to = s.valid_to)
     RETURNING k.company_id, ARRAY['former_name'] AS fields`,
    upsert('company_names', nameColumns, {
      from: "s.kind = 'legal'",
      conflict: "(company_id) WHERE kind = 'legal'",
      same: "kept.company_id = s.company_id AND kept.kind = 'legal'",
      set: {
        name: 'excluded.name',
        source: 'excluded.source',
        valid_from: knownFrom('kept.name = excluded.name'),
        stated_on: `CASE WHEN (kept.name, kept.source) = (excluded.name, excluded.source)
          THEN greatest(excluded.stated_on, kept.stated_on) ELSE excluded.stated_on END`,
      },
      allowed: registerDecides,
      fields: nameField,
    }),
    upsert('company_names', nameColumns, {
      from: `s.kind <> 'legal' AND NOT EXISTS (SELECT FROM company_names k WHERE s.${sameFormer}
        AND s.valid_from IS NULL AND k.valid_from IS NOT NULL AND (s.valid_to IS NULL OR s.valid_to = k.valid_to))`,
      ...onKey(['company_id', 'kind', 'name'], 'valid_from'),
      set: { valid_to: 'coalesce(excluded.valid_to, kept.valid_to)', stated_on: statedOnOfSameSource },
      fields: nameField,
    }),
  ],
};

const identifierColumns = [
  'company_id',
  'identifier_type',
  'value',
  'valid_from',
  'valid_to',
  'source',
  'stated_on',
] as const;

const identifiers: FactTable = {
  name: 'company_identifiers',
  columns: identifierColumns,
  key: ['company_id', 'identifier_type', 'value'],
  ownedByCompany: false,
  merge: [
    // A code has one owner: what names it now takes it over from the company that had it.
    `UPDATE company_identifiers k SET valid_to = greatest(k.valid_from, coalesce(s.valid_from, ${statedOn}))
     FROM staged_company_identifiers s
     WHERE k.identifier_type = s.identifier_type AND k.value = s.value AND k.company_id <> s.company_id
       AND k.identifier_type <> 'domain' AND k.valid_to IS NULL AND s.valid_to IS NULL
     RETURNING k.company_id, ARRAY['identifiers'] AS fields`,
    upsert('company_identifiers', identifierColumns, {
      ...onKey(['company_id', 'identifier_type', 'value']),
      set: {
        valid_from: 'coalesce(excluded.valid_from, kept.valid_from)',
        valid_to: 'excluded.valid_to',
        stated_on: statedOnOfSameSource,
      },
      fields: `CASE WHEN old.company_id IS NULL
        OR (old.valid_from, old.valid_to) IS DISTINCT FROM (new.valid_from, new.valid_to) THEN ARRAY['identifiers'] END`,
    }),
  ],
};

const aliases: FactTable = {
  name: 'company_aliases',
  columns: ['alias_id', 'company_id', 'reason'],
  key: ['alias_id'],
  ownedByCompany: false,
  merge: [
    // Ids are assigned once: one that is taken stays where it is.
    `INSERT INTO company_aliases (alias_id, company_id, reason)
     SELECT alias_id, company_id, reason FROM staged_company_aliases s
     WHERE NOT EXISTS (SELECT FROM companies c WHERE c.company_id = s.alias_id)
     ON CONFLICT DO NOTHING
     RETURNING company_id, ARRAY['aliases'] AS fields`,
  ],
};

const successorColumns = ['company_id', 'successor_corporate_number', 'effective_on', 'source'] as const;

const successors: FactTable = {
  name: 'company_successors',
  columns: successorColumns,
  key: ['company_id'],
  ownedByCompany: true,
  merge: [
    upsert('company_successors', successorColumns, {
      ...onKey(['company_id']),
      set: replacing(successorColumns, ['company_id']),
      allowed: registerDecides,
      fields: "ARRAY['superseded_by']",
    }),
  ],
};

const addressColumns = [
  'company_id',
  'kind',
  'prefecture_code',
  'prefecture',
  'city_code',
  'city',
  'street',
  'postal_code',
  'source',
  'valid_from',
  'stated_on',
] as const;
const shownOfAddress = (row: string) =>
  `(${addressColumns.filter((column) => column !== 'stated_on').map((column) => `${row}.${column}`)})`;
const samePlace =
  '(kept.prefecture, kept.city, kept.street) IS NOT DISTINCT FROM (excluded.prefecture, excluded.city, excluded.street)';

const addresses: FactTable = {
  name: 'company_addresses',
  columns: addressColumns,
  key: ['company_id', 'kind'],
  ownedByCompany: true,
  merge: [
    upsert('company_addresses', addressColumns, {
      ...onKey(['company_id', 'kind']),
      set: { ...replacing(addressColumns, ['company_id', 'kind']), valid_from: knownFrom(samePlace) },
      allowed: registerDecides,
      fields: `CASE WHEN old.company_id IS NULL OR ${shownOfAddress('old')} IS DISTINCT FROM ${shownOfAddress('new')}
        THEN ARRAY['address'] END`,
    }),
  ],
};

const listingColumns = [
  'company_id',
  'exchange',
  'code',
  'security_kind',
  'short_name',
  'market_segment',
  'industry_33_code',
  'size_class',
  'listed_from',
  'listed_to',
  'as_of',
] as const;
const shownOfListing = (row: string) =>
  `(${row}.security_kind, ${row}.short_name, ${row}.market_segment, ${row}.industry_33_code, ${row}.size_class, ${row}.listed_from)`;

const listings: FactTable = {
  name: 'listings',
  columns: listingColumns,
  key: ['exchange', 'code', 'listed_to'],
  ownedByCompany: false,
  merge: [
    // The code has passed to another company.
    `UPDATE listings k SET listed_to = greatest(k.listed_from, s.as_of) FROM staged_listings s
     WHERE (k.exchange, k.code) = (s.exchange, s.code) AND k.company_id <> s.company_id
       AND k.listed_to IS NULL AND s.listed_to IS NULL AND s.as_of >= k.as_of
     RETURNING k.company_id, ARRAY['listings'] AS fields`,
    upsert('listings', listingColumns, {
      ...onKey(['exchange', 'code'], 'listed_to'),
      set: {
        ...replacing(listingColumns, ['company_id', 'exchange', 'code', 'listed_to']),
        // A list that was read without its names, or without the first day, takes neither away.
        short_name: 'coalesce(excluded.short_name, kept.short_name)',
        listed_from: 'coalesce(excluded.listed_from, kept.listed_from)',
      },
      allowed: 'excluded.company_id = kept.company_id AND excluded.as_of >= kept.as_of',
      // That a newer list still names the security is no change of the company.
      fields: `CASE WHEN old.company_id IS NULL OR ${shownOfListing('old')} IS DISTINCT FROM ${shownOfListing('new')}
        THEN ARRAY['listings'] END`,
    }),
  ],
};

const profileColumns = [
  'company_id',
  'field',
  { name: 'value', as: 'json' },
  'source',
  'observed_at',
] as const;

const profileValues: FactTable = {
  name: 'profile_values',
  columns: profileColumns,
  key: ['company_id', 'field', 'source'],
  ownedByCompany: true,
  merge: [
    upsert('profile_values', profileColumns, {
      ...onKey(['company_id', 'field', 'source']),
      set: { value: 'excluded.value', observed_at: 'excluded.observed_at' },
      allowed: notOlder,
      fields: 'ARRAY[new.field]',
    }),
  ],
};

const technologyColumns = ['company_id', 'technology', 'source', 'observed_at'] as const;

const technologies: FactTable = {
  name: 'company_technologies',
  columns: technologyColumns,
  key: ['company_id', 'technology', 'source'],
  ownedByCompany: true,
  merge: [
    upsert('company_technologies', technologyColumns, {
      ...onKey(['company_id', 'technology', 'source']),
      set: { observed_at: 'excluded.observed_at' },
      allowed: notOlder,
      fields: "ARRAY['technologies']",
    }),
  ],
};

const observationColumns = [
  'observation_id',
  'company_id',
  'type',
  'subtype',
  'source',
  'summary',
  { name: 'evidence', as: 'json' },
  'confidence',
  'observed_at',
] as const;

const observations: FactTable = {
  name: 'observations',
  columns: observationColumns,
  key: ['observation_id'],
  ownedByCompany: false,
  merge: [
    upsert('observations', observationColumns, {
      ...onKey(['observation_id']),
      set: replacing(observationColumns, ['observation_id']),
      also: 'version = kept.version + 1',
      fields: "ARRAY['observations']",
    }),
  ],
};

const jobColumns = [
  'job_id',
  'company_id',
  'title',
  'ai_related',
  'location',
  'opened_at',
  'closed_at',
  'source',
] as const;

const jobPostings: FactTable = {
  name: 'job_postings',
  columns: jobColumns,
  key: ['job_id'],
  ownedByCompany: false,
  merge: [
    upsert('job_postings', jobColumns, {
      ...onKey(['job_id']),
      set: replacing(jobColumns, ['job_id']),
      fields: "ARRAY['job_postings']",
    }),
  ],
};

const permitColumns = [
  'license_number',
  'company_id',
  { name: 'license_types', as: 'array' },
  'valid_from',
  'valid_until',
  'source',
] as const;

const constructionPermits: FactTable = {
  name: 'construction_permits',
  columns: permitColumns,
  key: ['license_number', 'valid_from'],
  ownedByCompany: false,
  merge: [
    upsert('construction_permits', permitColumns, {
      ...onKey(['license_number', 'valid_from']),
      set: replacing(permitColumns, ['license_number', 'valid_from']),
      fields: "ARRAY['construction_permits']",
    }),
  ],
};

const financialColumns = ['company_id', 'fiscal_year', 'metric', 'value', 'source', 'observed_at'] as const;

const financials: FactTable = {
  name: 'financials',
  columns: financialColumns,
  key: ['company_id', 'fiscal_year', 'metric', 'source'],
  ownedByCompany: true,
  merge: [
    upsert('financials', financialColumns, {
      ...onKey(['company_id', 'fiscal_year', 'metric', 'source']),
      set: { value: 'excluded.value', observed_at: 'excluded.observed_at' },
      allowed: notOlder,
      fields: "ARRAY['financials']",
    }),
  ],
};

/** In the order in which they refer to one another. */
export const factTables: readonly FactTable[] = [
  companies,
  names,
  identifiers,
  aliases,
  successors,
  addresses,
  listings,
  profileValues,
  technologies,
  observations,
  jobPostings,
  constructionPermits,
  financials,
];

/** Changes of these fields change the company's row in the company source enrichment view. */
export const enrichmentFields = [
  'employees',
  'insured_persons',
  'job_postings',
  'construction_permits',
  'observations',
];
