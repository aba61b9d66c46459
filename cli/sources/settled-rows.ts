import type { Schema } from '../../client/index.ts';
import type { Session } from '../session.ts';

/** Rows that remembered choices settled. */

export function showSettledRows(session: Session, rows: readonly Schema<'RememberedRow'>[]): void {
  session.printTable(rows, {
    source_id: 'source_id',
    source: 'source_name',
    row: 'row_number',
    cells: ({ cells }) => Object.values(cells).filter(Boolean).join(' | '),
    company: ({ company_name, company_id }) => company_name ?? company_id ?? '',
  });
}

/** Those whose choice a call changed or forgot. */
export function showSettled(
  session: Session,
  { total_rows: total, reopened_rows: reopened, rows }: Schema<'SettledByChoice'>,
): void {
  if (total === 0) return;
  showSettledRows(session, rows);
  const more = total > rows.length ? `, of which the first ${rows.length} are listed` : '';
  session.note(`Rows that no choice gives their company any more: ${total}${more}. Reopened: ${reopened}.`);
}

/** Those whose choice a decision changed or forgot, with how to reopen them. */
export function showSettledByDecision(session: Session, settled: Schema<'SettledByChoice'>): void {
  showSettled(session, settled);
  if (settled.reopened_rows < settled.total_rows)
    session.note(
      "With --reopen-settled they are reopened, too; afterwards: company-data source decide <source_id> '<row>' --reopen",
    );
}
