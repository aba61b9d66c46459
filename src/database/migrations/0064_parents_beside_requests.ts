import { largeTableMigration } from '../migration.ts';

/** What migration 0063 needs of a table that may be large: its constraints are checked, and subsidiaries found by the number of their parent. */
export const parentsBesideRequests = largeTableMigration('0064_parents_beside_requests', [
  { validate: 'profile_values_field_check', table: 'profile_values' },
  { validate: 'parent_has_a_name', table: 'profile_values' },
  {
    index: 'profile_values_by_parent',
    definition:
      "ON profile_values ((value ->> 'corporate_number') COLLATE \"C\") WHERE field IN ('parent_company', 'majority_holder')",
  },
]);
