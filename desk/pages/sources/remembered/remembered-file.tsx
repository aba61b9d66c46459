import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../api-calls.ts';
import { downloadFile } from '../../../download.ts';
import { formatCount, useLanguage, useTexts } from '../../../language.ts';
import { useAction } from '../../../loading.ts';
import { FileButton } from '../../../parts/file-button.tsx';
import { Button } from '../../../parts/form.tsx';
import { Failure, Notice } from '../../../parts/notice.tsx';
import { SettledRows } from '../../../parts/undo/settled-rows.tsx';
import { useSession } from '../../../session.tsx';
import { texts } from './remembered-texts.ts';

type Imported = AnswerOf<'importRememberedChoices'>;

const base = '/api/service/remembered-choices';

/** All choices as a file, and a file back: it is looked at first, and nothing changes before a person agrees. */
export function RememberedFile(props: { readonly onRead: () => void; readonly onChanged: () => void }) {
  const text = useTexts(texts);
  const lang = useLanguage();
  const { api, limits } = useSession();
  const [offer, setOffer] = useState<{ readonly file: File; readonly trial: Imported } | null>(null);
  const [reopens, setReopens] = useState(false);
  const [done, setDone] = useState<Imported | null>(null);
  const send = (file: File, parameters: Readonly<Record<string, string>>) =>
    api.upload<Imported>(`${base}/import?${new URLSearchParams(parameters)}`, file, {});
  const taking = useAction(() =>
    downloadFile(api, `${base}/export?format=xlsx&lang=${lang}`, 'remembered-choices.xlsx'),
  );
  const reading = useAction(async (file: File) => {
    props.onRead();
    setDone(null);
    setOffer(null);
    setReopens(false);
    setOffer({ file, trial: await send(file, { dryRun: 'true' }) });
  });
  const saving = useAction(async () => {
    if (!offer) return;
    const answer = await send(offer.file, { reopen: String(reopens) });
    setOffer(null);
    setDone(answer);
    props.onChanged();
  });
  const describe = ({ imported }: Imported) =>
    text.imported(
      formatCount(imported.added),
      formatCount(imported.changed),
      formatCount(imported.unchanged),
    );
  const nameChanged = ({ imported: { changed, changed_names: names } }: Imported) =>
    names.length > 0 && text.changedNames(names.join(lang === 'ja' ? '、' : ', '), changed > names.length);
  return (
    <>
      <p class="buttons">
        <Button label={text.takeAway} action={taking} />
        {!limits.readOnly && (
          <FileButton
            label={text.bringBack}
            disabled={reading.running}
            onFile={(file) => void reading.run(file)}
          />
        )}
      </p>
      {reading.error !== null && <p>{text.faults}</p>}
      <Failure error={taking.error ?? reading.error ?? saving.error} />
      {offer && (
        <Notice>
          <p>{describe(offer.trial)}</p>
          <p>{nameChanged(offer.trial)}</p>
          <SettledRows
            total={offer.trial.settled.total_rows}
            rows={offer.trial.settled.rows}
            reopens={reopens}
            onReopens={setReopens}
          />
          <p class="buttons">
            <Button label={text.takeOver} class="primary" action={saving} />
            <Button label={text.cancel} onClick={() => setOffer(null)} />
          </p>
        </Notice>
      )}
      {done && (
        <Notice kind="good">
          {text.takenOver} {describe(done)} {nameChanged(done)}{' '}
          {done.settled.reopened_rows > 0 && text.reopened(formatCount(done.settled.reopened_rows))}
        </Notice>
      )}
    </>
  );
}
