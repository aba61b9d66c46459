import type { z } from 'zod';
import { getDefinition } from './schema-definition.ts';

/** What a value must be, by the type or format that its schema expects. */
const expectedWords: Readonly<Partial<Record<string, string>>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  safeint: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date, YYYY-MM-DD',
  datetime: 'an ISO 8601 time with its offset',
  uuid: 'a UUID',
};

/**
 * What is wrong with a value, in words that follow the name of its field: `must be a string, not a number`. For every
 * kind of fault that zod finds; applies unless the schema has a message of its own.
 */
export function describeFault(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${describeExpected(issue, issue.expected)}, not ${describeReceived(issue.input)}`;
    case 'invalid_format':
      if (expectedWords[issue.format] === undefined) return 'does not have the required form';
      return `must be ${expectedWords[issue.format]}`;
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ');
      if (issue.values.length === 1) return `must be ${values}`;
      return `must be one of ${values}`;
    }
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be blank';
      return describeBound(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return describeBound(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return `has an invalid name: it ${issue.issues[0]?.message ?? 'is not permitted'}`;
    case 'unrecognized_keys':
      return unknownKey;
    case 'invalid_union':
      return 'does not have any of the permitted forms';
    default:
      return 'is not valid';
  }
}

/** The message for an unknown key. */
export const unknownKey = 'is not a known field';

/** The format is more exact than the type: a date is also a string. */
function describeExpected({ inst }: z.core.$ZodRawIssue, type: string): string {
  const { format } = Object(inst && getDefinition(inst));
  return expectedWords[format] ?? expectedWords[type] ?? `of type ${type}`;
}

function describeReceived(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'an array';
  if (typeof input === 'boolean') return 'a boolean';
  if (typeof input !== 'number') return expectedWords[typeof input] ?? typeof input;
  if (!Number.isFinite(input)) return 'infinity';
  if (Number.isInteger(input)) return 'a number';
  return 'a fraction';
}

function describeBound(origin: string, limit: number | bigint, relation: string): string {
  const unit = { string: 'character', array: 'value' }[origin];
  if (unit) return `must have ${relation} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
  return `must be ${relation} ${limit}`;
}
