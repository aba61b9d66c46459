import type { ClientBase } from 'pg';
import { z } from 'zod';
import { formatTokyoDayStart } from '../../../src/text/days/calendar.ts';
import { isCalendarDay } from '../../../src/text/days/written-days.ts';
import { parseCorporateNumber } from '../../../src/text/identifiers/corporate-number.ts';
import { parseEdinetCode } from '../../../src/text/identifiers/identifiers.ts';
import { parseSecuritiesCode } from '../../../src/text/identifiers/securities-code.ts';
import { compareTexts } from '../../../src/text/letters/compare-texts.ts';
import {
  createEmptyBatch,
  type FactBatch,
  type FilerNameRow,
  type ObservationRow,
  type ProfileValueRow,
} from '../../facts/index.ts';
import { readJsonLines } from '../../loading/files/read-json-lines.ts';
import { RowFault, readRows } from '../../loading/files/read-rows.ts';
import { isUndecoded } from '../../loading/files/read-text.ts';
import { createIdentifierSchema } from '../../loading/identifier-schema.ts';
import { deriveFilerNames } from '../../loading/joining/filer-names.ts';
import { buildUnregisteredRow, Identities } from '../../loading/joining/identities.ts';
import { type KnownCompany, readOwners } from '../../loading/joining/known-companies.ts';
import type { Loader, LoadPlan } from '../../loading/loader.ts';
import type { StatedParent } from '../../loading/majority-holder.ts';
import { buildStableId } from '../../loading/stable-id.ts';
import { buildObservation, pickNewObservations } from '../../loading/stated-observations.ts';
import { splitFilerName } from './columns.ts';
import { buildIdentifierRows } from './identifier-rows.ts';

const source = 'edinet';
const optionalText = z.string().max(1_000).nullish();

/** An entry of `documents.json` (EDINET API, version 2, type 2). */
const entrySchema = z.object({
  docID: z.string().regex(/^[A-Z0-9]{8}$/),
  edinetCode: createIdentifierSchema(parseEdinetCode),
  JCN: createIdentifierSchema(parseCorporateNumber),
  secCode: z
    .string()
    .nullish()
    .transform((text) => text || null)
    .pipe(createIdentifierSchema(parseSecuritiesCode).nullable()),
  filerName: z
    .string()
    .min(1)
    .max(1_000)
    .refine((name) => !isUndecoded(name)),
  docTypeCode: optionalText,
  periodStart: optionalText,
  periodEnd: optionalText,
  submitDateTime: z.string().refine((time) => isCalendarDay(time.slice(0, 10))),
  docDescription: optionalText,
  withdrawalStatus: optionalText,
  /** Several are joined by commas. */
  subsidiaryEdinetCode: optionalText.transform(readCodes),
});
type EdinetDocument = z.output<typeof entrySchema>;

/** A document that was withdrawn after its filing. Its entry may have nothing else. */
const withdrawnSchema = z.object({ docID: entrySchema.shape.docID, withdrawalStatus: z.literal('2') });
type WithdrawnDocument = z.output<typeof withdrawnSchema>;

type Entry = EdinetDocument | WithdrawnDocument;

/** Annual reports, reports of parents about themselves, and amendments of them. */
const reportNames: Readonly<Partial<Record<string, { subtype: string; name: string; byParent?: true }>>> = {
  '120': { subtype: 'annual_report', name: '有価証券報告書' },
  '130': { subtype: 'annual_report_amendment', name: '訂正有価証券報告書' },
  '200': { subtype: 'parent_report', name: '親会社等状況報告書', byParent: true },
  '210': { subtype: 'parent_report_amendment', name: '訂正親会社等状況報告書', byParent: true },
};

/**
 * Documents that corporations filed with EDINET, as JSON Lines of entries of its lists. They tell new filers, their
 * names, which annual reports there are, and of which companies a filer is the parent. Number and codes are those of the day of filing, so they never replace what is
 * known. A report that is withdrawn later keeps its observation, which then says so; what it states about a parent is taken back.
 */
export const edinetDocumentsLoader: Loader<Entry> = {
  title: 'Documents filed with EDINET: entries of its lists as JSON Lines',
  files: { names: ['edinet-documents*'], formats: ['jsonl'], dated: true },
  chunkRows: 5000,
  read: (file) => readRows(readJsonLines(file), readEntry, (entry) => JSON.stringify(entry)),
  getDay: (entry) => (isWhole(entry) ? entry.submitDateTime.slice(0, 10) : null),
  async plan(client, entries): Promise<LoadPlan> {
    const batch = createEmptyBatch();
    const known = await readKnownReports(client, entries);
    const toldOf = new Set(entries.filter(isWithdrawn).map(({ docID }) => docID));
    const withdrawn = new Map([...known].filter(([docID]) => toldOf.has(docID)));
    // Its first entry can be in the same file, or be loaded again.
    const isTakenBack = ({ docID }: Entry) =>
      toldOf.has(docID) || known.get(docID)?.subtype === withdrawnSubtype;
    const documents = entries
      .filter(isWhole)
      .map((entry) => (isTakenBack(entry) ? { ...entry, withdrawalStatus: '2' } : entry));
    const owners = await findOwnersOfCodes(client, [
      ...documents.flatMap(({ edinetCode, subsidiaryEdinetCode }) => [edinetCode, ...subsidiaryEdinetCode]),
      ...[...withdrawn.values()].flatMap(getSubsidiaries),
    ]);
    const isOwner = ({ edinetCode, JCN }: EdinetDocument) => owners.get(edinetCode)?.corporateNumber === JCN;
    const others = documents.filter((document) => !isOwner(document));
    const identities = await Identities.lookUp(client, others.map(toClaim));
    for (const document of others) {
      const owner = owners.get(document.edinetCode);
      if (owner === undefined) owners.set(document.edinetCode, addFiler(batch, identities, document));
      // The list can state a code without a corporate number.
      else if (owner.corporateNumber === null)
        owners.set(document.edinetCode, identities.findCompany(toClaim(document)) ?? owner);
    }
    const findFiler = (document: EdinetDocument) => {
      const owner = owners.get(document.edinetCode);
      if (!owner?.corporateNumber || isOwner(document)) return owner;
      return identities.findCompany(toClaim(document));
    };
    const names = documents.flatMap((document) => toFilerName(findFiler(document), document) ?? []);
    const filers = [...new Set(names.map(({ company_id }) => company_id))];
    Object.assign(batch, await deriveFilerNames(client, filers, names));
    batch.profile_values = [
      ...[...withdrawn.values()].flatMap((report) => takeParentBack(report, owners)),
      ...documents.toSorted(compareFilings).flatMap((document) => listSubsidiaries(document, owners)),
    ];
    const findCompanyId = (entry: Entry) => {
      if (isWhole(entry)) return owners.get(entry.edinetCode)?.companyId ?? null;
      return withdrawn.get(entry.docID)?.company_id ?? null;
    };
    const reports = documents.flatMap(
      (document) => buildReportObservation(findCompanyId(document), document) ?? [],
    );
    batch.observations = [
      ...(await pickNewObservations(client, reports)),
      ...[...withdrawn.values()].map(markWithdrawn),
    ];
    return { batch, outcomes: entries.map(findCompanyId) };
  },
};

/** The most codes that an entry is read to have. */
const maxCodes = 10;

function readCodes(text: string | null | undefined): string[] {
  const written = (text ?? '').split(',', maxCodes).map((code) => parseEdinetCode(code.trim()));
  return written.flatMap((code) => (code.ok ? [code.value] : []));
}

function readEntry(entry: unknown): Entry {
  const parsed = entrySchema.safeParse(entry);
  if (parsed.success) return parsed.data;
  const withdrawn = withdrawnSchema.safeParse(entry);
  if (withdrawn.success) return withdrawn.data;
  const [issue] = parsed.error.issues;
  throw new RowFault(`${issue?.path.join('.') ?? 'it'}: ${issue?.message ?? 'is invalid'}`);
}

function isWhole(entry: Entry): entry is EdinetDocument {
  return 'submitDateTime' in entry;
}

function isWithdrawn({ withdrawalStatus }: Entry): boolean {
  return withdrawalStatus === '2';
}

function toClaim({ JCN, secCode, submitDateTime }: EdinetDocument) {
  return {
    corporateNumber: JCN,
    securitiesCode: secCode,
    statedBy: source,
    statedOn: submitDateTime.slice(0, 10),
  } as const;
}

/** The companies that have these EDINET codes, by code. */
async function findOwnersOfCodes(
  client: ClientBase,
  codes: readonly string[],
): Promise<Map<string, KnownCompany>> {
  const { rows } = await client.query<{ code: string; id: string }>(
    `SELECT value AS code, company_id AS id FROM company_identifiers
     WHERE identifier_type = 'edinet_code' AND value = ANY($1::text[])`,
    [codes],
  );
  return readOwners(client, rows);
}

function addFiler(
  batch: Required<FactBatch>,
  identities: Identities,
  document: EdinetDocument,
): KnownCompany {
  const claim = toClaim(document);
  const { edinetCode, secCode } = document;
  const known = identities.findCompany(claim);
  if (known !== undefined) {
    const codes = { edinetCode, securitiesCode: null };
    batch.company_identifiers.push(...buildIdentifierRows(known.companyId, codes, claim.statedOn));
    return known;
  }
  const company = identities.createCompany(claim);
  const company_id = company.companyId;
  batch.companies.push(buildUnregisteredRow(company, null, claim));
  const codes = { edinetCode, securitiesCode: secCode };
  batch.company_identifiers.push(...buildIdentifierRows(company_id, codes, claim.statedOn));
  return company;
}

/** A filing states what its filer is called on its day. */
function toFilerName(
  filer: KnownCompany | undefined,
  { filerName, submitDateTime }: EdinetDocument,
): FilerNameRow | null {
  if (filer === undefined) return null;
  const day = submitDateTime.slice(0, 10);
  const { name } = splitFilerName(filerName);
  return { company_id: filer.companyId, name, listed: false, stated_from: day, stated_on: day };
}

function buildReportObservation(companyId: string | null, document: EdinetDocument): ObservationRow | null {
  const report = reportNames[document.docTypeCode ?? ''];
  if (companyId === null || report === undefined || !['0', '2'].includes(document.withdrawalStatus || '0'))
    return null;
  const { docID, docDescription, periodStart, periodEnd, submitDateTime } = document;
  const observation = buildObservation(companyId, {
    type: 'disclosure',
    subtype: report.subtype,
    source,
    summary: `${docDescription || report.name}を提出しました。`,
    evidence: {
      document_id: docID,
      description: docDescription || null,
      period_start: periodStart || null,
      period_end: periodEnd || null,
      submitted_at: submitDateTime,
      ...(report.byParent && { subsidiary_edinet_codes: document.subsidiaryEdinetCode }),
    },
    on: submitDateTime.slice(0, 10),
    content: [docID],
  });
  if (isWithdrawn(document)) return markWithdrawn(observation);
  return observation;
}

function compareFilings(one: EdinetDocument, other: EdinetDocument): number {
  return compareTexts(one.submitDateTime, other.submitDateTime);
}

type ParentRow = ProfileValueRow & { readonly value: StatedParent | null };

/** The companies of which the filer states that it is the parent. */
function listSubsidiaries(document: EdinetDocument, owners: ReadonlyMap<string, KnownCompany>): ParentRow[] {
  const { docTypeCode, withdrawalStatus, JCN, filerName, submitDateTime } = document;
  if (!reportNames[docTypeCode ?? '']?.byParent || (withdrawalStatus || '0') !== '0') return [];
  const value = { name: splitFilerName(filerName).name, corporate_number: JCN, share: null };
  const observed_at = formatTokyoDayStart(submitDateTime.slice(0, 10));
  return document.subsidiaryEdinetCode
    .flatMap((code) => owners.get(code) ?? [])
    .filter(({ corporateNumber }) => corporateNumber !== JCN)
    .map(({ companyId }) => ({ company_id: companyId, field: 'parent_company', value, source, observed_at }));
}

/** On the day of the report, so that a later one still counts; and once, so that another of that day does. */
function takeParentBack(report: ObservationRow, owners: ReadonlyMap<string, KnownCompany>): ParentRow[] {
  if (report.subtype === withdrawnSubtype) return [];
  return getSubsidiaries(report)
    .flatMap((code) => owners.get(code) ?? [])
    .map(({ companyId }) => ({
      ...{ company_id: companyId, field: 'parent_company', value: null, source },
      observed_at: report.observed_at,
    }));
}

function getSubsidiaries({ evidence }: ObservationRow): string[] {
  return z.array(z.string()).catch([]).parse(evidence.subsidiary_edinet_codes);
}

/** The observations of these documents that are in the database, by document. */
async function readKnownReports(
  client: ClientBase,
  documents: readonly Entry[],
): Promise<Map<string, ObservationRow>> {
  if (documents.length === 0) return new Map();
  const ids = documents.flatMap(({ docID }) =>
    Object.values(reportNames).map((report) =>
      buildStableId(source, ['disclosure', report?.subtype, source, [docID]]),
    ),
  );
  const { rows } = await client.query<ObservationRow & { document: string }>(
    `SELECT observation_id, company_id, type, subtype, source, summary, evidence, confidence, observed_at::text,
       evidence ->> 'document_id' AS document
     FROM observations WHERE observation_id = ANY($1::text[])`,
    [ids],
  );
  return new Map(rows.map(({ document, ...row }) => [document, row]));
}

const withdrawnSubtype = 'withdrawn_report';

function markWithdrawn(report: ObservationRow): ObservationRow {
  if (report.subtype === withdrawnSubtype) return report;
  return {
    ...report,
    subtype: withdrawnSubtype,
    summary: `${report.summary.replace(/しました。$/, '')}し、取り下げました。`,
    evidence: { ...report.evidence, withdrawn: true },
  };
}
