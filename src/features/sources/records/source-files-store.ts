import type { Knex } from 'knex';
import type { Transaction } from '../../../database/transaction.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { SourceScope } from './source-record.ts';

/** The driver turns the text of a larger value into bytes for longer than other requests should wait. */
const bytesPerPiece = 256 * 1024;

/**
 * The files that sources were read from. The sources of an account that were read from the same bytes share one, which is with one of
 * them: the sheets of a workbook are sources of their own.
 */
export class SourceFilesStore {
  constructor(private readonly knex: Knex) {}

  async insert(scope: SourceScope, file: Uint8Array, transaction: Transaction): Promise<void> {
    for (let position = 0; position * bytesPerPiece < file.length; position += 1) {
      const from = position * bytesPerPiece;
      const bytes = Buffer.from(
        file.buffer,
        file.byteOffset + from,
        Math.min(bytesPerPiece, file.length - from),
      );
      await transaction('source_file_pieces')
        .insert({ source_id: scope.sourceId, position, bytes })
        .onConflict()
        .ignore();
    }
  }

  async isKept(scope: SourceScope, transaction: Transaction): Promise<boolean> {
    return (await this.#pieces(scope, transaction).where({ position: 0 }).first('position')) !== undefined;
  }

  /** Gives the file to another source that was read from it, before the one that has it is deleted. */
  async handOver({ accountId, sourceId }: SourceScope, transaction: Transaction): Promise<void> {
    if (!isUuid(sourceId)) return;
    const heirs = transaction('sources AS o')
      .join('sources AS s', (same) =>
        same.on('s.account_id', 'o.account_id').andOn('s.content_sha256', 'o.content_sha256'),
      )
      .where({ 's.account_id': accountId, 's.source_id': sourceId })
      .whereNot('o.source_id', sourceId)
      .whereNotNull('o.reading');
    // One that is being deleted is locked.
    const heir = await heirs
      .forKeyShare('o')
      .skipLocked()
      .first<{ readonly source_id: string } | undefined>('o.source_id');
    if (!heir) return;
    await transaction.raw(
      `INSERT INTO source_file_pieces (source_id, position, bytes)
       SELECT :heir, position, bytes FROM source_file_pieces WHERE source_id = :sourceId
       ON CONFLICT DO NOTHING`,
      { heir: heir.source_id, sourceId },
    );
  }

  /** @returns null if the source has no file, or its file was not kept */
  async find(scope: SourceScope): Promise<Buffer | null> {
    if (!isUuid(scope.sourceId)) return null;
    const pieces: Buffer[] = [];
    for (;;) {
      const piece = await this.#pieces(scope, this.knex)
        .where({ position: pieces.length })
        .first<{ readonly bytes: Buffer } | undefined>('bytes');
      if (!piece) break;
      pieces.push(piece.bytes);
    }
    if (pieces.length === 0) return null;
    return Buffer.concat(pieces);
  }

  /** Whoever has them: those of all that were read from the same bytes are equal. */
  #pieces({ accountId, sourceId }: SourceScope, connection: Knex) {
    return connection('source_file_pieces AS p')
      .join('sources AS h', 'h.source_id', 'p.source_id')
      .join('sources AS s', (same) =>
        same.on('s.account_id', 'h.account_id').andOn('s.content_sha256', 'h.content_sha256'),
      )
      .where({ 's.account_id': accountId, 's.source_id': sourceId });
  }
}
