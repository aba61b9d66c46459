import { JSONParser } from '@streamparser/json';
import { SaxesParser } from 'saxes';
import { OperatorError } from '../../operator/operator-error.ts';
import type { Located } from './read-rows.ts';
import { readText } from './read-text.ts';
import { buildDamageError, describeError, maxRecordLength, type SourceFile } from './source-file.ts';

/** Records in one large JSON or XML document, which is read as a stream: only the current record is in memory. */

/**
 * The items of the list with this key in the outermost object of a JSON document.
 * @throws OperatorError when the document is cut off, is not JSON, or has a record longer than `maxLength` characters
 */
export function readJsonList(
  file: SourceFile,
  key: string,
  maxLength = maxRecordLength,
): AsyncGenerator<Located<unknown>> {
  return readRecords(file, maxLength, (addRecord) => {
    const parser = new JSONParser({ paths: [`$.${key}.*`], keepStack: false });
    parser.onValue = ({ value }) => addRecord(value);
    return { write: (text) => parser.write(text), end: () => parser.isEnded || parser.end() };
  });
}

/**
 * The elements of this name in an XML document, each as the texts of its children by name.
 * @throws OperatorError when the document is cut off, is not XML, or has a record longer than 1 MiB
 */
export function readXmlElements(file: SourceFile, name: string): AsyncGenerator<Located<unknown>> {
  return readRecords(file, maxRecordLength, (addRecord) => {
    const parser = new SaxesParser();
    let record: Map<string, string> | null = null;
    let text = '';
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', (tag) => {
      if (tag.name === name) record = new Map();
      text = '';
    });
    const addText = (more: string) => {
      if (record !== null) text += more;
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
    parser.on('closetag', (tag) => {
      if (tag.name === name) {
        if (record !== null) addRecord(Object.fromEntries(record));
        record = null;
      } else record?.set(tag.name, text.trim());
      text = '';
    });
    return { write: (piece) => parser.write(piece), end: () => parser.close() };
  });
}

interface Parser {
  write(text: string): unknown;
  /** Throws if the document is not complete. */
  end(): unknown;
}

async function* readRecords(
  file: SourceFile,
  maxLength: number,
  createParser: (addRecord: (record: unknown) => void) => Parser,
): AsyncGenerator<Located<unknown>> {
  const records: Located<unknown>[] = [];
  let line = 1;
  const parser = createParser((value) => records.push({ line, value }));
  const tryStep = (step: () => unknown) => {
    try {
      step();
    } catch (error) {
      throw buildDamageError(file, describeError(error));
    }
  };
  let length = 0;
  for await (const piece of readText(file)) {
    for (const text of piece.split(/(?<=\n)/)) {
      tryStep(() => parser.write(text));
      if (text.endsWith('\n')) line += 1;
      length = records.length > 0 ? 0 : length + text.length;
      if (length > maxLength)
        throw new OperatorError(`${file.name} has a record that is longer than ${maxLength >> 20} MiB.`);
      yield* records.splice(0);
    }
  }
  tryStep(() => parser.end());
  yield* records;
}
