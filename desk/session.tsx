import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Schema } from '../client/index.ts';
import type { Api } from './api.ts';

/** What the key of the person may not do. */
export interface KeyLimits {
  readonly keyId: string;
  /** It changes nothing and spends no credits. */
  readonly readOnly: boolean;
  /** The only table that it reaches. */
  readonly sourceId: string | null;
  /** It has a spending limit. */
  readonly hasCeiling: boolean;
  /** Only a key without any limit does. */
  readonly managesKeys: boolean;
}

export interface CreditsLeft {
  readonly basic: number;
  readonly enrichment: number;
  /** Credits that the key may still spend; null if it has no limit. */
  readonly ofKey: number | null;
}

/** What a page needs of the person who works at the desk. */
export interface Session {
  readonly api: Api;
  /** Credits left; null until they are known, or if the key may not see them. */
  readonly credits: CreditsLeft | null;
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
export async function readCredits(api: Api, { hasCeiling }: KeyLimits): Promise<CreditsLeft> {
  const [{ balances }, current] = await Promise.all([
    api.get('/credits/balance'),
    hasCeiling ? api.get('/keys/current') : null,
  ]);
  const { basic, enrichment } = balances;
  const ofKey = current?.key.credits_remaining ?? null;
  return { basic: basic.available, enrichment: enrichment.available, ofKey };
}

/** @throws ApiError, NoAnswerError */
export async function readLimits(api: Api, signal: AbortSignal): Promise<KeyLimits> {
  const { key } = await api.get('/keys/current', { signal });
  const { key_id: keyId, read_only: readOnly, source_id: sourceId } = key;
  return { keyId, readOnly, sourceId, hasCeiling: key.max_credits !== null, managesKeys: isUnlimited(key) };
}

export function isUnlimited({ read_only, source_id, purpose, max_credits }: Schema<'ApiKey'>): boolean {
  return !read_only && source_id === null && purpose === null && max_credits === null;
}

export const sections = ['sources', 'companies', 'lists', 'credits', 'keys'] as const;
export type Section = (typeof sections)[number];

/** The sections in which the key can do something. */
export function listSections({ sourceId, managesKeys }: KeyLimits): readonly Section[] {
  if (sourceId !== null) return ['sources'];
  return sections.filter((section) => section !== 'keys' || managesKeys);
}
