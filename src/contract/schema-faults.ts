import type { z } from 'zod';
import { cutText, maxDetails } from './bounded-details.ts';
import { type FieldFault, ServiceError } from './errors.ts';
import { unknownKey } from './fields.ts';

type Issue = z.core.$ZodIssue;

/** The first bad fields of a failed parse, and how many there are beside them. */
export interface SchemaFaults {
  readonly details: readonly FieldFault[];
  readonly detailsOmitted: number;
}

/**
 * What the schema makes of the input.
 * @throws ServiceError with the given code, naming the bad fields with their paths
 */
export function checked<S extends z.ZodType>(
  schema: S,
  input: unknown,
  code: 'invalid_request' | 'invalid_query',
): z.output<S> {
  const result = schema.safeParse(input, { error: sayMissing });
  if (result.success) return result.data;
  throw new ServiceError(code, { ...schemaFaults(result.error) });
}

/** Applies where the schema has no wording of its own. */
function sayMissing(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : undefined;
}

/** The bad fields of a failed parse, each with its path; what a caller finds in `error.details`. */
export function schemaFaults(error: z.core.$ZodError): SchemaFaults {
  const details: FieldFault[] = [];
  let found = 0;
  for (const fault of faultsOf(error.issues, [])) {
    found += 1;
    if (details.length < maxDetails) details.push(fault());
  }
  return { details, detailsOmitted: found - details.length };
}

/** Each fault is worded only when it is shown: a body can hold a hundred thousand of them. */
function* faultsOf(issues: readonly Issue[], parents: readonly PropertyKey[]): Generator<() => FieldFault> {
  for (const issue of issues) {
    const path = [...parents, ...issue.path];
    const nearest = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined;
    if (nearest) yield* faultsOf(nearest, path);
    else if (issue.code === 'unrecognized_keys') {
      for (const [at, key] of issue.keys.entries())
        yield () => ({ field: fieldPath([...path, key]), message: at === 0 ? issue.message : unknownKey });
    } else yield () => ({ field: fieldPath(path), message: issue.message });
  }
}

/** Of the forms a value may have, the one it comes nearest to: faults deepest inside it, then fewest. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) =>
    issues.reduce((deepest, issue) => Math.max(deepest, issue.path.length), 0);
  const [nearest] = [...branches].sort((a, b) => depth(b) - depth(a) || a.length - b.length);
  return nearest && depth(nearest) > 0 ? nearest : undefined;
}

/** Keys in a path are the caller's own, and may be as long as the body. */
const longestKeyShown = 200;

/** `filters.prefecture[0]`; the whole value is `(root)`. */
function fieldPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return '(root)';
  return path
    .map((part, at) =>
      typeof part === 'number'
        ? `[${part}]`
        : `${at === 0 ? '' : '.'}${cutText(String(part), longestKeyShown)}`,
    )
    .join('');
}
