import { resolveBatchItem } from '../../contract/company-resolve/company-resolve.ts';
import { getErrorEntry, ServiceError } from '../../contract/errors.ts';
import { parseInput } from '../../contract/schema-faults.ts';

/** An item of a batch after its schema, or its error. Other items of the batch are still answered. */
export function readItem(given: { readonly key: string }) {
  try {
    const { key, ...item } = parseInput(resolveBatchItem, given, 'invalid_request');
    return { key, item, error: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { key: given.key, item: null, error: itemError(error) };
  }
}

/** Few, because a batch has up to a thousand items. */
const itemDetails = 10;

/** The error of one item, as it is shown in a batch. */
export function itemError({ details, detailsOmitted }: ServiceError) {
  const { message, recovery } = getErrorEntry('invalid_request');
  const all = Array.isArray(details) ? details : [];
  const omitted = detailsOmitted + Math.max(0, all.length - itemDetails);
  return {
    code: 'invalid_request' as const,
    message,
    details: all.slice(0, itemDetails),
    ...(omitted > 0 && { details_omitted: omitted }),
    recovery,
  };
}
