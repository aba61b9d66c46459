import type { CompanyRow } from '../../indexers/facts/index.ts';
import { numberingBegan } from './days.ts';
import { Draws } from './draws.ts';
import { isCommercial } from './forms.ts';
import { corporateNumber, listingRank, topic } from './numbers.ts';

/** When a company was registered and how it ended. Days are numbers since 1970-01-01. */
export interface Life {
  readonly status: CompanyRow['status'];
  readonly closeCause: CompanyRow['close_cause'];
  readonly assignedOn: number;
  readonly closedOn: number | null;
  /** The number of the company that took this one over. */
  readonly successorNumber: string | null;
  readonly hidden: boolean;
  readonly registerUpdatedOn: number;
}

const endedShare = 0.18;
const mergedShare = 0.016;
const removedShare = 0.0005;
const closedByRegistrarShare = 0.058;
const otherEndShare = 0.001;
/** Closings of the last six years, in days: older ones are not in the register's file. */
const closingsReachBack = 2100;
const numberedAtTheBeginning = 0.53;

export function isActive(seed: number, index: number): boolean {
  return listingRank(index) !== null || new Draws(seed, index, topic.status).unit() >= endedShare;
}

export function lifeOf(seed: number, index: number, today: number): Life {
  const draws = new Draws(seed, index, topic.status);
  const fate = draws.unit();
  const alive = listingRank(index) !== null || fate >= endedShare;
  const assignedOn =
    draws.chance(numberedAtTheBeginning) || today <= numberingBegan
      ? numberingBegan
      : draws.between(numberingBegan, today);
  const hidden = draws.chance(0.0008);
  const closedOn = alive ? null : Math.max(assignedOn, today - draws.below(closingsReachBack));
  const registerUpdatedOn = closedOn ?? draws.between(Math.min(assignedOn, today), today);
  const successorNumber = !alive && fate < mergedShare ? successorOf(seed, index, draws) : null;
  const [status, closeCause] = alive ? standing : endOf(fate, successorNumber);
  return { status, closeCause, assignedOn, closedOn, successorNumber, hidden, registerUpdatedOn };
}

type End = readonly [CompanyRow['status'], CompanyRow['close_cause']];
const standing: End = ['active', null];

function endOf(fate: number, successorNumber: string | null): End {
  if (successorNumber !== null) return ['merged', 'merger'];
  if (fate > endedShare - removedShare) return ['removed', null];
  if (fate < mergedShare + closedByRegistrarShare) return ['closed', 'closed_by_registrar'];
  if (fate < mergedShare + closedByRegistrarShare + otherEndShare) return ['closed', 'other'];
  return ['closed', 'liquidated'];
}

/** An earlier company that is still active; null if a few attempts find none, for example for the first company. */
function successorOf(seed: number, index: number, draws: Draws): string | null {
  for (let attempt = 0; attempt < 4 && index > 0; attempt++) {
    const candidate = draws.below(index);
    if (isCommercial(seed, candidate) && isActive(seed, candidate) && hasNumber(candidate)) {
      return corporateNumber(seed, candidate);
    }
  }
  return null;
}

/** A few listed companies are known only from the exchange, without their corporate number. */
export function hasNumber(index: number): boolean {
  const rank = listingRank(index);
  return rank === null || rank % 40 !== 11;
}
