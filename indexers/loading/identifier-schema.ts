import { z } from 'zod';
import type { ParsedIdentifier } from '../../src/text/identifiers/identifiers.ts';

/** A text that is an identifier, in its stored form. */
export function createIdentifierSchema(parse: (text: string) => ParsedIdentifier) {
  return z.string().transform((text, context) => {
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: parsed.message });
    return z.NEVER;
  });
}
