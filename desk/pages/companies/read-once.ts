import type { Api } from '../../api.ts';

/** Remembers what is read with a key: what is loaded hardly changes while a person works, and each search counts. */
export function readOnce<Answer extends object>(
  read: (api: Api, signal: AbortSignal) => Promise<Answer>,
): (api: Api, signal: AbortSignal) => Promise<Answer> {
  const known = new WeakMap<Api, Answer>();
  return async (api, signal) => {
    const answer = known.get(api) ?? (await read(api, signal));
    known.set(api, answer);
    return answer;
  };
}
