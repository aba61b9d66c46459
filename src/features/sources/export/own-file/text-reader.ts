/** Far more than a row needs; a longer one would let other requests wait. */
const maxCharacters = 16 * 1024 * 1024;

/** Reads text that comes in pieces up to marks in it. */
export class TextReader {
  readonly #pieces: AsyncIterator<string>;
  #text = '';

  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /**
   * The text up to the end of the first match, which is then passed.
   * @param tag a global pattern that matches whole tags
   * @returns null if there is none
   */
  async readThrough(tag: RegExp): Promise<string | null> {
    let from = 0;
    for (;;) {
      tag.lastIndex = from;
      if (tag.test(this.#text)) {
        const read = this.#text.slice(0, tag.lastIndex);
        this.#text = this.#text.slice(tag.lastIndex);
        return read;
      }
      // Only the last tag can be incomplete.
      from = Math.max(0, this.#text.lastIndexOf('<'));
      const { value, done } = await this.#pieces.next();
      if (done) return null;
      this.#text += value;
      if (this.#text.length > maxCharacters) throw new Error('a row of the sheet is too long');
    }
  }

  /** What was not read. */
  async *readRest(): AsyncGenerator<string> {
    yield this.#text;
    for (;;) {
      const { value, done } = await this.#pieces.next();
      if (done) return;
      yield value;
    }
  }
}
