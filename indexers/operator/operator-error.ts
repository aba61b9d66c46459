/** A failure that one sentence explains to the operator; it is shown without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
