import type { Knex } from 'knex';
import type { Permit } from '../../contract/construction/construction.ts';
import { permitsOfEachCompany } from '../../contract/limits.ts';
import { createGroupedRows } from '../../database/grouped-rows.ts';
import type { PermitConditions } from './permit-conditions.ts';

/** Permits that meet the conditions, those valid longest first. Nothing here belongs to an account. */
export function findPermits(knex: Knex, conditions: PermitConditions) {
  const table = {
    columns: ['license_number', 'license_types', 'valid_from', 'valid_until', 'source'],
    order: 'valid_until DESC, license_number, valid_from',
    shown: permitsOfEachCompany,
    companyOrder: 'max(valid_from) DESC',
  };
  return createGroupedRows<Permit>(knex, table, (today) => {
    const { licenseTypes, licenseNumber, validOn = today, expiresBefore } = conditions;
    const query = knex('construction_permits')
      .where('valid_from', '<=', validOn)
      .where('valid_until', '>=', validOn);
    if (licenseTypes.length > 0) query.whereRaw('license_types && ?::text[]', [[...licenseTypes]]);
    if (licenseNumber !== undefined)
      query.whereRaw('lower(normalize(license_number, NFKC)) = ?', [licenseNumber]);
    if (expiresBefore !== undefined) query.where('valid_until', '<', expiresBefore);
    return query;
  });
}
