import type { Command } from 'commander';
import { renderCompletionScript, type Shell } from '../completion/completion-scripts.ts';
import { listCommandNodes } from '../completion/completion-tree.ts';
import type { Run } from '../session.ts';

export function addCompletionCommand(program: Command, run: Run): void {
  const completion = program
    .command('completion')
    .description('Print the completion script for a shell: source <(company-data completion bash)');
  completion
    .addArgument(completion.createArgument('<shell>').choices(['bash', 'zsh']))
    .action(
      run(({ world }, shell: Shell) =>
        world.stdout.write(renderCompletionScript(listCommandNodes(program), shell)),
      ),
    );
}
