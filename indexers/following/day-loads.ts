import { rmSync } from 'node:fs';
import path from 'node:path';
import type { ClientBase } from 'pg';
import type { LoadReport } from '../loading/load.ts';
import { loadFile } from '../registers/index.ts';
import type { FollowContext } from './follow-context.ts';
import { countUnreadable, type DayWork, isFileLoaded, readNewestLoads } from './follow-store.ts';
import type { AnyFollower, Fetched, FetchedFile, Fetching } from './follower.ts';
import { describeFailure } from './publisher-error.ts';
import type { Requests } from './requests.ts';

/** Loads the files of a day, and counts what they do. */
export class DayLoads {
  readonly fetching: Fetching;
  /** A complete list is loaded unless it is the newest one loaded; days are loaded once. */
  readonly #isList: boolean;
  readonly #reports: LoadReport[] = [];
  readonly #requestsBefore: number;

  constructor(
    private readonly context: FollowContext,
    private readonly client: ClientBase,
    requests: Requests,
    follower: AnyFollower,
  ) {
    const { register, key, daily } = follower;
    this.#isList = !daily;
    this.#requestsBefore = requests.count;
    this.fetching = {
      requests,
      folder: path.join(context.stateFolder, 'following', register),
      countUnreadable: (document, failure) =>
        countUnreadable(client, register, document, describeFailure(failure, key)),
      load: async (file) => void (await this.#loadFetchedFile(file)),
      isLoaded: (kind, name) => isFileLoaded(client, kind, name),
    };
  }

  get done(): DayWork {
    const counts = { rows_read: 0, added: 0, changed: 0, rejected: 0 };
    for (const report of this.#reports)
      for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += report[name];
    return {
      requests: this.fetching.requests.count - this.#requestsBefore,
      ...counts,
      load_ids: this.#reports.map(({ load_id }) => load_id),
    };
  }

  async loadAll({ files }: Fetched): Promise<readonly LoadReport[]> {
    const reports: LoadReport[] = [];
    for (const file of files) reports.push(await this.#loadFetchedFile(file));
    return reports;
  }

  async #loadFetchedFile({ kind, file }: FetchedFile): Promise<LoadReport> {
    const { databaseUrl, stateFolder, signal } = this.context;
    const report = await loadFile(kind, {
      databaseUrl,
      stateFolder,
      file,
      // After a kill between a load and the note of its day, the same content is not loaded a second time.
      skipIfDoneAfter: this.#isList ? await readNewestLoads(this.client, kind) : [],
      // A small day can consist only of rows that cannot be read, which must not stop the days after it.
      mayRejectAll: this.#isList ? 0 : 20,
      ...(signal && { signal }),
    });
    this.#reports.push(report);
    rmSync(file, { force: true });
    return report;
  }
}
