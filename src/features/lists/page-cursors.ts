import { ServiceError } from '../../contract/errors.ts';
import { type CursorBinding, readCursor, signCursor } from '../../signed-cursor.ts';

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Pages of a collection that is in the order of an id: a page begins after the last id of the one before. */
export class PageCursors {
  constructor(
    private readonly keys: readonly string[],
    private readonly now: () => Date,
  ) {}

  /** @returns the id after which the page begins; null for the first page. @throws ServiceError invalid_cursor */
  read(cursor: string | undefined, binding: CursorBinding): string | null {
    if (cursor === undefined) return null;
    const position = readCursor<{ after: string }>(cursor, binding, this.keys, this.now());
    if (!position) throw new ServiceError('invalid_cursor');
    return position.after;
  }

  /** What a page shows of items of which one more was fetched than it holds, and where the next page begins. */
  cut<Item>(
    items: readonly Item[],
    limit: number,
    binding: CursorBinding,
    idOf: (item: Item) => string,
  ): { readonly shown: readonly Item[]; readonly nextCursor: string | null } {
    const shown = items.slice(0, limit);
    const last = items.length > limit ? shown.at(-1) : undefined;
    return { shown, nextCursor: last === undefined ? null : this.sign(idOf(last), binding) };
  }

  /** The cursor of the page that begins after this id. */
  sign(after: string, binding: CursorBinding): string {
    return signCursor({ after }, binding, this.keys, this.now());
  }
}
