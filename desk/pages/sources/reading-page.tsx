import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, createIdempotencyKey } from '../../api.ts';
import type { ParsedFile, PreviewedTable, SampledSource } from '../../api-types.ts';
import { defineTextPairs, findCodeText, formatCount, formatQuantity, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { Button } from '../../parts/form.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { TableScroll } from '../../parts/table-scroll.tsx';
import { goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { getChosenFile } from './chosen-file.ts';
import { remarkTexts } from './remark-texts.ts';
import './sources.css';

const texts = defineTextPairs({
  title: ['How the table is read', '表の読み取り方'],
  lead: [
    (rows: string, columns: string) =>
      `Found: ${formatQuantity(rows, 'row')} and ${formatQuantity(columns, 'column')}. Change what is wrong; nothing is stored yet.`,
    (rows, columns) =>
      `${rows} 行、${columns} 列が見つかりました。違うところを直してください。まだ保存されていません。`,
  ],
  noRows: [
    'There are no rows below the header. If the header is a row, set the line of the header to 0.',
    '見出しの下に行がありません。見出しがデータの行であれば、見出しの行を 0 にしてください。',
  ],
  encoding: ['Encoding', '文字コード'],
  separator: ['Separator', '区切り'],
  separators: {
    comma: ['comma', 'カンマ'],
    tab: ['tab', 'タブ'],
    semicolon: ['semicolon', 'セミコロン'],
    pipe: ['vertical bar', '縦線'],
  },
  sheet: ['Sheet', 'シート'],
  headerRow: ['Header in line', '見出しの行'],
  noHeader: ['no header', '見出しなし'],
  lastRow: ['Last line of the table', '表の最後の行'],
  found: ['as found', '自動'],
  setAside: [
    (lines: string) => `Set aside, not rows: ${formatQuantity(lines, 'line')}`,
    (lines) => `データではない ${lines} 行を除きました`,
  ],
  setAsideHint: [
    'They are not looked up. An export writes them back in their places.',
    '照合の対象になりません。書き出すと元の位置に戻ります。',
  ],
  kinds: {
    title: ['title', '表題'],
    header: ['header', '見出し'],
    blank: ['blank', '空行'],
    units: ['units', '単位'],
    total: ['sum', '合計'],
    note: ['note', '注記'],
    left_out: ['left out', '除外'],
  },
  line: ['Line', '行'],
  kind: ['Taken for', '種類'],
  content: ['Text', '内容'],
  makeRow: ['This is a row', 'データの行にする'],
  setAsideAgain: ['Set aside again', '除外に戻す'],
  kept: ['row', 'データ'],
  moreLines: [
    (lines: string) => `and ${lines} more lines, most of them blank`,
    (lines) => `ほか ${lines} 行（多くは空行）`,
  ],
  remarks: ['Worth a look', '確認してください'],
  firstRows: ['The first rows', '最初の行'],
  take: ['Continue with this table', 'この表で進む'],
  taking: ['Reading …', '読み取り中…'],
  sent: [(percent: number) => `${percent} % sent`, (percent) => `${percent} % 送信済み`],
  cancel: ['Cancel', '中止'],
  back: ['Choose another file', '別のファイルを選ぶ'],
  existing: [
    (name: string) => `You have this table already, as “${name}”, with all that was decided in it.`,
    (name) => `同じ表がすでにあります（「${name}」）。これまでの判断も残っています。`,
  ],
  open: ['Open it', 'その表を開く'],
  takeAgain: ['Take it in again as a new table', '新しい表としてもう一度取り込む'],
});

/** What a person changed of how the file is read. Absent: as the service finds it. */
interface Changes {
  readonly encoding?: string;
  readonly separator?: string;
  readonly sheet?: string;
  readonly header_row?: string;
  readonly last_row?: string;
  readonly keep: readonly number[];
}

interface FileAnswer {
  readonly source: SampledSource | null;
  readonly preview: PreviewedTable | null;
  readonly deduplicated: boolean;
}

const encodings = ['utf-8', 'cp932', 'euc-jp', 'iso-2022-jp', 'utf-16le', 'utf-16be'];
const separators = ['comma', 'tab', 'semicolon', 'pipe'] as const;

function buildPath(file: File, changes: Changes, more: Readonly<Record<string, string>>): string {
  const { keep, ...given } = changes;
  const query = new URLSearchParams({ filename: file.name, ...given, ...more });
  if (keep.length > 0) query.set('keep', keep.join(','));
  return `/api/service/sources/files?${query}`;
}

/** Shows how the chosen file is read, lets a person correct it, and stores it. */
export function ReadingPage() {
  const text = useTexts(texts);
  const { api } = useSession();
  const chosen = getChosenFile();
  const file = chosen?.file;
  const [changes, setChanges] = useState<Changes>({ keep: [], ...(chosen?.isCells && { separator: 'tab' }) });
  const [sent, setSent] = useState<number | null>(null);
  const [existing, setExisting] = useState<SampledSource | null>(null);
  const aborter = useMemo(() => new AbortController(), []);
  useEffect(() => {
    // After a reload of the page, the browser has no file any more.
    if (!file) goTo(linkTo(['sources']), { replace: true });
    return () => aborter.abort();
  }, [file, aborter]);
  const preview = useLoaded(
    (signal) =>
      file
        ? api.upload<FileAnswer>(buildPath(file, changes, { preview: 'true' }), file, {
            signal,
            onProgress: createProgressHandler(setSent),
          })
        : Promise.reject(new Error('no file')),
    [api, changes],
  );
  // A repeated click after a lost answer must not store a second table.
  const key = useMemo(createIdempotencyKey, [changes]);
  const taking = useAction(async (again: 'existing' | 'new') => {
    if (!file) return;
    setSent(null);
    const { source, deduplicated } = await api.upload<FileAnswer>(buildPath(file, changes, { again }), file, {
      headers: { 'Idempotency-Key': `${key}:${again}` },
      signal: aborter.signal,
      onProgress: createProgressHandler(setSent),
    });
    if (!source) return;
    if (deduplicated && source.mapping !== null) setExisting(source);
    else goTo(linkTo(['sources', source.source_id, 'columns']), { replace: true });
  });
  if (!file) return null;
  const table = preview.data?.preview ?? null;
  const isRead = table !== null && preview.error === null;
  const applyChanges = (next: Changes) => {
    setChanges(next);
    setExisting(null);
  };
  return (
    <Page title={text.title} aside={<small>{file.name}</small>}>
      <Failure error={preview.error} />
      {preview.loading && (
        <p role="status" class="loading">
          {text.taking} {sent !== null && sent < 100 && text.sent(sent)}
        </p>
      )}
      {(table || canBeReadOtherwise(preview.error)) && (
        <ReadingChoices reading={table?.reading ?? null} changes={changes} onChange={applyChanges} />
      )}
      {isRead && <TableRead table={table} changes={changes} onChange={applyChanges} />}
      {existing && (
        <Notice>
          <p>{text.existing(existing.name)}</p>
          <p class="buttons">
            <a class="button" href={linkTo(['sources', existing.source_id])}>
              {text.open}
            </a>
            <Button label={text.takeAgain} disabled={taking.running} onClick={() => void taking.run('new')} />
          </p>
        </Notice>
      )}
      <Failure error={taking.error} />
      <p class="buttons">
        <a class="button" href={linkTo(['sources'])}>
          {taking.running ? text.cancel : text.back}
        </a>
        {!existing && (
          <Button
            label={text.take}
            class="primary"
            disabled={!isRead || table.row_count === 0 || preview.loading || taking.running}
            onClick={() => void taking.run('existing')}
          />
        )}
        {taking.running && (
          <span role="status">{sent !== null && sent < 100 ? text.sent(sent) : text.taking}</span>
        )}
      </p>
    </Page>
  );
}

/** Whether another encoding, separator or line may help. */
function canBeReadOtherwise(error: unknown): boolean {
  const codes = ['source_file_encoding_unclear', 'source_file_unreadable', 'invalid_request'];
  return error instanceof ApiError && codes.includes(error.code ?? '');
}

/** Bytes sent as a whole percentage. */
function createProgressHandler(set: (percent: number) => void) {
  return ({ sent, total }: { sent: number; total: number }) =>
    set(Math.floor((sent / Math.max(1, total)) * 100));
}

function ReadingChoices(props: {
  readonly reading: ParsedFile | null;
  readonly changes: Changes;
  readonly onChange: (changes: Changes) => void;
}) {
  const text = useTexts(texts);
  const { reading, changes, onChange } = props;
  const isText = reading === null || reading.file_type === 'csv';
  const changeField = (name: Exclude<keyof Changes, 'keep'>, value: string) => {
    const { [name]: _, ...others } = changes;
    // Another sheet has other lines.
    const rest = name === 'sheet' ? { keep: [] } : others;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <div class="card sources-reading">
      {isText && (
        <>
          <Choice
            label={text.encoding}
            value={changes.encoding}
            found={reading?.encoding}
            onChange={(value) => changeField('encoding', value)}
            values={encodings.map((name) => [name, name])}
          />
          <Choice
            label={text.separator}
            value={changes.separator}
            found={reading?.separator && text.separators[reading.separator]}
            onChange={(value) => changeField('separator', value)}
            values={separators.map((name) => [name, text.separators[name]])}
          />
        </>
      )}
      {reading && reading.sheets.length > 1 && (
        <Choice
          label={text.sheet}
          value={changes.sheet}
          found={reading.sheet}
          onChange={(value) => changeField('sheet', value)}
          values={reading.sheets.map((name) => [name, name])}
        />
      )}
      <LineChoice
        label={text.headerRow}
        min={0}
        value={changes.header_row}
        found={reading && (reading.header_row === null ? text.noHeader : formatCount(reading.header_row))}
        hint={`0: ${text.noHeader}`}
        onChange={(value) => changeField('header_row', value)}
      />
      <LineChoice
        label={text.lastRow}
        min={1}
        value={changes.last_row}
        found={reading && formatCount(reading.last_row)}
        onChange={(value) => changeField('last_row', value)}
      />
    </div>
  );
}

function Choice(props: {
  readonly label: string;
  readonly value: string | undefined;
  readonly found: string | null | undefined;
  readonly values: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}) {
  const text = useTexts(texts);
  return (
    <label>
      {props.label}
      <select value={props.value ?? ''} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {/* What was found belongs to the choice that it was read with. */}
        <option value="">
          {props.found && !props.value ? `${props.found} (${text.found})` : text.found}
        </option>
        {props.values.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

function LineChoice(props: {
  readonly label: string;
  readonly min: number;
  readonly value: string | undefined;
  readonly found: string | null;
  readonly hint?: string;
  readonly onChange: (value: string) => void;
}) {
  const text = useTexts(texts);
  return (
    <label>
      {props.label}
      <input
        type="number"
        min={props.min}
        max={1_048_576}
        value={props.value ?? ''}
        placeholder={props.found ? `${props.found} (${text.found})` : text.found}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {props.hint && <small>{props.hint}</small>}
    </label>
  );
}

function TableRead(props: {
  readonly table: PreviewedTable;
  readonly changes: Changes;
  readonly onChange: (changes: Changes) => void;
}) {
  const text = useTexts(texts);
  const remarks = useTexts(remarkTexts);
  const { table, changes, onChange } = props;
  const { reading } = table;
  const setAside = Object.values(reading.set_aside_counts).reduce((sum, lines) => sum + lines, 0);
  const keepLine = (line: number, kept: boolean) =>
    onChange({
      ...changes,
      keep: kept ? [...changes.keep, line] : changes.keep.filter((other) => other !== line),
    });
  return (
    <>
      <p class="lead">{text.lead(formatCount(table.row_count), formatCount(table.headers.length))}</p>
      {table.row_count === 0 && <Notice kind="warning">{text.noRows}</Notice>}
      {reading.remarks.length > 0 && (
        <div class="notice notice-warning">
          <b>{text.remarks}</b>
          <ul>
            {reading.remarks.map(({ code, message }) => (
              <li key={`${code} ${message}`}>{findCodeText(remarks, code) ?? message}</li>
            ))}
          </ul>
        </div>
      )}
      <section>
        <h2>{text.firstRows}</h2>
        <SampleTable headers={table.headers} rows={table.sample_rows} />
      </section>
      {(setAside > 0 || changes.keep.length > 0) && (
        <section>
          <h2>{text.setAside(formatCount(setAside))}</h2>
          <p>{text.setAsideHint}</p>
          <TableScroll label={text.setAside(formatCount(setAside))}>
            <table>
              <thead>
                <tr>
                  <th class="number">{text.line}</th>
                  <th>{text.kind}</th>
                  <th>{text.content}</th>
                  <th>
                    <span class="hidden-visually">{text.makeRow}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {changes.keep.map((line) => (
                  <tr key={line}>
                    <td class="number">{line}</td>
                    <td>{text.kept}</td>
                    <td />
                    <td>
                      <Button label={text.setAsideAgain} onClick={() => keepLine(line, false)} />
                    </td>
                  </tr>
                ))}
                {reading.set_aside.map((line) => (
                  <tr key={line.file_row}>
                    <td class="number">{line.file_row}</td>
                    <td>{text.kinds[line.kind]}</td>
                    <td class="sources-line">{truncateText(line.cells.filter(Boolean).join(' | '))}</td>
                    <td>
                      <Button
                        label={text.makeRow}
                        aria-label={`${text.makeRow}: ${line.file_row}`}
                        onClick={() => keepLine(line.file_row, true)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
          {setAside > reading.set_aside.length && (
            <p>{text.moreLines(formatCount(setAside - reading.set_aside.length))}</p>
          )}
        </section>
      )}
    </>
  );
}

/** A cell can have 10,000 characters; its beginning shows what it is. */
function truncateText(text: string): string {
  if (text.length > 200) return `${text.slice(0, 200)}…`;
  return text;
}

/** The first rows of a table under their headers. */
export function SampleTable(props: {
  readonly headers: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}) {
  return (
    <TableScroll label={props.headers.join(', ').slice(0, 100)}>
      <table class="sources-sample">
        <thead>
          <tr>
            {props.headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row, place) => (
            <tr key={place}>
              {props.headers.map((header) => (
                <td key={header}>{truncateText(row[header] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
