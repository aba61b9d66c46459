import type { ClientBase } from 'pg';
import {
  type CompanyDocument,
  companiesMapping,
  companiesMappingVersion,
  companiesSettings,
} from '../../mappings/companies.ts';
import { buildCompanyDocument } from '../documents/company-document.ts';
import { readAllCompanies, readCompaniesById } from '../documents/company-reader.ts';
import type { CompanySource } from '../documents/company-source.ts';
import type { BulkDocument } from './bulk-writer.ts';
import type { IndexDefinition } from './index-definition.ts';

export const companiesIndex: IndexDefinition = {
  kind: 'companies',
  mappingVersion: companiesMappingVersion,
  mapping: companiesMapping,
  settings: companiesSettings,
  keysSql: 'SELECT company_id AS id, version FROM companies',
  idField: 'company_id',
  oneForEachCompany: true,

  async *readAll(client, today) {
    for await (const companies of readAllCompanies(client)) yield bulkDocuments(companies, today);
  },

  async *readOfCompanies(client, companyIds, today) {
    yield bulkDocuments(await readCompaniesById(client, companyIds), today);
  },

  async companiesOf(_client, documentIds) {
    return new Map(documentIds.map((id) => [id, id]));
  },

  /** Hidden and without ids, names and digest: no search, count or comparison sees it. */
  tombstone(id, version) {
    const document: Pick<CompanyDocument, 'company_id' | 'hidden' | 'status' | 'version'> = {
      company_id: id,
      hidden: true,
      status: 'removed',
      version,
    };
    return { id, version, json: JSON.stringify(document) };
  },

  async companiesChangedByDate(client: ClientBase, since: string, today: string) {
    const { rows } = await client.query<{ company_id: string }>(datePassedSql, [since, today]);
    return rows.map(({ company_id }) => company_id);
  },
};

/** Days after $1 up to $2 on which something of a document begins or ends. A permit is valid on its last day. */
const datePassedSql = `
  SELECT company_id FROM job_postings
    WHERE (opened_at > $1 AND opened_at <= $2) OR (closed_at > $1 AND closed_at <= $2)
  UNION SELECT company_id FROM construction_permits
    WHERE (valid_from > $1 AND valid_from <= $2) OR (valid_until >= $1 AND valid_until < $2)
  UNION SELECT company_id FROM company_identifiers
    WHERE (valid_from > $1 AND valid_from <= $2) OR (valid_to > $1 AND valid_to <= $2)
  UNION SELECT company_id FROM listings
    WHERE (listed_from > $1 AND listed_from <= $2) OR (listed_to > $1 AND listed_to <= $2)`;

/** One after the other as they are written, so that no page of documents stands in memory. */
function* bulkDocuments(companies: readonly CompanySource[], today: string): Generator<BulkDocument> {
  for (const company of companies) {
    const document = buildCompanyDocument(company, { today });
    yield { id: company.companyId, version: company.version, json: JSON.stringify(document) };
  }
}
