/** Pure rules of the charts. */

/** The top of the scale: 1, 2 or 5 times a power of ten, not below the largest value. */
export function computeScaleTop(largest: number): number {
  if (largest <= 5) return 5;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((step) => step * power >= largest) ?? 10) * power;
}

/** Every day from the first to the last, `YYYY-MM-DD`; at most 400. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to) && days.length < 400; at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** Which days have a label, so that at most `max` do. */
export function pickLabelledDays(days: readonly string[], max: number): ReadonlySet<string> {
  const step = Math.max(1, Math.ceil(days.length / max));
  return new Set(days.filter((_, at) => at % step === 0));
}

/** The day in Tokyo, some days before now. */
export function getDayBefore(now: Date, days: number): string {
  return new Date(now.getTime() + (9 * 60 - days * 24 * 60) * 60_000).toISOString().slice(0, 10);
}
