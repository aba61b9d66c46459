import { Buffer } from 'node:buffer';
import { isUuid } from '../../../text/identifiers/uuid.ts';

/** Time and randomness for the ids of one import. The caller provides them. */
export interface IdSeed {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** 16 random bytes. */
  readonly random: Uint8Array;
}

const counterAt = 9;
/** More than a source has rows, so that as many sources as the counter has room for can share a seed. */
const idsPerSource = 65_536;

/**
 * The ids of a source and its rows: UUIDs of version 7 that share time and random part, with the row number as counter
 * (RFC 9562, 6.2 method 1), so that ids sort by time of import, then by row.
 */
export class SourceIds {
  readonly #bytes: Buffer;

  /** @param place of the source among those of one seed, at most 255 */
  constructor(
    { now, random }: IdSeed,
    private readonly place = 0,
  ) {
    this.#bytes = Buffer.from(random.subarray(0, 16));
    this.#bytes.writeUIntBE(now, 0, 6);
    this.#bytes[6] = 0x70 | (this.#bytes.readUInt8(6) & 0x0f);
    this.#bytes[8] = 0x80 | (this.#bytes.readUInt8(8) & 0x3f);
  }

  source(): Uint8Array {
    return this.#numbered(0);
  }

  /** @param rowNumber from 1 */
  row(rowNumber: number): Uint8Array {
    return this.#numbered(rowNumber);
  }

  #numbered(counter: number): Uint8Array {
    const id = Buffer.from(this.#bytes);
    id.writeUIntBE(this.place * idsPerSource + counter, counterAt, 3);
    return id;
  }
}

/** The source and the number of a row, as its id has them; null for a text that is no id. */
export function readRowId(text: string): { readonly sourceId: string; readonly rowNumber: number } | null {
  const id = text.trim().toLowerCase();
  if (!isUuid(id)) return null;
  // The last two bytes of the counter, which are 0 in the id of the source.
  return {
    sourceId: `${id.slice(0, 24)}0000${id.slice(28)}`,
    rowNumber: Number.parseInt(id.slice(24, 28), 16),
  };
}

/** Writes 16 bytes as a UUID. */
export function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
