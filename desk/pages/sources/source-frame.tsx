import type { ComponentChildren } from 'preact';
import type { Api } from '../../api.ts';
import type { SampledSource } from '../../api-types.ts';
import { defineTextPairs, formatCount, formatQuantity, useTexts } from '../../language.ts';
import { type Loaded, useLoaded } from '../../loading.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import './sources.css';

export const sourceSteps = ['columns', 'resolve', 'review', 'rows', 'result'] as const;
export type SourceStep = (typeof sourceSteps)[number];

const texts = defineTextPairs({
  steps: ['Steps of this table', 'この表の手順'],
  names: {
    columns: ['Columns', '列'],
    resolve: ['Find companies', '照合'],
    review: ['Review', '確認'],
    rows: ['Rows', '一覧'],
    result: ['Result', '結果'],
  },
  sheets: ['Sheets of this workbook', 'このブックのシート'],
  statuses: {
    imported: ['columns to be set', '列の設定待ち'],
    mapped: ['to be looked up', '未照合'],
    resolved: ['looked up', '照合済み'],
  },
  sheetStatus: [
    (sheet: string, status: string) => `${sheet} (${status})`,
    (sheet, status) => `${sheet}（${status}）`,
  ],
  rows: [(rows: string) => formatQuantity(rows, 'row'), (rows) => `${rows} 行`],
  readOnly: [
    'This key may only read. You can look at the table and download it.',
    'このキーは閲覧専用です。表を見ることと書き出すことができます。',
  ],
});

/** The source of a page, with its columns and first rows. */
export function useSource(sourceId: string): Loaded<SampledSource> {
  const { api } = useSession();
  return useLoaded((signal) => readSource(api, sourceId, signal), [api, sourceId]);
}

/** @throws ApiError, NoAnswerError */
export async function readSource(api: Api, sourceId: string, signal: AbortSignal): Promise<SampledSource> {
  return (await api.get('/sources/{sourceId}/inspect', { path: { sourceId }, signal })).source;
}

/** Steps that can be opened in the state of the table. */
function listOpenSteps({ status }: Pick<SampledSource, 'status'>): readonly SourceStep[] {
  if (status === 'imported') return ['columns'];
  if (status === 'mapped') return ['columns', 'resolve', 'rows', 'result'];
  return sourceSteps;
}

/** The ways to the pages about one table. */
export function SourceSteps({
  step: current,
  source,
}: {
  readonly step: SourceStep;
  readonly source: Pick<SampledSource, 'source_id' | 'status'>;
}) {
  const text = useTexts(texts);
  const open = listOpenSteps(source);
  return (
    <nav aria-label={text.steps}>
      <ol class="source-steps">
        {sourceSteps.map((step) => (
          <li key={step}>
            {open.includes(step) ? (
              <a
                href={linkTo(['sources', source.source_id, step])}
                aria-current={step === current ? 'step' : undefined}
              >
                {text.names[step]}
              </a>
            ) : (
              <span>{text.names[step]}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A page about one table: its name, the steps, and the content once the table is loaded. */
export function SourceFrame(props: {
  readonly step: SourceStep;
  readonly source: Loaded<SampledSource>;
  readonly wide?: boolean;
  readonly children: (source: SampledSource) => ComponentChildren;
}) {
  const text = useTexts(texts);
  const { data, error, reload } = props.source;
  const { limits } = useSession();
  if (!data)
    return (
      <Page title={text.names[props.step]}>
        <LoadState of={props.source} />
      </Page>
    );
  return (
    <Page
      title={`${text.names[props.step]}: ${data.name}`}
      {...(props.wide && { wide: true })}
      aside={<small>{text.rows(formatCount(data.row_count))}</small>}
    >
      <SourceSteps step={props.step} source={data} />
      {data.other_sheets.length > 0 && (
        <nav class="source-sheets" aria-label={text.sheets}>
          <span>{text.sheets}</span>
          <b aria-current="page">{data.reading?.sheet}</b>
          {data.other_sheets.map(({ source_id, sheet, status }) => (
            <a key={source_id} href={linkTo(['sources', source_id])}>
              {text.sheetStatus(sheet, text.statuses[status])}
            </a>
          ))}
        </nav>
      )}
      <Failure error={error} onRetry={reload} />
      {limits.readOnly && <Notice>{text.readOnly}</Notice>}
      <div class="table-page">{props.children(data)}</div>
    </Page>
  );
}
