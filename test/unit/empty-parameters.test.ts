import { expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Endpoints } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';

const all: Endpoints = endpoints;

/** Parameters that may be empty, and what they then say (docs/decisions/0008-requests.md). */
const meaningWhenEmpty: Readonly<Record<string, unknown>> = {
  // Texts by which is searched: everything.
  q: '',
  // Texts that narrow down.
  company: undefined,
  search: undefined,
  city: undefined,
  prefecture: undefined,
  semantic_tag: undefined,
  operation: undefined,
  // Every type.
  type: '',
  // No prefix, whereas an absent one is the usual one.
  prefix: '',
};

interface Parameter {
  readonly endpoint: string;
  readonly name: string;
  readonly schema: z.ZodType;
}

const parameters = Object.entries(all).flatMap(([endpoint, { query }]): Parameter[] =>
  query instanceof z.ZodObject
    ? Object.entries(query.shape).map(([name, schema]) => ({ endpoint, name, schema: schema as z.ZodType }))
    : [],
);

it('an empty parameter is no condition, or an error', () => {
  const wrong = parameters.filter(({ name, schema }) => {
    const { success, data } = schema.safeParse('');
    if (!success) return name in meaningWhenEmpty;
    if (Array.isArray(data)) return data.length > 0;
    return !(name in meaningWhenEmpty) || data !== meaningWhenEmpty[name];
  });
  expect(wrong.map(({ endpoint, name }) => `${endpoint} ${name}`)).toEqual([]);
});

it.each(['company', 'search', 'city', 'prefecture'])(
  'a blank %s is none, an invisible one an error',
  (name) => {
    const texts = parameters.filter(
      (each) => each.name === name && !Array.isArray(each.schema.safeParse('').data),
    );
    expect(texts).not.toEqual([]);
    for (const { schema } of texts) {
      expect(schema.safeParse('　 ')).toEqual({ success: true, data: undefined });
      expect(schema.safeParse('\u200b').success).toBe(false);
    }
  },
);

it('every query is known field by field', () => {
  const queries = Object.values(all).filter(({ query }) => query !== undefined);
  expect(queries.every(({ query }) => query instanceof z.ZodObject)).toBe(true);
  expect(parameters.length).toBeGreaterThan(100);
});
