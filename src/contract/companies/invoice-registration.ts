import { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import { maxInvoicePeriods } from '../limits.ts';
import type { TextPair } from '../texts.ts';

/** Registrations in the register of invoice issuers (docs/decisions/0050-invoice-register.md). */

export const invoiceStatuses = [
  'registered',
  'not_yet_registered',
  'cancelled',
  'expired',
  'not_registered',
  'unknown',
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const invoiceStatusTexts = {
  registered: ['Registered issuer of invoices', '適格請求書発行事業者として登録済み'],
  not_yet_registered: ['Not registered yet', '登録前'],
  cancelled: ['Registration cancelled', '登録取消'],
  expired: ['Registration expired', '登録失効'],
  not_registered: ['Not in the register of invoice issuers', '公表されていません'],
  unknown: ['Unknown whether it is registered', '登録の有無は不明'],
} as const satisfies Record<InvoiceStatus, TextPair>;

const periodFields = {
  registered_on: field.date('First day on which it is registered.'),
  cancelled_on: field.dateOrNull(
    'First day on which it is no longer registered, because the tax office cancelled it; null if it did not.',
  ),
  expired_on: field.dateOrNull(
    'First day on which it is no longer registered, because it ended otherwise, for example at its own request; null if it did not.',
  ),
};

export const invoiceRegistrationSchema = defineComponent(
  'InvoiceRegistration',
  'Whether a corporation is a registered issuer of invoices (適格請求書発行事業者) on a day, as the loaded register states it.',
  {
    registration_number: z
      .string()
      .regex(/^T\d{13}$/)
      .describe('`T` and the corporate number.'),
    status: field.oneOf(
      invoiceStatuses,
      '`cancelled`: the tax office cancelled the registration. `expired`: it ended otherwise. `not_registered`: the register is loaded completely, and does not list the number. `unknown`: no statement about the number is loaded, and the register is not loaded completely.',
    ),
    on: field.date('The day of the status: `as_of`, otherwise today.'),
    registered_on: field.dateOrNull(
      'First day of the registration that the status is about; null without a registration.',
    ),
    cancelled_on: periodFields.cancelled_on,
    expired_on: periodFields.expired_on,
    periods: z
      .array(z.object(periodFields))
      .max(maxInvoicePeriods)
      .describe(`Every known registration, oldest first; of more than ${maxInvoicePeriods}, the newest.`),
    name: field.textOrNull('Name, as published there; null if it is not.'),
    trade_name: field.textOrNull('Trade name (主たる屋号), as published there; null if it is not.'),
    address: field.textOrNull('Address, as published there; null if it is not.'),
    stated_on: field.dateOrNull(
      "The publisher's day of the newest statement about the number; null if there is none.",
    ),
    register_day: field.dateOrNull(
      'Day up to which the register is loaded; null if none is loaded. What the publisher stated later is not known.',
    ),
  },
);
export type InvoiceRegistration = z.output<typeof invoiceRegistrationSchema>;
