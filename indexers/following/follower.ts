import { hash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadKind } from '../registers/index.ts';
import { MovedPagesError, PublisherError } from './publisher-error.ts';
import type { Requests } from './requests.ts';

/** A file that a follower has made from a publisher's answers. It is loaded like a downloaded one. */
export interface FetchedFile {
  readonly kind: LoadKind;
  readonly file: string;
}

export interface Fetched {
  /** In loading order; none if nothing was published for the day. */
  readonly files: readonly FetchedFile[];
  /** The newest day that the publisher says it has published; null if it does not say. */
  readonly publishedThrough: string | null;
  /** What the operator should know, for example a document that was left out. */
  readonly notes: readonly string[];
}

/** What a follower works with. */
export interface Fetching {
  readonly requests: Requests;
  /** Of this register. Its files are removed after each load. */
  readonly folder: string;
  /** Counts a document that cannot be read. @returns how often it could not */
  countUnreadable(document: string, failure: string): Promise<number>;
  /** Loads a file at once, for followers whose later files depend on it. */
  load(fetched: FetchedFile): Promise<void>;
  /** Whether a file of this name is already loaded. */
  isLoaded(kind: LoadKind, name: string): Promise<boolean>;
}

interface Follower {
  /** Its name in commands, answers and metrics. */
  readonly register: string;
  /** Registers of one publisher are refused together. */
  readonly publisher: string;
  /** It must not be in any message. */
  readonly key: string | null;
  /** Time between two checks when there is nothing more to load. */
  readonly checkEveryMs: number;
}

/** A register whose changes are published by day. */
export interface DailyFollower extends Follower {
  readonly daily: true;
  /** Following begins with the newest day of a finished load of one of these kinds. */
  readonly beginsWith: readonly LoadKind[];
  /** If files of that kind are of several registers: how the names of this one begin. */
  readonly beginsWithName?: string;
  /** Hours after the end of a day in Tokyo, until what is published for it is final. */
  readonly settledAfterHours: number;
  /** Everything published for one day, `YYYY-MM-DD`. */
  fetchDay(day: string, fetching: Fetching): Promise<Fetched>;
  /** What was published today after a position; the position is that of the last entry read. */
  fetchOpenDay?(
    day: string,
    after: number,
    fetching: Fetching,
  ): Promise<Fetched & { readonly position: number }>;
}

/** A complete list at an address, which the publisher replaces from time to time. */
export interface ListFollower extends Follower {
  readonly daily: false;
  fetchList(fetching: Fetching): Promise<FetchedFile>;
}

export type AnyFollower = DailyFollower | ListFollower;

/** Writes a whole file, or none. */
export function writeFetched(fetching: Fetching, name: string, content: string | Uint8Array): string {
  mkdirSync(fetching.folder, { recursive: true, mode: 0o700 });
  const file = path.join(fetching.folder, name);
  writeFileSync(`${file}.part`, content, { mode: 0o600 });
  renameSync(`${file}.part`, file);
  return file;
}

/** What a day's answer comes to: one file, or none if there is nothing to load. */
export function writeOneFile(
  fetching: Fetching,
  { kind, name, content }: { kind: LoadKind; name: string; content: string },
  publishedThrough: string | null,
): Fetched {
  if (content === '') return { files: [], publishedThrough, notes: [] };
  return { files: [{ kind, file: writeFetched(fetching, name, content) }], publishedThrough, notes: [] };
}

export function toJsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Rows on all pages together. */
  readonly count: number;
  readonly pages: number;
  /** What must be the same on all pages besides the counts. */
  readonly version: string | null;
  /** Its own number, as the publisher states it; null if it does not. */
  readonly number: number | null;
}

/** Readings until two that follow each other are the same. */
const attempts = 4;
/** Far more pages than any day has, so that a wrong number does not mean endless requests. */
const maxPages = 10_000;

/**
 * All rows of an answer in pages. Rows can move from one page to another while they are read, without any count changing. So
 * an answer of several pages is read until two readings are the same.
 * @param read the page of a number from 1
 * @throws MovedPagesError when it changes each time
 */
export async function readPages<Row>(read: (number: number) => Promise<Page<Row>>): Promise<Page<Row>> {
  let before: string | null = null;
  let moved: MovedPagesError | null = null;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const all = await readOnce(read);
      if (all.pages === 1) return all;
      const digest = hash('sha256', JSON.stringify([all.version, ...all.rows]), 'hex');
      if (digest === before) return all;
      before = digest;
    } catch (error) {
      if (!(error instanceof MovedPagesError)) throw error;
      moved = error;
      before = null;
    }
  }
  throw moved ?? new MovedPagesError('The answer changed each time it was read.');
}

async function readOnce<Row>(read: (number: number) => Promise<Page<Row>>): Promise<Page<Row>> {
  const first = await readNumberedPage(read, 1);
  if (first.pages > maxPages) throw new MovedPagesError(`The answer has ${first.pages} pages.`);
  const rows = [...first.rows];
  for (let number = 2; number <= first.pages; number += 1) {
    const page = await readNumberedPage(read, number);
    if (page.count !== first.count || page.pages !== first.pages || page.version !== first.version)
      throw new MovedPagesError('The answer changed while its pages were read.');
    rows.push(...page.rows);
  }
  if (rows.length !== first.count)
    throw new MovedPagesError(`The answer states ${first.count} rows, but its pages have ${rows.length}.`);
  return { ...first, rows };
}

async function readNumberedPage<Row>(
  read: (number: number) => Promise<Page<Row>>,
  number: number,
): Promise<Page<Row>> {
  const page = await read(number);
  if (page.number !== null && page.number !== number && page.count > 0)
    throw new MovedPagesError(`The answer is page ${page.number} instead of ${number}.`);
  return page;
}

/**
 * @param days of the publisher's statements, `YYYY-MM-DD`
 * @throws PublisherError if the answer is not that of the day
 */
export function requireDay(days: readonly string[], day: string): void {
  const later = days.find((each) => each > day);
  if (later !== undefined) throw new PublisherError(`The answer for ${day} has a row of ${later}.`);
  if (days.length > 0 && !days.includes(day))
    throw new PublisherError(`The answer for ${day} is of another day.`);
}

/** @throws PublisherError if the publisher says that it has published a day that has not begun */
export function requirePast(publishedThrough: string): void {
  const tomorrow = new Date(Date.now() + 36 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  if (publishedThrough > tomorrow)
    throw new PublisherError(
      `The publisher says that it has published ${publishedThrough}, which is in the future.`,
    );
}

/** `YYYY-MM-DD` as it stands in the name of a file. */
export function formatDayForName(day: string): string {
  return day.replaceAll('-', '');
}

/** An address under the publisher's base address, which may have a path of its own. */
export function buildUrl(base: string, place: string, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}/${place}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
