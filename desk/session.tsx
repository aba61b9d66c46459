import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Schema } from '../client/index.ts';
import { type Api, answer } from './api.ts';

/** What the key of the person may not do. */
export interface KeyLimits {
  readonly keyId: string;
  /** It changes nothing and spends no credits. */
  readonly readOnly: boolean;
  /** The only table that it reaches. */
  readonly sourceId: string | null;
  /** Only a key without any limit does. */
  readonly managesKeys: boolean;
}

/** What a page needs of the person who works at the desk. */
export interface Session {
  readonly api: Api;
  /** Basic and enrichment credits left; null until they are known, or if the key may not see them. */
  readonly credits: { readonly basic: number; readonly enrichment: number } | null;
  /** What pages offer follows from it. The service checks every call all the same. */
  readonly limits: KeyLimits;
  /** Reads the credits again, after something was charged. */
  refreshCredits(): void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session outside of a page.');
  return session;
}

/** @throws ApiError, NoAnswerError */
export async function readLimits({ client }: Api, signal: AbortSignal): Promise<KeyLimits> {
  const { key } = await answer(client.GET('/api/service/keys/current', { signal }));
  const { key_id: keyId, read_only: readOnly, source_id: sourceId } = key;
  return { keyId, readOnly, sourceId, managesKeys: isUnlimited(key) };
}

export function isUnlimited({ read_only, source_id, purpose, max_credits }: Schema<'ApiKey'>): boolean {
  return !read_only && source_id === null && purpose === null && max_credits === null;
}

export const sections = ['sources', 'companies', 'lists', 'credits', 'keys'] as const;
export type Section = (typeof sections)[number];

/** The sections in which the key can do something. */
export function sectionsFor({ sourceId, managesKeys }: KeyLimits): readonly Section[] {
  if (sourceId !== null) return ['sources'];
  return sections.filter((section) => section !== 'keys' || managesKeys);
}

const storedKey = 'company-data-desk.key';

/**
 * The key is kept in memory, or for this tab only until it is closed: in the session storage of the browser. It is never written
 * to a place that outlives the tab.
 */
export function keptKey(): string | null {
  return sessionStorage.getItem(storedKey);
}

export function keepKey(apiKey: string): void {
  sessionStorage.setItem(storedKey, apiKey);
}

export function forgetKey(): void {
  sessionStorage.removeItem(storedKey);
}
