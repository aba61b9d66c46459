import { findRecordsName } from '../../loading/files/archives.ts';
import { readJsonList } from '../../loading/files/read-documents.ts';
import { hideUnreadable, readJsonLines } from '../../loading/files/read-json-lines.ts';
import { type Located, readRows } from '../../loading/files/read-rows.ts';
import type { SourceFile } from '../../loading/files/source-file.ts';
import type { Loader } from '../../loading/loader.ts';
import { type GbizItem, readItem, renderRejectedText } from './api-items.ts';
import { planRows } from './loader.ts';
import { readFileDay } from './rows.ts';

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
    rows
      .map(({ collectedOn }) => collectedOn ?? '')
      .sort()
      .at(-1) || null,
  plan: (client, items) =>
    planRows(
      client,
      items.map(({ rows }) => rows),
    ),
};

/** A company can have thousands of orders. */
const maxItemLength = 16 << 20;

async function* readItems(file: SourceFile): AsyncGenerator<Located<GbizItem>> {
  const fileDay = await readFileDay(file);
  const isDocument = /\.json$/i.test(await findRecordsName(file));
  const items = isDocument
    ? readJsonList(file, 'hojin-infos', maxItemLength)
    : hideUnreadable(readJsonLines(file, maxItemLength));
  yield* readRows(items, (item) => readItem(item, fileDay), renderRejectedText);
}
