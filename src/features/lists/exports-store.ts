import type { Knex } from 'knex';

export interface ExportRecord {
  readonly sha256: string;
  readonly row_count: number;
  readonly bytes: number;
  readonly columns: readonly string[];
  readonly created_at: Date;
}

/** What was exported, by its content, in Postgres. */
export class ExportsStore {
  constructor(private readonly knex: Knex) {}

  /** The same content exported again is the same export. */
  async insert(
    accountId: string,
    listId: string,
    { sha256, row_count, bytes, columns }: Omit<ExportRecord, 'created_at'>,
  ): Promise<void> {
    await this.knex('list_exports')
      .insert({ account_id: accountId, list_id: listId, sha256, row_count, bytes, columns: [...columns] })
      .onConflict(['list_id', 'sha256'])
      .ignore();
  }

  async find(accountId: string, listId: string, sha256: string): Promise<ExportRecord | null> {
    const row = await this.knex('list_exports')
      .where({ account_id: accountId, list_id: listId, sha256 })
      .first<ExportRecord | undefined>('sha256', 'row_count', 'bytes', 'columns', 'created_at');
    return row ?? null;
  }
}
