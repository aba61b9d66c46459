import type { Condition, ListDefinition } from '../../../contract/lists/definitions.ts';
import type { DefinitionKind } from '../../../contract/lists/lists.ts';

export interface EstimateRow {
  readonly estimate_id: string;
  readonly definition_kind: DefinitionKind;
  readonly definition: ListDefinition;
  readonly resolved_definition: object;
  readonly row_count: number;
  readonly total_kind: 'exact' | 'lower_bound';
  readonly unsupported_conditions: readonly Condition[];
  readonly weak_conditions: readonly Condition[];
  readonly created_at: Date;
  readonly expires_at: Date;
}
