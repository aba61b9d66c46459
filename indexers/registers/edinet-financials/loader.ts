import type { ClientBase } from 'pg';
import { formatTokyoDayStart } from '../../../src/text/days/calendar.ts';
import { compareTexts } from '../../../src/text/letters/compare-texts.ts';
import {
  createEmptyBatch,
  type FactBatch,
  type ObservationRow,
  type ProfileValueRow,
} from '../../facts/index.ts';
import { Identities, type StatedClaim } from '../../loading/joining/identities.ts';
import type { Loader, LoadPlan, Rejection } from '../../loading/loader.ts';
import { buildObservation, pickNewObservations } from '../../loading/stated-observations.ts';
import { describeAmounts } from '../../loading/summary-words.ts';
import { type AnnualReport, readReports } from './reports.ts';

const source = 'edinet' as const;
type Batch = Required<FactBatch>;

/** Five years of figures from annual reports, as the API of EDINET gives them in CSV. */
export const edinetFinancialsLoader: Loader<AnnualReport> = {
  title: 'Figures of an annual report: an archive of CSV files from the API of EDINET (type=5)',
  files: { names: ['S1[0-9A-Z]{6}', 'S1[0-9A-Z]{6}_csv', 'jpcrp*-asr-*'], formats: ['csv'] },
  chunkRows: 100,
  read: readReports,
  getDay: ({ submittedOn }) => submittedOn,
  async plan(client, reports): Promise<LoadPlan> {
    // Of two statements of one batch the later row counts, so the newer report must be the later one.
    const ordered = reports.toSorted((one, other) =>
      compareTexts(toSubmissionKey(one), toSubmissionKey(other)),
    );
    const companies = await readCompanies(client, reports);
    const batch = createEmptyBatch();
    for (const report of ordered) {
      const companyId = companies.get(report);
      if (companyId !== undefined) addFigures(batch, companyId, report);
    }
    batch.profile_values.push(...listMajorityHolders(ordered, companies));
    batch.observations = await pickNewObservations(client, batch.observations);
    return {
      batch,
      outcomes: reports.map(
        (report): string | Rejection => companies.get(report) ?? { reason: 'company_not_found' },
      ),
    };
  },
};

/** Of two reports of a day, the name of the newer one has the higher number. */
function toSubmissionKey({ submittedOn, document }: AnnualReport): string {
  return `${submittedOn} ${document}`;
}

/** The EDINET code says whose report it is, otherwise the securities code. A report creates no company. */
async function readCompanies(
  client: ClientBase,
  reports: readonly AnnualReport[],
): Promise<ReadonlyMap<AnnualReport, string>> {
  const { rows } = await client.query<{ value: string; company_id: string }>(
    `SELECT value, company_id FROM company_identifiers
     WHERE identifier_type = 'edinet_code' AND valid_to IS NULL AND value = ANY($1::text[])`,
    [reports.map(({ edinetCode }) => edinetCode)],
  );
  const byCode = new Map(rows.map((row) => [row.value, row.company_id]));
  const claims = reports.map(({ securitiesCode, submittedOn }) => ({
    corporateNumber: null,
    securitiesCode,
    statedBy: source,
    statedOn: submittedOn,
  })) satisfies StatedClaim[];
  const identities = await Identities.lookUp(client, claims);
  return new Map(
    reports.flatMap((report, at) => {
      const claim = claims[at];
      const id = byCode.get(report.edinetCode) ?? (claim && identities.findCompany(claim)?.companyId);
      if (id === undefined) return [];
      return [[report, id] as const];
    }),
  );
}

function addFigures(batch: Batch, company_id: string, report: AnnualReport): void {
  const { fiscalYear, submittedOn, years } = report;
  // A later report restates earlier years, so the day of the submission says which statement is newer.
  const observed_at = formatTokyoDayStart(submittedOn);
  for (const [year, { figures }] of years) {
    for (const [metric, value] of Object.entries(figures)) {
      if (metric === 'employees') continue;
      batch.financials.push({ company_id, fiscal_year: year, metric, value, source, observed_at });
    }
  }
  const employees = years.get(fiscalYear)?.figures.employees;
  if (employees !== undefined && Number.isInteger(employees) && employees >= 0 && employees <= 10_000_000)
    batch.profile_values.push({ company_id, field: 'employees', value: employees, source, observed_at });
  batch.observations.push(buildReportObservation(company_id, report));
}

/** The list is of the end of the period, so a later correction of an older report says nothing newer. */
function listMajorityHolders(
  ordered: readonly AnnualReport[],
  companies: ReadonlyMap<AnnualReport, string>,
): ProfileValueRow[] {
  return ordered
    .toSorted((one, other) => compareTexts(one.periodEnd, other.periodEnd))
    .flatMap((report) => {
      const company_id = companies.get(report);
      if (company_id === undefined || report.parent === undefined) return [];
      const observed_at = formatTokyoDayStart(report.periodEnd);
      return [{ company_id, field: 'majority_holder', value: report.parent, source, observed_at }];
    });
}

/** What the report states. It never changes: a corrected report is another one. */
function buildReportObservation(companyId: string, report: AnnualReport): ObservationRow {
  const { edinetCode, submittedOn, periodEnd, fiscalYear, accountingStandard, amended, document, years } =
    report;
  const amounts = describeAmounts(years.get(fiscalYear)?.figures ?? {});
  const byYear = Object.fromEntries(
    [...years].map(([year, { consolidated, figures: ofYear }]) => [year, { consolidated, ...ofYear }]),
  );
  return buildObservation(companyId, {
    type: 'financials',
    subtype: 'annual_report',
    source,
    summary: `${amended ? '訂正' : ''}有価証券報告書（${periodEnd}まで）：${amounts}。`,
    evidence: {
      edinet_code: edinetCode,
      document,
      fiscal_year: fiscalYear,
      period_end: periodEnd,
      accounting_standard: accountingStandard,
      years: byYear,
    },
    on: submittedOn,
    content: [edinetCode, periodEnd, submittedOn, document],
  });
}
