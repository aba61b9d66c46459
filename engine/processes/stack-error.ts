/** Why the stack cannot run, as a message for people; print it without a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError';
}
