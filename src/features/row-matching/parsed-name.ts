import type { CompanyCard } from '../../../mappings/companies.ts';
import type { WrittenName } from '../../contract/company-resolve/written-names.ts';
import type { NameInCell } from '../../text/cells/name-in-cell.ts';
import { LIST_NUMBER } from '../../text/cells/no-name.ts';
import { hasNamesInside, parseWrittenName } from '../../text/cells/written-name.ts';
import { normalizeText } from '../../text/letters/normalize.ts';
import { type NameKeys, toLooseKey, toNameKeys } from '../../text/names/names.ts';
import { describeWritten } from './lookup/name-result.ts';

/** What divides the parts of a cell, and is not in the keys. */
const DIVIDES = /[\s()[\]{}【】〔〕〈〉《》「」『』・／/,、|;]/;

/** Equal for names that have the same keys, because only the keys are looked up and compared. */
export function nameQuestion({ exact, core, loose, looseExact, alike }: NameKeys): string {
  return JSON.stringify([exact, core, loose, looseExact, alike]);
}

/** The name in a cell, taken apart once and carried to everything that asks about it. */
export class ParsedName {
  #question: string | undefined;
  #steps: readonly (readonly NameInCell[])[] | undefined;
  #looseKeys: readonly string[] | undefined;

  constructor(
    readonly text: string,
    readonly keys: NameKeys = toNameKeys(text),
  ) {}

  /**
   * Equal for cells that find the same: those with the same keys, unless spaces or brackets divide one of them into a name
   * and more.
   */
  get question(): string {
    if (this.#question === undefined) {
      const { text, keys } = this;
      const isDivided = LIST_NUMBER.test(text) || (DIVIDES.test(text) && hasNamesInside(text));
      this.#question = nameQuestion(keys) + (isDivided ? normalizeText(text) : '');
    }
    return this.#question;
  }

  /** The names that the cell may contain beside its whole text, in the order in which they are tried. */
  get steps(): readonly (readonly NameInCell[])[] {
    this.#steps ??= parseWrittenName(this.text).steps;
    return this.#steps;
  }

  /**
   * Whether a company has or had this name, by the loosest key. `name`: all other text of the cell is understood.
   * `part`: the name is only a part of the text, or one of several. Null: it has no name in the text.
   */
  findIn(card: CompanyCard): 'name' | 'part' | null {
    const parts = this.#partsNaming(card);
    if (parts === 'whole') return 'name';
    if (parts.length === 0) return null;
    if (parts.some(({ way }) => way === 'name')) return 'name';
    return 'part';
  }

  /** How the text is read, if something beside a name of the company was set aside. */
  describeFor(card: CompanyCard): WrittenName | null {
    const parts = this.#partsNaming(card);
    if (parts === 'whole') return null;
    const best = parts.find(({ way }) => way === 'name') ?? parts[0];
    if (best) return describeWritten({ ...best, keys: toNameKeys(best.name) });
    return null;
  }

  /** The parts of the text that are names of the company; `whole` if the whole text is one. */
  #partsNaming({ company, names }: CompanyCard): readonly NameInCell[] | 'whole' {
    const { display_name } = company;
    // Most names are exactly those of the register, and keys are costly.
    if (display_name === this.text || names.some(({ name }) => name === this.text)) return 'whole';
    const own = new Set([display_name, ...names.map(({ name }) => name)].map(toLooseKey));
    if (own.has(this.keys.loose)) return 'whole';
    const parts = this.steps.flat();
    this.#looseKeys ??= parts.map(({ name }) => toLooseKey(name));
    return parts.filter((_, at) => own.has(this.#looseKeys?.[at] ?? ''));
  }
}
