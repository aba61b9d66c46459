/** Reads the next chunk while the caller writes this one. */
export async function* readAhead<T>(chunks: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    let next = chunks.next();
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = chunks.next();
      // When the caller fails, nothing awaits this promise.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await chunks.return(undefined).catch(() => undefined);
  }
}
