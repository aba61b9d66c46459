import { hash } from 'node:crypto';

/** The same id for the same content, whenever it is loaded. */
export function buildStableId(prefix: string, content: readonly unknown[]): string {
  return `${prefix}_${hash('sha256', JSON.stringify(content), 'hex').slice(0, 32)}`;
}
