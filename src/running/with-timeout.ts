/** Something took longer than it may. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for an answer, but not longer than this. The reading itself goes on.
 * @throws TimeoutError, or the failure of the reading
 */
export async function withTimeout<Value>(reading: Promise<Value>, maxMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${maxMs} ms`)), maxMs);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
