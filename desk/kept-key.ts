const storedKey = 'company-data-desk.key';

/**
 * The key is kept in memory, or for this tab only until it is closed: in the session storage of the browser. It is never written
 * to a place that outlives the tab.
 */
export function getKeptKey(): string | null {
  return sessionStorage.getItem(storedKey);
}

export function keepKey(apiKey: string): void {
  sessionStorage.setItem(storedKey, apiKey);
}

/** What a person agreed to spend in this tab begins with this. */
export const agreedPrefix = 'company-data-desk.agreed.';

/** Forgets the key and what its person agreed to: the next person in the tab agreed to nothing. */
export function forgetKey(): void {
  for (const name of Object.keys(sessionStorage))
    if (name === storedKey || name.startsWith(agreedPrefix)) sessionStorage.removeItem(name);
}
