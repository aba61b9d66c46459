import type { Knex } from 'knex';
import { ServiceError } from '../../../contract/errors.ts';

export interface ExportRecord {
  readonly sha256: string;
  readonly row_count: number;
  readonly bytes: number;
  readonly columns: readonly string[];
  /** When this content was last exported. */
  readonly created_at: Date;
}

/** Where an exported file belongs. */
export interface ExportPlace {
  readonly accountId: string;
  readonly listId: string;
  readonly sha256: string;
}

/** SQL: the export is old and not the latest of its List. */
const outdated = `
  created_at < :before AND EXISTS (
    SELECT FROM list_exports later
    WHERE later.list_id = e.list_id AND (later.created_at, later.sha256) > (e.created_at, e.sha256))`;

/** Records of exports by content, in Postgres. */
export class ExportsStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /**
   * Records an export and puts its file in place. Exporting the same content again renews the same record. Meanwhile
   * the row is locked, so that `remove` does not delete the file as an old one. The List is locked too, because it may
   * be deleted during the export.
   * @throws ServiceError list_not_found
   */
  async insert(
    accountId: string,
    listId: string,
    { sha256, row_count, bytes, columns, created_at }: ExportRecord,
    placeFile: () => Promise<void>,
  ): Promise<void> {
    await this.#knex.transaction(async (transaction) => {
      const list = await transaction('lists')
        .where({ account_id: accountId, list_id: listId, deleted_at: null })
        .forKeyShare()
        .first('list_id');
      if (!list) throw new ServiceError('list_not_found');
      await transaction('list_exports')
        .insert({
          account_id: accountId,
          list_id: listId,
          sha256,
          row_count,
          bytes,
          columns: [...columns],
          created_at,
        })
        .onConflict(['list_id', 'sha256'])
        .merge(['created_at']);
      await placeFile();
    });
  }

  async find(accountId: string, listId: string, sha256: string): Promise<ExportRecord | null> {
    const row = await this.#knex('list_exports')
      .where({ account_id: accountId, list_id: listId, sha256 })
      .first<ExportRecord | undefined>('sha256', 'row_count', 'bytes', 'columns', 'created_at');
    return row ?? null;
  }

  /** Exports of all accounts last made before this moment, except the latest of each List. */
  async outdated(before: Date): Promise<ExportPlace[]> {
    const { rows } = await this.#knex.raw<{ rows: ExportPlace[] }>(
      `SELECT account_id AS "accountId", list_id AS "listId", sha256 FROM list_exports e WHERE ${outdated}`,
      { before },
    );
    return rows;
  }

  /**
   * Removes an outdated export with its file, unless it was exported again meanwhile. @returns whether it was removed
   */
  async remove(
    accountId: string,
    { listId, sha256 }: Pick<ExportPlace, 'listId' | 'sha256'>,
    before: Date,
    removeFile: () => Promise<void>,
  ): Promise<boolean> {
    return this.#knex.transaction(async (transaction) => {
      const { rowCount } = await transaction.raw<{ rowCount: number }>(
        `DELETE FROM list_exports e
         WHERE account_id = :accountId AND list_id = :listId AND sha256 = :sha256 AND ${outdated}`,
        { accountId, listId, sha256, before },
      );
      if (rowCount > 0) await removeFile();
      return rowCount > 0;
    });
  }
}
