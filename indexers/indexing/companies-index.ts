import {
  buildCompaniesSettings,
  companiesMapping,
  companiesMappingVersion,
} from '../../mappings/companies.ts';
import { buildCompanyDocument } from '../documents/company-document.ts';
import { readAllCompanies, readCompaniesById } from '../documents/company-reader.ts';
import type { CompanySource } from '../facts/company-source.ts';
import { evidencePassedSql, identityPassedSql } from './date-passed.ts';
import type { BulkDocument, IndexDefinition } from './generations/index-definition.ts';

export const companiesIndex: IndexDefinition = {
  kind: 'companies',
  mappingVersion: companiesMappingVersion,
  mapping: companiesMapping,
  settings: buildCompaniesSettings,
  keysSql: 'SELECT company_id AS id, version FROM companies',
  idField: 'company_id',
  datePassedSql: `${evidencePassedSql} UNION ${identityPassedSql}`,
  documentsAreCompanies: true,

  async *readAll(client, today) {
    for await (const companies of readAllCompanies(client)) yield buildBulkDocuments(companies, today);
  },

  async *readForCompanies(client, companyIds, today) {
    yield buildBulkDocuments(await readCompaniesById(client, companyIds), today);
  },

  async findCompanyIds(_client, documentIds) {
    return new Map(documentIds.map((id) => [id, id]));
  },
};

/** Builds each document when it is written, so that memory never contains a page of them. */
function* buildBulkDocuments(companies: readonly CompanySource[], today: string): Generator<BulkDocument> {
  for (const company of companies) {
    const document = buildCompanyDocument(company, { today });
    yield { id: company.companyId, version: company.version, json: JSON.stringify(document) };
  }
}
