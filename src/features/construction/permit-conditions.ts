import type { ConstructionSearchBody } from '../../contract/construction/construction.ts';
import { type Clause, combineAny, matchValue } from '../../search/clauses.ts';
import { normalizeText } from '../../text/letters/normalize.ts';

/** Conditions that one permit must meet. Days are `YYYY-MM-DD`. */
export interface PermitConditions {
  readonly licenseTypes: readonly string[];
  readonly licenseNumber?: string;
  /** Default: today. */
  readonly validOn?: string;
  readonly expiresBefore?: string;
}

export function toPermitConditions({ filters }: Pick<ConstructionSearchBody, 'filters'>): PermitConditions {
  const { license_types = [], license_number, valid_on, expires_before } = filters ?? {};
  return {
    licenseTypes: [...new Set(license_types)].sort(),
    ...(license_number !== undefined && { licenseNumber: normalizeText(license_number).toLowerCase() }),
    ...(valid_on !== undefined && { validOn: valid_on }),
    ...(expires_before !== undefined && { expiresBefore: expires_before }),
  };
}

/** The index has validity periods by licence type, so it can combine these two conditions for one permit. */
export function buildPermitIndexClauses(
  conditions: PermitConditions,
  today: string,
): readonly Clause[] | null {
  const { licenseTypes, licenseNumber, validOn = today, expiresBefore } = conditions;
  if (licenseNumber !== undefined || expiresBefore !== undefined) return null;
  if (licenseTypes.length === 0) return [matchValue('permits', validOn)];
  return [combineAny(licenseTypes.map((type) => matchValue(`permits_by_type.${type}`, validOn)))];
}
