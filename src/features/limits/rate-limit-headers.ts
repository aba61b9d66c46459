import type { AppliedPolicy } from './limit-policies.ts';

/**
 * `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10: structured field lists, one item for
 * each policy; `q` requests in `w` seconds, `r` remaining, `t` seconds until the window ends. Without policies there
 * are no headers, because the fields must not be empty.
 */
export function buildRateLimitHeaders(
  policies: readonly { readonly policy: AppliedPolicy; readonly remaining: number }[],
  now: number,
): Record<string, string> {
  if (policies.length === 0) return {};
  const formatPolicy = ({ name, limit, window }: AppliedPolicy) =>
    `"${name}";q=${limit};w=${(window.end - window.start) / 1000}`;
  const formatState = ({ name, window }: AppliedPolicy, remaining: number) =>
    `"${name}";r=${remaining};t=${countSecondsUntil(window.end, now)}`;
  return {
    'RateLimit-Policy': policies.map(({ policy }) => formatPolicy(policy)).join(', '),
    RateLimit: policies.map(({ policy, remaining }) => formatState(policy, remaining)).join(', '),
  };
}

/** Whole seconds, rounded up. */
export function countSecondsUntil(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1000));
}
