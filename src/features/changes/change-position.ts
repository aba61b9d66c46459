/** A position in the change feed: after this change of this transaction. */
export interface ChangePosition {
  readonly xid: string;
  readonly changeId: string;
}

/** A position as callers have it. */
export interface FeedPosition extends ChangePosition {
  /** Null if the feed has no name: that of a database that was never restored. */
  readonly feedId: string | null;
}

export const beginning: ChangePosition = { xid: '0', changeId: '0' };

/** Largest values of xid8 and bigint. */
const lastXid = 2n ** 64n - 1n;
const lastChangeId = 2n ** 63n - 1n;

/**
 * A position as callers store it. It is not signed and never expires: it only says how far a caller has read, and a
 * caller must be able to resume after weeks.
 */
export function formatPosition({ feedId, xid, changeId }: FeedPosition): string {
  return toBase64Url([feedId, xid, changeId].filter((each) => each !== null).join('.'));
}

/** @returns null for anything that `formatPosition` did not make */
export function parsePosition(cursor: string): FeedPosition | null {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, feedId = null, xid = '', changeId = ''] =
    /^(?:([0-9a-f]{12})\.)?(\d{1,20})\.(\d{1,19})$/.exec(text) ?? [];
  if (xid === '' || BigInt(xid) > lastXid || BigInt(changeId) > lastChangeId) return null;
  if (toBase64Url(text) === cursor) return { feedId, xid, changeId };
  return null;
}

function toBase64Url(text: string): string {
  return Buffer.from(text, 'latin1').toString('base64url');
}
