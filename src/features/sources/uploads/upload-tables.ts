/** The bytes of the tables of an upload travel between processes by themselves, in pieces. */

interface Copied {
  readonly copy: readonly Uint8Array<ArrayBuffer>[];
}

/** An upload with one table, or one with several. */
type Upload = { readonly table: Copied } | { readonly tables: readonly { readonly table: Copied }[] };

function tablesOf(upload: Upload): readonly Copied[] {
  return 'tables' in upload ? upload.tables.map(({ table }) => table) : [upload.table];
}

function withCopies(upload: Upload, copies: readonly Copied['copy'][]): Upload {
  const withCopy = (table: Copied, at: number) => ({ ...table, copy: copies[at] ?? [] });
  if (!('tables' in upload)) return { ...upload, table: withCopy(upload.table, 0) };
  return {
    ...upload,
    tables: upload.tables.map((each, at) => ({ ...each, table: withCopy(each.table, at) })),
  };
}

/** The upload without the bytes of its tables, and these. */
export function detachCopies(upload: Upload) {
  const copies = tablesOf(upload).map(({ copy }) => copy);
  return {
    upload: withCopies(upload, []),
    pieces: copies.flat(),
    pieceCounts: copies.map(({ length }) => length),
  };
}

/** @param pieces in the order of the tables */
export function attachCopies(upload: Upload, pieces: Copied['copy'], pieceCounts: readonly number[]): Upload {
  let from = 0;
  const copies = pieceCounts.map((count) => {
    from += count;
    return pieces.slice(from - count, from);
  });
  return withCopies(upload, copies);
}
