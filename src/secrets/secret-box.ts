import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets in Postgres, encrypted with AES-256-GCM and keys from the config (docs/data-protection.md#secrets-in-the-database). */

/** A secret cannot be read. The message names the key that is missing, but never a value. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

interface Key {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Where a value is stored. A value that was moved elsewhere cannot be opened. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  /** Id of the row. */
  readonly row: string;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyIdBytes = 4;
const sealedForm = /^enc:1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/;
/** No address or secret begins so. */
const sealedPrefix = 'enc:';

export class SecretBox {
  readonly #keys: readonly Key[];
  readonly #sealing: Key | undefined;

  /**
   * @param secrets the first encrypts, all of them decrypt. Without any, values stay as they are.
   * @param encrypts false while a version runs that cannot decrypt: values are stored as they are, and decrypted if they are encrypted
   */
  constructor(secrets: readonly string[], { encrypts = true }: { readonly encrypts?: boolean } = {}) {
    this.#keys = secrets.map(deriveKey);
    this.#sealing = encrypts ? this.#keys[0] : undefined;
  }

  /** Id of the key that encrypts; null if nothing is encrypted. */
  get keyId(): string | null {
    return this.#sealing?.id ?? null;
  }

  hasKey(keyId: string): boolean {
    return this.#keys.some(({ id }) => id === keyId);
  }

  encryptText(text: string, place: SecretPlace): string {
    const key = this.#sealing;
    if (!key) return text;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, key.bytes, nonce).setAAD(toBytes(place));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `enc:1:${key.id}:${sealed.toString('base64url')}`;
  }

  /**
   * The text of a stored value. One that is not encrypted, from before there were keys, is returned as it is.
   * @throws SecretKeyError
   */
  decryptText(stored: string, place: SecretPlace): string {
    if (!stored.startsWith(sealedPrefix)) return stored;
    const [, id, sealed] = sealedForm.exec(stored) ?? [];
    // Also one of a later version. As it is, it would be an address or a signing key that everybody can read.
    if (id === undefined || sealed === undefined)
      throw new SecretKeyError(
        `${formatPlace(place)} is encrypted in a form that this version does not know.`,
      );
    const key = this.#keys.find((each) => each.id === id);
    if (!key)
      throw new SecretKeyError(`${formatPlace(place)} is encrypted with key ${id}, which SECRET_KEYS lacks.`);
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      // The last character may have bits that no byte needs.
      if (bytes.toString('base64url') !== sealed) throw new Error('not as it was written');
      const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(toBytes(place)).setAuthTag(bytes.subarray(-tagBytes));
      const text = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    } catch {
      throw new SecretKeyError(`${formatPlace(place)} was changed, or belongs to another row.`);
    }
  }
}

/** Id of the key that a stored value is encrypted with; null if it is not encrypted. */
export function findKeyId(stored: string): string | null {
  return sealedForm.exec(stored)?.[1] ?? null;
}

function deriveKey(secret: string): Key {
  const deriveBytes = (purpose: string, size: number) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `company-data-service secrets: ${purpose}`, size));
  return {
    id: Buffer.from(deriveBytes('key id', keyIdBytes)).toString('hex'),
    bytes: deriveBytes('key', keyBytes),
  };
}

function toBytes({ table, column, row }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, row]));
}

function formatPlace({ table, column, row }: SecretPlace): string {
  return `${table}.${column} of ${row}`;
}
