import { z } from 'zod';
import { LoadRunningError } from '../loading/load-lock.ts';
import { OperatorError } from '../operator/operator-error.ts';
import {
  buildUrl,
  type DailyFollower,
  type Fetched,
  type FetchedFile,
  type Fetching,
  formatDayForName,
  toJsonLines,
  writeFetched,
} from './follower.ts';
import { ReportedError, readJson, writtenCount, writtenText } from './json-answer.ts';
import { describeFailure, MovedPagesError, PublisherError } from './publisher-error.ts';

const optionalText = writtenText.transform((text) => text || null);

const documentSchema = z.object({
  seqNumber: writtenCount,
  docID: writtenText,
  edinetCode: optionalText,
  secCode: optionalText,
  JCN: optionalText,
  filerName: optionalText,
  docTypeCode: optionalText,
  periodStart: optionalText,
  periodEnd: optionalText,
  submitDateTime: optionalText,
  docDescription: optionalText,
  withdrawalStatus: optionalText,
  subsidiaryEdinetCode: optionalText,
  csvFlag: optionalText,
});
type ListedDocument = z.output<typeof documentSchema>;

const answerSchema = z.object({
  metadata: z.object({
    parameter: z.object({ date: z.string() }),
    resultset: z.object({ count: writtenCount }),
    status: writtenText.pipe(z.literal('200')),
  }),
  results: z
    .array(documentSchema)
    .nullish()
    .transform((documents) => documents ?? []),
});

/** Annual reports and their amendments. */
const annualReports: ReadonlySet<string | null> = new Set(['120', '130']);
const documentId = /^[A-Z0-9]{8}$/;
/** How often an archive may be unreadable before it no longer stops what follows it. */
const maxFailures = 5;
/**
 * The same for a document that is not given, although the list of its day was: some 7 hours of following, because the
 * publisher may mend it.
 */
const maxFailuresWithAnswer = 20;

interface EdinetAddress {
  readonly url: string;
  readonly key: string;
}

/**
 * The documents that companies file with EDINET, by its API, version 2: the list of each day, and the archives of figures
 * (type 5, XBRL to CSV) of annual reports. The list of today grows, and the position (`seqNumber`) says how far it is
 * loaded; after midnight a past day may be written again, so it is read once more when it is settled.
 */
export function createEdinetDocumentsFollower(address: EdinetAddress): DailyFollower {
  return {
    daily: true,
    register: 'edinet-documents',
    publisher: 'edinet',
    key: address.key,
    checkEveryMs: 10 * 60 * 1_000,
    // The list of codes tells the filers until then.
    beginsWith: ['edinet'],
    settledAfterHours: 6,
    fetchDay: async (day, fetching) =>
      await fetchDocuments(address, fetching, day, await fetchListOfDay(address, fetching, day)),
    async fetchOpenDay(day, after, fetching) {
      const listed = await fetchListOfDay(address, fetching, day);
      const position = Math.max(after, ...listed.map(({ seqNumber }) => seqNumber));
      const newer = listed.filter(({ seqNumber }) => seqNumber > after);
      return { ...(await fetchDocuments(address, fetching, day, newer)), position };
    },
  };
}

async function fetchListOfDay(
  { url, key }: EdinetAddress,
  fetching: Fetching,
  day: string,
): Promise<ListedDocument[]> {
  const parameters = { date: day, type: '2', 'Subscription-Key': key };
  const { body } = await fetching.requests.get(buildUrl(url, 'api/v2/documents.json', parameters));
  const { metadata, results } = readJson(body, answerSchema);
  if (metadata.parameter.date !== day)
    throw new PublisherError(`The answer is the list of ${metadata.parameter.date} instead of ${day}.`);
  if (metadata.resultset.count !== results.length)
    throw new MovedPagesError(
      `The answer states ${metadata.resultset.count} documents, but it has ${results.length}.`,
    );
  return results;
}

/** Natural persons also file; only corporations, which have a corporate number, are kept. */
async function fetchDocuments(
  address: EdinetAddress,
  fetching: Fetching,
  day: string,
  listed: readonly ListedDocument[],
): Promise<Fetched> {
  const isOfCorporation = ({ JCN, edinetCode }: ListedDocument) => JCN !== null && edinetCode !== null;
  const kept = listed.filter(isOfCorporation);
  // The entry of a withdrawn document may have nothing else; if it is a corporation's, it is known from before.
  const withdrawn = listed
    .filter((document) => document.withdrawalStatus === '2' && !isOfCorporation(document))
    .map(({ docID, withdrawalStatus }) => ({ docID, withdrawalStatus }));
  const files: FetchedFile[] = [];
  const notes: string[] = [];
  const entries = [...kept, ...withdrawn];
  if (entries.length === 0) return { files, publishedThrough: null, notes };
  const name = `edinet-documents_${formatDayForName(day)}.jsonl`;
  // Loaded first: the figures of a new filer find their company by its code.
  await fetching.load({ kind: 'edinet-documents', file: writeFetched(fetching, name, toJsonLines(entries)) });
  const reports = kept.filter(
    ({ docID, docTypeCode, csvFlag, withdrawalStatus }) =>
      documentId.test(docID) &&
      annualReports.has(docTypeCode) &&
      csvFlag === '1' &&
      (withdrawalStatus ?? '0') === '0',
  );
  for (const { docID } of reports) {
    const archive = `${docID}.zip`;
    if (await fetching.isLoaded('edinet-financials', archive)) continue;
    try {
      const body = await fetchArchive(address, fetching, docID);
      if (body !== null)
        await fetching.load({ kind: 'edinet-financials', file: writeFetched(fetching, archive, body) });
      else notes.push(`The figures of ${docID} were left out: the document is no longer there.`);
    } catch (error) {
      if (!(await isGivenUp(error, docID, fetching))) throw error;
      notes.push(`The figures of ${docID} were left out: ${describeFailure(error, address.key)}`);
    }
  }
  return { files, publishedThrough: null, notes };
}

/** Whether a document has failed so often that its figures are left out. Refusals and failures of our own do not count. */
async function isGivenUp(error: unknown, docID: string, fetching: Fetching): Promise<boolean> {
  if (!(error instanceof OperatorError) || error instanceof LoadRunningError) return false;
  if (!(error instanceof PublisherError))
    return (await fetching.countUnreadable(docID, error.message)) >= maxFailures;
  if (error.refusesAll) return false;
  return (await fetching.countUnreadable(`${docID}, not given`, error.message)) >= maxFailuresWithAnswer;
}

/** Null if the document was withdrawn meanwhile. */
async function fetchArchive(
  { url, key }: EdinetAddress,
  fetching: Fetching,
  docID: string,
): Promise<Buffer | null> {
  const parameters = { type: '5', 'Subscription-Key': key };
  const { body } = await fetching.requests.get(buildUrl(url, `api/v2/documents/${docID}`, parameters));
  if (body.toString('latin1', 0, 4) === 'PK\x03\x04') return body;
  try {
    readJson(body, z.never());
  } catch (error) {
    if (error instanceof ReportedError && error.status === '404') return null;
    throw error;
  }
  throw new PublisherError(`The archive of ${docID} is not a zip file.`);
}
