import type { Knex } from 'knex';
import { ServiceError } from '../../../contract/errors.ts';
import { type ListScope, pickScope } from '../saved/list-record.ts';

export interface ExportRecord {
  readonly sha256: string;
  readonly row_count: number;
  readonly bytes: number;
  readonly columns: readonly string[];
  /** When this content was last exported. */
  readonly created_at: Date;
}

/** One export of a List. */
export interface ExportPlace extends ListScope {
  readonly sha256: string;
}

/** SQL: the export is old and not the latest of its List. */
const outdated = `
  created_at < :before AND EXISTS (
    SELECT FROM list_exports later
    WHERE later.list_id = e.list_id AND (later.created_at, later.sha256) > (e.created_at, e.sha256))`;

/** Records of exports by content, in Postgres. */
export class ExportsStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Records an export and puts its file in place. Exporting the same content again renews the same record. Meanwhile
   * the row is locked, so that `remove` does not delete the file as an old one. The List is locked too, because it may
   * be deleted during the export.
   * @throws ServiceError list_not_found
   */
  async insertExport(
    scope: ListScope,
    { columns, ...record }: ExportRecord,
    placeFile: () => Promise<void>,
  ): Promise<void> {
    const list = pickScope(scope);
    await this.knex.transaction(async (transaction) => {
      const isThere = transaction('lists').where({ ...list, deleted_at: null });
      if (!(await isThere.forKeyShare().first('list_id'))) throw new ServiceError('list_not_found');
      await transaction('list_exports')
        .insert({ ...list, ...record, columns: [...columns] })
        .onConflict(['list_id', 'sha256'])
        .merge(['created_at']);
      await placeFile();
    });
  }

  async findExport(scope: ListScope, sha256: string): Promise<ExportRecord | null> {
    const found = this.knex('list_exports').where({ ...pickScope(scope), sha256 });
    return (await found.first<ExportRecord | undefined>('*')) ?? null;
  }

  /** Exports that were last made before this moment, for all accounts, except the latest of each List. */
  async listOutdatedExports(before: Date, limit: number): Promise<ExportPlace[]> {
    const { rows } = await this.knex.raw<{ rows: ExportPlace[] }>(
      `SELECT account_id, list_id, sha256 FROM list_exports e WHERE ${outdated} LIMIT :limit`,
      { before, limit },
    );
    return rows;
  }

  /**
   * Removes an outdated export with its file, unless it was exported again meanwhile. @returns whether it was removed
   */
  async removeExport(scope: ExportPlace, before: Date, removeFile: () => Promise<void>): Promise<boolean> {
    return this.knex.transaction(async (transaction) => {
      const { rowCount } = await transaction.raw<{ rowCount: number }>(
        `DELETE FROM list_exports e
         WHERE account_id = :account_id AND list_id = :list_id AND sha256 = :sha256 AND ${outdated}`,
        { ...scope, before },
      );
      if (rowCount > 0) await removeFile();
      return rowCount > 0;
    });
  }
}
