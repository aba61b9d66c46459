import { type Endpoint, fullPath, servicePrefix } from './endpoint.ts';
import { ServiceError } from './errors.ts';

/** What a key is limited to, in addition to its account (docs/decisions/0013-accounts-and-keys.md). */
export interface KeyScope {
  /** It changes nothing and spends no credits. */
  readonly readOnly: boolean;
  /** The only source that it reaches. The source may have been deleted since. */
  readonly sourceId: string | null;
}

type Called = Pick<
  Endpoint,
  'auth' | 'method' | 'path' | 'root' | 'writes' | 'charge' | 'openToSourceKeys' | 'previews' | 'takesFile'
>;

/** The field or parameter with which a call saves and charges nothing. A dry run shows the price. */
export type Trial = 'dryRun' | 'preview';

/** What a read-only key may do with an endpoint: anything, only a trial, or nothing. */
export type ReadOnlyUse = 'any' | Trial | 'none';

export function readOnlyUse({
  method,
  writes = method !== 'GET',
  charge,
  previews,
}: Pick<Called, 'method' | 'writes' | 'charge' | 'previews'>): ReadOnlyUse {
  if (charge) return 'dryRun';
  if (previews) return 'preview';
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
 * @returns the trial, if the request is permitted only as one
 * @throws ServiceError key_not_permitted
 */
export function keyPermission(scope: KeyScope, endpoint: Called): 'any' | Trial {
  if (scope.sourceId !== null && !isOpenToSourceKeys(endpoint)) throw notPermitted(scope);
  const use = scope.readOnly ? readOnlyUse(endpoint) : 'any';
  if (use === 'none') throw notPermitted(scope);
  return use;
}

const trialNames: Readonly<Record<Trial, string>> = { dryRun: 'dry runs', preview: 'previews' };

/** Refuses a request that is not the trial that it has to be. @throws ServiceError key_not_permitted */
export function refuseWithoutTrial(scope: KeyScope, { charge, takesFile }: Called, trial: Trial): never {
  const fields = [...(charge?.requires.execute ? ['execute'] : []), trial];
  // Beside a file, what else is sent is in the query or in the form.
  const given = fields.map((field) => (takesFile ? `${field}=true` : `"${field}": true`)).join(' and ');
  throw notPermitted(scope, ` For this operation, it permits only ${trialNames[trial]}: send ${given}.`);
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
