import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Query } from '../../../../client/index.ts';
import { type Api, ApiError, createIdempotencyKey } from '../../../api.ts';
import type { ImportedSheet, PreviewedTable, SampledSource } from '../../../api-types.ts';
import { formatCount, useTexts } from '../../../language.ts';
import { useAction, useLoaded } from '../../../loading.ts';
import { Button } from '../../../parts/form.tsx';
import { Failure, Notice } from '../../../parts/notice.tsx';
import { Page } from '../../../parts/page.tsx';
import { goTo, linkTo } from '../../../routing.ts';
import { useSession } from '../../../session.tsx';
import { type ChosenFile, getChosenFile } from './chosen-file.ts';
import { type ParseChanges, ParseChoices } from './parse-choices.tsx';
import { PreviewTable } from './preview-table.tsx';
import { texts } from './preview-texts.ts';
import { isFound, nameSheet, SheetChoices, SheetTables } from './sheet-choices.tsx';
import '../sources.css';

interface FileAnswer {
  readonly source: SampledSource | null;
  readonly preview: PreviewedTable | null;
  readonly sheets: readonly ImportedSheet[];
  readonly deduplicated: boolean;
}

/** The sheets of a workbook: those with companies, and those that a person adds to them. */
function useSheets(api: Api, file: File, isBook: boolean) {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [added, setAdded] = useState('');
  const loaded = useLoaded<readonly ImportedSheet[]>(
    async (signal) => {
      if (!isBook) return [];
      const query = { preview: 'true', sheets: `all${added}` };
      return (await sendFile(api, file, { keep: [] }, query, { signal, onSent: () => undefined })).sheets;
    },
    [api, isBook, added],
  );
  const sheets = loaded.data ?? [];
  const found = useRef<readonly string[]>([]);
  if (added === '') found.current = sheets.filter(isFound).map(({ sheet }) => sheet);
  const choose = (next: readonly string[]) => {
    setChosen(next);
    const others = next.filter((name) => !found.current.includes(name));
    setAdded(others.map((name) => `,${nameSheet(sheets, name)}`).join(''));
  };
  return { sheets, loading: loaded.loading, chosen: chosen ?? found.current, choose };
}

/** Shows how the chosen file is read, lets a person correct it, and stores it. */
export function PreviewPage() {
  const chosen = getChosenFile();
  useEffect(() => {
    // After a reload of the page, the browser has no file any more.
    if (!chosen) goTo(linkTo(['sources']), { replace: true });
  }, [chosen]);
  return chosen && <Preview chosen={chosen} />;
}

function Preview({ chosen: { file, isCells } }: { readonly chosen: ChosenFile }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [changes, setChanges] = useState<ParseChanges>({ keep: [], ...(isCells && { separator: 'tab' }) });
  const [sent, setSent] = useState(100);
  const [existing, setExisting] = useState<SampledSource | null>(null);
  const aborter = useMemo(() => new AbortController(), []);
  useEffect(() => () => aborter.abort(), [aborter]);
  const preview = useLoaded(
    (signal) => sendFile(api, file, changes, { preview: 'true' }, { signal, onSent: setSent }),
    [api, changes],
  );
  const table = preview.data?.preview ?? null;
  const { chosen, ...book } = useSheets(api, file, (table?.reading.sheets.length ?? 0) > 1);
  const isSeveral = chosen.length > 1;
  // A repeated click after a lost answer must not store a second table.
  const key = useMemo(createIdempotencyKey, [changes, chosen.join('\n')]);
  const storing = useAction(async (again: NonNullable<Query<'importSourceFile'>['again']>) => {
    setSent(100);
    const options = { signal: aborter.signal, onSent: setSent, key: `${key}:${again}` };
    const given: ParseChanges = isSeveral ? { keep: [] } : changes;
    const sheets = isSeveral && { sheets: chosen.map((name) => nameSheet(book.sheets, name)).join(',') };
    const answer = await sendFile(api, file, given, { again, ...sheets }, options);
    const stored = isSeveral ? answer.sheets.filter(({ source }) => source) : [answer];
    // Those that were there before may be finished.
    const next = stored.find(({ source, deduplicated }) => source && !(deduplicated && source.mapping));
    if (next?.source) goTo(linkTo(['sources', next.source.source_id, 'columns']), { replace: true });
    else setExisting(stored[0]?.source ?? null);
  });
  const isRead = table !== null && preview.error === null;
  const applyChanges = (next: ParseChanges) => {
    setChanges(next);
    setExisting(null);
  };
  const chooseSheets = (next: readonly string[]) => {
    book.choose(next);
    const [only] = next;
    if (next.length === 1 && only !== undefined)
      applyChanges({ keep: [], sheet: nameSheet(book.sheets, only) });
    else setExisting(null);
  };
  const isChosen = chosen.length > 0 || book.sheets.length === 0;
  const canTake = isSeveral || (isRead && isChosen && table.row_count > 0);
  return (
    <Page title={text.title} aside={<small>{file.name}</small>}>
      <Failure error={preview.error} />
      {preview.loading && (
        <p role="status" class="loading">
          {text.taking} {sent < 100 && text.sent(sent)}
        </p>
      )}
      {(table || canBeReadOtherwise(preview.error)) && (
        <>
          {book.sheets.length > 0 && (
            <SheetChoices sheets={book.sheets} chosen={chosen} onChoose={chooseSheets} />
          )}
          {!isSeveral && (
            <ParseChoices
              parsed={table?.reading ?? null}
              changes={changes}
              hidesSheet={book.sheets.length > 0}
              onChange={applyChanges}
            />
          )}
        </>
      )}
      {isSeveral && <SheetTables sheets={book.sheets.filter(({ sheet }) => chosen.includes(sheet))} />}
      {chosen.length === 0 && book.sheets.length > 0 && <Notice kind="warning">{text.noSheet}</Notice>}
      {isRead && !isSeveral && (
        <PreviewTable
          table={table}
          offersSheets={book.sheets.length > 0}
          changes={changes}
          onChange={applyChanges}
        />
      )}
      {existing && (
        <Notice>
          <p>{text.existing(existing.name)}</p>
          <p class="buttons">
            <a class="button" href={linkTo(['sources', existing.source_id])}>
              {text.open}
            </a>
            <Button
              label={text.takeAgain}
              disabled={storing.running}
              onClick={() => void storing.run('new')}
            />
          </p>
        </Notice>
      )}
      <Failure error={storing.error} />
      <p class="buttons">
        <a class="button" href={linkTo(['sources'])}>
          {storing.running ? text.cancel : text.back}
        </a>
        {!existing && (
          <Button
            label={isSeveral ? text.takeSheets(formatCount(chosen.length)) : text.take}
            class="primary"
            disabled={!canTake || preview.loading || book.loading || storing.running}
            onClick={() => void storing.run('existing')}
          />
        )}
        {storing.running && <span role="status">{sent < 100 ? text.sent(sent) : text.taking}</span>}
      </p>
    </Page>
  );
}

/** @param query what is wanted beside the changes @param options `onSent` gets a whole percentage */
function sendFile(
  api: Api,
  file: File,
  { keep, ...given }: ParseChanges,
  query: Readonly<Record<string, string>>,
  options: { signal: AbortSignal; onSent: (percent: number) => void; key?: string },
): Promise<FileAnswer> {
  const { signal, onSent, key } = options;
  const kept = keep.length > 0 && { keep: keep.join(',') };
  const parameters = new URLSearchParams({ filename: file.name, ...given, ...query, ...kept });
  return api.upload(`/api/service/sources/files?${parameters}`, file, {
    signal,
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    onProgress: ({ sent, total }) => onSent(Math.floor((sent / Math.max(1, total)) * 100)),
  });
}

/** Whether another encoding, separator or line may help. */
function canBeReadOtherwise(error: unknown): boolean {
  const codes = ['source_file_encoding_unclear', 'source_file_unreadable', 'invalid_request'];
  return error instanceof ApiError && codes.includes(error.code ?? '');
}
