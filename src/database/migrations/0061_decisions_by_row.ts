import { largeTableMigration } from '../migration.ts';

/**
 * The decisions about a row, and the choices that it made, by its id alone. For a source that was imported just now, the planner
 * takes any index that begins with the source, and reads all of its decisions for each row.
 */
export const decisionsByRow = largeTableMigration('0061_decisions_by_row', [
  { index: 'source_decisions_by_row', definition: 'ON source_decisions (source_row_id, decision_id)' },
  {
    index: 'source_choices_by_row',
    definition: 'ON source_choices (source_row_id) WHERE source_row_id IS NOT NULL',
  },
]);
