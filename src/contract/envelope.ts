import { type ErrorCode, errorEntry, type ServiceError } from './errors.ts';

/** Something that keeps an answer from being read as more than it is (decisions.md, "Shapes"). */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly signal?: string;
  readonly field?: string;
  readonly value?: unknown;
  readonly suggestions?: readonly unknown[];
}

/** Something that is missing for a better answer. */
export interface Gap {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** The body of every answer that is not a success (decisions.md, "Errors"). */
export interface ErrorEnvelope {
  readonly ok: false;
  readonly status: 'error' | 'blocked';
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: unknown;
    readonly recovery?: string;
  };
  readonly gaps: readonly Gap[];
  readonly request_id: string;
}

export function errorEnvelope(error: ServiceError, requestId: string): ErrorEnvelope {
  const entry = errorEntry(error.code);
  return {
    ok: false,
    status: entry.blocked ? 'blocked' : 'error',
    error: {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
      recovery: entry.recovery,
    },
    gaps: error.gaps,
    request_id: requestId,
  };
}

export interface CollectionMeta {
  readonly limit: number;
  readonly returned: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

export interface Collection<Item> {
  readonly ok: true;
  readonly items: readonly Item[];
  readonly meta: CollectionMeta;
}

/** A page of a collection whose array the specification does not name. A page goes on exactly when it has a cursor. */
export function collection<Item>(
  items: readonly Item[],
  { limit, nextCursor }: { limit: number; nextCursor: string | null },
): Collection<Item> {
  return {
    ok: true,
    items,
    meta: { limit, returned: items.length, has_more: nextCursor !== null, next_cursor: nextCursor },
  };
}
