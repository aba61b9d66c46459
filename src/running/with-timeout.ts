/** Something took longer than it may. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for an answer, but not longer than this. What answers goes on.
 * @throws TimeoutError, or the failure of the answer
 */
export async function withTimeout<Value>(answer: Promise<Value>, maxMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${maxMs} ms`)), maxMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
