import type { Migration } from '../migration.ts';

/**
 * The version of an observation's document is that of the observation plus that of its company. When an observation
 * moves to another company, whose version may be lower, its own version is raised by that of the company it leaves. So
 * the sum grows with every change by any program, and an older document never replaces a newer one.
 */
export const observationVersions: Migration = {
  name: '0010_observation_versions',

  async up(knex) {
    await knex.raw(`
      CREATE FUNCTION raise_version_of_moved_observation() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.version = greatest(NEW.version, OLD.version + 1)
          + (SELECT version FROM companies WHERE company_id = OLD.company_id);
        RETURN NEW;
      END $$;
      CREATE TRIGGER moved_observation_is_newer BEFORE UPDATE OF company_id ON observations
        FOR EACH ROW WHEN (OLD.company_id <> NEW.company_id)
        EXECUTE FUNCTION raise_version_of_moved_observation();
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TRIGGER moved_observation_is_newer ON observations;
      DROP FUNCTION raise_version_of_moved_observation();
    `);
  },
};
