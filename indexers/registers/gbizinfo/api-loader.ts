import { stat } from 'node:fs/promises';
import { toTokyoDay } from '../../../src/text/days/calendar.ts';
import { findRecordsName } from '../../loading/files/archives.ts';
import { findDayInName } from '../../loading/files/day-in-name.ts';
import { readJsonList } from '../../loading/files/read-documents.ts';
import { readJsonLines } from '../../loading/files/read-json-lines.ts';
import type { Located } from '../../loading/files/read-rows.ts';
import type { SourceFile } from '../../loading/files/source-file.ts';
import type { Loader } from '../../loading/loader.ts';
import { type GbizItem, readItem, toRejectedText } from './api-items.ts';
import { planRows } from './loader.ts';

/** Answers of gBizINFO's REST API: items of `hojin-infos`, one on each line, or a whole answer in JSON. */
export const gbizinfoApiLoader: Loader<GbizItem> = {
  title: 'Answers of the API of gBizINFO: items of hojin-infos as JSON Lines, or a whole answer as JSON',
  files: {
    names: ['gbizinfo*', 'hojin-infos*', 'hojin_infos*'],
    formats: ['jsonl', 'json'],
    dated: true,
  },
  chunkRows: 200,
  read: readItems,
  getDay: ({ rows }) =>
    rows.reduce<string | null>((newest, { collectedOn }) => {
      if (collectedOn !== null && collectedOn > (newest ?? '')) return collectedOn;
      return newest;
    }, null),
  plan: (client, items) =>
    planRows(
      client,
      items.map(({ rows }) => rows),
    ),
};

/** A company can have thousands of orders. */
const maxItemLength = 16 << 20;

/** An unreadable line could have a person's name, so only the number of a rejected item is reported. */
async function* readItems(file: SourceFile): AsyncGenerator<Located<GbizItem>> {
  const fileDay = findDayInName(file.name) ?? toTokyoDay((await stat(file.path)).mtime);
  const isDocument = /\.json$/i.test(await findRecordsName(file));
  for await (const record of isDocument
    ? readJsonList(file, 'hojin-infos', maxItemLength)
    : readJsonLines(file, maxItemLength)) {
    const { line } = record;
    if ('fault' in record) {
      yield { line, fault: 'not JSON', text: '' };
      continue;
    }
    const item = readItem(record.value, fileDay);
    yield typeof item === 'string'
      ? { line, fault: item, text: toRejectedText(record.value) }
      : { line, value: item };
  }
}
