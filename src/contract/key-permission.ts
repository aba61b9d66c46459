import { type Endpoint, getFullPath, servicePrefix } from './endpoint.ts';
import { ServiceError } from './errors.ts';
import type { KeyPurpose } from './key-purpose.ts';

/** What a key is limited to, in addition to its account (docs/decisions/0013-accounts-and-keys.md). */
export interface KeyScope {
  /** It changes nothing and spends no credits. */
  readonly readOnly: boolean;
  /** The only source that it reaches. The source may have been deleted since. */
  readonly sourceId: string | null;
  /** All that it is for. */
  readonly purpose: KeyPurpose | null;
  /** The most that all its calls together may spend, in whole credits. */
  readonly maxCredits: number | null;
}

/** Whether a key has no limits of its own. Only such a key manages keys: another one could give more than it has. */
export function isUnlimited({ readOnly, sourceId, purpose, maxCredits }: KeyScope): boolean {
  return !readOnly && sourceId === null && purpose === null && maxCredits === null;
}

type CalledEndpoint = Pick<
  Endpoint,
  | 'auth'
  | 'method'
  | 'path'
  | 'root'
  | 'writes'
  | 'charge'
  | 'openToSourceKeys'
  | 'previews'
  | 'takesFile'
  | 'managesKeys'
  | 'keyPurpose'
  | 'keyInPath'
>;

/** The field or parameter with which a call saves and charges nothing. A dry run shows the price. */
export type Trial = 'dryRun' | 'preview';

/** What a read-only key may do with an endpoint: anything, only a trial, or nothing. */
export type ReadOnlyUse = 'any' | Trial | 'none';

export function getReadOnlyUse({
  method,
  writes = method !== 'GET',
  charge,
  previews,
  managesKeys,
  keyInPath,
}: Pick<
  CalledEndpoint,
  'method' | 'writes' | 'charge' | 'previews' | 'managesKeys' | 'keyInPath'
>): ReadOnlyUse {
  if (managesKeys || keyInPath) return 'none';
  if (charge) return 'dryRun';
  if (previews) return 'preview';
  if (writes) return 'none';
  return 'any';
}

const sourcePath = `${servicePrefix}/sources/:sourceId`;

/** Whether the endpoint is about one source, which its path names. */
export function isAboutOneSource(endpoint: Pick<CalledEndpoint, 'path' | 'root'>): boolean {
  return `${getFullPath(endpoint)}/`.startsWith(`${sourcePath}/`);
}

/** Whether keys for one source may call the endpoint, for their own source. */
export function isOpenToSourceKeys(endpoint: CalledEndpoint): boolean {
  return endpoint.openToSourceKeys === true || isAboutOneSource(endpoint);
}

/**
 * Checks a key's scope before anything else of a request is looked at.
 * @returns the trial, if the request is permitted only as one
 * @throws ServiceError key_not_permitted
 */
export function checkKeyPermission(scope: KeyScope, endpoint: CalledEndpoint): 'any' | Trial {
  if (scope.purpose !== null && scope.purpose !== endpoint.keyPurpose) throw createNotPermittedError(scope);
  if (endpoint.keyInPath && scope.purpose === null) {
    throw createNotPermittedError(
      scope,
      'Only an API key with the purpose reconciliation may be in a path, where others can read it.',
    );
  }
  if (endpoint.managesKeys && !isUnlimited(scope)) throw createNotPermittedError(scope, limitedKey);
  if (scope.sourceId !== null && !isOpenToSourceKeys(endpoint)) throw createNotPermittedError(scope);
  const use = scope.readOnly ? getReadOnlyUse(endpoint) : 'any';
  if (use === 'none') throw createNotPermittedError(scope);
  return use;
}

const limitedKey =
  'This API key is limited, so it may not manage keys. Only a key without any limit may: not read-only, not for one source, without a purpose and without a spending limit.';

/**
 * What an account remembers holds for all of its sources, so a key for one source cannot ask for it.
 * @param asked how a choice is to be remembered; undefined: as usual, which is not at all with such a key
 * @throws ServiceError key_not_permitted
 */
export function refuseToRemember(scope: KeyScope, asked: 'no' | 'suggest' | 'always' | undefined): void {
  if (scope.sourceId === null || asked === undefined || asked === 'no') return;
  throw createNotPermittedError(
    scope,
    'This API key is for one source, and what is remembered holds for all sources of the account. Leave remember out, or send no.',
  );
}

/** What needs two sources is beyond a key for one. @throws ServiceError key_not_permitted */
export function refuseOtherSources(scope: KeyScope): void {
  if (scope.sourceId !== null) throw createNotPermittedError(scope);
}

const trialNames: Readonly<Record<Trial, string>> = { dryRun: 'dry runs', preview: 'previews' };

/** Refuses a request that is not the trial that it has to be. @throws ServiceError key_not_permitted */
export function refuseWithoutTrial(
  scope: KeyScope,
  { charge, takesFile }: CalledEndpoint,
  trial: Trial,
): never {
  const fields = [...(charge?.requires.execute ? ['execute'] : []), trial];
  // Beside a file, what else is sent is in the query or in the form.
  const given = fields.map((field) => (takesFile ? `${field}=true` : `"${field}": true`)).join(' and ');
  const only = `For this operation, it permits only ${trialNames[trial]}: send ${given}.`;
  throw createNotPermittedError(scope, `${describeKeyScope(scope)} ${only}`);
}

export function createNotPermittedError(scope: KeyScope, message = describeKeyScope(scope)): ServiceError {
  const { readOnly, sourceId, purpose, maxCredits } = scope;
  return new ServiceError('key_not_permitted', {
    message,
    details: { read_only: readOnly, source_id: sourceId, purpose, max_credits: maxCredits },
  });
}

function describeKeyScope({ readOnly, sourceId, purpose }: KeyScope): string {
  const reading = 'requests that change nothing and spend no credits';
  if (purpose !== null)
    return 'This API key is for reconciliation: it permits only the paths below /reconcile.';
  if (sourceId === null) return `This API key is read-only: it permits only ${reading}.`;
  const source = `the paths below ${servicePrefix}/sources/${sourceId}, GET ${servicePrefix}/credits/balance and GET ${servicePrefix}/keys/current`;
  if (readOnly)
    return `This API key is read-only and for one source: it permits only ${source}, and there only ${reading}.`;
  return `This API key is for one source: it permits only ${source}.`;
}
