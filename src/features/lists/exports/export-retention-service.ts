import { exportDays } from '../../../contract/limits.ts';
import type { ExportFilesStore } from './export-files-store.ts';
import type { ExportsStore } from './exports-store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The path of an export that is made at this moment works at least until then. */
export function computeAvailableUntil(exportedAt: Date): Date {
  return new Date(exportedAt.getTime() + exportDays * dayMs);
}

/**
 * Removes files that were last exported before this moment, except the latest of each List (docs/lists.md).
 * @returns how many exports were removed, at most `limit`
 */
export async function removeOldExports(
  { exports, files }: { readonly exports: ExportsStore; readonly files: ExportFilesStore },
  before: Date,
  limit: number,
): Promise<number> {
  let removed = 0;
  for (const place of await exports.listOutdatedExports(before, limit)) {
    const removeFile = () => files.removeFiles(place.account_id, place.list_id, place.sha256);
    if (await exports.removeExport(place, before, removeFile)) removed += 1;
  }
  return removed;
}
