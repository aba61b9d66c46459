/** Format 49 is `@`: Excel keeps what is typed into such a cell as text, with its zeros. */
const textFormat = 'numFmtId="49"';

/** The styles of a workbook (`xl/styles.xml`), and those that cells of text need beside them. */
export class TextStyles {
  readonly #begin: string;
  readonly #end: string;
  readonly #styles: string[];
  readonly #asText = new Map<number, number>();

  constructor(xml: string) {
    const [, before = '', list = '', after = ''] =
      /^([\s\S]*?<(?:[\w.-]+:)?cellXfs\b[^>]*>)([\s\S]*?)(<\/(?:[\w.-]+:)?cellXfs\s*>[\s\S]*)$/.exec(xml) ??
      [];
    this.#begin = before;
    this.#end = before === '' ? xml : after;
    this.#styles = list.match(/<((?:[\w.-]+:)?xf)\b[^>]*?(?:\/>|>[\s\S]*?<\/\1\s*>)/g) ?? [];
  }

  /** @returns the number of the style that is the same, but for text; null if the workbook has no such style */
  toText(style: number): number | null {
    const known = this.#asText.get(style);
    if (known !== undefined) return known;
    const given = this.#styles[style];
    if (given === undefined) return null;
    const [tag = ''] = /^<[^>]*>/.exec(given) ?? [];
    const others = tag.replace(/\s(?:numFmtId|applyNumberFormat|quotePrefix)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
    const ofText = others.replace(/^<[^\s/>]+/, (name) => `${name} ${textFormat} applyNumberFormat="1"`);
    const number = this.#styles.push(ofText + given.slice(tag.length)) - 1;
    this.#asText.set(style, number);
    this.#asText.set(number, number);
    return number;
  }

  render(): string {
    const count = `count="${this.#styles.length}"`;
    const begin = this.#begin.replace(/count\s*=\s*(?:"[^"]*"|'[^']*')(?=[^<]*$)/, count);
    return begin + this.#styles.join('') + this.#end;
  }
}
