/** The outcome of a request to an address that a customer gave. */
export type OutboundOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  /** Nothing was sent: the target is not a public https address. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** There was no answer. The reason is left out, because it would reveal the state of hosts and ports. */
  | { readonly kind: 'unreachable' };
