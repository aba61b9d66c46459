import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import { CommandFailure, exitCodes, usageFailure } from './failure.ts';

/** Where the service is and with which key it is asked: from the environment, else from a file of this person alone. */

export interface StoredConfig {
  readonly url?: string;
  readonly api_key?: string;
}

export interface Settings {
  readonly url: string;
  readonly urlFrom: string;
  readonly apiKey: string | null;
  readonly apiKeyFrom: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const defaultUrl = 'http://127.0.0.1:8080';
const othersMayRead = 0o077;

export function configPath(env: Environment): string {
  return env.COMPANY_DATA_CONFIG || path.join(envPaths('company-data', { suffix: '' }).config, 'config.json');
}

/** @throws CommandFailure when others can read the file, or when it is none */
export function readConfigFile(file: string): StoredConfig {
  const text = readPrivately(file);
  if (text === null) return {};
  try {
    const { url, api_key } = JSON.parse(text) as Record<string, unknown>;
    return {
      ...(typeof url === 'string' && { url }),
      ...(typeof api_key === 'string' && { api_key }),
    };
  } catch (cause) {
    throw new CommandFailure(exitCodes.usage, `${file} is not JSON.`, 'Correct or remove the file.', {
      cause,
    });
  }
}

/** Replaces the file as a whole, readable for its owner alone. */
export function writeConfigFile(file: string, config: StoredConfig): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  // The mode of a new file is narrowed by the umask, never widened; that of an old one stays.
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
  refuseIfOthersMay(folder, 'folder', '700');
}

/**
 * The environment wins over the file. A stored key goes to the stored address alone, so that another address given for
 * a moment does not get it.
 */
export function readSettings(env: Environment): Settings {
  const file = configPath(env);
  // What the environment says alone needs no file, in whatever state it is.
  const stored = env.COMPANY_DATA_URL && env.COMPANY_DATA_API_KEY ? {} : readConfigFile(file);
  const storedUrl = stored.url ?? defaultUrl;
  const url = serviceUrl(env.COMPANY_DATA_URL || storedUrl);
  const urlFrom = env.COMPANY_DATA_URL ? 'COMPANY_DATA_URL' : stored.url ? file : 'default';
  if (env.COMPANY_DATA_API_KEY)
    return { url, urlFrom, apiKey: env.COMPANY_DATA_API_KEY.trim(), apiKeyFrom: 'COMPANY_DATA_API_KEY' };
  const belongs = new URL(storedUrl).origin === new URL(url).origin;
  if (!stored.api_key || !belongs) return { url, urlFrom, apiKey: null, apiKeyFrom: null };
  return { url, urlFrom, apiKey: stored.api_key, apiKeyFrom: file };
}

/** @returns the address without a slash at its end */
export function serviceUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw usageFailure(
      `${given} is not the address of a service.`,
      'Give one such as https://data.example.co.jp.',
    );
  return url.href.replace(/\/+$/, '');
}

/** Whether it has the form of a key: nothing that a header cannot carry, such as the … of an example. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{8,200}$/.test(text);
}

/** A key as it may be shown: enough to tell two apart. */
export function maskedKey(apiKey: string): string {
  return apiKey.length < 20 ? '…' : `${apiKey.slice(0, 8)}…`;
}

function readPrivately(file: string): string | null {
  try {
    refuseIfOthersMay(file, 'file', '600');
    refuseIfOthersMay(path.dirname(file), 'folder', '700');
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Windows has no such bits; there the folder of the person's profile keeps others away. */
function refuseIfOthersMay(place: string, kind: 'file' | 'folder', mode: string): void {
  if (process.platform === 'win32' || (statSync(place).mode & othersMayRead) === 0) return;
  throw new CommandFailure(
    exitCodes.notAuthorised,
    `The ${kind} ${place} holds the API key and is open to others on this machine.`,
    `Close it: chmod ${mode} '${place}'. If others may have read the key, have it revoked.`,
  );
}
