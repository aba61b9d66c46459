import type { Command } from 'commander';
import type { OperatorSession } from '../indexers/operator/session.ts';
import { addGenerateCommand } from './fictional/generate-command.ts';
import { addRelevanceCommand } from './relevance/relevance-command.ts';

// The door to the lab: the only module of it that the product imports (the rule `lab-serves-no-request`).
export { generate, unfinishedSeries } from './fictional/writing.ts';

/** Adds the operator's commands of the lab: `generate`, `relevance` with its parts. */
export function addLabCommands(program: Command, session: OperatorSession): void {
  addGenerateCommand(program, session);
  addRelevanceCommand(program, session);
}
