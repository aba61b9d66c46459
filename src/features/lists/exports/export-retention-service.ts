import { exportDays } from '../../../contract/lists/rows.ts';
import type { ExportFilesStore } from './export-files-store.ts';
import type { ExportsStore } from './exports-store.ts';

export interface ExportRetentionParts {
  readonly exports: ExportsStore;
  readonly files: ExportFilesStore;
  now(): Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The path of an export made at this moment is good until then at least. */
export function availableUntil(exportedAt: Date): Date {
  return new Date(exportedAt.getTime() + exportDays * dayMs);
}

/** How long exported files stay (docs/lists.md): nothing but their path needs them, and the path says how long it is good. */
export class ExportRetention {
  constructor(private readonly parts: ExportRetentionParts) {}

  /**
   * Removes files that were exported last more than 30 days ago, but for the latest of each List, and what was left by
   * exports that did not end. @returns how many exports are gone
   */
  async prune(): Promise<number> {
    const { exports, files } = this.parts;
    const now = this.parts.now().getTime();
    await files.removeDraftsBefore(new Date(now - dayMs));
    const before = new Date(now - exportDays * dayMs);
    let removed = 0;
    for (const { accountId, listId, sha256 } of await exports.outdated(before)) {
      const removeFile = () => files.remove(accountId, listId, sha256);
      if (await exports.remove(accountId, { listId, sha256 }, before, removeFile)) removed += 1;
    }
    return removed;
  }
}
