import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  deriveRegistration,
  findRegistrationFault,
  type InvoiceStatement,
} from '../../src/features/invoice-register/invoice-registration.ts';

const stated = (more: Partial<InvoiceStatement>): InvoiceStatement => ({
  updated_on: '2023-04-03',
  process: '01',
  registered_on: '2023-10-01',
  cancelled_on: null,
  expired_on: null,
  name: '株式会社架空',
  trade_name: null,
  address: '東京都',
  ...more,
});
const loaded = { complete: false, day: '2026-08-31' };
const on = (day: string, ...statements: readonly InvoiceStatement[]) =>
  deriveRegistration('1000000000001', statements, loaded, day);

const expired = stated({ updated_on: '2024-01-05', process: '03', expired_on: '2024-01-01' });
const again = stated({ updated_on: '2025-03-20', registered_on: '2025-04-01', name: '株式会社新架空' });

describe('a registration', () => {
  it('begins on its first day and ends on the day of its end', () => {
    const ended = stated({ updated_on: '2025-02-03', process: '04', cancelled_on: '2025-02-01' });
    const statusOn = (day: string) => on(day, ended).status;
    expect(statusOn('2023-09-30')).toBe('not_yet_registered');
    expect(statusOn('2023-10-01')).toBe('registered');
    expect(statusOn('2025-01-31')).toBe('registered');
    expect(statusOn('2025-02-01')).toBe('cancelled');
  });

  it('is known with its earlier ones, in whatever order the statements came', () => {
    const statements = [stated({}), expired, again];
    fc.assert(
      fc.property(fc.shuffledSubarray(statements, { minLength: 3 }), (shuffled) => {
        expect(on('2024-06-01', ...shuffled)).toMatchObject({
          status: 'expired',
          registered_on: '2023-10-01',
          expired_on: '2024-01-01',
          name: '株式会社新架空',
          stated_on: '2025-03-20',
          periods: [
            { registered_on: '2023-10-01', expired_on: '2024-01-01' },
            { registered_on: '2025-04-01', expired_on: null },
          ],
        });
        expect(on('2023-12-31', ...shuffled).status).toBe('registered');
        expect(on('2025-04-01', ...shuffled).status).toBe('registered');
      }),
    );
  });

  it('is corrected by a newer statement about the same time', () => {
    const corrected = stated({ updated_on: '2023-11-01', registered_on: '2023-11-01' });
    expect(on('2023-10-15', stated({}), corrected)).toMatchObject({
      status: 'not_yet_registered',
      periods: [{ registered_on: '2023-11-01' }],
    });
  });

  it('is gone after a deletion, until it is stated again', () => {
    const deletion = stated({ updated_on: '2024-02-01', process: '99', registered_on: null, name: null });
    expect(on('2024-03-01', expired, deletion)).toMatchObject({ status: 'not_registered', periods: [] });
    expect(on('2025-05-01', expired, deletion, again).status).toBe('registered');
  });

  it('that is not listed is not registered only if the register is complete', () => {
    const unlisted = (complete: boolean, day: string | null) =>
      deriveRegistration('1000000000001', [], { complete, day }, '2026-09-01');
    expect(unlisted(true, '2026-08-31').status).toBe('not_registered');
    expect(unlisted(false, '2026-08-31').status).toBe('unknown');
    expect(findRegistrationFault(unlisted(true, '2026-08-31'))?.message).toBe(
      'The register of invoice issuers does not list this number. It is loaded up to 2026-08-31.',
    );
    expect(findRegistrationFault(unlisted(false, null))).toMatchObject({
      code: 'invoice_registration_unknown',
      message: expect.stringContaining('no register of invoice issuers is loaded'),
    });
  });

  it('lists at most 20 registrations, the newest', () => {
    const years = Array.from({ length: 25 }, (_, at) =>
      stated({
        updated_on: `${2000 + at}-12-01`,
        registered_on: `${2000 + at}-01-01`,
        expired_on: `${2000 + at}-12-01`,
      }),
    );
    const { periods } = on('2030-01-01', ...years);
    expect(periods).toHaveLength(20);
    expect(periods.at(-1)?.registered_on).toBe('2024-01-01');
  });
});
