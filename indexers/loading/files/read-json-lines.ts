import { OperatorError } from '../../operator/operator-error.ts';
import type { Located } from './read-rows.ts';
import { readText } from './read-text.ts';
import { buildDamageError, describeError, maxRecordLength, type SourceFile } from './source-file.ts';

/**
 * The lines of a JSON Lines file as parsed values, without blank lines.
 * @throws OperatorError when the file ends in the middle of a line
 */
export async function* readJsonLines(
  file: SourceFile,
  maxLength = maxRecordLength,
): AsyncGenerator<Located<unknown>> {
  let line = 0;
  for await (const { text, ended } of readLines(file, maxLength)) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(text);
      yield { line, value };
    } catch (error) {
      if (!ended && line > 1) throw buildDamageError(file, `the last line (${line}) is incomplete`);
      yield { line, fault: `not JSON: ${describeError(error)}`, text };
    }
  }
}

/** Of lines that are not JSON, nothing is reported but their number: they, and the message of JSON.parse, can have a person's name. */
export async function* hideUnreadable<T>(lines: AsyncIterable<Located<T>>): AsyncGenerator<Located<T>> {
  for await (const line of lines) {
    if ('fault' in line) yield { line: line.line, fault: 'not JSON', text: '' };
    else yield line;
  }
}

/** Lines, and whether each ends with a line break. */
async function* readLines(
  file: SourceFile,
  maxLength: number,
): AsyncGenerator<{ text: string; ended: boolean }> {
  let open = '';
  for await (const piece of readText(file)) {
    const lines = (open + piece).split('\n');
    open = lines.pop() ?? '';
    if (open.length > maxLength)
      throw new OperatorError(`${file.name} has a line that is longer than ${maxLength >> 20} MiB.`);
    for (const text of lines) yield { text, ended: true };
  }
  if (open !== '') yield { text: open, ended: false };
}
