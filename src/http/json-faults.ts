import type { FieldFault } from '../contract/errors.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const openBrace = 0x7b;

/** Whether JSON has more than `max` values; counting them takes far less time than parsing. */
export function hasMoreValues(bytes: Uint8Array, max: number): boolean {
  let values = 1;
  let inText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === comma || byte === openBracket || byte === openBrace) values += 1;
    if (values > max) return true;
  }
  return false;
}

const unsafeKey = '__proto__';

/**
 * Finds a key `__proto__` anywhere in JSON. Code that copies objects drops it, or changes the target's prototype, so such
 * a body is refused rather than silently changed.
 * @param text the text that the value was parsed from
 */
export function findUnsafeKeyFault(text: string, value: unknown): FieldFault | null {
  // The key may be written with escapes.
  if (!text.includes(unsafeKey) && !text.includes('\\u')) return null;
  const path = findUnsafeKeyPath(value);
  if (path === null) return null;
  return { field: path, message: `${unsafeKey} must not be used as a field name` };
}

interface JsonPlace {
  readonly value: unknown;
  readonly name: string;
  readonly parent: JsonPlace | null;
}

/** Without recursion, because nested JSON can be deeper than the stack. */
function findUnsafeKeyPath(root: unknown): string | null {
  const open: JsonPlace[] = [{ value: root, name: '', parent: null }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, unsafeKey))
      return formatPath({ value: null, name: `.${unsafeKey}`, parent: place });
    const named = Array.isArray(value)
      ? value.map((inner, at) => [`[${at}]`, inner] as const)
      : Object.entries(value).map(([key, inner]) => [`.${key}`, inner] as const);
    for (const [name, inner] of named)
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, name, parent: place });
  }
  return null;
}

/** Such as `evidence.pages[0].__proto__`; only the nearest parents, because a path may be as long as the body. */
function formatPath(place: JsonPlace): string {
  const names: string[] = [];
  for (let at: JsonPlace | null = place; at !== null && names.length < 20; at = at.parent)
    names.unshift(at.name);
  return names.join('').replace(/^\./, '');
}
