import type { RegisterView } from '../../contract/health/health.ts';
import { addDays, getTokyoDayStart } from '../../text/days/calendar.ts';

/** What is stored about a register that is followed, or of which files were loaded. Days are `YYYY-MM-DD`. */
export interface RegisterState {
  readonly register: string;
  /** Following has begun. */
  readonly followed: boolean;
  /** A complete list, which is replaced from time to time, not day by day. */
  readonly isList: boolean;
  /** A publisher is set, but nothing is loaded with which following could begin. */
  readonly notBegun: boolean;
  /** All of the publisher's days up to this one are loaded. */
  readonly completeThrough: string | null;
  /** The newest day that the publisher says it has published. */
  readonly publishedThrough: string | null;
  /** The publisher's last complete answer. */
  readonly checkedAt: Date | null;
  readonly failures: number;
  /** Why the last attempt failed, for the operator. */
  readonly failure: string | null;
  /** Part of the rows of the last seven followed days that were rejected, from 0 to 1; null without rows. */
  readonly rejectedRatio: number | null;
}

export interface Freshness extends RegisterState {
  readonly state: RegisterView['state'];
  /** How long something published has been missing, in whole seconds; null if the register is not followed. */
  readonly behindSeconds: number | null;
}

/** The register as answers show it. */
export function toRegisterView(register: Freshness): RegisterView {
  return {
    register: register.register,
    state: register.state,
    complete_through: register.completeThrough,
    published_through: register.publishedThrough,
    checked_at: register.checkedAt?.toISOString() ?? null,
    behind_seconds: register.behindSeconds,
    failures: register.failures,
  };
}

/** How many of the active companies have a value for a signal, now and about a month ago. */
export interface CoverageTrend {
  readonly signal: string;
  readonly withValue: number;
  readonly total: number;
  /** `YYYY-MM-DD`; null if there is no earlier measurement, and so are its counts. */
  readonly earlierDay: string | null;
  readonly earlierWithValue: number | null;
  readonly earlierTotal: number | null;
}

/** From 0 to 1; 0 without companies. */
export function computeRatio(withValue: number, total: number): number {
  if (total === 0) return 0;
  return withValue / total;
}

const hourMs = 60 * 60 * 1_000;
/** Complete lists and publishers that say how far they are must have answered in this time. */
const maxSilenceMs = 24 * hourMs;
/** No holidays are longer: a daily publication that stays at one day for so long has stopped. */
const maxQuietDays = 12;
/** A publisher that does not say so has published a day when this much of the next one has passed. */
const publishingMs = 12 * hourMs;

export function computeFreshness(state: RegisterState, now: Date): Freshness {
  const { followed, failures, notBegun } = state;
  if (!followed && failures > 0) return { ...state, state: 'failing', behindSeconds: null };
  if (!followed && notBegun) return { ...state, state: 'not_begun', behindSeconds: null };
  if (!followed) return { ...state, state: 'not_followed', behindSeconds: null };
  const since = findMissingSince(state, now) ?? now;
  const behindSeconds = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1_000));
  if (behindSeconds === 0) return { ...state, state: 'current', behindSeconds };
  if (failures > 0) return { ...state, state: 'failing', behindSeconds };
  return { ...state, state: 'behind', behindSeconds };
}

/** Since when something published is not loaded, as far as is known. */
function findMissingSince(
  { isList, completeThrough, publishedThrough, checkedAt }: RegisterState,
  now: Date,
): Date | null {
  if (completeThrough === null) return null;
  const missing = addDays(completeThrough, 1);
  const published = new Date(getTokyoDayStart(addDays(missing, 1)).getTime() + publishingMs);
  // Weekends and holidays have no publication, so a publisher's own day decides if there is one.
  const saysItsDay = checkedAt !== null && publishedThrough !== null && publishedThrough <= completeThrough;
  if (!saysItsDay) return pickPast([published], now);
  const silentSince = new Date(checkedAt.getTime() + maxSilenceMs);
  if (isList) return pickPast([silentSince], now);
  const quietUntil = getTokyoDayStart(addDays(publishedThrough, maxQuietDays));
  return pickPast([silentSince, quietUntil], now);
}

/** The first of these times that is over. */
function pickPast(times: readonly Date[], now: Date): Date | null {
  return times.find((time) => time < now) ?? null;
}
