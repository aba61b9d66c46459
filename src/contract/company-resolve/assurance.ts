import type { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';

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
