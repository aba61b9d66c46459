import { z } from 'zod';
import { isCalendarDay } from '../../src/text/days/written-days.ts';
import {
  buildUrl,
  type DailyFollower,
  formatDayForName,
  type Page,
  readPages,
  requireDay,
  requirePast,
  toJsonLines,
  writeOneFile,
} from './follower.ts';
import { readJson, writtenCount, writtenText } from './json-answer.ts';

const answerSchema = z.object({
  lastUpdateDate: z.string().refine(isCalendarDay),
  count: writtenCount,
  divideNumber: writtenCount,
  divideSize: writtenCount,
  announcement: z
    .array(z.looseObject({ kind: writtenText, updateDate: writtenText }))
    .nullish()
    .transform((rows) => rows ?? []),
});

/** A natural person, of whom nothing is kept. A blanked state has no kind; the loader keeps it if it is a corporation's. */
const person = '1';

/** The register of invoice issuers, by the Web-API of the National Tax Agency, version 1: `diff` as JSON (type 21). */
export function createInvoiceIssuersFollower({ url, key }: { url: string; key: string }): DailyFollower {
  return {
    daily: true,
    register: 'invoice-issuers',
    publisher: 'nta-invoice',
    key,
    checkEveryMs: 60 * 60 * 1_000,
    beginsWith: ['invoice'],
    settledAfterHours: 0,
    async fetchDay(day, fetching) {
      const fetchPage = async (divide: number): Promise<Page<{ kind: string; updateDate: string }>> => {
        const parameters = { id: key, from: day, to: day, type: '21', divide: String(divide) };
        const { body } = await fetching.requests.get(buildUrl(url, '1/diff', parameters));
        const { announcement, count, divideNumber, divideSize, lastUpdateDate } = readJson(
          body,
          answerSchema,
        );
        requirePast(lastUpdateDate);
        return {
          rows: announcement,
          count,
          pages: Math.max(1, divideSize),
          version: lastUpdateDate,
          number: divideNumber,
        };
      };
      const { rows, version } = await readPages(fetchPage);
      requireDay(
        rows.map(({ updateDate }) => updateDate),
        day,
      );
      const name = `invoice_${formatDayForName(day)}.jsonl`;
      const content = toJsonLines(rows.filter(({ kind }) => kind !== person));
      return writeOneFile(fetching, { kind: 'invoice', name, content }, version);
    },
  };
}
