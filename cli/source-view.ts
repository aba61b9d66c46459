import type { Session } from './session.ts';

/** Sources, as printed. */

interface ShownSource {
  readonly source_id: string;
  readonly name: string;
  readonly status: string;
  readonly row_count: number;
  readonly headers: readonly string[];
  readonly detected_identifier_columns: readonly DetectedColumn[];
  readonly mapping: ShownMapping | null;
  readonly resolve_summary: ResolveSummary;
  readonly sample_rows?: readonly Readonly<Record<string, string>>[];
}

interface DetectedColumn {
  readonly field: string;
  readonly header: string;
  readonly confidence: number;
  readonly valid_ratio: number;
  readonly suggested?: boolean;
}

interface ShownMapping {
  readonly columns: Readonly<Record<string, string | undefined>>;
  readonly hints?: Readonly<Record<string, string | undefined>>;
}

interface ResolveSummary {
  readonly matched: number;
  readonly multiple_candidates: number;
  readonly not_found: number;
  readonly invalid: number;
  readonly unresolved: number;
  readonly total: number;
}

export function showSource(session: Session, answer: { readonly source: ShownSource }): void {
  const { source } = answer;
  session.answer(answer, () => {
    session.fields([
      ['source_id', source.source_id],
      ['name', source.name],
      ['status', source.status],
      ['rows', source.row_count],
    ]);
    session.print('');
    showColumns(session, source);
    if (source.status === 'resolved') {
      session.print('');
      showResolveSummary(session, source.resolve_summary);
    }
  });
}

/** Each column with its detected type, its mapping and sample values. */
export function showColumns(session: Session, source: ShownSource): void {
  const { headers, detected_identifier_columns: detected, mapping, sample_rows: samples = [] } = source;
  session.table(
    [
      { title: 'column', cell: (header) => header },
      {
        title: 'looks like',
        cell: (header) =>
          detected
            .filter((column) => column.header === header)
            .map(
              ({ field, confidence, valid_ratio }) =>
                `${field} ${percent(confidence)}, ${percent(valid_ratio)} valid`,
            )
            .join('; '),
      },
      { title: 'mapped to', cell: (header) => mappedTo(mapping, header) },
      {
        title: 'samples',
        cell: (header) =>
          samples
            .map((row) => row[header] ?? '')
            .filter(Boolean)
            .slice(0, 3)
            .join(' | '),
      },
    ],
    headers,
  );
}

export function showResolveSummary(session: Session, summary: ResolveSummary): void {
  session.fields([
    ['matched', summary.matched],
    ['several candidates', summary.multiple_candidates],
    ['not found', summary.not_found],
    ['invalid', summary.invalid],
    ['unresolved', summary.unresolved],
    ['rows', summary.total],
  ]);
}

function mappedTo(mapping: ShownMapping | null, header: string): string {
  const columns = Object.entries(mapping?.columns ?? {});
  const hints = Object.entries(mapping?.hints ?? {}).map(([field, of]) => [`${field} (hint)`, of] as const);
  return [...columns, ...hints]
    .filter(([, of]) => of === header)
    .map(([field]) => field)
    .join(', ');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
