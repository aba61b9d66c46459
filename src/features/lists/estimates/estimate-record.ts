import type { Condition, ListDefinition } from '../../../contract/lists/definitions.ts';
import type { DefinitionKind } from '../../../contract/lists/lists.ts';

/** What a definition finds, by the columns of an estimate. */
export interface Evaluation {
  readonly definition_kind: DefinitionKind;
  /** How the definition was understood. */
  readonly resolved_definition: object;
  readonly row_count: number;
  readonly total_kind: 'exact' | 'lower_bound';
  readonly unsupported_conditions: readonly Condition[];
  readonly weak_conditions: readonly Condition[];
  /** In order; for a search that finds more than 10,000, only the first. */
  readonly member_ids: readonly string[];
}

export interface NewEstimate extends Evaluation {
  readonly definition: ListDefinition;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export type EstimateRow = Omit<NewEstimate, 'member_ids'> & { readonly estimate_id: string };
