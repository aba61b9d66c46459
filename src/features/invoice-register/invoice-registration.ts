import type { InvoiceRegistration, InvoiceStatus } from '../../contract/companies/invoice-registration.ts';
import { maxInvoicePeriods } from '../../contract/limits.ts';
import { compareTexts } from '../../text/letters/compare-texts.ts';

/** Derives a registration from what the register stated about a corporation (docs/decisions/0050-invoice-register.md). */

/** A statement of the register. Days are `YYYY-MM-DD`. */
export interface InvoiceStatement {
  readonly updated_on: string;
  /** As a number of two digits. */
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

/** The process by which the register took back what it stated before. */
const deletion = '99';

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
  const ordered = statements.toSorted((one, other) => compareTexts(toSortKey(one), toSortKey(other)));
  const periods = derivePeriods(ordered);
  // The period that contains the day, otherwise the last one that had ended, otherwise the next one.
  const begun = periods.filter(({ registered_on }) => registered_on <= on);
  const period = begun.findLast((each) => !hasEnded(each, on)) ?? begun.at(-1) ?? periods.at(0);
  const unlisted: InvoiceStatus = complete || statements.length > 0 ? 'not_registered' : 'unknown';
  const named = ordered.findLast(({ name }) => name !== null);
  return {
    registration_number: `T${corporateNumber}`,
    status: period === undefined ? unlisted : deriveStatus(period, on),
    on,
    registered_on: period?.registered_on ?? null,
    cancelled_on: period?.cancelled_on ?? null,
    expired_on: period?.expired_on ?? null,
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
function toSortKey({ updated_on, registered_on, process }: InvoiceStatement): string {
  return [updated_on, Number(process === deletion), registered_on ?? '', process].join(' ');
}

/**
 * The registrations that the statements leave, oldest first. A statement replaces older ones about a registration that
 * overlaps with its own: two registrations at one time are one that was corrected.
 */
function derivePeriods(statements: readonly InvoiceStatement[]): Period[] {
  let periods: Period[] = [];
  for (const { process, registered_on, cancelled_on, expired_on } of statements) {
    if (process === deletion) {
      periods = registered_on === null ? [] : periods.filter((each) => each.registered_on !== registered_on);
    } else if (registered_on !== null) {
      const period = { registered_on, cancelled_on, expired_on };
      const others = periods.filter((each) => isBefore(each, period) || isBefore(period, each));
      periods = [...others, period];
    }
  }
  return periods.toSorted((one, other) => compareTexts(one.registered_on, other.registered_on));
}

function isBefore(earlier: Period, later: Period): boolean {
  return hasEnded(earlier, later.registered_on) && earlier.registered_on < later.registered_on;
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

type Text = (registration: InvoiceRegistration) => string;

/** What to know about an invoice number that is not registered, as a code and a sentence. */
const texts: Readonly<Record<Exclude<InvoiceStatus, 'registered'>, readonly [code: string, text: Text]>> = {
  not_yet_registered: [
    'invoice_not_yet_registered',
    ({ on, registered_on }) =>
      `On ${on}, this invoice number is not registered yet. It is registered from ${registered_on}.`,
  ],
  cancelled: [
    'invoice_registration_cancelled',
    ({ on, cancelled_on }) =>
      `On ${on}, this invoice number is not registered: the tax office cancelled the registration as of ${cancelled_on}.`,
  ],
  expired: [
    'invoice_registration_expired',
    ({ on, expired_on }) =>
      `On ${on}, this invoice number is not registered: the registration expired on ${expired_on}.`,
  ],
  not_registered: [
    'invoice_not_registered',
    ({ register_day }) =>
      `The register of invoice issuers does not list this number. It is loaded up to ${register_day ?? 'an unknown day'}.`,
  ],
  unknown: [
    'invoice_registration_unknown',
    ({ register_day }) =>
      `It is not known whether this invoice number is registered: ${
        register_day === null
          ? 'no register of invoice issuers is loaded'
          : 'nothing about it is loaded, and the register of invoice issuers is not loaded completely'
      }.`,
  ],
};

/** Code and sentence about a number that is not registered on the day; null if it is. */
export function findRegistrationFault(
  registration: InvoiceRegistration | null,
): { readonly code: string; readonly message: string } | null {
  if (registration === null || registration.status === 'registered') return null;
  const [code, text] = texts[registration.status];
  return { code, message: text(registration) };
}
