import { parseDecimal, readCellText } from '../../loading/files/cell-values.ts';
import type { Holder } from '../../loading/majority-holder.ts';

const elements: Readonly<Record<string, 'name' | 'share'>> = {
  'jpcrp_cor:NameMajorShareholders': 'name',
  'jpcrp_cor:ShareholdingRatio': 'share',
};
const places = /^CurrentYearInstant_No\d{1,2}MajorShareholdersMember$/;

/** Collects the major shareholders of one report (大株主の状況): their shares are of those without the company's own. */
export class ReportHolders {
  readonly #cells = new Map<string, { name?: string; share?: string }>();

  /** @returns whether it is a cell of the list */
  addCell(element: string, context: string, value: string): boolean {
    const part = elements[element];
    if (part === undefined) return false;
    if (places.test(context)) this.#cells.set(context, { ...this.#cells.get(context), [part]: value });
    return true;
  }

  /** They may be persons, who must not be stored. */
  list(): Holder[] {
    return [...this.#cells.values()].flatMap(({ name, share }) => {
      const text = readCellText(name);
      if (text === null) return [];
      return [{ name: text, share: parseDecimal(share?.trim() ?? '') }];
    });
  }
}
