/** Why the stack cannot run, as one sentence for the person at the terminal: print the message without a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError';
}
