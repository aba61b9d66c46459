import type { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import type { TextPair } from '../texts.ts';

/** How sure a match is (docs/sources.md#how-sure-a-match-is, docs/decisions/0004-settling-names.md). */

/** The surest first. */
export const assurances = [
  'identifier',
  'by_hand',
  'remembered',
  'earlier_export',
  'name_and_place',
  'name_in_whole_register',
  'bare_name_in_whole_register',
  'name_in_incomplete_register',
  'bare_name_in_incomplete_register',
  'ended_company_in_incomplete_register',
] as const;
export type Assurance = (typeof assurances)[number];

/** For people: by what a company is known to be meant. */
export const assuranceTexts = {
  identifier: ['number, code or site', '番号・コード・サイト'],
  by_hand: ['chosen by a person', '担当者が選択'],
  remembered: ['remembered choice', '記憶した選択'],
  earlier_export: ['earlier export', '以前の書き出し'],
  name_and_place: ['name and place', '名称と所在地'],
  name_in_whole_register: ['full name', '正式名称'],
  bare_name_in_whole_register: ['name without legal form', '法人格のない名称'],
  name_in_incomplete_register: ['full name (register incomplete)', '正式名称（登記データは一部）'],
  bare_name_in_incomplete_register: [
    'name without legal form (register incomplete)',
    '法人格のない名称（登記データは一部）',
  ],
  ended_company_in_incomplete_register: [
    'name of a company that ended (register incomplete)',
    '消滅した会社の名称（登記データは一部）',
  ],
} as const satisfies Record<Assurance, TextPair>;

/** The levels from which a request or source can settle. What people decided is no rule of resolving. */
export const settleLevels = [
  'identifier',
  'name_and_place',
  'name_in_whole_register',
  'bare_name_in_whole_register',
  'name_in_incomplete_register',
  'bare_name_in_incomplete_register',
  'ended_company_in_incomplete_register',
] as const satisfies readonly Assurance[];
export type SettleLevel = (typeof settleLevels)[number];

/**
 * Everything but, in a register that is known to be incomplete, a bare name and the name of a company that closed without
 * a successor: of the latter, every second one is meant for a namesake that is not loaded.
 */
export const usualSettleLevel: SettleLevel = 'name_in_incomplete_register';

export const assuranceMeaning =
  '`identifier`: an identifier. `by_hand`: a person. `remembered`: an earlier choice for all rows with the name. `earlier_export`: a column of an earlier export. `name_and_place`: name and place agree. `name_in_whole_register`: the name alone, and the register of corporate numbers is loaded whole. `name_in_incomplete_register`: the same, but companies are missing in it (see `register`). `bare_…`: the name without its legal form, or beside a word that may belong to a longer name (Tokyo). `ended_company_in_incomplete_register`: the only company that ever had the name has closed without a successor, and an active one of this name may be missing.';

/** How much of the register of corporate numbers is loaded, measured by companies that other sources name. */
export const registerCoverageSchema = defineComponent(
  'RegisterCoverage',
  'How complete the loaded register of corporate numbers is.',
  {
    complete: field
      .flag('')
      .nullable()
      .describe(
        'Whether it counts as whole: it has at least 99.5 % of the companies that other sources name. Null if other sources name fewer than 100 companies; then it counts as whole too.',
      ),
    share: field
      .ratio('')
      .nullable()
      .describe('Share of these companies that it has, 0 to 1; null if `complete` is null.'),
    companies: field.count('Companies that other sources name by corporate number, at most 60,000.'),
  },
);
export type RegisterCoverage = z.output<typeof registerCoverageSchema>;
