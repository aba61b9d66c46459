import { type Endpoint, fullPath, servicePrefix } from './endpoint.ts';
import { ServiceError } from './errors.ts';

/** What a key is limited to, in addition to its account (docs/decisions/0013-accounts-and-keys.md). */
export interface KeyScope {
  /** It changes nothing and spends no credits. */
  readonly readOnly: boolean;
  /** The only source that it reaches. The source may have been deleted since. */
  readonly sourceId: string | null;
}

type Called = Pick<Endpoint, 'auth' | 'method' | 'path' | 'root' | 'writes' | 'charge' | 'openToSourceKeys'>;

/** What a read-only key may do with an endpoint. A dry run shows the price, and saves and charges nothing. */
export type ReadOnlyUse = 'any' | 'dry_run' | 'none';

export function readOnlyUse({ method, writes = method !== 'GET', charge }: Called): ReadOnlyUse {
  if (charge) return 'dry_run';
  return writes ? 'none' : 'any';
}

const sourcePath = `${servicePrefix}/sources/:sourceId`;

/** Whether the endpoint is about one source, which its path names. */
export function isAboutOneSource(endpoint: Pick<Called, 'path' | 'root'>): boolean {
  return `${fullPath(endpoint)}/`.startsWith(`${sourcePath}/`);
}

/** Whether keys for one source may call the endpoint, for their own source. */
export function isOpenToSourceKeys(endpoint: Called): boolean {
  return endpoint.openToSourceKeys === true || isAboutOneSource(endpoint);
}

/** Whether there are keys of the account that may not call the endpoint. */
export function refusesSomeKeys(endpoint: Called): boolean {
  return endpoint.auth === 'key' && (readOnlyUse(endpoint) !== 'any' || !isOpenToSourceKeys(endpoint));
}

/**
 * Checks a key's scope before anything else of a request is looked at.
 * @returns `dry_run` if the request is permitted only as a dry run
 * @throws ServiceError key_not_permitted
 */
export function keyPermission(scope: KeyScope, endpoint: Called): 'any' | 'dry_run' {
  if (scope.sourceId !== null && !isOpenToSourceKeys(endpoint)) throw notPermitted(scope);
  const use = scope.readOnly ? readOnlyUse(endpoint) : 'any';
  if (use === 'none') throw notPermitted(scope);
  return use;
}

/**
 * @param isDryRun whether the request says so: in its body, or in the query if the body is a file
 * @throws ServiceError key_not_permitted
 */
export function requireDryRun(scope: KeyScope, isDryRun: boolean): void {
  if (isDryRun) return;
  throw notPermitted(scope, ' For this operation, it permits only dry runs: send "dryRun": true.');
}

function notPermitted(scope: KeyScope, more = ''): ServiceError {
  return new ServiceError('key_not_permitted', {
    message: `${whatItMayDo(scope)}${more}`,
    details: { read_only: scope.readOnly, source_id: scope.sourceId },
  });
}

function whatItMayDo({ readOnly, sourceId }: KeyScope): string {
  const reading = 'requests that change nothing and spend no credits';
  if (sourceId === null) return `This API key is read-only: it permits only ${reading}.`;
  const source = `the paths below ${servicePrefix}/sources/${sourceId} and GET ${servicePrefix}/credits/balance`;
  return readOnly
    ? `This API key is read-only and for one source: it permits only ${source}, and there only ${reading}.`
    : `This API key is for one source: it permits only ${source}.`;
}
