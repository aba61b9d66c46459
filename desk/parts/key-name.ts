import type { Schema } from '../../client/index.ts';

/** How people know a key: its label, if it has one, and the end of its id, because several keys can have one label. */
export function formatKeyName({ label, key_id }: Pick<Schema<'ApiKey'>, 'label' | 'key_id'>): string {
  return `${label} #${key_id.slice(-6)}`.trim();
}

/** The same for a key that may be gone. */
export function describeKey(key: Schema<'SourceDecision'>['key']): string {
  return (key && formatKeyName(key)) ?? '–';
}
