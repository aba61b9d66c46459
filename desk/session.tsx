import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api.ts';

/** What a page needs of the person who works at the desk. */
export interface Session {
  readonly api: Api;
  /** Basic and enrichment credits left; null until they are known, or if the key may not see them. */
  readonly credits: { readonly basic: number; readonly enrichment: number } | null;
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
