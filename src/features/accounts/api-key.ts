import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * API keys: `cds_<32 characters>_<checksum>`, all base62. The prefix lets scanners find leaked keys; the checksum lets
 * the service refuse mistyped and made-up keys without a query.
 */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const keyForm = new RegExp(`^(cds_[0-9A-Za-z]{${randomLength}})_([0-9A-Za-z]{${checksumLength}})$`);

/** A new key, with 190 random bits. @param random gives that many random bytes */
export function makeApiKey(random: (size: number) => Uint8Array): string {
  const stem = `cds_${generateRandomText(random, randomLength)}`;
  return `${stem}_${computeChecksum(stem)}`;
}

export function isApiKey(text: string): boolean {
  const [, stem, sum] = keyForm.exec(text) ?? [];
  return stem !== undefined && computeChecksum(stem) === sum;
}

/** Only this SHA-256 is stored. A key has so many random bits that a slow hash would not help. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The start of a key, shown to tell keys apart. */
export function getApiKeyStart(key: string): string {
  return key.slice(0, 'cds_'.length + 6);
}

/** A new key, with what is stored of it. */
export function makeKey(random: (size: number) => Uint8Array) {
  const apiKey = makeApiKey(random);
  return { apiKey, hash: hashApiKey(apiKey), start: getApiKeyStart(apiKey) };
}

function computeChecksum(stem: string): string {
  let rest = crc32(stem);
  let text = '';
  while (text.length < checksumLength) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

function generateRandomText(random: (size: number) => Uint8Array, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 is the largest multiple of 62 in a byte. Using larger bytes would make some digits more frequent.
      if (byte < 248 && text.length < length) text += digits.charAt(byte % digits.length);
    }
  }
  return text;
}
