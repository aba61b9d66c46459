/** What Postgres and UTF-8 can store. */

export const notStorable = 'must not contain U+0000 or an unpaired surrogate';

export function isStorable(text: string): boolean {
  return !/[\0\ud800-\udfff]/u.test(text);
}

/** Whether all texts in the JSON, including keys, are storable. */
export function isStorableJson(value: unknown): boolean {
  return !/\\u(0000|d[89a-f][0-9a-f]{2})/i.test(JSON.stringify(value).replaceAll('\\\\', ''));
}
