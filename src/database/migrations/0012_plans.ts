import type { Migration } from '../migration.ts';

/**
 * The demo plan has the standard rates and large quotas, so that its user sees the same headers as everybody.
 * Accounts that an operator put on it because it had no limits stay without limits, on the new plan `unlimited`.
 */
export const plans: Migration = {
  name: '0012_plans',

  async up(knex) {
    await knex.raw(`
      INSERT INTO plans VALUES ('unlimited', NULL, NULL, NULL, NULL);
      UPDATE accounts SET plan_id = 'unlimited' WHERE plan_id = 'demo' AND name NOT IN ('demo', 'demo-other');
      UPDATE plans SET search_per_minute = 600, heavy_per_minute = 60,
        daily_search_quota = 1000000, monthly_search_quota = 31000000
      WHERE plan_id = 'demo';
    `);
  },

  async down(knex) {
    await knex.raw(`
      UPDATE plans SET search_per_minute = NULL, heavy_per_minute = NULL,
        daily_search_quota = NULL, monthly_search_quota = NULL
      WHERE plan_id = 'demo';
      UPDATE accounts SET plan_id = 'demo' WHERE plan_id = 'unlimited';
      DELETE FROM plans WHERE plan_id = 'unlimited';
    `);
  },
};
