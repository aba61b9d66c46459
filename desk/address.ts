/**
 * The desk's pages are addresses after the `#`, such as `#/sources/<source_id>/review?row=12`: the service serves one page, and an
 * address can be kept, sent and opened again.
 */
export interface Address {
  /** Parts of the path, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return { path: path.split('/').filter(Boolean).map(decodePart), query: new URLSearchParams(query) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The `href` of a page. Empty values are left out; the query of an address stays as it is. */
export function linkTo(
  path: readonly string[],
  query: Readonly<Record<string, string | undefined>> | URLSearchParams = {},
): string {
  const given =
    query instanceof URLSearchParams
      ? query
      : Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const text = new URLSearchParams(given).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text && `?${text}`}`;
}
