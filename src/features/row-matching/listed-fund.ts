/** A fund on the list of an exchange, which is no company (docs/decisions/0076-listed-funds.md). */
export interface ListedFund {
  readonly code: string;
  readonly name: string;
  /** As the list calls it: ETF・ETN. */
  readonly category: string;
}

/** What to say about its code. */
export function describeFund({ code, name, category }: ListedFund): string {
  return `The securities code ${code} is of ${name} (${category}), which is listed as a fund and not as a company.`;
}
