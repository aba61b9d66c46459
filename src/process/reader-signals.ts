/** How a reader ends itself when its task exceeds a limit: signals that nothing else sends, and that Node does not handle. */
export const endingSignals = { memory: 'SIGUSR2', time: 'SIGVTALRM' } as const;
