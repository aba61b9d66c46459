/** A position in the change feed: after this change of this transaction. */
export interface ChangePosition {
  readonly xid: string;
  readonly changeId: string;
}

export const beginning: ChangePosition = { xid: '0', changeId: '0' };

/** Largest values of xid8 and bigint. */
const lastXid = 2n ** 64n - 1n;
const lastChangeId = 2n ** 63n - 1n;

/**
 * A position as callers store it. It is not signed and never expires: it only says how far a caller has read, and a
 * caller must be able to resume after weeks.
 */
export function writePosition({ xid, changeId }: ChangePosition): string {
  return Buffer.from(`${xid}.${changeId}`).toString('base64url');
}

/** @returns null for anything that `writePosition` did not make */
export function readPosition(cursor: string): ChangePosition | null {
  const [, xid = '', changeId = ''] =
    /^(\d{1,20})\.(\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (xid === '' || BigInt(xid) > lastXid || BigInt(changeId) > lastChangeId) return null;
  const position = { xid, changeId };
  return writePosition(position) === cursor ? position : null;
}
