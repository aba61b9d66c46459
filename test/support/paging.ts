interface Page {
  readonly meta: { readonly next_cursor: string | null };
}

/** Every page, from the first, which has no cursor, to the one that none follows. */
export async function allPages<Each extends Page>(
  read: (cursor: string | null) => Promise<Each>,
): Promise<Each[]> {
  const pages = [await read(null)];
  for (let next = pages[0]?.meta.next_cursor; next; next = pages.at(-1)?.meta.next_cursor)
    pages.push(await read(next));
  return pages;
}

/** A cursor as the further part of a query string. */
export function andCursor(cursor: string | null): string {
  return cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
}
