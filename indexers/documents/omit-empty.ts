import type { Filled } from '../../mappings/companies.ts';

/** Undefined instead of an empty array, so that the document does not have it. */
export function omitEmpty<Value>(values: Value[]): Filled<Value[]> {
  if (values.length > 0) return values;
  return undefined;
}
