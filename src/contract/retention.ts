/** How many days something is kept, where callers are told. All that is removed by its age is in `src/housekeeping.ts`. */

export const idempotencyKeyDays = 30;

/** After the same content was exported last. */
export const exportDays = 30;
