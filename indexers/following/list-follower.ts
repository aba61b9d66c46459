import path from 'node:path';
import type { LoadKind } from '../registers/index.ts';
import { type ListFollower, writeFetched } from './follower.ts';
import { PublisherError } from './publisher-error.ts';

/** How archives and workbooks begin. */
const wholeByItself: ReadonlySet<string> = new Set(['504b0304', 'd0cf11e0']);
const everyMs = 6 * 60 * 60 * 1_000;

/** The list of EDINET codes, at the fixed address of its archive. */
export const edinetCodesList = {
  register: 'edinet-codes',
  publisher: 'edinet-codes',
  kind: 'edinet',
} as const;
/** The exchange's list of securities, at the address where it is published. */
export const exchangeSecuritiesList = {
  register: 'exchange-list',
  publisher: 'exchange',
  kind: 'jpx',
} as const;

interface ListPlace {
  readonly register: string;
  readonly publisher: string;
  readonly kind: LoadKind;
  readonly url: string;
}

/** A complete list at one address. */
export function createListFollower({ kind, url, ...names }: ListPlace): ListFollower {
  return {
    ...names,
    key: null,
    daily: false,
    checkEveryMs: everyMs,
    async fetchList(fetching) {
      const address = new URL(url);
      const { body, statesItsEnd } = await fetching.requests.get(address);
      // A packed file and a workbook show that they are whole; of a text, the last lines could be missing.
      if (!statesItsEnd && !wholeByItself.has(body.toString('hex', 0, 4)))
        throw new PublisherError('The answer does not say where it ends, so it may be cut off.');
      return { kind, file: writeFetched(fetching, toSafeFileName(address, names.register), body) };
    },
  };
}

/** The name as published, which shows the format; only characters that are safe in a name. */
function toSafeFileName(address: URL, register: string): string {
  const name = path.posix
    .basename(address.pathname)
    .replace(/[^\w.-]/g, '_')
    .slice(-100);
  if (name === '' || name.startsWith('.')) return register;
  return name;
}
