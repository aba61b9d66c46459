import type { InvoiceRegistration, InvoiceStatus } from '../../contract/companies/invoice-registration.ts';
import { maxInvoicePeriods } from '../../contract/limits.ts';

/** Derives a registration from what the register stated about a corporation (docs/decisions/0050-invoice-register.md). */

/** A statement of the register. Days are `YYYY-MM-DD`. */
export interface InvoiceStatement {
  readonly updated_on: string;
  /** 99: the register took back what it stated before. */
  readonly process: string;
  /** Null only for a deletion. */
  readonly registered_on: string | null;
  readonly cancelled_on: string | null;
  readonly expired_on: string | null;
  readonly name: string | null;
  readonly trade_name: string | null;
  readonly address: string | null;
}

/** How much of the register is loaded. */
export interface InvoiceRegisterState {
  /** Whether a number without a statement is not registered. */
  readonly complete: boolean;
  /** Day up to which it is loaded; null if nothing is. */
  readonly day: string | null;
}

type Period = InvoiceRegistration['periods'][number];

/**
 * The registration on a day.
 * @param statements all of this number, in any order
 */
export function deriveRegistration(
  corporateNumber: string,
  statements: readonly InvoiceStatement[],
  { complete, day }: InvoiceRegisterState,
  on: string,
): InvoiceRegistration {
  const ordered = statements.toSorted(compareByTime);
  const periods = derivePeriods(ordered);
  const found = findPeriod(periods, on);
  const unlisted: InvoiceStatus = complete || statements.length > 0 ? 'not_registered' : 'unknown';
  const named = ordered.findLast(({ name }) => name !== null);
  return {
    registration_number: `T${corporateNumber}`,
    status: found === undefined ? unlisted : deriveStatus(found, on),
    on,
    registered_on: found?.registered_on ?? null,
    cancelled_on: found?.cancelled_on ?? null,
    expired_on: found?.expired_on ?? null,
    periods: periods.slice(-maxInvoicePeriods),
    name: named?.name ?? null,
    trade_name: named?.trade_name ?? null,
    address: named?.address ?? null,
    stated_on: ordered.at(-1)?.updated_on ?? null,
    register_day: day,
  };
}

/** The first day on which a period has ended; null while it lasts. */
export function getEnd({
  cancelled_on,
  expired_on,
}: Pick<Period, 'cancelled_on' | 'expired_on'>): string | null {
  if (cancelled_on === null || expired_on === null) return cancelled_on ?? expired_on;
  if (cancelled_on < expired_on) return cancelled_on;
  return expired_on;
}

/** Oldest first. Of one day, the one about the later registration counts, and a deletion last. */
function compareByTime(one: InvoiceStatement, other: InvoiceStatement): number {
  const toSortKey = ({ updated_on, registered_on, process }: InvoiceStatement) =>
    [updated_on, process === '99' ? '1' : '0', registered_on ?? '', process].join(' ');
  if (toSortKey(one) < toSortKey(other)) return -1;
  return 1;
}

/**
 * The registrations that the statements leave, oldest first. A statement replaces older ones about a registration that
 * overlaps with its own: two registrations at one time are one that was corrected.
 */
function derivePeriods(statements: readonly InvoiceStatement[]): Period[] {
  let periods: Period[] = [];
  for (const { process, registered_on, cancelled_on, expired_on } of statements) {
    if (process === '99') {
      periods = registered_on === null ? [] : periods.filter((each) => each.registered_on !== registered_on);
    } else if (registered_on !== null) {
      const period = { registered_on, cancelled_on, expired_on };
      periods = [...periods.filter((each) => !hasOverlap(each, period)), period];
    }
  }
  return periods.toSorted((one, other) => (one.registered_on < other.registered_on ? -1 : 1));
}

function hasOverlap(one: Period, other: Period): boolean {
  const isBefore = (earlier: Period, later: Period) => {
    const end = getEnd(earlier);
    return end !== null && end <= later.registered_on && earlier.registered_on < later.registered_on;
  };
  return !isBefore(one, other) && !isBefore(other, one);
}

/** The period that contains the day, otherwise the last one that had ended, otherwise the next one. */
function findPeriod(periods: readonly Period[], on: string): Period | undefined {
  const begun = periods.filter(({ registered_on }) => registered_on <= on);
  return begun.findLast((period) => !hasEnded(period, on)) ?? begun.at(-1) ?? periods.at(0);
}

function hasEnded(period: Period, on: string): boolean {
  const end = getEnd(period);
  return end !== null && end <= on;
}

function deriveStatus(period: Period, on: string): InvoiceStatus {
  if (hasEnded(period, on)) {
    if (period.cancelled_on === getEnd(period)) return 'cancelled';
    return 'expired';
  }
  if (period.registered_on <= on) return 'registered';
  return 'not_yet_registered';
}
