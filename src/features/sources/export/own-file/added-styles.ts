import { type CellKind, numberFormats } from '../../../../../tables/workbook-parts.ts';

/** The styles of a workbook (`xl/styles.xml`), and those that added cells need beside them. */
export class AddedStyles {
  readonly #begin: string;
  readonly #end: string;
  readonly #styles: string[];
  /** Their numbers, by their text. */
  readonly #numbers: Map<string, number>;
  readonly #known = new Map<string, number>();

  constructor(xml: string) {
    const [, before = '', list = '', after = ''] =
      /^([\s\S]*?<(?:[\w.-]+:)?cellXfs\b[^>]*>)([\s\S]*?)(<\/(?:[\w.-]+:)?cellXfs\s*>[\s\S]*)$/.exec(xml) ??
      [];
    this.#begin = before;
    this.#end = before === '' ? xml : after;
    this.#styles = list.match(/<((?:[\w.-]+:)?xf)\b[^>]*?(?:\/>|>[\s\S]*?<\/\1\s*>)/g) ?? [];
    this.#numbers = new Map(this.#styles.map((style, number) => [style, number]));
  }

  /** @returns the number of the style that is the same, but for cells of this kind; null if the workbook has no such style */
  toKind(style: number, kind: CellKind): number | null {
    const known = this.#known.get(`${style} ${kind}`);
    if (known !== undefined) return known;
    const given = this.#styles[style];
    if (given === undefined) return null;
    const [tag = ''] = /^<[^>]*>/.exec(given) ?? [];
    const others = tag.replace(/\s(?:numFmtId|applyNumberFormat|quotePrefix)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
    const format = `numFmtId="${numberFormats[kind]}" applyNumberFormat="1"`;
    const ofKind = others.replace(/^<[^\s/>]+/, (name) => `${name} ${format}`) + given.slice(tag.length);
    const number = this.#numbers.get(ofKind) ?? this.#styles.push(ofKind) - 1;
    this.#numbers.set(ofKind, number);
    this.#known.set(`${style} ${kind}`, number);
    return number;
  }

  render(): string {
    const count = `count="${this.#styles.length}"`;
    const begin = this.#begin.replace(/count\s*=\s*(?:"[^"]*"|'[^']*')(?=[^<]*$)/, count);
    return begin + this.#styles.join('') + this.#end;
  }
}
