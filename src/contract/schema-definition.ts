import type { z } from 'zod';

/**
 * What a schema was made from. zod documents `_zod.def` for code that works with any schema
 * (https://zod.dev/library-authors, https://zod.dev/packages/core); only here is it used.
 */
export function getDefinition<Schema extends z.core.$ZodType | z.core.$ZodCheck>(
  schema: Schema,
): Schema['_zod']['def'] {
  return schema._zod.def;
}
