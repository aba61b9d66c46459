/** Retention periods that callers read about, in days. `docs/retention.md` lists everything that is removed by age. */

export const idempotencyKeyDays = 30;

/** Counted from the last export of the same content. */
export const exportDays = 30;

/** Counted from the end of the delivery. After that, it can no longer be sent again. */
export const deliveredBodyDays = 30;

/** For how long the same question under the same key is not charged again. */
export const reconciledQuestionDays = 30;
