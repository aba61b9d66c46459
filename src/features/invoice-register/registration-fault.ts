import type { InvoiceRegistration, InvoiceStatus } from '../../contract/companies/invoice-registration.ts';

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
