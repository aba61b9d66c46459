import { largeTableMigration } from '../migration.ts';

/** What migrations 0040 and 0042 need of tables that may be large: their constraints are checked, and their indexes built. */
export const besideRequests = largeTableMigration('0045_beside_requests', [
  { validate: 'list_delivery_targets_url_check', table: 'list_delivery_targets' },
  { validate: 'list_delivery_attempts_outcome_check', table: 'list_delivery_attempts' },
  { validate: 'list_deliveries_pending_has_its_body', table: 'list_deliveries' },
  {
    index: 'list_deliveries_finished_with_body',
    definition: 'ON list_deliveries (finished_at) WHERE body IS NOT NULL',
  },
  { index: 'source_presence_seen', definition: 'ON source_presence (seen_at)' },
]);
