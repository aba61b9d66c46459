import { z } from 'zod';
import { defineAnswer, defineComponent, field } from '../answer-fields.ts';
import { asOfMeta } from '../as-of.ts';
import { companyId, fieldsToChoose } from './company-fields.ts';
import { sourceName } from './company-result.ts';

/** `GET /companies/{companyId}/related`. */

/** In the order of the answer. */
export const relations = [
  'merged_into',
  'took_over',
  'parent',
  'subsidiary',
  'has_former_name',
  'had_current_name',
  'had_former_name',
  'same_domain',
  'same_address',
] as const;

const day = z.iso.date().nullable();

const relatedSchema = defineComponent('RelatedCompany', 'A company that has to do with another, and why.', {
  company: defineComponent('RelatedCompanyIdentity', 'Who the related company is.', fieldsToChoose),
  relation: field.oneOf(
    relations,
    '`merged_into`: took the company over. `took_over`: was taken over by the company. `parent`: is the parent of the company (a holder of more than half of its shares, or one that reports itself as the parent), or took that one over. `subsidiary`: has the company as its parent. `has_former_name`: has a former name of the company as its legal name. `had_current_name`: had the legal name of the company as a former name. `had_former_name`: both have this former name. `same_domain`: has the same domain of a website. `same_address`: has the same head office address.',
  ),
  value: field.textOrNull(
    'The name, domain or address that both have; null for a merger, a parent and a subsidiary.',
  ),
  source: sourceName.describe(
    'The source that states it about the related company; for a parent, about the company itself.',
  ),
  stated_on: day.describe('Day on which the source stated it; null if unknown.'),
  valid_from: day.describe(
    'For a merger, its day. Otherwise the first day on which the related company had the value; null if unknown.',
  ),
  valid_to: day.describe(
    'First day on which the related company no longer had the value; null if it still has it, or if unknown.',
  ),
});
export type RelatedCompany = z.output<typeof relatedSchema>;

export const relatedAnswer = defineAnswer({
  company_id: companyId.describe('The company, by its current id.'),
  related: field.listOf(
    relatedSchema,
    'One entry for each relation, in the order of `relation`. A company may have several.',
  ),
  truncated: field.listOf(z.enum(relations), 'Relations that have more companies than are shown.'),
  meta: asOfMeta,
});
