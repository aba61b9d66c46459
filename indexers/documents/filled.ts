import type { Filled } from '../../mappings/companies.ts';

/** Undefined instead of an empty array, so that the document does not have it. */
export function omitEmpty<Value>(values: Value[]): Filled<Value[]> {
  return values.length > 0 ? values : undefined;
}
