import names from './family-names.json' with { type: 'json' };

/** Frequent family names, as they are written in Japanese. */
export const familyNames: ReadonlySet<string> = new Set(names);
