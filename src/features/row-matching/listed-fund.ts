import { toNfkc } from '../../text/letters/nfkc.ts';
import { toNameKeys } from '../../text/names/names.ts';

/** A fund on the list of an exchange (docs/decisions/0076-listed-funds.md). */
export interface ListedFund {
  readonly code: string;
  readonly name: string;
  /** As the list calls it: ETF・ETN. */
  readonly category: string;
}

/** Whether it is a legal person, which the register of corporate numbers can have: an investment corporation, as REITs are. */
export function isCorporation({ name }: ListedFund): boolean {
  return toNameKeys(name).legalForm?.kind === 'toshi';
}

/** Equal for one name in other widths, cases and spaces. */
export function toFundKey(name: string): string {
  return toNfkc(name).toLowerCase().replaceAll(/\s/g, '');
}

/** What to say about its code, or its name. */
export function describeFund({ code, name, category }: ListedFund): string {
  return `The securities code ${code} is of ${name} (${category}), which is listed as a fund and not as a company.`;
}
