/** What Postgres and UTF-8 can hold. */

export const notStorable = 'must not hold U+0000 or half of a surrogate pair';

export function isStorable(text: string): boolean {
  return !/[\0\ud800-\udfff]/u.test(text);
}

/** JSON whose every text, keys too, is storable. */
export function isStorableJson(value: unknown): boolean {
  return !/\\u(0000|d[89a-f][0-9a-f]{2})/i.test(JSON.stringify(value).replaceAll('\\\\', ''));
}
