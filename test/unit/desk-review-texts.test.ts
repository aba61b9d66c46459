import { describe, expect, it } from '@jest/globals';
import { equalities } from '../../desk/pages/review/candidates/name-difference.ts';
import * as words from '../../desk/pages/review/code-words.ts';
import type { Texts } from '../../desk/texts.ts';
import { nameRules } from '../../src/contract/companies/name-rules.ts';
import { suggestionSchema } from '../../src/contract/company-resolve/suggestions.ts';
import { decisionActions, decisionMakers } from '../../src/contract/sources/decisions.ts';
import { rowReasonCodes } from '../../src/contract/sources/row-reasons.ts';
import { rowIssueSchema } from '../../src/contract/sources/source-row.ts';
import { columnFields, mappingFields } from '../../src/contract/sources/sources.ts';
import { setAsideKinds } from '../../src/text/cells/name-in-cell.ts';
import { identifierTypes } from '../../src/text/identifiers/parsed-identifier.ts';

const issueCodes = [
  ...((rowIssueSchema.shape.code.meta()?.examples ?? []) as string[]),
  ...mappingFields.flatMap((field) =>
    field === 'name' ? [`${field}_malformed`] : [`${field}_malformed`, `${field}_unknown`],
  ),
  'corporate_number_check_digit',
  'domain_not_identifying',
  'earlier_export_check_digit',
  'earlier_export_unknown',
  'name_unlike_identifier',
  'candidates_truncated',
];

const rules = [
  ...Object.values(nameRules).map(({ answer }) => answer.rule),
  'identifier',
  'identifier_then',
  'company_id',
  'head_office',
  'previously_selected',
  'chosen_by_hand',
];

const cases: readonly [string, Texts<words.CodeTexts>, readonly string[]][] = [
  ['reasons', words.reasonTexts, rowReasonCodes],
  ['issues', words.issueTexts, issueCodes],
  ['suggestions', words.suggestionTexts, suggestionSchema.shape.reason.options],
  ['rules', words.ruleTexts, rules],
  [
    'fields',
    words.fieldTexts,
    [...columnFields, ...identifierTypes, ...Object.values(nameRules).map(({ answer }) => answer.field)],
  ],
  ['parts that are not the name', words.setAsideTexts, setAsideKinds],
  ['equal letters', words.equalityTexts, equalities],
  ['decisions', words.actionTexts, decisionActions],
  ['requests that decide', words.makerTexts, decisionMakers],
];

describe('words of the review', () => {
  it.each(cases)('has every code of the API in both languages: %s', (_, { en, ja }, codes) => {
    for (const each of [en, ja]) expect(codes.filter((code) => !Object.hasOwn(each, code))).toEqual([]);
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
  });

  it('is one short sentence for each reason', () => {
    for (const [code, text] of Object.entries(words.reasonTexts.en))
      expect([code, text.length < 110]).toEqual([code, true]);
    for (const [code, text] of Object.entries(words.reasonTexts.ja))
      expect([code, text.endsWith('。')]).toEqual([code, true]);
  });
});
