import type { Request } from 'express';

/**
 * Whether a header `Accept` takes one of these media types. `test/unit/adapters.test.ts` names the version of `express` with which
 * this was tested.
 *
 * Why: `request.accepts` reads the header of the request, and the service judges another one. It only uses `this.headers`.
 * Without it: the package `accepts`, on which `express` builds.
 */
export function isAccepted(request: Request, accept: string | undefined, types: readonly string[]): boolean {
  return request.accepts.call({ headers: { accept } }, ...types) !== false;
}
