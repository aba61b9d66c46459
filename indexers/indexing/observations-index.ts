import {
  buildObservationsSettings,
  type ObservationCompanyFields,
  observationsMapping,
  observationsMappingVersion,
} from '../../mappings/observations.ts';
import {
  buildObservationCompanyFields,
  buildObservationDocument,
} from '../documents/observation-document.ts';
import { readAllObservations, readObservationsByCompany } from '../documents/observation-reader.ts';
import type { ObservationPage } from '../documents/observation-source.ts';
import { identityPassedSql } from './date-passed.ts';
import type { BulkDocument, IndexDefinition } from './generations/index-definition.ts';

/**
 * Observations with the facts of their companies. A document's version is that of the observation plus that of its
 * company, so that a change of either makes it newer. When an observation moves to another company, the database raises
 * its version by that of the company it leaves (migration 0010).
 */
export const observationsIndex: IndexDefinition = {
  kind: 'observations',
  mappingVersion: observationsMappingVersion,
  mapping: observationsMapping,
  settings: buildObservationsSettings,
  keysSql: `SELECT observation_id AS id, o.version + c.version AS version
    FROM observations o JOIN companies c USING (company_id)`,
  idField: 'observation_id',
  datePassedSql: identityPassedSql,
  documentsAreCompanies: false,

  async *readAll(client, today) {
    for await (const page of readAllObservations(client)) yield buildBulkDocuments(page, today);
  },

  async *readForCompanies(client, companyIds, today) {
    for await (const page of readObservationsByCompany(client, companyIds))
      yield buildBulkDocuments(page, today);
  },

  async findCompanyIds(client, documentIds) {
    const { rows } = await client.query<{ observation_id: string; company_id: string }>(
      'SELECT observation_id, company_id FROM observations WHERE observation_id = ANY($1::text[])',
      [documentIds],
    );
    return new Map(rows.map(({ observation_id, company_id }) => [observation_id, company_id]));
  },
};

/** Builds each document when it is written, so that memory never contains a page of them. */
function* buildBulkDocuments(
  { observations, companies }: ObservationPage,
  today: string,
): Generator<BulkDocument> {
  const fields = new Map<string, ObservationCompanyFields>();
  for (const observation of observations) {
    const company = companies.get(observation.companyId);
    if (!company) throw new TypeError('an observation without its company');
    const shared = fields.get(company.companyId) ?? buildObservationCompanyFields(company, { today });
    fields.set(company.companyId, shared);
    const document = buildObservationDocument(observation, shared, company.version);
    yield { id: document.observation_id, version: document.version, json: JSON.stringify(document) };
  }
}
