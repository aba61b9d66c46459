import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ExportFormat, exportFormats } from '../../../contract/table-files.ts';
import { makePrivateFolder, privateFile } from '../../../process/private-files.ts';

/** Where a file belongs. */
interface FilePlace {
  readonly listId: string;
  readonly format: ExportFormat;
}

/** A complete file that does not have its final name yet. */
export interface ExportDraft {
  /** SHA-256 of the bytes as 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** Moves the file to its final name. */
  readonly place: () => Promise<void>;
  /** Removes the file, unless it was placed. */
  readonly discard: () => Promise<void>;
}

export const getExportsFolder = (stateFolder: string) => path.join(stateFolder, 'exports');

/** Exported files in a folder, named by the hash of their content: `<account>/<list>/<sha256>.<format>`. */
export class ExportFilesStore {
  readonly #drafts: string;

  constructor(private readonly folder: string) {
    this.#drafts = path.join(folder, 'drafts');
  }

  async writeDraft(
    accountId: string,
    { listId, format }: FilePlace,
    content: Readable,
  ): Promise<ExportDraft> {
    makePrivateFolder(this.#drafts);
    const draft = path.join(this.#drafts, randomUUID());
    const discard = () => rm(draft, { force: true });
    const hash = createHash('sha256');
    let bytes = 0;
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    try {
      await pipeline(content, measured, createWriteStream(draft, { flush: true, mode: privateFile }));
    } catch (error) {
      await discard();
      throw error;
    }
    const sha256 = hash.digest('hex');
    const moveIntoPlace = async () => {
      const file = this.#getFilePath(accountId, { listId, format }, sha256);
      makePrivateFolder(path.dirname(file));
      await rename(draft, file);
    };
    return { sha256, bytes, place: moveIntoPlace, discard };
  }

  /** @returns null when the file does not exist */
  async openFile(accountId: string, place: FilePlace, sha256: string): Promise<Readable | null> {
    const file = this.#getFilePath(accountId, place, sha256);
    try {
      await access(file);
    } catch {
      return null;
    }
    return createReadStream(file);
  }

  /** @throws if there is no folder of exports, as in a process that does not have the service's STATE_FOLDER */
  async removeFiles(accountId: string, listId: string, sha256: string): Promise<void> {
    // Otherwise the record would be gone, and nothing would ever remove the file.
    await access(this.folder);
    for (const format of exportFormats)
      await rm(this.#getFilePath(accountId, { listId, format }, sha256), { force: true });
  }

  /** Removes every file of a List. */
  async removeOfList(accountId: string, listId: string): Promise<void> {
    await rm(path.join(this.folder, accountId, listId), { recursive: true, force: true });
  }

  /** Removes files of processes that ended while writing. */
  async removeDraftsBefore(moment: Date): Promise<number> {
    let removed = 0;
    makePrivateFolder(this.#drafts);
    for (const name of await readdir(this.#drafts)) {
      const draft = path.join(this.#drafts, name);
      // Another process may have placed or removed it meanwhile.
      const found = await stat(draft).catch(() => null);
      if (!found || found.mtime >= moment) continue;
      await rm(draft, { force: true });
      removed += 1;
    }
    return removed;
  }

  #getFilePath(accountId: string, { listId, format }: FilePlace, sha256: string): string {
    return path.join(this.folder, accountId, listId, `${sha256}.${format}`);
  }
}
