import type { Knex } from 'knex';
import type { InvoiceRegisterState, InvoiceStatement } from './invoice-registration.ts';

/**
 * The publisher divides the full list of corporations into five files, h_all_<day>_csv_001 to _005, by prefecture; that of
 * associations without legal personality is one file, j_all_<day>.
 */
const filesOfCorporations = 5;

/**
 * There is no publication on weekends and holidays. After a longer pause, a day is missing, and registrations of the days
 * between are unknown, although later ones are loaded.
 */
const longestPause = 12;

const stateSql = `
  WITH files AS (
    SELECT lower(file_name) AS name, register_day FROM loads WHERE kind = 'invoice' AND status = 'done'
    UNION ALL
    SELECT lower(file_name), register_day FROM earlier_loads WHERE kind = 'invoice' AND status = 'done'
  ), lists AS (
    SELECT substring(name FROM '^[hj]_all_(\\d{8})') AS day, left(name, 1) AS list,
      count(DISTINCT substring(name FROM '_(\\d{3})(\\.|$)')) AS files
    FROM files WHERE name ~ '^[hj]_all_\\d{8}'
    GROUP BY 1, 2
  ), whole AS (
    SELECT to_date(max(day), 'YYYYMMDD') AS day FROM lists h JOIN lists j USING (day)
    WHERE h.list = 'h' AND h.files >= ${filesOfCorporations} AND j.list = 'j'
  ), days AS (
    SELECT register_day AS day, register_day - lag(register_day) OVER (ORDER BY register_day) AS pause
    FROM files, whole WHERE register_day >= whole.day
  )
  SELECT whole.day IS NOT NULL AS complete,
    (CASE WHEN whole.day IS NULL THEN (SELECT max(register_day) FROM files)
      ELSE (SELECT max(day) FROM days AS loaded
        WHERE NOT EXISTS (SELECT FROM days WHERE pause > ${longestPause} AND day <= loaded.day)) END)::text AS day
  FROM whole`;

/** Reads the register of invoice issuers. Nothing here belongs to an account. */
export class InvoiceRegisterStore {
  constructor(private readonly knex: Knex) {}

  /** All statements, by corporate number; a number without one is absent. */
  async findStatements(corporateNumbers: readonly string[]): Promise<Map<string, InvoiceStatement[]>> {
    const { rows } = await this.knex.raw<{ rows: (InvoiceStatement & { corporate_number: string })[] }>(
      `SELECT corporate_number, updated_on, process, registered_on, cancelled_on, expired_on, name, trade_name, address
       FROM invoice_statements WHERE corporate_number = ANY (?)`,
      [[...corporateNumbers]],
    );
    const byNumber = new Map<string, InvoiceStatement[]>();
    for (const { corporate_number, ...statement } of rows) {
      const statements = byNumber.get(corporate_number);
      if (statements) statements.push(statement);
      else byNumber.set(corporate_number, [statement]);
    }
    return byNumber;
  }

  async getState(): Promise<InvoiceRegisterState> {
    const { rows } = await this.knex.raw<{ rows: InvoiceRegisterState[] }>(stateSql);
    return rows[0] ?? { complete: false, day: null };
  }
}
