import type { Schema } from '../../client/index.ts';
import type { Session } from '../session.ts';
import { openSourceCalls } from './source-runs.ts';

/** Sources, as printed. */

export type ShownSource = Schema<'Source'> &
  Partial<Pick<Schema<'SampledSource'>, 'sample_rows' | 'mapping_warnings'>>;

export function requestSource(session: Session, sourceId: string) {
  return openSourceCalls(session, sourceId).inspect();
}

export function showSource(session: Session, answer: { readonly source: ShownSource }): void {
  const { source } = answer;
  session.printAnswer(answer, () => {
    session.printFields([
      ['source_id', source.source_id],
      ['name', source.name],
      ['status', source.status],
      ['rows', source.row_count],
    ]);
    for (const { message } of source.mapping_warnings ?? []) session.warn(message);
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
  const { headers, mapping, sample_rows: samples = [] } = source;
  const detected = [...source.detected_identifier_columns, ...source.detected_hint_columns];
  const mappedTo = [
    ...Object.entries(mapping?.columns ?? {}),
    ...Object.entries(mapping?.hints ?? {}).map(([field, header]) => [`${field} (hint)`, header] as const),
  ];
  session.printTable(headers, {
    column: (header) => header,
    'looks like': (header) =>
      detected
        .filter((column) => column.header === header)
        .map(
          ({ field, confidence, valid_ratio }) =>
            `${field} ${formatPercent(confidence)}, ${formatPercent(valid_ratio)} valid`,
        )
        .join('; '),
    'mapped to': (header) =>
      mappedTo
        .filter(([, column]) => column === header)
        .map(([field]) => field)
        .join(', '),
    samples: (header) => {
      const values = samples.map((row) => row[header] ?? '').filter(Boolean);
      return values.slice(0, 3).join(' | ');
    },
  });
}

export function showResolveSummary(session: Session, summary: Schema<'ResolveSummary'>): void {
  session.printFields([
    ['matched', summary.matched],
    ['several candidates', summary.multiple_candidates],
    ['not found', summary.not_found],
    ['invalid', summary.invalid],
    ['unresolved', summary.unresolved],
    ['rows', summary.total],
  ]);
}

function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
