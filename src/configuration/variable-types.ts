import { readFileSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { splitHostUrls } from '../database/hosts.ts';

/** The forms that environment variables have. */

export const minKeyLength = 32;
const maxNodes = 100;
const maxHosts = 10;

export const defineWholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
};

/** @param parse returns the value, or what is wrong with the text */
function defineText<Value>(parse: (text: string) => { readonly value: Value } | string) {
  return z.string().transform((text, context) => {
    const parsed = parse(text);
    if (typeof parsed !== 'string') return parsed.value;
    context.addIssue({ code: 'custom', message: parsed });
    return z.NEVER;
  });
}

function splitList(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

const isUrl = (text: string, protocols: RegExp) =>
  URL.canParse(text) && protocols.test(new URL(text).protocol);

export const defineUrl = (protocols: RegExp, error: string) =>
  z.string().refine((text) => isUrl(text, protocols), error);

/**
 * A URL of one host or of several. What `target_session_attrs` says must be what the service does.
 * @param target its only possible value
 */
export const defineDatabaseUrl = (target: string) =>
  defineText((text) => findHostsFault(splitHostUrls(text), target) ?? { value: text });

function findHostsFault(urls: readonly string[], target: string): string | null {
  if (!urls.every((each) => isUrl(each, /^postgres(ql)?:$/))) return 'must be a postgres:// URL';
  if (urls.length > maxHosts) return `must have at most ${maxHosts} hosts`;
  const [first, ...others] = urls.map((each) => new URL(each));
  if (others.length > 0 && [first, ...others].some((each) => each?.host === ''))
    return 'must have a host between the commas';
  const asked = first?.searchParams.get('target_session_attrs') ?? target;
  if (asked !== target) return `must have target_session_attrs=${target}, or leave it out`;
  // The other modes of libpq check the certificate in part or not at all.
  // The driver takes the last one, if there are several.
  const modes = first?.searchParams.getAll('sslmode') ?? [];
  if (modes.every((mode) => mode === 'disable' || mode === 'verify-full')) return null;
  return 'must have sslmode=verify-full or sslmode=disable';
}

export const nodes = defineText((text) => {
  const all = splitList(text);
  return findNodesFault(all) ?? { value: all };
});

function findNodesFault(all: readonly string[]): string | null {
  const wrong = all.findIndex((node) => !isUrl(node, /^https?:$/));
  if (wrong >= 0) {
    if (all.length === 1) return 'must be an http:// or https:// URL';
    return `must be http:// or https:// URLs, separated by commas; number ${wrong + 1} is not`;
  }
  if (all.length > maxNodes) return `must have at most ${maxNodes} URLs`;
  // Otherwise some requests would be encrypted, and some not.
  if (new Set(all.map((node) => new URL(node).protocol)).size > 1)
    return 'must have http:// for all nodes, or https:// for all';
  return null;
}

export const booleanWord = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((word) => word === 'true');

/** @param value what the setting has: the path, if it is read again for each connection, or the text */
export const definePemFile = (value: 'path' | 'text') =>
  defineText((path) => {
    try {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('-----BEGIN CERTIFICATE-----')) return 'must name a file with a PEM certificate';
      return { value: value === 'path' ? resolve(path) : text };
    } catch {
      return 'must name a readable file';
    }
  });

export const keys = z
  .string()
  .transform(splitList)
  .pipe(
    z.tuple([z.string()], z.string()).refine((keys) => keys.every((key) => key.length >= minKeyLength), {
      error: `must be secrets of at least ${minKeyLength} characters each, separated by commas`,
    }),
  );

/** `true` is not accepted, because it would trust every caller's X-Forwarded-For. */
export const trustProxy = defineText<false | number | string>((text) => {
  if (text === 'false') return { value: false };
  if (/^\d{1,2}$/.test(text)) return { value: Number(text) };
  const addresses = splitList(text);
  if (addresses.every(isProxyAddress)) return { value: addresses.join(',') };
  return 'must be false, the number of proxies, or their addresses';
});

/** Bits of an address, by its version. */
const addressBits: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** An address, an address range, or one of express's names for ranges. */
function isProxyAddress(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const maxBits = addressBits[isIP(address)];
  if (maxBits === undefined || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
}

export const testReceivers = defineText((text) => {
  const origins = splitList(text);
  if (origins.every((origin) => /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(origin))) return { value: origins };
  return 'must be origins of the form http://127.0.0.1:<port>';
});

/** The address of a publisher. A key must not be sent in the clear, except to this machine. */
export const publisherUrl = z
  .string()
  .refine(
    (text) => isUrl(text, /^https:$/) || /^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?(\/|$)/.test(text),
    {
      error: 'must be an https:// URL',
    },
  );
/** The address before the paths of an API, which are added to it. */
export const publisherBase = publisherUrl.refine((text) => !/[?#]/.test(text), {
  error: 'must be an address without parameters',
});
export const publisherKey = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be one line without spaces');
/** `name=value` pairs, separated by commas, with values in percent-encoding, as OpenTelemetry's variables have them. */
export const pairs = defineText((text): { readonly value: Readonly<Record<string, string>> } | string => {
  const read = splitList(text)
    .filter((pair) => pair !== '')
    .map((pair) => /^([^=\s]+)\s*=\s*(.*)$/.exec(pair));
  try {
    if (read.every((pair) => pair !== null))
      return {
        value: Object.fromEntries(read.map(([, name = '', value = '']) => [name, decodeURIComponent(value)])),
      };
  } catch {
    // Invalid percent-encoding.
  }
  return 'must be name=value pairs, separated by commas';
});

/** Otherwise every export would fail. */
export function hasValidHeaders(named: Readonly<Record<string, string>>): boolean {
  try {
    for (const [name, value] of Object.entries(named)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}

export const httpUrl = defineUrl(/^https?:$/, 'must be an http:// or https:// URL');

const ratioError = 'must be a number from 0 to 1';
export const ratio = z
  .string()
  .regex(/^\d(\.\d{1,9})?$/, ratioError)
  .transform(Number)
  .pipe(z.number().min(0, ratioError).max(1, ratioError));
