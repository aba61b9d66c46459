import type { ApiDocument, Json, JsonObject, Schema } from './api-operations.ts';
import { hostileText, type TextKind } from './hostile-texts.ts';

/** Reads the schemas of a document: the fields of a body, and the largest and smallest values that they permit. */

/** A place in a body, and the body with another value there. */
export interface Field {
  /** `filters.city`, `items[]`; empty for the whole body. */
  readonly name: string;
  readonly schema: Schema;
  put(value: Json): Json;
}

export interface ValueOptions {
  readonly text: TextKind;
  /** As many short, different texts as fit, instead of long ones. */
  readonly short?: boolean;
  /** Maximum bytes of the value as JSON. */
  readonly budget: number;
  /** Added to the maximum length or number, for values that are refused. */
  readonly above?: number;
}

/** The length of texts for which the schema has no maximum. */
const unboundedText = 10_000;
const shortText = 12;
const deepestField = 4;

export class SchemaValues {
  constructor(private readonly components: ApiDocument['components']) {}

  /** Every field of a body of this schema, in a body that is otherwise accepted. */
  fields(schema: Schema, example: Json): Field[] {
    return this.below({ name: '', schema, put: (value) => value }, example, 0);
  }

  private below(field: Field, example: Json, depth: number): Field[] {
    if (depth > deepestField) return [];
    const forms = this.formsOf(field.schema);
    return forms.flatMap((form) => {
      const base = forms.length > 1 && !this.fits(form, example) ? this.smallest(form) : example;
      if (form.properties) {
        const object: JsonObject = isObject(base) ? base : {};
        return Object.entries(form.properties).flatMap(([key, schema]) => {
          const name = field.name === '' ? key : `${field.name}.${key}`;
          const inner = { name, schema, put: (value: Json) => field.put({ ...object, [key]: value }) };
          const value = object[key] ?? this.smallest(schema);
          return [inner, ...this.below(inner, value, depth + 1)];
        });
      }
      if (!form.items) return [];
      const item = { name: `${field.name}[]`, schema: form.items, put: (value: Json) => field.put([value]) };
      const [first] = Array.isArray(base) ? base : [];
      const value = first ?? this.smallest(form.items);
      return isObject(value) ? [item, ...this.below(item, value, depth + 1)] : [];
    });
  }

  /** The schemas that a value may have, except null. */
  formsOf(schema: Schema): Schema[] {
    if (schema.$ref !== undefined)
      return this.formsOf(this.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    if (schema.anyOf) return schema.anyOf.flatMap((one) => this.formsOf(one));
    return schema.type === 'null' ? [] : [schema];
  }

  /** Undefined if no free text is allowed: one of a few words, or a fixed format. */
  largest(schema: Schema, options: ValueOptions, number = 0): Json {
    const [form = {}] = this.formsOf(schema).sort((a, b) => weight(b) - weight(a));
    const { budget, above = 0, text } = options;
    if (form.const !== undefined) return form.const;
    if (form.enum) return form.enum[number % form.enum.length] ?? null;
    if (form.items) return this.fullArray(form, options);
    if (form.properties) {
      const entries = Object.entries(form.properties);
      const share = { ...options, budget: budget / entries.length };
      return Object.fromEntries(entries.map(([key, one]) => [key, this.largest(one, share, number)]));
    }
    const type = form.type ?? 'object';
    if (type === 'string') return textOf(form, options, number);
    if (type === 'integer' || type === 'number') return (form.maximum ?? Number.MAX_SAFE_INTEGER) + above;
    if (type === 'boolean' || type.includes('boolean')) return true;
    const value = hostileText(text, 100);
    const size = Buffer.byteLength(JSON.stringify(value)) + 12;
    return Object.fromEntries(
      Array.from({ length: Math.floor(budget / size) }, (_, at) => [`k${at}`, value]),
    );
  }

  private fullArray(form: Schema, options: ValueOptions): Json {
    const { budget, above = 0 } = options;
    const maxCount = (form.maxItems ?? Number.POSITIVE_INFINITY) + above;
    const items: Json[] = [];
    for (let remaining = budget; items.length < maxCount; ) {
      const item = this.largest(
        form.items ?? {},
        { ...options, above: 0, budget: Math.min(remaining, 65_000) },
        items.length,
      );
      remaining -= Buffer.byteLength(JSON.stringify(item)) + 1;
      if (remaining < 0) break;
      items.push(item);
    }
    return items;
  }

  smallest(schema: Schema): Json {
    const [form = {}] = this.formsOf(schema);
    if (form.const !== undefined) return form.const;
    if (form.enum) return form.enum[0] ?? null;
    if (form.items) return Array.from({ length: form.minItems ?? 0 }, () => this.smallest(form.items ?? {}));
    if (form.properties)
      return Object.fromEntries(
        (form.required ?? []).map((key) => [key, this.smallest(form.properties?.[key] ?? {})]),
      );
    if (form.type === 'integer' || form.type === 'number') return form.minimum ?? 0;
    if (form.type === 'string') return formatted[form.format ?? ''] ?? 'a';
    return form.type === 'boolean' ? false : {};
  }

  private fits(form: Schema, value: Json): boolean {
    if (form.items) return Array.isArray(value);
    if (!form.properties) return false;
    const { properties, required = [] } = form;
    return (
      isObject(value) &&
      required.every((key) => key in value) &&
      Object.keys(value).every((key) => key in properties)
    );
  }
}

const formatted: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00+09:00',
};

function textOf(form: Schema, { text, short, above = 0 }: ValueOptions, number: number): string {
  const known = formatted[form.format ?? ''];
  if (known !== undefined) return known;
  const maxTextLength = form.maxLength ?? unboundedText;
  return hostileText(text, short ? Math.min(shortText, maxTextLength) : maxTextLength + above, number);
}

/** Of several schemas the one that takes the most work. */
function weight(form: Schema): number {
  if (form.items) return 3;
  return form.properties ? 2 : Number(form.type === 'string');
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
