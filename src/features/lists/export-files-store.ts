import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface WrittenFile {
  /** 64 hex digits, of the bytes. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Exported files below a folder, each under the hash of its content: `<account>/<list>/<sha256>.csv`. */
export class ExportFilesStore {
  constructor(private readonly folder: string) {}

  /** Writes beside the files and then renames, so that a name always stands for the whole content. */
  async write(accountId: string, listId: string, content: Readable): Promise<WrittenFile> {
    const folder = this.folderOf(accountId, listId);
    await mkdir(folder, { recursive: true });
    const draft = path.join(folder, `.${randomUUID()}`);
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
      await pipeline(content, measured, createWriteStream(draft, { flush: true }));
      const sha256 = hash.digest('hex');
      await rename(draft, path.join(folder, `${sha256}.csv`));
      return { sha256, bytes };
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** @returns null when the file is not there */
  async open(accountId: string, listId: string, sha256: string): Promise<Readable | null> {
    const file = path.join(this.folderOf(accountId, listId), `${sha256}.csv`);
    try {
      await access(file);
    } catch {
      return null;
    }
    return createReadStream(file);
  }

  private folderOf(accountId: string, listId: string): string {
    return path.join(this.folder, accountId, listId);
  }
}
