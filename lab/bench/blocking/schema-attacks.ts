import { gzipSync } from 'node:zlib';
import type { ApiOperation, Json, Schema } from './api-operations.ts';
import { type Attack, keyHeader } from './attack.ts';
import { hostileText, type TextKind } from './hostile-texts.ts';
import { type Field, isObject, type SchemaValues } from './schema-values.ts';
import type { Sent } from './sending.ts';

/** The attacks that follow from an operation's schemas: every field at its bounds and above them. */

export interface AttackSize {
  /** The share of the permitted bytes and numbers that is used; less than 1 only for a trial. */
  readonly share: number;
  readonly texts: readonly TextKind[];
}

/** Room in a request head in addition to its path and other headers. */
const headRoom = 15_000;
const maxCursorLength = 4000;
/** Shorter texts cannot take long to process. */
const longText = 500;

/** @param example a body that is accepted, with ids of existing objects */
export function schemaAttacks(
  operation: ApiOperation,
  { path, example, values, size }: { path: string; example: Json; values: SchemaValues; size: AttackSize },
): Attack[] {
  const request = (more: Partial<Sent>): Sent => ({
    method: operation.method,
    path,
    ...more,
    headers: {
      ...(operation.takesKey && keyHeader()),
      ...more.headers,
    },
  });
  const attack = (kind: string, more: () => Partial<Sent>): Attack => ({
    operationId: operation.operationId,
    kind,
    make: () => request(more()),
  });
  const body = (value: Json): Partial<Sent> => ({ body: Buffer.from(JSON.stringify(value)) });
  const room = Math.floor(operation.bodyLimit * size.share);
  return [
    attack('as documented', () => (operation.body ? body(example) : {})),
    ...ofHead(operation, path, attack, size),
    ...ofQuery(operation, path, attack, values, size),
    ...(operation.body ? ofBodies(operation, { example, room, attack }) : []),
    ...(operation.body
      ? ofFields(operation.body, {
          example,
          room,
          attack: (kind, make) => attack(kind, () => body(make())),
          values,
          size,
        })
      : []),
  ];
}

type Making = (kind: string, more: () => Partial<Sent>) => Attack;

function ofHead(operation: ApiOperation, path: string, attack: Making, { texts }: AttackSize): Attack[] {
  const [, last = ''] = /(\{\w+\})[^{]*$/.exec(operation.path) ?? [];
  const place = operation.path.split('/').indexOf(last);
  const atPlace = (text: string) =>
    path
      .split('/')
      .map((part, at) => (at === place ? text : part))
      .join('/');
  return [
    ...['HEAD', 'OPTIONS', 'TRACE'].map((method) => attack(method, () => ({ method }))),
    attack('an Idempotency-Key of 255 characters', () => ({
      headers: { 'idempotency-key': 'k'.repeat(255) },
    })),
    attack('an Idempotency-Key that fills the head', () => ({
      headers: { 'idempotency-key': 'k'.repeat(headRoom) },
    })),
    attack('an API key that fills the head', () => ({ headers: { 'x-api-key': 'k'.repeat(headRoom) } })),
    ...(place < 0
      ? []
      : texts.map((text) =>
          attack(`path of ${text}`, () => ({
            path: atPlace(encoded(hostileText(text, headRoom), headRoom)),
          })),
        )),
  ];
}

function ofQuery(
  { query }: ApiOperation,
  path: string,
  attack: Making,
  values: SchemaValues,
  { texts }: AttackSize,
): Attack[] {
  const asked = (text: string) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${text}` });
  const filled = (part: (at: number) => string) => {
    const parts: string[] = [];
    for (let left = headRoom; left > 0; left -= (parts.at(-1)?.length ?? 0) + 1)
      parts.push(part(parts.length));
    return parts.slice(0, -1);
  };
  return [
    attack('unknown parameters that fill the head', () => asked(filled((at) => `u${at}=`).join('&'))),
    ...query.flatMap(({ name, schema }) => {
      const [form = {} as Schema] = values.formsOf(schema);
      const repeated = [
        attack(`${name} repeated`, () => asked(filled((at) => `${name}=${at}`).join('&'))),
        attack(`${name} of many values`, () => asked(`${name}=${filled((at) => `v${at}`).join(',')}`)),
      ];
      if (form.type === 'integer')
        return [
          ...repeated,
          ...[form.minimum, form.maximum, (form.maximum ?? 0) + 1].map((bound) =>
            attack(`${name} ${bound}`, () => asked(`${name}=${bound}`)),
          ),
        ];
      return [
        ...repeated,
        ...texts.map((text) =>
          attack(`${name} of ${text}`, () => {
            const maxTextLength = form.maxLength ?? form.items?.maxLength ?? maxCursorLength;
            return asked(`${name}=${encoded(hostileText(text, maxTextLength), headRoom)}`);
          }),
        ),
      ];
    }),
  ];
}

/** Bodies that no schema describes. */
function ofBodies(
  operation: ApiOperation,
  { example, room, attack }: { example: Json; room: number; attack: Making },
): Attack[] {
  const bytes = (text: string, more: Partial<Sent> = {}): Partial<Sent> => ({
    ...more,
    body: Buffer.from(text),
  });
  const chunked = (length: number) =>
    function* pieces() {
      const piece = Buffer.alloc(65_536, ' ');
      for (let sent = 0; sent < length; sent += piece.length) yield piece;
    };
  return [
    attack('only brackets', () => bytes('['.repeat(room))),
    attack('the deepest JSON', () => bytes('['.repeat(room / 2) + ']'.repeat(room / 2))),
    attack('the deepest object', () => bytes(`${'{"a":'.repeat(room / 6)}0${'}'.repeat(room / 6)}`)),
    attack('an unterminated text', () => bytes(`"${'\\u0000'.repeat(room / 6)}`)),
    attack('bytes that are not UTF-8', () => ({ body: Buffer.alloc(room, 0xff) })),
    attack('blank space', () => bytes(' '.repeat(room))),
    attack('an account id of a mebibyte', () => bytes(JSON.stringify({ accountId: 'a'.repeat(room - 100) }))),
    attack('one byte above the limit', () => bytes(' '.repeat(operation.bodyLimit + 1))),
    attack('twice the limit, without a length', () => ({ body: chunked(2 * operation.bodyLimit)() })),
    attack('gzip', () => ({
      body: gzipSync(Buffer.alloc(8 * room, ' ')),
      headers: { 'content-encoding': 'gzip' },
    })),
    attack('an invalid API key', () => bytes(JSON.stringify(example), { headers: { 'x-api-key': 'none' } })),
  ];
}

function ofFields(
  schema: Schema,
  {
    example,
    room,
    attack,
    values,
    size,
  }: {
    example: Json;
    room: number;
    attack: (kind: string, make: () => Json) => Attack;
    values: SchemaValues;
    size: AttackSize;
  },
): Attack[] {
  const whole: Field = { name: '', schema, put: (value) => value };
  const budget = room - Buffer.byteLength(JSON.stringify(example)) - 1000;
  return [whole, ...values.fields(schema, example)].flatMap((field) => {
    const named = field.name === '' ? 'the body' : field.name;
    const forms = values.formsOf(field.schema);
    const is = (type: string) => forms.some((form) => form.type === type);
    const largest = (text: TextKind, more: { above?: number; short?: boolean } = {}) =>
      field.put(values.largest(field.schema, { text, budget, ...more }));
    return [
      ...textsFor(field.schema, values, size).map((text) =>
        attack(`${named} of ${text}`, () => largest(text)),
      ),
      ...(is('array')
        ? [
            attack(`${named} of short values`, () => largest('letters', { short: true })),
            attack(`${named} of numbers`, () => field.put(Array(Math.floor(budget / 2)).fill(0))),
            attack(`${named} of empty objects`, () => field.put(Array(Math.floor(budget / 3)).fill({}))),
          ]
        : []),
      attack(`${named} above its bound`, () => largest('letters', { above: 1, short: true })),
      attack(`${named} as a number`, () => field.put(-1e308)),
      attack(`${named} as the deepest JSON`, () => field.put(deep(1000))),
      ...(is('object') || forms.some((form) => form.properties)
        ? [
            attack(`unknown keys in ${named}`, () =>
              field.put(unknownKeys(isObject(example) && field.name === '' ? example : {}, budget)),
            ),
          ]
        : []),
    ];
  });
}

/** All kinds if long texts fit; one if the text makes no difference, for example for a number or one of a few words. */
function textsFor(schema: Schema, values: SchemaValues, { texts }: AttackSize): readonly TextKind[] {
  const [long, other] = (['letters', 'kanji'] as const).map((text) =>
    JSON.stringify(values.largest(schema, { text, budget: 2 * longText })),
  );
  if (long === other) return texts.slice(0, 1);
  return (long ?? '').length < longText ? texts.slice(0, 2) : texts;
}

function unknownKeys(known: Json, budget: number): Json {
  const keys = Array.from({ length: Math.floor(budget / 13) }, (_, at) => [`u${at.toString(36)}`, 0]);
  return { ...Object.fromEntries(keys), ...(isObject(known) ? known : {}) };
}

/** No deeper than JSON.stringify can go. */
function deep(levels: number): Json {
  let value: Json = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

/** Percent-encoded, cut at the end of a character. A lone surrogate is sent as the bytes that it would have. */
function encoded(text: string, maxTextLength: number): string {
  const pieces: string[] = [];
  let length = 0;
  for (const letter of text) {
    const bytes = /^[\ud800-\udfff]$/.test(letter) ? Buffer.from('eda0bd', 'hex') : Buffer.from(letter);
    const piece = /^\w$/.test(letter) ? letter : bytes.toString('hex').replace(/../g, '%$&');
    length += piece.length;
    if (length > maxTextLength) break;
    pieces.push(piece);
  }
  return pieces.join('');
}
