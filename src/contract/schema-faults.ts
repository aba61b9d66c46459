import type { z } from 'zod';
import { cutText, maxDetails } from './bounded-details.ts';
import { type FieldFault, ServiceError } from './errors.ts';
import { describeFault, unknownKey } from './fault-words.ts';

type Issue = z.core.$ZodIssue;

/** The first invalid fields of a failed parse, and how many more there are. */
export interface SchemaFaults {
  readonly details: readonly FieldFault[];
  readonly detailsOmitted: number;
}

/**
 * The input as the schema parses it.
 * @throws ServiceError with the given code, naming the invalid fields with their paths
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  code: 'invalid_request' | 'invalid_query',
): z.output<S> {
  const result = schema.safeParse(input, { error: describeFault });
  if (result.success) return result.data;
  throw new ServiceError(code, { ...collectFaults(result.error) });
}

/** The invalid fields of a failed parse, each with its path, for `error.details`. */
export function collectFaults(error: z.core.$ZodError): SchemaFaults {
  const details: FieldFault[] = [];
  let found = 0;
  for (const fault of generateFaults(error.issues, [])) {
    found += 1;
    if (details.length < maxDetails) details.push(fault());
  }
  return { details, detailsOmitted: found - details.length };
}

/** Each message is built only when it is shown: a body can have a hundred thousand faults. */
function* generateFaults(
  issues: readonly Issue[],
  parents: readonly PropertyKey[],
): Generator<() => FieldFault> {
  for (const issue of issues) {
    const path = [...parents, ...issue.path];
    const nearest = issue.code === 'invalid_union' ? findNearestBranch(issue.errors) : undefined;
    if (nearest) yield* generateFaults(nearest, path);
    else if (issue.code === 'unrecognized_keys') {
      for (const [at, key] of issue.keys.entries())
        yield () => ({
          field: formatFieldPath([...path, key]),
          message: at === 0 ? issue.message : unknownKey,
        });
    } else yield () => ({ field: formatFieldPath(path), message: issue.message });
  }
}

/** The alternative of a union that the value comes closest to: the deepest faults, then the fewest. */
function findNearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const measureDepth = (issues: readonly Issue[]) =>
    issues.reduce((deepest, issue) => Math.max(deepest, issue.path.length), 0);
  const [nearest] = [...branches].sort((a, b) => measureDepth(b) - measureDepth(a) || a.length - b.length);
  if (nearest && measureDepth(nearest) > 0) return nearest;
  return undefined;
}

/** The caller chooses the keys in a path; a key may be as long as the body. */
const maxShownKeyLength = 200;

/** Such as `filters.prefecture[0]`; `(root)` for the value as a whole. */
function formatFieldPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return '(root)';
  return path
    .map((part, at) =>
      typeof part === 'number'
        ? `[${part}]`
        : `${at === 0 ? '' : '.'}${cutText(String(part), maxShownKeyLength)}`,
    )
    .join('');
}
