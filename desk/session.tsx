import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Api, ApiError, answer } from './api.ts';

/** What the key of the person may not do. */
export interface KeyLimits {
  /** It changes nothing and spends no credits. */
  readonly readOnly: boolean;
  /** The only table that it reaches. */
  readonly sourceId: string | null;
  readonly managesKeys: boolean;
}

export const noLimits: KeyLimits = { readOnly: false, sourceId: null, managesKeys: true };

/** What a page needs of the person who works at the desk. */
export interface Session {
  readonly api: Api;
  /** Basic and enrichment credits left; null until they are known, or if the key may not see them. */
  readonly credits: { readonly basic: number; readonly enrichment: number } | null;
  /** What pages offer follows from it. The service checks every call all the same. */
  readonly limits: KeyLimits;
  /** Reads the credits again, after something was charged. */
  refreshCredits(): void;
  signOut(): void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session outside of a page.');
  return session;
}

/** @returns the limits of the key that the API was opened with. @throws ApiError if they cannot be known now */
export async function readLimits({ client }: Api): Promise<KeyLimits> {
  try {
    await answer(client.GET('/api/service/keys'));
    return noLimits;
  } catch (error) {
    // A limited key may not see keys. The refusal says what it is limited to.
    if (!(error instanceof ApiError) || error.code !== 'key_not_permitted') throw error;
    const { read_only: readOnly, source_id: sourceId } = error.details as {
      read_only: boolean;
      source_id: string | null;
    };
    return { readOnly, sourceId, managesKeys: false };
  }
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
