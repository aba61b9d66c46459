import { useMemo, useState } from 'preact/hooks';
import { createIdempotencyKey } from '../../api.ts';
import type { SampledSource } from '../../api-types.ts';
import { downloadFile } from '../../download.ts';
import {
  defineTextPairs,
  formatCount,
  formatQuantity,
  formatTime,
  useLanguage,
  useTexts,
} from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { type CallToUndo, readCallToUndo } from '../../parts/call-to-undo.ts';
import { Button, Check, Field, Form } from '../../parts/form.tsx';
import { formatKeyName } from '../../parts/key-name.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { TableScroll } from '../../parts/table-scroll.tsx';
import { Time } from '../../parts/time.tsx';
import { UndoCall } from '../../parts/undo-call.tsx';
import { goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { OpenReasons } from './open-reasons.tsx';
import { useOpenRows } from './open-rows.ts';
import { SourceFrame, useSource } from './source-frame.tsx';
import { StateBar } from './state-bar.tsx';

const columnGroups = ['company', 'match', 'candidates', 'suggestions'] as const;
type ColumnGroup = (typeof columnGroups)[number];
type RowChoice = 'all' | 'matched' | 'open';
const openStates = 'multiple_candidates,not_found,invalid,unresolved';
type CallKind = 'select' | 'decisions' | 'choices' | 'accept' | 'undo';

const texts = defineTextPairs({
  review: [(rows: string) => `Review ${rows} open rows`, (rows) => `未確定の ${rows} 行を確認する`],
  export: ['Take the table with you', '表を書き出す'],
  exportHint: [
    'Your own columns come back as they were, with the companies beside them.',
    '元の列はそのまま、横に会社の列が付きます。',
  ],
  format: ['File', 'ファイル'],
  columns: ['Columns to add', '付ける列'],
  groups: {
    company: ['company', '会社'],
    match: ['how it was matched', '一致の根拠'],
    candidates: ['candidates of open rows', '未確定の行の候補'],
    suggestions: ['suggestions', '類似の会社'],
  },
  layout: ['Lines around the table', '表の前後の行'],
  layouts: {
    file: ['as in your file', '元のファイルと同じ'],
    table: ['only header and rows', '見出しとデータのみ'],
  },
  rowsOf: ['Rows', '行'],
  rowChoices: {
    all: ['all', 'すべて'],
    matched: ['settled', '確定した行'],
    open: ['open', '未確定の行'],
  },
  rowsHint: [
    'Lines around the table come back only with all rows.',
    '表の前後の行は、すべての行を書き出すときだけ戻ります。',
  ],
  auditSheet: ['with all decisions on a second sheet', '判断の記録を 2 枚目のシートに付ける'],
  save: ['Download', 'ダウンロード'],
  saving: ['Writing …', '書き出し中…'],
  saved: ['The file is in your downloads.', 'ダウンロードしました。'],
  disarmed: [
    (cells: string) => `Cells that would have run as formulas: ${cells}. They begin with an apostrophe now.`,
    (cells) => `数式として実行されるおそれのある ${cells} 個のセルの先頭に ' を付けました。`,
  ],
  audit: ['Download all decisions (audit)', '判断の記録をダウンロード（監査用）'],
  list: ['Make a List', 'リストを作る'],
  listHint: [
    (rows: string) => `A List of the companies of ${formatQuantity(rows, 'settled row')}, free of charge.`,
    (rows) => `確定した ${rows} 行の会社のリストを無料で作れます。`,
  ],
  listName: ['Name', '名前'],
  makeList: ['Make the List', 'リストを作る'],
  history: ['Who decided what', '判断の記録'],
  noHistory: ['Nobody has decided anything yet.', 'まだ判断はありません。'],
  when: ['When', '日時'],
  who: ['Key', 'キー'],
  what: ['What', '内容'],
  rows: ['Rows', '行数'],
  made: {
    select: ['chose', '選択'],
    decisions: ['decided', '判断'],
    choices: ['returned a spreadsheet', '記入済みの表'],
    accept: ['accepted a reason', '理由ごとに一括承認'],
    undo: ['undid a call', '取り消し'],
  },
  undo: ['Undo', '取り消す'],
  undone: [
    (rows: string) => `As before: ${formatQuantity(rows, 'row')}.`,
    (rows) => `${rows} 行を元に戻しました。`,
  ],
});

export function ResultPage({ sourceId }: { readonly sourceId: string }) {
  const { limits } = useSession();
  const source = useSource(sourceId);
  return (
    <SourceFrame step="result" source={source}>
      {(loaded) => (
        <>
          <StateBar counts={loaded.resolve_summary} />
          {loaded.status === 'resolved' && <ToReview source={loaded} />}
          <div class="result-parts">
            <ExportForm source={loaded} />
            {/* Lists are out of reach for a key that is for one table. */}
            {loaded.resolve_summary.matched > 0 && !limits.readOnly && limits.sourceId === null && (
              <ListForm source={loaded} />
            )}
          </div>
          {loaded.status === 'resolved' && loaded.row_count > loaded.resolve_summary.matched && (
            <OpenReasons source={loaded} onChanged={source.reload} />
          )}
          <History sourceId={sourceId} version={loaded.updated_at} onChanged={source.reload} />
        </>
      )}
    </SourceFrame>
  );
}

function ToReview({ source }: { readonly source: SampledSource }) {
  const text = useTexts(texts);
  const open = useOpenRows(source.source_id, source.updated_at) ?? 0;
  if (open === 0) return null;
  return (
    <p class="buttons">
      <a class="button primary" href={linkTo(['sources', source.source_id, 'review'])}>
        {text.review(formatCount(open))}
      </a>
    </p>
  );
}

function removeExtension(fileName: string): string {
  return fileName.replace(/\.(csv|tsv|txt|xlsx)$/i, '');
}

function buildFileName(
  { name, original_filename: original }: SampledSource,
  extension: string,
  suffix = '',
): string {
  const stem = removeExtension(original ?? name).replace(/[\\/:*?"<>|]/g, '_');
  return `${stem}${suffix}.${extension}`;
}

function ExportForm({ source }: { readonly source: SampledSource }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const wasWorkbook = source.original_filename?.toLowerCase().endsWith('.xlsx') ?? false;
  const [format, setFormat] = useState<'xlsx' | 'csv'>(wasWorkbook ? 'xlsx' : 'csv');
  const [groups, setGroups] = useState<readonly ColumnGroup[]>(columnGroups);
  const [layout, setLayout] = useState<'file' | 'table'>('file');
  const [rows, setRows] = useState<RowChoice>('all');
  const [withAudit, setWithAudit] = useState(false);
  const [disarmed, setDisarmed] = useState<number | null>(null);
  const base = `/api/service/sources/${source.source_id}`;
  const saving = useAction(async () => {
    const columns =
      groups.length > 0 && groups.length < columnGroups.length ? { columns: groups.join(',') } : {};
    const query = new URLSearchParams({
      format,
      layout,
      ...columns,
      ...(rows !== 'all' && { status: rows === 'open' ? openStates : rows }),
      ...(format === 'xlsx' && withAudit && { audit: 'true' }),
      ...(format === 'csv' && { bom: 'true' }),
    });
    const headers = await downloadFile(
      api,
      `${base}/export?${query}`,
      buildFileName(source, format, '-companies'),
    );
    setDisarmed(Number(headers.get('Disarmed-Cells') ?? 0));
  });
  const savingAudit = useAction(async () => {
    const query = new URLSearchParams({ format, ...(format === 'csv' && { bom: 'true' }) });
    await downloadFile(api, `${base}/history/export?${query}`, buildFileName(source, format, '-decisions'));
  });
  const toggleGroup = (group: ColumnGroup) =>
    setGroups(groups.includes(group) ? groups.filter((other) => other !== group) : [...groups, group]);
  return (
    <Form class="card" onSubmit={saving.run}>
      <h2>{text.export}</h2>
      <p>{text.exportHint}</p>
      <fieldset>
        <legend>{text.format}</legend>
        {(['xlsx', 'csv'] as const).map((name) => (
          <Check
            key={name}
            label={name === 'xlsx' ? 'Excel (.xlsx)' : 'CSV'}
            type="radio"
            name="format"
            checked={format === name}
            onChange={() => setFormat(name)}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{text.columns}</legend>
        {columnGroups.map((group) => (
          <Check
            key={group}
            label={text.groups[group]}
            checked={groups.includes(group)}
            onChange={() => toggleGroup(group)}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{text.rowsOf}</legend>
        {(['all', 'matched', 'open'] as const).map((name) => (
          <Check
            key={name}
            label={text.rowChoices[name]}
            type="radio"
            name="rows"
            checked={rows === name}
            onChange={() => setRows(name)}
          />
        ))}
      </fieldset>
      <fieldset disabled={rows !== 'all'}>
        <legend>{text.layout}</legend>
        {(['file', 'table'] as const).map((name) => (
          <Check
            key={name}
            label={text.layouts[name]}
            type="radio"
            name="layout"
            checked={layout === name}
            onChange={() => setLayout(name)}
          />
        ))}
        {rows !== 'all' && <small>{text.rowsHint}</small>}
      </fieldset>
      {format === 'xlsx' && (
        <Check label={text.auditSheet} checked={withAudit} onChange={() => setWithAudit(!withAudit)} />
      )}
      <p class="buttons">
        <Button label={text.save} type="submit" class="primary" disabled={saving.running} />
        <Button label={text.audit} action={savingAudit} />
      </p>
      {(saving.running || savingAudit.running) && <p role="status">{text.saving}</p>}
      {disarmed !== null && !saving.running && (
        <Notice kind="good">
          <p>
            {text.saved} {disarmed > 0 && text.disarmed(formatCount(disarmed))}
          </p>
        </Notice>
      )}
      <Failure error={saving.error ?? savingAudit.error} />
    </Form>
  );
}

function ListForm({ source }: { readonly source: SampledSource }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [name, setName] = useState(removeExtension(source.name));
  // Another name is another List. A header cannot hold the name itself.
  const key = useMemo(createIdempotencyKey, [source.updated_at, name]);
  const making = useAction(async () => {
    const { list } = await api.post('/lists', { key, body: { name, source_id: source.source_id } });
    goTo(linkTo(['lists', list.list_id]));
  });
  return (
    <Form class="card" onSubmit={making.run}>
      <h2>{text.list}</h2>
      <p>{text.listHint(formatCount(source.resolve_summary.matched))}</p>
      <Field label={text.listName} required maxLength={200} value={name} onText={setName} />
      <p class="buttons">
        <Button label={text.makeList} type="submit" disabled={making.running} />
      </p>
      <Failure error={making.error} />
    </Form>
  );
}

/** One call that decided about rows. */
interface Call {
  readonly batchId: string;
  readonly at: string;
  readonly who: string | null;
  readonly made: CallKind;
  readonly rows: number;
}

/** A call that a person is asked about. */
interface UndoQuestion {
  readonly batchId: string;
  readonly call: CallToUndo;
  /** Of this question: somebody else may undo the call, too. */
  readonly key: string;
}

const entriesShown = 200;

/** The last calls that decided about rows, each with its undoing. */
function History(props: {
  readonly sourceId: string;
  readonly version: string;
  readonly onChanged: () => void;
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api, limits, refreshCredits } = useSession();
  const { sourceId } = props;
  const [undone, setUndone] = useState<number | null>(null);
  const history = useLoaded(
    async (signal): Promise<Call[]> => {
      const { items } = await api.get('/sources/{sourceId}/history', {
        path: { sourceId },
        query: { limit: entriesShown },
        signal,
      });
      const calls = new Map<string, Call>();
      for (const { batch_id: batchId, decided_at: at, key, made_by: made } of items) {
        const rows = (calls.get(batchId)?.rows ?? 0) + 1;
        calls.set(batchId, { batchId, at, made, rows, who: key && formatKeyName(key) });
      }
      return [...calls.values()];
    },
    [api, sourceId, props.version],
  );
  const [asking, setAsking] = useState<UndoQuestion | null>(null);
  const reading = useAction(async (batchId: string) =>
    setAsking({ batchId, call: await readCallToUndo(api, sourceId, batchId), key: createIdempotencyKey() }),
  );
  const sendUndo = async ({ batchId, key }: UndoQuestion, reopen: boolean) => {
    const { undone: result } = await api.post('/sources/{sourceId}/undo', {
      path: { sourceId },
      key: `${key}:${reopen}`,
      body: { batchId, reopen },
    });
    setAsking(null);
    setUndone(result.rows);
    refreshCredits();
    props.onChanged();
  };
  return (
    <section>
      <h2>{text.history}</h2>
      <LoadState of={history} />
      {history.data?.length === 0 && <p>{text.noHistory}</p>}
      {undone !== null && <Notice kind="good">{text.undone(formatCount(undone))}</Notice>}
      <Failure error={reading.error} />
      {asking && (
        <UndoCall
          call={asking.call}
          ownKeyId={limits.keyId}
          onYes={(reopens) => sendUndo(asking, reopens)}
          onClose={() => setAsking(null)}
        />
      )}
      {history.data && history.data.length > 0 && (
        <TableScroll label={text.history}>
          <table>
            <thead>
              <tr>
                <th>{text.when}</th>
                <th>{text.who}</th>
                <th>{text.what}</th>
                <th class="number">{text.rows}</th>
                <th>
                  <span class="hidden-visually">{text.undo}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {history.data.map((call) => (
                <tr key={call.batchId}>
                  <td>
                    <Time at={call.at} />
                  </td>
                  <td>{call.who ?? '–'}</td>
                  <td>{text.made[call.made]}</td>
                  <td class="number">{formatCount(call.rows)}</td>
                  <td>
                    {call.made !== 'undo' && !limits.readOnly && (
                      <Button
                        label={text.undo}
                        disabled={reading.running}
                        aria-label={`${text.undo}: ${formatTime(call.at, language)}`}
                        onClick={() => void reading.run(call.batchId)}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  );
}
