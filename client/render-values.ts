import * as companies from '../src/contract/companies/company-vocabulary.ts';
import { invoiceStatusTexts } from '../src/contract/companies/invoice-registration.ts';
import { settleLevels } from '../src/contract/company-resolve/assurance.ts';
import { placeHintFields } from '../src/contract/company-resolve/hints.ts';
import { suggestionTexts } from '../src/contract/company-resolve/suggestions.ts';
import { countKinds, totalKinds } from '../src/contract/company-search/answers.ts';
import { companyFilterNames, companyOrders, facetNames } from '../src/contract/company-search/requests.ts';
import { creditClasses } from '../src/contract/credits/billing.ts';
import { formatPrice, prices } from '../src/contract/credits/prices.ts';
import { deliveryPayloads, deliveryTypes } from '../src/contract/delivery/delivery.ts';
import { moneyUnits } from '../src/contract/financial-query/financial-query.ts';
import { keyPurposes } from '../src/contract/key-purpose.ts';
import * as limits from '../src/contract/limits.ts';
import { enrichmentFields } from '../src/contract/lists/enrichment-fields.ts';
import { listSchedules, listStatuses } from '../src/contract/lists/lists.ts';
import {
  observationSources,
  typeLabels,
  valueSources,
  valueSourceTexts,
} from '../src/contract/observations/vocabulary.ts';
import { diffRowKinds, reviewOutcomes } from '../src/contract/publishing/publishing.ts';
import { promotionStatuses } from '../src/contract/research/research.ts';
import { researchSourceTypes } from '../src/contract/research/research-source-types.ts';
import { choiceHeaders } from '../src/contract/sources/columns/choice-columns.ts';
import {
  defaultResultColumns,
  resultColumnGroups,
  resultColumnTitles,
  resultColumnWords,
} from '../src/contract/sources/columns/result-columns.ts';
import {
  decisionActions,
  decisionMakers,
  openStatuses,
  rememberings,
} from '../src/contract/sources/decisions.ts';
import { reviewSorts } from '../src/contract/sources/review.ts';
import { rowReasonTexts } from '../src/contract/sources/row-reason-texts.ts';
import { noCompanyReasons } from '../src/contract/sources/row-reasons.ts';
import * as rowTexts from '../src/contract/sources/row-texts.ts';
import { fileEncodings, fileSeparators } from '../src/contract/sources/source-file.ts';
import { exportLayouts, mappingFields, rowDecisions, rowStatuses } from '../src/contract/sources/sources.ts';
import { cellComparisons, tableSorts } from '../src/contract/sources/table.ts';
import { exportFormats, newlines, sourceExportFormats } from '../src/contract/table-files.ts';
import { languages, type TextPair } from '../src/contract/texts.ts';
import { identifierTypes } from '../src/text/identifiers/parsed-identifier.ts';

/** The enumerations that the command line, the desk or the assistants use, by the names under which they get them. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  cellComparisons,
  companyKinds: companies.companyKinds,
  companyOrders,
  companyStatuses: companies.companyStatuses,
  constructionLicenseTypes: companies.constructionLicenseTypes,
  countKinds,
  creditClasses,
  decisionActions,
  decisionMakers,
  defaultResultColumns,
  deliveryPayloads,
  deliveryTypes,
  diffRowKinds,
  enrichmentFields,
  exchanges: companies.exchanges,
  exportFormats,
  exportLayouts,
  facetNames,
  fileEncodings,
  fileSeparators,
  financialMetrics: companies.financialMetrics,
  flagFilters: companyFilterNames.flag,
  identifierTypes,
  industryCodes: companies.industries.map(({ value }) => value),
  keyPurposes,
  languages,
  listFilters: companyFilterNames.list,
  listingStatuses: companies.listingStatuses,
  listSchedules,
  listStatuses,
  mappingFields,
  marketSegments: companies.marketSegments.map(({ value }) => value),
  moneyUnits,
  newlines,
  noCompanyReasons,
  numberFilters: companyFilterNames.number,
  observationSources,
  observationTypes: Object.keys(typeLabels),
  openStatuses,
  placeHintFields,
  promotionStatuses,
  rememberings,
  researchSourceTypes,
  resultColumns: resultColumnWords,
  reviewOutcomes,
  reviewSorts,
  rowDecisions,
  rowStatuses,
  securityKinds: companies.securityKinds,
  settleLevels,
  sourceExportFormats,
  tableSorts,
  totalKinds,
  valueSources,
};

/** What people read for the codes of the API, each in English and Japanese. */
const texts: Readonly<Record<string, Readonly<Record<string, TextPair>>>> = {
  choiceHeaders,
  closeCauseTexts: companies.closeCauseTexts,
  companyStatusTexts: companies.companyStatusTexts,
  decisionActionTexts: rowTexts.decisionActionTexts,
  decisionMakerTexts: rowTexts.decisionMakerTexts,
  industryTexts: companies.industryTexts,
  invoiceStatusTexts,
  matchedFieldTexts: rowTexts.matchedFieldTexts,
  matchedRuleTexts: rowTexts.matchedRuleTexts,
  resultColumnTitles,
  rowDecisionTexts: rowTexts.rowDecisionTexts,
  rowIssueTexts: rowTexts.rowIssueTexts,
  rowReasonTexts,
  rowStatusTexts: rowTexts.rowStatusTexts,
  suggestionTexts,
  valueSourceTexts,
};

/**
 * The source of `client/values.ts`: limits, prices, enumerations and texts of the contract as values, and the type of each
 * enumeration's values under the singular of its name. A price also has its text, for example `1 basic credit`.
 */
export function renderValues(): string {
  const constants = Object.entries(limits).filter(([, value]) => typeof value === 'number');
  const pricesWithTexts = Object.entries(prices).map(([name, price]) => [
    name,
    { ...price, text: formatPrice(price) },
  ]);
  return [
    '// Generated from the contract by scripts/build.mjs; do not edit.\n',
    ...constants.map(([name, value]) => `export const ${name} = ${value};`),
    `export const resultColumnGroups = ${JSON.stringify(resultColumnGroups)} as const;`,
    'export type ResultColumnGroup = keyof typeof resultColumnGroups;',
    `export const prices = ${JSON.stringify(Object.fromEntries(pricesWithTexts))} as const;`,
    ...Object.entries(enumerations).flatMap(([name, values]) => [
      `export const ${name} = ${JSON.stringify(values)} as const;`,
      `export type ${nameType(name)} = (typeof ${name})[number];`,
    ]),
    ...Object.entries(texts).map(
      ([name, pairs]) => `export const ${name} = ${JSON.stringify(pairs)} as const;`,
    ),
    '',
  ].join('\n');
}

/** `companyStatuses` → `CompanyStatus`. */
function nameType(plural: string): string {
  return plural.replace(/(?<=ss|us)es$|s$/, '').replace(/^./, (first) => first.toUpperCase());
}
