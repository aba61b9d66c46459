import type { LoadKind } from '../registers/index.ts';
import {
  buildUrl,
  type DailyFollower,
  formatDayForName,
  type Page,
  readPages,
  requireDay,
  requirePast,
  writeOneFile,
} from './follower.ts';

/** One of the two registers of the National Tax Agency, which it publishes by Web-APIs of one form. */
export interface AgencyRegister<Row> {
  readonly register: string;
  readonly publisher: string;
  readonly beginsWith: readonly LoadKind[];
  /** The place of its differences under the address of the publisher. */
  readonly place: string;
  /** The form of the answer. */
  readonly type: string;
  readonly kind: LoadKind;
  /** The version of a page is the day up to which the register is published. */
  readPage(body: Buffer): Page<Row> & { readonly version: string };
  getUpdateDay(row: Row): string;
  /** How the name of a day's file begins and ends. */
  readonly fileName: readonly [begin: string, extension: string];
  renderFile(rows: readonly Row[]): string;
}

export function createAgencyFollower<Row>(
  register: AgencyRegister<Row>,
  { url, key }: { readonly url: string; readonly key: string },
): DailyFollower {
  return {
    daily: true,
    register: register.register,
    publisher: register.publisher,
    key,
    checkEveryMs: 60 * 60 * 1_000,
    beginsWith: register.beginsWith,
    // The answer itself says how far the register is published.
    settledAfterHours: 0,
    async fetchDay(day, fetching) {
      const { rows, version } = await readPages(async (divide) => {
        const parameters = { id: key, from: day, to: day, type: register.type, divide: String(divide) };
        const { body } = await fetching.requests.get(buildUrl(url, register.place, parameters));
        const page = register.readPage(body);
        requirePast(page.version);
        return page;
      });
      requireDay(rows.map(register.getUpdateDay), day);
      const [begin, extension] = register.fileName;
      const name = `${begin}_${formatDayForName(day)}.${extension}`;
      const content = register.renderFile(rows);
      return writeOneFile(fetching, { kind: register.kind, name, content }, version);
    },
  };
}
