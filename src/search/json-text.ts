/** A part of a JSON body that is ready to be sent. */
export class JsonPart {
  /** JSON as bytes, one Latin-1 character for each. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A JSON body as text. Node sends it without encoding it again: the text has the bytes of UTF-8 as Latin-1 characters.
 * @typeParam Body what it would be if it were parsed
 */
export class JsonText<Body> {
  declare readonly body: Body;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A body whose lists may have prepared parts instead of values. */
export type WithParts<Body> = {
  readonly [Key in keyof Body]: Body[Key] extends readonly (infer Item)[]
    ? readonly (Item | JsonPart)[]
    : Body[Key];
};

/** The body as text if its lists have prepared parts, which are copied. Other fields than lists must not contain any. */
export function toJsonText<Body extends object>(body: WithParts<Body>): JsonText<Body> | Body {
  const lists = Object.values(body).filter((value) => Array.isArray(value));
  if (!lists.some((items) => items.some((item) => item instanceof JsonPart))) return body as Body;
  const fields = Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${toBytes(JSON.stringify(name))}:${renderValue(value)}`);
  return new JsonText(`{${fields.join(',')}}`);
}

function renderValue(value: unknown): string {
  if (value instanceof JsonPart) return value.text;
  if (Array.isArray(value)) return `[${value.map(renderValue).join(',')}]`;
  return toBytes(JSON.stringify(value));
}

/** The bytes of a text in UTF-8, as Latin-1 characters. */
export function toBytes(text: string): string {
  if (Buffer.byteLength(text) === text.length) return text;
  return Buffer.from(text).toString('latin1');
}
