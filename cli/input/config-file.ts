import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import { maxApiKeyLength } from '../../client/index.ts';
import { CommandFailure, createUsageFailure, exitCodes } from '../failure.ts';

/** The service's address and the API key: from the environment, or else from a private file of the user. */

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

export function getConfigPath(env: Environment): string {
  return env.COMPANY_DATA_CONFIG || path.join(envPaths('company-data', { suffix: '' }).config, 'config.json');
}

/** @throws CommandFailure if other users can read the file, or if it is not JSON */
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

/** Replaces the whole file, readable only by its owner. */
export function writeConfigFile(file: string, config: StoredConfig): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  // The mode above applies only to a new file, and the umask may restrict it.
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
  refuseIfOthersMay(folder, 'folder', '700');
}

/**
 * The environment takes precedence over the file. A stored key is sent only to the stored address, so that a temporary
 * other address does not receive it.
 */
export function readSettings(env: Environment): Settings {
  const file = getConfigPath(env);
  // If the environment has both, the file is not needed and may be invalid.
  const stored = env.COMPANY_DATA_URL && env.COMPANY_DATA_API_KEY ? {} : readConfigFile(file);
  const storedUrl = stored.url ?? defaultUrl;
  const url = parseServiceUrl(env.COMPANY_DATA_URL || storedUrl);
  const urlFrom = (env.COMPANY_DATA_URL && 'COMPANY_DATA_URL') || (stored.url && file) || 'default';
  if (env.COMPANY_DATA_API_KEY)
    return { url, urlFrom, apiKey: env.COMPANY_DATA_API_KEY.trim(), apiKeyFrom: 'COMPANY_DATA_API_KEY' };
  const belongs = new URL(storedUrl).origin === new URL(url).origin;
  if (!stored.api_key || !belongs) return { url, urlFrom, apiKey: null, apiKeyFrom: null };
  return { url, urlFrom, apiKey: stored.api_key, apiKeyFrom: file };
}

/** @returns the address without a trailing slash */
export function parseServiceUrl(given: string): string {
  const url = URL.canParse(given) && new URL(given);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw createUsageFailure(
      `${given} is not a valid service address.`,
      'Use an address such as https://data.example.co.jp.',
    );
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** Whether the text can be a key: only characters that a header can contain, so not the … of an example. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{8,}$/.test(text) && text.length <= maxApiKeyLength;
}

/** The part of a key that may be shown: enough to distinguish two keys. */
export function maskKey(apiKey: string): string {
  if (apiKey.length < 20) return '…';
  return `${apiKey.slice(0, 8)}…`;
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

/** Windows has no such mode bits; there, the user's profile folder is private. */
function refuseIfOthersMay(place: string, kind: 'file' | 'folder', mode: string): void {
  if (process.platform === 'win32' || (statSync(place).mode & othersMayRead) === 0) return;
  throw new CommandFailure(
    exitCodes.notAuthorised,
    `The ${kind} ${place} contains the API key, but other users of this machine can read it.`,
    `Make it private: chmod ${mode} '${place}'. If others may have read the key, ask for it to be revoked.`,
  );
}
