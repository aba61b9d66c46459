import { createLineFinder } from './readable-text.ts';

/** Why content is refused (docs/specification.md#research-fields). */
export const rejectionReasons = {
  private_url: 'An address that is not public must not be stored.',
  url_with_credentials: 'An address that carries a credential must not be stored.',
  secret: 'A secret must not be stored. Revoke it if it is real.',
  raw_transcript: 'A raw transcript must not be stored. Send what you learnt from it.',
  customer_secret: 'Secrets of customers and bank details must not be stored.',
} as const;
export type RejectionReason = keyof typeof rejectionReasons;

/** Where and by which rule content is refused. It never contains the content itself. */
export interface Sign {
  readonly reason: RejectionReason;
  readonly rule: string;
  readonly line: number;
}

/** What a text must not contain: `holds` is a further condition for a match of the pattern. */
export type SignRule = readonly [rule: string, pattern: RegExp, holds?: (match: RegExpExecArray) => boolean];

/** @param text as made by `readable` */
export function matchSignRules(reason: RejectionReason, rules: readonly SignRule[], text: string): Sign[] {
  const lineAt = createLineFinder(text);
  return rules.flatMap(([rule, pattern, holds]) =>
    [...text.matchAll(pattern)]
      .filter((match) => !holds || holds(match))
      .map(({ index }) => ({ reason, rule, line: lineAt(index) })),
  );
}
