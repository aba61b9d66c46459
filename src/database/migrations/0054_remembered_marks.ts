import type { Migration } from '../migration.ts';

/**
 * A remembered choice can be that no company is meant. It has `noCompanyId` (`records/decision.ts`) in the place of a company, so that the
 * key of the table stays as it is, and the previous build, which runs beside this one, finds no company by it. NOT VALID: choices
 * made before have no mark.
 */
export const rememberedMarks: Migration = {
  name: '0054_remembered_marks',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE source_choices ADD COLUMN mark text,
        ADD CONSTRAINT marks_have_no_company CHECK ((mark IS NOT NULL) = (company_id = 'cn_0000000000000')
          AND mark IN ('none_of_these', 'not_a_company')) NOT VALID;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DELETE FROM source_choices WHERE mark IS NOT NULL;
      ALTER TABLE source_choices DROP COLUMN mark;
    `);
  },
};
