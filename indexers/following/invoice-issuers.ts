import { z } from 'zod';
import { isCalendarDay } from '../../src/text/days/written-days.ts';
import { toJsonLines } from './follower.ts';
import { readJson, writtenCount, writtenText } from './json-answer.ts';
import type { AgencyRegister } from './tax-agency.ts';

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
export const invoiceIssuers: AgencyRegister<{ readonly kind: string; readonly updateDate: string }> = {
  register: 'invoice-issuers',
  publisher: 'nta-invoice',
  beginsWith: ['invoice'],
  place: '1/diff',
  type: '21',
  kind: 'invoice',
  readPage(body) {
    const answer = readJson(body, answerSchema);
    return {
      rows: answer.announcement,
      count: answer.count,
      pages: Math.max(1, answer.divideSize),
      version: answer.lastUpdateDate,
      number: answer.divideNumber,
    };
  },
  getUpdateDay: ({ updateDate }) => updateDate,
  fileName: ['invoice', 'jsonl'],
  renderFile: (rows) => toJsonLines(rows.filter(({ kind }) => kind !== person)),
};
