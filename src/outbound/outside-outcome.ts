/** What came of a request to an address that a customer gave. */
export type OutsideOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  /** Nothing was sent: the target is not a public https address. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** No answer came. Why not is not said: callers could tell the state of hosts and ports by it. */
  | { readonly kind: 'unreachable' };
