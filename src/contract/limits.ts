/**
 * The limits of the API, in one table: what an answer, a description or a store needs of them, it takes from here. The
 * client has all of them (`client/render-values.ts`), and the command line, the desk and the assistants take them from it.
 */

// Pages.
export const maxPageItems = 100;
/** Rows of a source or a List. */
export const maxPageRows = 500;
export const maxPageChanges = 1_000;

// Search.
/** Characters of a query. */
export const maxQueryLength = 1_000;
export const maxHeadCount = 10_000_000;
/** Bound of a filter on capital, in yen. */
export const maxCapitalYen = 1_000_000_000_000_000;
export const maxOffset = 10_000;
export const maxCompanyIds = 10_000;
/** Companies that a query without filters finds if it is too broad (docs/decisions/0019-broad-text.md). */
export const maxBroadRows = 100;
/** Names like the one that was written, which is nobody's. */
export const maxSuggestions = 3;
/** Spellings of a written name that were set aside. */
export const maxNamesSetAside = 20;
export const maxRelatedOfOneKind = 20;
/** From a company to its parent, to the parent of that, and so on, for the group of an export. */
export const maxGroupSteps = 10;
export const maxInvoicePeriods = 20;
export const jobsOfEachCompany = 5;
export const permitsOfEachCompany = 5;
/** Observations that one search reads (docs/specification.md#limits). */
export const defaultScanLimit = 5_000;
export const maxScanLimit = 10_000;
/** The same for requests with an API key, whatever they ask for. */
export const maxScanLimitOfKeys = 5_000;

// Resolving one by one.
export const maxIdentifierLength = 1_000;
export const maxBatchItems = 1_000;
/** Candidates of all items of a batch together; each item gets a share, whatever the others have. */
export const maxBatchCandidates = 5_000;
/** Candidates that one item, or one row, lists: enough to decide between one company and several, and to give a person a choice. */
export const maxListedCandidates = 50;

// Sources.
export const maxSourceRows = 50_000;
export const maxSourceHeaders = 200;
/** The same with the columns that an earlier export of ours added, which do not count in a file that comes back. */
export const maxReturnedHeaders = 360;
/** Bytes of a file, or of a body with rows. */
export const maxImportBytes = 32 * 1024 * 1024;
/** Characters in a cell or a header. */
export const maxCellLength = 10_000;
/** Characters in all headers of a source together: answers repeat them with every row. */
export const maxHeaderCharacters = 65_536;
/** Sheets of a workbook that one call imports; they have at most `maxSourceRows` rows together. */
export const maxSheetsInOneCall = 50;
/** The last line of an Excel sheet. */
export const maxFileRow = 1_048_576;
/** Lines that were set aside, in an answer; all of them are stored. */
export const setAsideShown = 20;
/** More rows than these are resolved in the background: one call would take longer than a connection lasts. */
export const maxRowsInOneCall = 5_000;
/** The same for assistants, whose clients usually wait for one minute. */
export const maxRowsInOneToolCall = 2_000;
/** Seconds for which a call can wait for the end of a run. */
export const maxRunWaitSeconds = 30;
/** Candidates, and suggestions, of an open row in an export. */
export const candidatesExported = 3;
/** Cells in a window of the rows as a table: as many as answers carry quickly. */
export const maxTableCells = 20_000;
/** Characters of a cell in it. */
export const maxTableCell = 200;
/** Conditions on cells in one request. */
export const maxTableConditions = 10;
/** Lines of two sources joined on the company, four times as many as a source has rows. */
export const maxJoinedLines = 200_000;

// Review and decisions.
export const maxSearchLength = 200;
/** Rows of a page with facts about their candidates. */
export const maxDetailedRows = 50;
export const maxComparedCompanies = 20;
export const maxComparedNames = 20;
/** Parts into which the progress of a review is divided. */
export const maxProgressSegments = 500;
/** How long somebody counts as present after the last sign. */
export const presenceSeconds = 30;
export const maxReviewSessions = 100;
export const maxDecisions = 1_000;
/** Decisions that one request may contain without counting as heavy: a person who works row by row makes one each second. */
export const maxLightDecisions = 10;
/** Characters of a note or a reason beside a decision. */
export const maxWhyLength = 500;
/** Candidates that a row showed before a decision. */
export const maxCandidatesSeen = 10;
/** Remembered choices in one file. */
export const maxImportedChoices = 10_000;
export const maxChoiceTableBytes = 32 * 1024 * 1024;
export const maxShownRememberedRows = 50;
/** Names that the answer to an import of remembered choices lists as changed. */
export const maxChangedNames = 20;

// Lists.
/** Rows that one materialize saves. */
export const maxMaterializedRows = 10_000;
/** As many as a source has: a List takes all of them. */
export const maxListRows = 50_000;
export const maxListNameLength = 200;
/** Why a row is left out. */
export const maxReasonLength = 500;
export const maxReviewNoteLength = 2_000;
export const maxSuppressionChanges = 1_000;
/** Size of the workspace preferences as compact JSON. */
export const maxPreferenceBytes = 16 * 1024;
export const maxTargetUrlLength = 2_000;
/** Rows in one message at most. The export has all of them. */
export const maxDeliveredRows = 1_000;
/** Deliveries of one account that are not sent yet. */
export const maxWaitingDeliveries = 100;

// Research.
export const maxSourceUrlLength = 2_000;
export const maxResearchTitleLength = 500;
export const maxContentCharacters = 100_000;
/** For each of evidence, producer and structuredPayload, as compact JSON. */
export const maxJsonCharacters = 65_536;
/** Results, sources or pages of which a price is made. */
export const maxCountedForPrice = 1_000;
/** What a price assumes if a call does not say it. */
export const defaultResultCount = 10;
export const defaultSourceCount = 1;

// Credits and keys.
export const maxCreditAmount = 1_000_000_000_000;
export const maxDailyCreditsDays = 366;
export const defaultDailyCreditsDays = 30;
export const maxKeyLabelLength = 200;
export const maxApiKeyLength = 200;
export const maxKeysInUse = 100;

// Reconciliation.
export const maxReconcileQueries = 50;
export const maxReconcileResults = 50;
export const defaultReconcileResults = 10;
export const maxReadings = 8;
export const maxExtendedIds = 200;

// How long something is kept, in days. `docs/retention.md` lists everything that is removed by age.
export const idempotencyKeyDays = 30;
/** Counted from the last export of the same content. */
export const exportDays = 30;
/** Counted from the end of the delivery. After that, it can no longer be sent again. */
export const deliveredBodyDays = 30;
/** For how long the same question under the same key is not charged again. */
export const reconciledQuestionDays = 30;

/** A limit in a text: `50,000`. Every start makes such texts, and the first `toLocaleString` of a process takes longer than all. */
export function formatLimit(limit: number): string {
  if (limit < 1_000) return String(limit);
  return `${formatLimit(Math.floor(limit / 1_000))},${String(limit % 1_000).padStart(3, '0')}`;
}

/** A limit in bytes in a text: `32 MiB`. */
export function formatSize(bytes: number): string {
  const kibibytes = bytes / 1024;
  if (kibibytes < 1024) return `${kibibytes} KiB`;
  return `${kibibytes / 1024} MiB`;
}
