import { useEffect, useRef, useState } from 'preact/hooks';
import type { Source } from '../../api-types.ts';
import { defineTextPairs, formatCount, formatQuantity, useTexts } from '../../language.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DataText } from '../../parts/data-text.tsx';
import { Button } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/time.tsx';
import { goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { type ChosenFile, chooseFile, findRefusal, parsePastedTable, type Refusal } from './chosen-file.ts';
import { StateBar } from './state-bar.tsx';
import './sources.css';

const texts = defineTextPairs({
  title: ['Tables', '表'],
  none: [
    'There is no table yet. Drop the first one above.',
    'まだ表がありません。最初の表を上に置いてください。',
  ],
  noneToRead: ['There is no table yet.', 'まだ表がありません。'],
  rows: [(rows: string) => formatQuantity(rows, 'row'), (rows) => `${rows} 行`],
  dropTitle: ['Drop a table here', 'ここに表を置いてください'],
  dropHint: [
    'Excel (.xlsx) or CSV, as it is, up to 50,000 rows. You can also paste cells. You see what it is taken for before anything costs.',
    'Excel（.xlsx）または CSV をそのまま。50,000 行まで。セルの貼り付けもできます。料金がかかる前に、読み取り方を確認できます。',
  ],
  choose: ['Choose a file', 'ファイルを選ぶ'],
  refusals: {
    empty: ['The file is empty.', 'ファイルが空です。'],
    too_large: [
      'The file is larger than 32 MiB. Split it, or save it as .xlsx.',
      'ファイルが 32 MiB を超えています。分割するか、.xlsx で保存してください。',
    ],
    type: [
      'This kind of file cannot be read. Save it as .xlsx or CSV.',
      'この種類のファイルは読み取れません。.xlsx か CSV で保存してください。',
    ],
    several: ['Drop one file at a time.', 'ファイルは一つずつ置いてください。'],
  },
  next: {
    map: ['Check the columns', '列を確認する'],
    resolve: ['Find the companies', '会社を探す'],
    result: ['See the result', '結果を見る'],
  },
  review: [(rows: string) => `Review ${formatQuantity(rows, 'row')}`, (rows) => `${rows} 行を確認する`],
  remove: ['Delete', '削除'],
  removeTitle: [(name: string) => `Delete ${name}?`, (name) => `${name} を削除しますか`],
  removeText: [
    (rows: string) =>
      `The table with ${formatQuantity(rows, 'row')} and all decisions is deleted for good. Credits are not refunded. Lists made from it stay.`,
    (rows) =>
      `この表の ${rows} 行とすべての判断が完全に削除されます。クレジットは戻りません。この表から作ったリストは残ります。`,
  ],
  list: ['Tables, newest first', '表（新しい順）'],
  remembered: ['Remembered choices', '記憶した選択'],
  readOnly: [
    'This key may only read. You can look at tables and download them.',
    'このキーは閲覧専用です。表を見ることと書き出すことができます。',
  ],
});

/** The account's tables, newest first, and the place where a new one is dropped. */
export function SourcesPage() {
  const text = useTexts(texts);
  const { api, limits } = useSession();
  const sources = useCollected(
    (page, signal) => api.get('/sources', { query: { limit: 20, ...page }, signal }),
    [api],
  );
  return (
    <Page title={text.title} aside={<a href={linkTo(['sources', 'remembered'])}>{text.remembered}</a>}>
      {limits.readOnly ? <Notice>{text.readOnly}</Notice> : <DropZone />}
      <CollectionStart of={sources}>
        <p>{limits.readOnly ? text.noneToRead : text.none}</p>
      </CollectionStart>
      <ul class="cards" aria-label={text.list}>
        {sources.items.map((source) => (
          <SourceCard key={source.source_id} source={source} onRemoved={sources.reload} />
        ))}
      </ul>
      <MoreOf of={sources} />
    </Page>
  );
}

/** What to do next with a table, and where. */
function getNextStep(source: Source): { step: 'map' | 'resolve' | 'review' | 'result'; page: string } {
  if (source.status === 'imported') return { step: 'map', page: 'columns' };
  if (source.status === 'mapped') return { step: 'resolve', page: 'resolve' };
  if (source.resolve_summary.multiple_candidates > 0) return { step: 'review', page: 'review' };
  return { step: 'result', page: 'result' };
}

function SourceCard({ source, onRemoved }: { readonly source: Source; readonly onRemoved: () => void }) {
  const text = useTexts(texts);
  const { limits } = useSession();
  const [removing, setRemoving] = useState(false);
  const { step, page } = getNextStep(source);
  const next =
    step === 'review'
      ? text.review(formatCount(source.resolve_summary.multiple_candidates))
      : text.next[step];
  return (
    <li class="card sources-card">
      <div class="sources-name">
        <a href={linkTo(['sources', source.source_id])}>
          <DataText text={source.name} />
        </a>
        <small>
          {text.rows(formatCount(source.row_count))} · <Time at={source.created_at} />
        </small>
      </div>
      <StateBar counts={source.resolve_summary} />
      <div class="sources-actions">
        <a
          class="button"
          href={linkTo(['sources', source.source_id, page])}
          aria-label={`${next}: ${source.name}`}
        >
          {next}
        </a>
        {!limits.readOnly && (
          <Button
            label={text.remove}
            class="quiet"
            aria-label={`${text.remove}: ${source.name}`}
            onClick={() => setRemoving(true)}
          />
        )}
      </div>
      {removing && <RemoveDialog source={source} onClose={() => setRemoving(false)} onRemoved={onRemoved} />}
    </li>
  );
}

function RemoveDialog(props: {
  readonly source: Source;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { source_id: sourceId, name, row_count: rows } = props.source;
  return (
    <Confirm
      title={text.removeTitle(name)}
      yes={text.remove}
      onYes={async () => {
        await api.delete('/sources/{sourceId}', { path: { sourceId } });
        props.onClose();
        props.onRemoved();
      }}
      onClose={props.onClose}
    >
      <p>{text.removeText(formatCount(rows))}</p>
    </Confirm>
  );
}

/** Takes a file by drop (anywhere on the page), by choosing, or by pasting cells. */
function DropZone() {
  const text = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const takeFile = (chosen: ChosenFile | null) => {
    if (!chosen) return;
    const refused = findRefusal(chosen.file);
    setRefusal(refused);
    if (refused !== null) return;
    chooseFile(chosen);
    goTo(linkTo(['sources', 'new']));
  };
  const takeFiles = (files: readonly File[]) => {
    const [file] = files;
    if (files.length > 1) setRefusal('several');
    else if (file) takeFile({ file, isCells: false });
  };
  const latest = useRef({ take: takeFile, takeFiles });
  latest.current = { take: takeFile, takeFiles };
  useEffect(() => {
    const handleDrag = (event: DragEvent) =>
      setOver(event.type === 'dragover' && event.dataTransfer?.types.includes('Files') === true);
    const handleDrop = (event: DragEvent) => {
      setOver(false);
      latest.current.takeFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const handlePaste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.type !== 'file') return;
      const { clipboardData: data } = event;
      if (!data) return;
      // A spreadsheet copies a picture of the cells, too.
      const table = parsePastedTable(data.getData('text/plain'), data.getData('text/html'));
      if (table) latest.current.take(table);
      else latest.current.takeFiles([...data.files]);
    };
    addEventListener('dragover', handleDrag);
    addEventListener('dragleave', handleDrag);
    addEventListener('drop', handleDrop);
    addEventListener('paste', handlePaste);
    return () => {
      removeEventListener('dragover', handleDrag);
      removeEventListener('dragleave', handleDrag);
      removeEventListener('drop', handleDrop);
      removeEventListener('paste', handlePaste);
    };
  }, []);
  return (
    <section class={over ? 'sources-drop sources-drop-over' : 'sources-drop'} aria-label={text.dropTitle}>
      <p class="sources-drop-title">{text.dropTitle}</p>
      <p>{text.dropHint}</p>
      <Button label={text.choose} class="primary" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        class="hidden-visually"
        tabIndex={-1}
        aria-label={text.choose}
        accept=".xlsx,.csv,.tsv,.txt"
        onChange={(event) => {
          takeFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      {refusal && (
        <p class="notice notice-error" role="alert">
          {text.refusals[refusal]}
        </p>
      )}
    </section>
  );
}
