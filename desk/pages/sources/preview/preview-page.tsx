import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Query } from '../../../../client/index.ts';
import { type Api, ApiError, createIdempotencyKey } from '../../../api.ts';
import type { PreviewedTable, SampledSource } from '../../../api-types.ts';
import { useTexts } from '../../../language.ts';
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
import '../sources.css';

interface FileAnswer {
  readonly source: SampledSource | null;
  readonly preview: PreviewedTable | null;
  readonly deduplicated: boolean;
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
  // A repeated click after a lost answer must not store a second table.
  const key = useMemo(createIdempotencyKey, [changes]);
  const storing = useAction(async (again: NonNullable<Query<'importSourceFile'>['again']>) => {
    setSent(100);
    const options = { signal: aborter.signal, onSent: setSent, key: `${key}:${again}` };
    const { source, deduplicated } = await sendFile(api, file, changes, { again }, options);
    if (!source) return;
    if (deduplicated && source.mapping !== null) setExisting(source);
    else goTo(linkTo(['sources', source.source_id, 'columns']), { replace: true });
  });
  const table = preview.data?.preview ?? null;
  const isRead = table !== null && preview.error === null;
  const applyChanges = (next: ParseChanges) => {
    setChanges(next);
    setExisting(null);
  };
  return (
    <Page title={text.title} aside={<small>{file.name}</small>}>
      <Failure error={preview.error} />
      {preview.loading && (
        <p role="status" class="loading">
          {text.taking} {sent < 100 && text.sent(sent)}
        </p>
      )}
      {(table || canBeReadOtherwise(preview.error)) && (
        <ParseChoices parsed={table?.reading ?? null} changes={changes} onChange={applyChanges} />
      )}
      {isRead && <PreviewTable table={table} changes={changes} onChange={applyChanges} />}
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
            label={text.take}
            class="primary"
            disabled={!isRead || table.row_count === 0 || preview.loading || storing.running}
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
