import type { ClientBase } from 'pg';
import { noteChange } from '../../loading/joining/merge.ts';
import type { Loader, LoadPlan } from '../../loading/loader.ts';
import { type InvoiceRow, type InvoiceStatement, person } from './columns.ts';
import { readInvoiceFile } from './read-invoice-file.ts';
import { readNumbersWithStatement, storeStatements } from './statements.ts';

/**
 * The register of invoice issuers: full and differential files, and answers of the Web-API. Its statements are kept by
 * corporate number, so they may be loaded before their company; they never create one. The service derives the registration
 * from all statements of a number (src/features/invoice-register).
 */
export const invoiceLoader: Loader<InvoiceRow> = {
  title:
    'Register of invoice issuers (National Tax Agency): full or differential file, or answers of its Web-API',
  files: {
    names: ['[hj]_all_*', 'diff_*_csv', 'diff_*_json', 'diff_*_xml', 'invoice*'],
    formats: ['csv', 'json', 'xml', 'jsonl'],
    dated: true,
  },
  chunkRows: 5000,
  read: readInvoiceFile,
  getDay: (row) => (row === person ? null : row.updatedOn),
  getGroup: (row) => (row === person ? undefined : row.corporateNumber),
  async plan(client, rows): Promise<LoadPlan> {
    const statements = rows.filter((row) => row !== person);
    const numbers = [...new Set(statements.map(({ corporateNumber }) => corporateNumber))];
    const companies = await readCompanies(client, numbers);
    const kept = await selectCorporateStatements(client, statements, companies);
    const changed = await storeStatements(client, kept);
    const changedIds = changed.map((number) => companies.get(number)).filter((id) => id !== undefined);
    await noteChange(
      client,
      "SELECT unnest($1::text[]) AS company_id, ARRAY['invoice_registration'] AS fields",
      [changedIds],
    );
    return {
      batch: {},
      merge: {},
      outcomes: rows.map((row) => (row === person ? null : (companies.get(row.corporateNumber) ?? null))),
    };
  },
};

async function readCompanies(
  client: ClientBase,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ corporate_number: string; company_id: string }>(
    'SELECT corporate_number, company_id FROM companies WHERE corporate_number = ANY($1::text[])',
    [numbers],
  );
  return new Map(rows.map((row) => [row.corporate_number, row.company_id]));
}

/**
 * Blank states are kept only of corporations that a company, another row of the chunk or an earlier statement shows. All
 * rows of a number that follow each other are in one chunk.
 */
async function selectCorporateStatements(
  client: ClientBase,
  statements: readonly InvoiceStatement[],
  companies: ReadonlyMap<string, string>,
): Promise<InvoiceStatement[]> {
  const certain = new Set(
    statements.filter(({ isCorporation }) => isCorporation).map(({ corporateNumber }) => corporateNumber),
  );
  const isKnown = ({ corporateNumber }: InvoiceStatement) =>
    certain.has(corporateNumber) || companies.has(corporateNumber);
  const open = statements.filter((each) => !isKnown(each)).map(({ corporateNumber }) => corporateNumber);
  const earlier = await readNumbersWithStatement(client, [...new Set(open)]);
  return statements.filter((each) => isKnown(each) || earlier.has(each.corporateNumber));
}
