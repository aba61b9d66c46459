import { toNfkc } from '../../text/letters/nfkc.ts';

/** A text of a research item, with the path of its field. */
export interface FieldText {
  readonly field: string;
  readonly text: string;
}

/** Invisible characters, which would keep a pattern from matching. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The text as a reader or a browser sees it: full-width forms made narrow, invisible characters removed, character
 * references decoded. Only for checks: the text is stored as given. Line numbers stay the same.
 */
export function toReadable(text: string): string {
  return toNfkc(decodeReferences(toNfkc(text).replace(invisible, '')));
}

const namedReferences: Readonly<Record<string, string>> = {
  amp: '&',
  colon: ':',
  sol: '/',
  period: '.',
  commat: '@',
  lt: '<',
  gt: '>',
  quot: '"',
};

function decodeReferences(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return namedReferences[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 31 && code < 0x110000) return String.fromCodePoint(code);
    return whole;
  });
}

/** The text without these characters at its end. A loop, because a regex would take quadratic time. */
export function stripEnd(text: string, ends: string): string {
  let length = text.length;
  while (length > 0 && ends.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}

/** Finds the line of a position, from 1. Line breaks are searched for once for each text. */
export function createLineFinder(text: string): (position: number) => number {
  const breaks: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks.push(at);
  return (position) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Every text of a JSON value with its path, including keys, because a key can also contain a secret. */
export function collectTexts(value: unknown, field: string): FieldText[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, at) => collectTexts(item, `${field}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner], at) => [
    ...(plainKey.test(key) ? [] : [{ field: buildMemberPath(field, key, at), text: key }]),
    ...collectTexts(inner, buildMemberPath(field, key, at)),
  ]);
}

/** Every scalar of a JSON value, without the keys. @param leftOut whether a value is left out, by the words of its key */
export function collectValues(
  value: unknown,
  field: string,
  leftOut: (label: string) => boolean = () => false,
): FieldText[] {
  return collectScalars(value, field)
    .filter(({ label }) => !leftOut(toLabelWords(label)))
    .map((scalar) => ({ field: scalar.field, text: String(scalar.value) }));
}

/** Every scalar of a JSON value after the words of its key, because the key says what a number is for. */
export function collectLabelledTexts(value: unknown, field: string): FieldText[] {
  return collectScalars(value, field).map((scalar) => ({
    field: scalar.field,
    text: formatLabelledText(scalar.label, scalar.value),
  }));
}

interface Scalar {
  readonly field: string;
  /** The last two keys: `account.number` says more than `number`. */
  readonly label: string;
  readonly value: string | number;
}

function collectScalars(value: unknown, field: string, label = ''): Scalar[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ field, label, value }];
  if (Array.isArray(value))
    return value.flatMap((item, at) => collectScalars(item, `${field}[${at}]`, label));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner], at) => {
    const last = label.slice(label.lastIndexOf(' ') + 1);
    return collectScalars(
      inner,
      buildMemberPath(field, key, at),
      `${last} ${key.replaceAll(' ', '_')}`.trim(),
    );
  });
}

/** The path does not show an unusual key, because the key itself may be a secret. */
function buildMemberPath(field: string, key: string, at: number): string {
  if (plainKey.test(key)) return `${field}.${key}`;
  return `${field}.(key ${at + 1})`;
}

export function formatLabelledText(label: string, value: string | number): string {
  return `${toLabelWords(label)}: ${value}`;
}

const toLabelWords = (label: string): string =>
  label.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');

const plainKey = /^[A-Za-z_][A-Za-z_-]{0,39}$/;
