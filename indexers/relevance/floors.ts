import type { RelevanceClass } from './judged-query.ts';
import type { ClassScores } from './scoring.ts';

type Measure = 'hit_at_1' | 'recall_at_10' | 'mrr' | 'precision' | 'resolved';

/** The minimum for each class. A measure without a floor is shown but not checked. */
export type Floors = Readonly<Partial<Record<RelevanceClass, Readonly<Partial<Record<Measure, number>>>>>>;

export interface BelowFloor {
  readonly class: RelevanceClass;
  readonly measure: Measure | 'wrongly_resolved';
  readonly is: number;
  readonly floor: number;
}

/** Classes below their floors. A class without queries is never below; a wrong resolution always is. */
export function belowFloors(classes: readonly ClassScores[], floors: Floors): BelowFloor[] {
  return classes.flatMap((scores) => {
    const minimums = Object.entries(floors[scores.class] ?? {}) as [Measure, number][];
    const below: BelowFloor[] = minimums.flatMap(([measure, floor]) => {
      const is = scores[measure];
      return is === null || is >= floor ? [] : [{ class: scores.class, measure, is, floor }];
    });
    if (scores.wrongly_resolved > 0)
      below.push({ class: scores.class, measure: 'wrongly_resolved', is: scores.wrongly_resolved, floor: 0 });
    return below;
  });
}
