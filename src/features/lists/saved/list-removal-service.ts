import { z } from 'zod';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import type { listDeleteAnswer } from '../../../contract/lists/settings.ts';
import type { ExportFilesStore } from '../exports/export-files-store.ts';
import type { ListRemovalStore } from './list-removal-store.ts';
import type { ListsService } from './lists-service.ts';

export interface ListRemovalParts {
  readonly listsService: ListsService;
  readonly removal: ListRemovalStore;
  readonly files: ExportFilesStore;
}

const jobPayload = z.object({ accountId: z.string(), listId: z.string() });

/** Deletes Lists, even while they are used (docs/lists.md). */
export class ListRemoval {
  readonly #parts: ListRemovalParts;

  constructor(parts: ListRemovalParts) {
    this.#parts = parts;
  }

  /** Waits for work that has locked the List. @throws ServiceError list_not_found */
  delete(accountId: string, listId: string): Promise<AnswerBody<typeof listDeleteAnswer>> {
    return this.#parts.listsService.onHeld(accountId, listId, 'delete', async (list, transaction) => {
      await this.#parts.removal.markDeleted(accountId, list.list_id, transaction);
      return { ok: true, list_id: list.list_id, name: list.name, row_count: list.row_count };
    });
  }

  /** Removes rows and files of a deleted List. Repeated calls have no further effect. */
  async remove(payload: unknown): Promise<void> {
    const { accountId, listId } = jobPayload.parse(payload);
    const { removal, files } = this.#parts;
    if (!(await removal.isDeleted(accountId, listId))) return;
    await removal.removeParts(accountId, listId);
    await files.removeOfList(accountId, listId);
    await removal.removeItself(accountId, listId);
  }
}
