import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { describeFault } from '../../src/contract/fault-words.ts';

const messageOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: describeFault }).error?.issues[0]?.message;

describe('the message for an invalid value', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'is required'],
    [z.string(), 3, 'must be a string, not a number'],
    [z.string(), null, 'must be a string, not null'],
    [z.number(), '3', 'must be a number, not a string'],
    [z.number(), Number.POSITIVE_INFINITY, 'must be a number, not infinity'],
    [z.int(), '3', 'must be a whole number, not a string'],
    [z.int(), 1.5, 'must be a whole number, not a fraction'],
    [z.boolean(), 'yes', 'must be true or false, not a string'],
    [z.array(z.string()), {}, 'must be an array, not an object'],
    [z.tuple([z.string()]), 'a', 'must be an array, not a string'],
    [z.object({}), [], 'must be an object, not an array'],
    [z.record(z.string(), z.string()), true, 'must be an object, not a boolean'],
    [z.null(), 1, 'must be null, not a number'],
    [z.uuid(), 7, 'must be a UUID, not a number'],
    [z.iso.date(), 20260131, 'must be a date, YYYY-MM-DD, not a number'],
    [z.bigint(), 1, 'must be of type bigint, not a number'],
  ])('says what type is expected and what was received (%#)', (schema, input, message) => {
    expect(messageOf(schema, input)).toBe(message);
  });

  it.each<[z.ZodType, unknown, string]>([
    [z.uuid(), 'x', 'must be a UUID'],
    [z.iso.date(), '2026-02-30', 'must be a date, YYYY-MM-DD'],
    [z.iso.datetime({ offset: true }), '2026-01-31', 'must be an ISO 8601 time with its offset'],
    [z.string().regex(/^a$/), 'b', 'does not have the required form'],
    [z.enum(['asc', 'desc']), 'up', 'must be one of asc, desc'],
    [z.literal('company'), 'person', 'must be company'],
    [z.union([z.string(), z.number()]), {}, 'does not have any of the permitted forms'],
    [
      z.record(z.string().max(3), z.string()),
      { name: 'x' },
      'has an invalid name: it must have at most 3 characters',
    ],
    [z.strictObject({}), { a: 1 }, 'is not a known field'],
    [z.string().refine(() => false), 'a', 'is not valid'],
  ])('says what form is expected (%#)', (schema, input, message) => {
    expect(messageOf(schema, input)).toBe(message);
  });

  it.each<[z.ZodType, unknown, string]>([
    [z.string().min(1), '', 'must not be blank'],
    [z.string().min(2), 'a', 'must have at least 2 characters'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.array(z.string()).min(1), [], 'must have at least 1 value'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 values'],
    [z.int().min(1), 0, 'must be at least 1'],
    [z.int().max(3), 4, 'must be at most 3'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.number().negative(), 0, 'must be less than 0'],
    [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  ])('names the bound (%#)', (schema, input, message) => {
    expect(messageOf(schema, input)).toBe(message);
  });

  it('of the schema takes precedence', () => {
    expect(messageOf(z.string('must be a name'), 1)).toBe('must be a name');
  });
});
