export interface RunPlace {
  /** Milliseconds. */
  readonly at: number;
  readonly rows: number;
}

/** How fast a run is since `from`, and how long it still takes; null until that can be said. */
export function estimateTimeLeft(
  from: RunPlace,
  now: RunPlace,
  total: number,
): { rowsPerSecond: number; seconds: number } | null {
  const seconds = (now.at - from.at) / 1000;
  const rows = now.rows - from.rows;
  if (seconds < 1 || rows <= 0) return null;
  const rowsPerSecond = rows / seconds;
  return { rowsPerSecond: Math.round(rowsPerSecond), seconds: Math.ceil((total - now.rows) / rowsPerSecond) };
}
