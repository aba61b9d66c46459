import type { Knex } from 'knex';
import { InvoiceRegisterService } from './invoice-register-service.ts';
import { InvoiceRegisterStore } from './invoice-register-store.ts';

/** Which corporations are registered issuers of invoices. */
export function createInvoiceRegister({ knex }: { readonly knex: Knex }) {
  return { invoiceRegister: new InvoiceRegisterService(new InvoiceRegisterStore(knex)) };
}
