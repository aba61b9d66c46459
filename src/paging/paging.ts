import { z } from 'zod';
import { buildCollection, type Collection, type PageEnd } from '../contract/envelope.ts';
import { ServiceError } from '../contract/errors.ts';
import type { BoundedPage } from '../database/bounded-page.ts';
import type { PagePlace } from '../database/rows.ts';
import { readCursor, signCursor } from './signed-cursor.ts';

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The kind of collection, and everything that determines which items come next. */
export type PageBinding = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The requested page. */
export interface Page<Position> {
  readonly limit: number;
  /** The page begins after this position; null for the first page. */
  readonly after: Position | null;
  /** The cursor of the next page; null when there is none. */
  nextCursor<Item>(items: BoundedPage<Item>, positionOf: (item: Item) => Position): string | null;
  /** Cuts items that were fetched with a limit of one more. @returns the items to show and the next cursor */
  cut<Item>(
    found: readonly Item[],
    positionOf: (item: Item) => Position,
  ): { readonly shown: readonly Item[]; readonly nextCursor: string | null };
}

/** Pages of all collections. A cursor says where the previous page ended. */
export class Paging {
  readonly #keys: readonly string[];
  readonly #now: () => Date;

  /** @param keys secrets for cursors: the first key signs, all keys verify */
  constructor(keys: readonly string[], now: () => Date) {
    this.#keys = keys;
    this.#now = now;
  }

  /**
   * @param position what the collection is ordered by; default: an id
   * @throws ServiceError invalid_cursor
   */
  getPage(query: PageQuery, binding: PageBinding): Page<string>;
  getPage<Position>(query: PageQuery, binding: PageBinding, position: z.ZodType<Position>): Page<Position>;
  getPage(
    { limit, cursor }: PageQuery,
    binding: PageBinding,
    position: z.ZodType = z.string(),
  ): Page<unknown> {
    const signNextCursor = <Item>({ rows, more }: BoundedPage<Item>, positionOf: (item: Item) => unknown) => {
      const last = rows.at(-1);
      if (!more || last === undefined) return null;
      return signCursor({ after: positionOf(last) }, binding, this.#keys, this.#now());
    };
    return {
      limit,
      after: cursor === undefined ? null : this.#readPosition(cursor, binding, position),
      nextCursor: signNextCursor,
      cut(found, positionOf) {
        const shown = found.slice(0, limit);
        return { shown, nextCursor: signNextCursor({ rows: shown, more: found.length > limit }, positionOf) };
      },
    };
  }

  /**
   * The rows of a page, in the order of a column.
   * @param fetch reads rows, one more than the page shows
   * @throws ServiceError invalid_cursor
   */
  async fetchRows<Row>(
    query: PageQuery,
    binding: PageBinding,
    id: keyof Row,
    fetch: (place: PagePlace) => Promise<readonly Row[]>,
  ): Promise<{ readonly shown: readonly Row[]; readonly end: PageEnd }> {
    const { after, limit, cut } = this.getPage(query, binding);
    const { shown, nextCursor } = cut(await fetch({ after, limit: limit + 1 }), (row) => String(row[id]));
    return { shown, end: { limit, nextCursor } };
  }

  /** A page of a collection: the rows of `rows` as callers see them. @throws ServiceError invalid_cursor */
  async fetchCollection<Row, Item>(
    query: PageQuery,
    binding: PageBinding,
    id: keyof Row,
    fetch: (place: PagePlace) => Promise<readonly Row[]>,
    view: (row: Row) => Item,
  ): Promise<Collection<Item>> {
    const { shown, end } = await this.fetchRows(query, binding, id, fetch);
    return buildCollection(shown.map(view), end);
  }

  #readPosition(cursor: string, binding: PageBinding, position: z.ZodType): unknown {
    const content = readCursor<unknown>(cursor, binding, this.#keys, this.#now());
    // A cursor of an older version may have another form.
    const read = z.object({ after: position }).safeParse(content);
    if (!read.success) throw new ServiceError('invalid_cursor');
    return read.data.after;
  }
}
