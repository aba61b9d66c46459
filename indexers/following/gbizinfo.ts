import { z } from 'zod';
import {
  buildUrl,
  type DailyFollower,
  formatDayForName,
  type Page,
  readPages,
  toJsonLines,
  writeOneFile,
} from './follower.ts';
import { readJson, writtenCount, writtenText } from './json-answer.ts';

/**
 * What an update of gBizINFO is about, and the full file of the same. Without a subject, the address gives the updates of
 * companies.
 */
const files = {
  corporation: 'Kihonjoho',
  certification: 'TodokedeNinteijoho',
  commendation: 'Hyoshojoho',
  finance: 'Zaimujoho',
  patent: 'Tokkyojoho',
  procurement: 'Chotatsujoho',
  subsidy: 'Hojokinjoho',
  workplace: 'Shokubajoho',
} as const;

const answerSchema = z.object({
  'hojin-infos': z
    .array(z.looseObject({ corporate_number: writtenText }))
    .nullish()
    .transform((items) => items ?? []),
  totalCount: writtenCount,
  totalPage: writtenCount,
  pageNumber: writtenCount.nullish(),
});

/** gBizINFO, by its API, version 2: `updateInfo`, each subject by itself, because some of them fail for days. */
export function createGbizinfoFollowers({ url, key }: { url: string; key: string }): DailyFollower[] {
  const createFollower = (subject: string, register: string, fullFile: string): DailyFollower => ({
    daily: true,
    register,
    publisher: 'gbizinfo',
    key,
    checkEveryMs: 6 * 60 * 60 * 1_000,
    beginsWith: ['gbizinfo'],
    beginsWithName: fullFile,
    // The publisher does not say when a day is complete.
    settledAfterHours: 6,
    async fetchDay(day, fetching) {
      const fetchPage = async (number: number): Promise<Page<object>> => {
        const on = formatDayForName(day);
        const address = buildUrl(url, `v2/hojin/updateInfo${subject}`, {
          from: on,
          to: on,
          page: String(number),
        });
        const { body } = await fetching.requests.get(address, { 'x-hojininfo-api-token': key });
        const answer = readJson(body, answerSchema);
        const pages = Math.max(1, answer.totalPage);
        return {
          rows: answer['hojin-infos'],
          count: answer.totalCount,
          pages,
          version: null,
          number: answer.pageNumber ?? null,
        };
      };
      const { rows } = await readPages(fetchPage);
      const name = `${register}_${formatDayForName(day)}.jsonl`;
      return writeOneFile(fetching, { kind: 'gbizinfo-api', name, content: toJsonLines(rows) }, null);
    },
  });
  return [
    createFollower('', 'gbizinfo', 'Kihonjoho'),
    ...Object.entries(files).map(([subject, fullFile]) =>
      createFollower(`/${subject}`, `gbizinfo-${subject}`, fullFile),
    ),
  ];
}
