import type { z } from 'zod';
import { type FieldFault, ServiceError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * What the schema makes of the input.
 * @throws ServiceError with the given code, naming every bad field with its path
 */
export function checked<S extends z.ZodType>(
  schema: S,
  input: unknown,
  code: 'invalid_request' | 'invalid_query',
): z.output<S> {
  const result = schema.safeParse(input, { error: sayMissing });
  if (result.success) return result.data;
  throw new ServiceError(code, { details: schemaFaults(result.error) });
}

/** Applies where the schema has no wording of its own. */
function sayMissing(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : undefined;
}

/** Every bad field of a failed parse, each with its path; what a caller finds in `error.details`. */
export function schemaFaults(error: z.core.$ZodError): FieldFault[] {
  return error.issues.flatMap((issue) => faultsOf(issue, []));
}

function faultsOf(issue: Issue, parents: readonly PropertyKey[]): FieldFault[] {
  const path = [...parents, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: fieldPath([...path, key]), message: issue.message }));
  }
  const nearest = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined;
  if (nearest) return nearest.flatMap((inner) => faultsOf(inner, path));
  return [{ field: fieldPath(path), message: issue.message }];
}

/** Of the forms a value may have, the one it comes nearest to: faults deepest inside it, then fewest. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map((issue) => issue.path.length));
  const [nearest] = [...branches].sort((a, b) => depth(b) - depth(a) || a.length - b.length);
  return nearest && depth(nearest) > 0 ? nearest : undefined;
}

/** `filters.prefecture[0]`; the whole value is `(root)`. */
function fieldPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return '(root)';
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`))
    .join('');
}
