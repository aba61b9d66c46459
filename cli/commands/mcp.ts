import type { Command } from 'commander';
import type { Run } from '../session.ts';

export function addMcpCommand(program: Command, run: Run): void {
  program
    .command('mcp')
    .description('Serve the tools for assistants on stdin and stdout (Model Context Protocol)')
    .action(
      run(async (session) => {
        // Loaded only here: it would slow every other command.
        const { serveOnStdio } = await import('../mcp-stdio.ts');
        await serveOnStdio(session);
      }),
    );
}
