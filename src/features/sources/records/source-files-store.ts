import type { Knex } from 'knex';
import type { Transaction } from '../../../database/transaction.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { SourceScope } from './source-record.ts';

/** The driver turns the text of a larger value into bytes for longer than other requests should wait. */
const bytesPerPiece = 256 * 1024;

/** The files that sources were read from. */
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
    const pieces = transaction('source_file_pieces').where({ source_id: scope.sourceId, position: 0 });
    return (await pieces.first('position')) !== undefined;
  }

  /** @returns null if the source has no file, or its file was not kept */
  async find(scope: SourceScope): Promise<Buffer | null> {
    const { accountId, sourceId } = scope;
    if (!isUuid(sourceId)) return null;
    const pieces: Buffer[] = [];
    for (;;) {
      const piece = await this.knex('source_file_pieces AS p')
        .join('sources AS s', 's.source_id', 'p.source_id')
        .where({ 's.account_id': accountId, 'p.source_id': sourceId, position: pieces.length })
        .first<{ readonly bytes: Buffer } | undefined>('bytes');
      if (!piece) break;
      pieces.push(piece.bytes);
    }
    if (pieces.length === 0) return null;
    return Buffer.concat(pieces);
  }
}
