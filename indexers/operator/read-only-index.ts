import { OperatorError } from './operator-error.ts';

/** An index that takes no writes, as a person has to change. */
export class ReadOnlyIndexError extends OperatorError {
  constructor(index: string) {
    super(describeReadOnlyIndex(index));
  }
}

/** The type of the engine's error for a write to an index that takes none. */
export const blockType = 'cluster_block_exception';

export function describeReadOnlyIndex(index: string): string {
  return (
    `Elasticsearch lets nothing be written to ${index}: a disk is almost full, or somebody has made it read-only. ` +
    'Searches go on. Make space (docs/runbooks/EngineReadOnly.md), then repeat the command; what it has written stays.'
  );
}
