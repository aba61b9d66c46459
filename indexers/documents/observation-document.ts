import {
  type ObservationCompanyFields,
  type ObservationDocument,
  writeHitRow,
} from '../../mappings/observations.ts';
import { getTermLabel, industries, marketSegments } from '../../src/contract/companies/company-vocabulary.ts';
import { getObservationTypeLabel, sourceLabels } from '../../src/contract/observations/vocabulary.ts';
import { cutCompoundsIn, listInnerWords } from '../../src/text/names/compound-words.ts';
import { buildCompanyDocument, type DocumentContext } from './company-document.ts';
import { computeDocumentDigest } from './digest.ts';
import type { ObservationSource, ObservedCompany } from './observation-source.ts';

/** Only the beginning of longer evidence is searchable. The longest sections of annual reports are about as long. */
export const maxEvidenceLength = 200_000;

/** The company's fields in the documents of all its observations. */
export function buildObservationCompanyFields(
  company: ObservedCompany,
  { today }: DocumentContext,
): ObservationCompanyFields {
  const document = buildCompanyDocument(company, { today });
  const { ids, has_website } = document;
  const { website_domains = [], market_segments = [], industry_33_codes = [], technologies = [] } = document;
  return {
    ids,
    hidden: company.hidden,
    has_website,
    website_domains,
    market_segments,
    industry_33_codes,
    technologies,
    company_names: [
      ...new Set(
        [document.card.company.display_name, ...company.names.map(({ name }) => name)].flatMap((name) => [
          name,
          ...listInnerWords(name),
        ]),
      ),
    ],
    company_facts: [
      ...industry_33_codes.flatMap((code) => [code, getTermLabel(industries, code)]),
      ...company.statedIndustries,
      ...market_segments.flatMap((segment) => [segment, getTermLabel(marketSegments, segment)]),
      ...website_domains,
      ...company.websites,
    ],
  };
}

/** The document of one observation, as `mappings/observations.ts` describes it. */
export function buildObservationDocument(
  observation: ObservationSource,
  company: ObservationCompanyFields,
  companyVersion: number,
): ObservationDocument {
  const { observationId, type, subtype, source } = observation;
  const version = observation.version + companyVersion;
  return {
    observation_id: observationId,
    ...company,
    type,
    ...(subtype !== null && { subtype }),
    source,
    row: writeHitRow(observation),
    summary: [observation.summary, ...cutCompoundsIn(observation.summary)],
    evidence: addCompoundWords(collectEvidenceTexts(observation.evidence)),
    labels: [
      type,
      getObservationTypeLabel(type),
      subtype !== null && subtype,
      source,
      sourceLabels[source] ?? source,
    ].filter((each) => each !== false),
    version,
    ...computeDocumentDigest(observationId, version),
  };
}

/** The texts, and the words inside their compounds. */
function addCompoundWords(texts: readonly string[]): string[] {
  return [...texts, ...new Set(texts.flatMap(cutCompoundsIn))];
}

/** Every text and number of the evidence, at any depth. Field names are left out, because they are not the source's. */
export function collectEvidenceTexts(evidence: Readonly<Record<string, unknown>>): string[] {
  const texts: string[] = [];
  let remaining = maxEvidenceLength;
  const collectTexts = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).slice(0, remaining);
      if (text !== '') texts.push(text);
      remaining -= text.length;
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) collectTexts(inner);
    }
  };
  collectTexts(evidence);
  return texts;
}
