import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import { splitIntoPieces } from '../../database/rows.ts';
import { makeCachedRead } from '../../running/cached-read.ts';
import type { InvoiceRegisterStore } from './invoice-register-store.ts';
import {
  deriveRegistration,
  type InvoiceRegisterState,
  type InvoiceStatement,
} from './invoice-registration.ts';

const stateMaxAgeMs = 60_000;

/** A question about a number on a day, `YYYY-MM-DD`. */
export interface RegistrationQuestion {
  readonly corporateNumber: string;
  readonly on: string;
}

/** Registrations of invoice issuers on a day. */
export class InvoiceRegisterService {
  /** How much of the register is loaded, at most a minute ago. */
  readonly #state: () => Promise<InvoiceRegisterState>;

  constructor(private readonly store: InvoiceRegisterStore) {
    this.#state = makeCachedRead(stateMaxAgeMs, () => store.getState());
  }

  /** In the order of the questions; a few queries for any number of them, and none without a question. */
  async findRegistrations(questions: readonly RegistrationQuestion[]): Promise<InvoiceRegistration[]> {
    if (questions.length === 0) return [];
    const state = await this.#state();
    const numbers = [...new Set(questions.map(({ corporateNumber }) => corporateNumber))];
    const statements = new Map<string, InvoiceStatement[]>();
    for (const piece of splitIntoPieces(numbers))
      for (const [number, stated] of await this.store.findStatements(piece)) statements.set(number, stated);
    return questions.map(({ corporateNumber, on }) =>
      deriveRegistration(corporateNumber, statements.get(corporateNumber) ?? [], state, on),
    );
  }
}
