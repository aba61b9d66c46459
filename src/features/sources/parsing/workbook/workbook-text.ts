import { boundedText } from './workbook-archive.ts';

/** The text of a cell with formatted parts. Readings (furigana, `rPh`) are not part of it. */
export class TextOfItem {
  #text = '';
  #inReading = false;
  #inText = false;

  begin(): void {
    this.#text = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.#inReading = true;
    else if (name === 't') this.#inText = !this.#inReading;
  }

  add(piece: string): void {
    if (this.#inText) this.#text = boundedText(this.#text, piece);
  }

  close(name: string): void {
    if (name === 'rPh') this.#inReading = false;
    else if (name === 't') this.#inText = false;
  }

  /** Characters that XML cannot contain are written as `_x000D_`. */
  value(): string {
    if (!this.#text.includes('_x')) return this.#text;
    return this.#text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}
