/**
 * Reads a value, and again only when it is older than this. Callers share a read that is under way. Failures are not
 * cached: the next call reads again.
 */
export function makeCachedRead<Value>(maxAgeMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly at: number } | null = null;
  return () => {
    const now = performance.now();
    if (last && now - last.at <= maxAgeMs) return last.value;
    const value = read();
    const mine = { value, at: now };
    last = mine;
    value.catch(() => {
      if (last === mine) last = null;
    });
    return value;
  };
}
