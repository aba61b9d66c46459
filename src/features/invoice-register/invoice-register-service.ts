import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import { piecesOf } from '../../database/pieces.ts';
import { cached } from '../../running/cached.ts';
import type { InvoiceRegisterStore } from './invoice-register-store.ts';
import {
  type InvoiceRegisterState,
  type InvoiceStatement,
  invoiceRegistration,
} from './invoice-registration.ts';

const stateMaxAgeMs = 60_000;

/** A question about a number on a day, `YYYY-MM-DD`. */
export interface RegistrationQuestion {
  readonly corporateNumber: string;
  readonly on: string;
}

/** Registrations of invoice issuers on a day. */
export class InvoiceRegisterService {
  readonly #store: InvoiceRegisterStore;
  /** How much of the register is loaded, at most a minute ago. */
  readonly #state: () => Promise<InvoiceRegisterState>;

  constructor(store: InvoiceRegisterStore) {
    this.#store = store;
    this.#state = cached(stateMaxAgeMs, () => store.state());
  }

  /** In the order of the questions; a few queries for any number of them, and none without a question. */
  async registrations(questions: readonly RegistrationQuestion[]): Promise<InvoiceRegistration[]> {
    if (questions.length === 0) return [];
    const state = await this.#state();
    const numbers = [...new Set(questions.map(({ corporateNumber }) => corporateNumber))];
    const statements = new Map<string, InvoiceStatement[]>();
    for (const piece of piecesOf(numbers))
      for (const [number, stated] of await this.#store.statements(piece)) statements.set(number, stated);
    return questions.map(({ corporateNumber, on }) =>
      invoiceRegistration(corporateNumber, statements.get(corporateNumber) ?? [], state, on),
    );
  }
}
