import { useState } from 'preact/hooks';
import { createIdempotencyKey } from '../../api.ts';
import type { SampledSource } from '../../api-types.ts';
import { downloadFile } from '../../download.ts';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { Button } from '../../parts/form.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { useSession } from '../../session.tsx';
import { buildFileName } from './file-names.ts';
import { reasonsTexts as texts } from './result-texts.ts';

interface ChoicesAnswer {
  readonly choices: {
    readonly changed: number;
    readonly chosen: number;
    readonly companies: number;
  };
  readonly billing: { readonly credits_used: number };
}

/** What a marked file would do, until a person agrees to it. */
interface Offer {
  readonly file: File;
  readonly choices: ChoicesAnswer['choices'];
  readonly credits: number;
  readonly key: string;
}

/** Choosing in a spreadsheet: the candidates out, the marked file in. */
export function SpreadsheetChoices(props: {
  readonly source: SampledSource;
  readonly onChanged: () => void;
}) {
  const text = useTexts(texts);
  const lang = useLanguage();
  const { api, limits, refreshCredits } = useSession();
  const { source_id: sourceId } = props.source;
  const [offer, setOffer] = useState<Offer | null>(null);
  const [changed, setChanged] = useState<number | null>(null);
  const base = `/api/service/sources/${sourceId}`;
  const sendChoices = (file: File, key: string, more: Readonly<Record<string, string>>) =>
    api.upload<ChoicesAnswer>(`${base}/choices?${new URLSearchParams({ execute: 'true', ...more })}`, file, {
      headers: { 'Idempotency-Key': key },
    });
  const taking = useAction(() => {
    const query = new URLSearchParams({ format: 'xlsx', lang });
    return downloadFile(api, `${base}/candidates?${query}`, buildFileName(props.source, '-candidates.xlsx'));
  });
  const pricing = useAction(async (file: File) => {
    setChanged(null);
    const key = createIdempotencyKey();
    const { choices, billing } = await sendChoices(file, key, {
      dryRun: 'true',
      maxCredits: String(props.source.row_count),
    });
    setOffer({ file, choices, credits: billing.credits_used, key });
  });
  const deciding = useAction(async () => {
    if (!offer) return;
    const { choices } = await sendChoices(offer.file, offer.key, { maxCredits: String(offer.credits) });
    setOffer(null);
    setChanged(choices.changed);
    refreshCredits();
    props.onChanged();
  });
  return (
    <section class="card reasons-spreadsheet">
      <h3>{text.spreadsheet}</h3>
      <p>{text.spreadsheetHint}</p>
      <p class="buttons">
        <Button label={text.takeAway} action={taking} />
        <FileButton
          label={text.bringBack}
          disabled={pricing.running || limits.readOnly}
          onFile={(file) => void pricing.run(file)}
        />
      </p>
      {pricing.error !== null && <p>{text.faults}</p>}
      <Failure error={taking.error ?? pricing.error ?? deciding.error} />
      {offer && (
        <Notice>
          <p>
            {text.price(
              formatCount(offer.choices.changed),
              formatCount(offer.choices.companies),
              formatCount(offer.credits),
            )}
          </p>
          {/* A key for one table remembers nothing. */}
          {offer.choices.chosen > 0 && limits.sourceId === null && <p>{text.suggests}</p>}
          <p class="buttons">
            <Button label={text.agree(formatCount(offer.credits))} class="primary" action={deciding} />
            <Button label={text.cancel} onClick={() => setOffer(null)} />
          </p>
        </Notice>
      )}
      {changed !== null && <Notice kind="good">{text.changed(formatCount(changed))}</Notice>}
    </section>
  );
}
