import { useMemo, useRef, useState } from 'preact/hooks';
import { createIdempotencyKey } from '../../api.ts';
import type { SampledSource } from '../../api-types.ts';
import { downloadFile } from '../../download.ts';
import {
  defineTextPairs,
  findCodeText,
  formatCount,
  formatQuantity,
  useLanguage,
  useTexts,
} from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { Button } from '../../parts/form.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { reasonTexts } from '../review/reason-texts.ts';

const texts = defineTextPairs({
  title: ['Why rows are open', '未確定の理由'],
  rows: [(rows: string) => formatQuantity(rows, 'row'), (rows) => `${rows} 行`],
  open: ['Review these rows', 'この行を確認する'],
  samples: ['Examples', '例'],
  acceptHint: [
    'Each of these rows has one candidate that its text names for certain. If the examples are right, accept them all. You can undo it.',
    'これらの行は、書かれた内容から候補が一社に決まります。例が正しければ、まとめて承認できます。後で取り消せます。',
  ],
  leftOut: [
    (rows: string) =>
      `${formatQuantity(rows, 'row')} with this reason stay open, because they are less certain. Decide them one by one.`,
    (rows) =>
      `同じ理由の ${rows} 行は確実とはいえないため、まとめて承認されません。一行ずつ確認してください。`,
  ],
  accept: [
    (rows: string, credits: string) =>
      `Accept ${formatQuantity(rows, 'row')} for ${formatQuantity(credits, 'credit')}`,
    (rows, credits) => `${rows} 行をまとめて ${credits} クレジットで承認する`,
  ],
  accepted: [
    (rows: string) => `Settled: ${formatQuantity(rows, 'row')}.`,
    (rows) => `${rows} 行を確定しました。`,
  ],
  spreadsheet: ['Choose in a spreadsheet', '表計算ソフトで選ぶ'],
  spreadsheetHint: [
    'A line for each candidate. Mark the right one with x in the column cd_choice and bring the file back.',
    '候補ごとに一行です。正しい行の cd_choice 列に x を書いて、ファイルを戻してください。',
  ],
  takeAway: ['Download the candidates (.xlsx)', '候補をダウンロード（.xlsx）'],
  bringBack: ['Bring the file back', '記入したファイルを戻す'],
  price: [
    (rows: string, credits: string) =>
      `The file decides ${formatQuantity(rows, 'row')}, for ${formatQuantity(credits, 'credit')}.`,
    (rows, credits) => `このファイルで ${rows} 行が決まります。料金は ${credits} クレジットです。`,
  ],
  agree: [
    (credits: string) => `Agree to ${formatQuantity(credits, 'credit')}`,
    (credits) => `${credits} クレジットに同意する`,
  ],
  cancel: ['Cancel', '中止'],
  changed: [
    (rows: string) => `Changed: ${formatQuantity(rows, 'row')}.`,
    (rows) => `${rows} 行が変わりました。`,
  ],
  faults: [
    'Nothing was changed. Correct these cells and bring the file back again.',
    '何も変更していません。次のセルを直して、もう一度戻してください。',
  ],
  unknown: ['Looked up before reasons were kept.', '理由の記録が始まる前に照合した行です。'],
});

/** Why rows are open, with examples; rows of one certain candidate can be accepted together. */
export function OpenReasons(props: { readonly source: SampledSource; readonly onChanged: () => void }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api, limits, refreshCredits } = useSession();
  const { source_id: sourceId, updated_at: version } = props.source;
  const [accepted, setAccepted] = useState<number | null>(null);
  const key = useMemo(createIdempotencyKey, [version]);
  const reasons = useLoaded(
    async (signal) => (await api.get('/sources/{sourceId}/reasons', { path: { sourceId }, signal })).reasons,
    [api, sourceId, version],
  );
  type Reason = NonNullable<typeof reasons.data>[number];
  const accepting = useAction(async (reason: Reason) => {
    if (reason.code === null || reason.resolve_status === 'matched') return;
    const { accepted: done } = await api.post('/sources/{sourceId}/accept', {
      path: { sourceId },
      key: `${key}:${reason.code}:${reason.resolve_status}`,
      body: {
        execute: true,
        reason: reason.code,
        rows: reason.single_candidate_rows,
        status: reason.resolve_status,
        maxCredits: reason.credits,
      },
    });
    setAccepted(done.rows);
    refreshCredits();
    props.onChanged();
  });
  return (
    <section>
      <h2>{text.title}</h2>
      <LoadState of={reasons} />
      {accepted !== null && <Notice kind="good">{text.accepted(formatCount(accepted))}</Notice>}
      <Failure error={accepting.error} />
      <ul class="card reasons-list" hidden={!reasons.data?.length}>
        {reasons.data?.map((reason) => (
          <li key={`${reason.code} ${reason.resolve_status}`}>
            <details>
              <summary>
                <b>{text.rows(formatCount(reason.rows))}</b>{' '}
                {reason.code === null
                  ? text.unknown
                  : (findCodeText(reasonTexts[language], reason.code) ?? reason.message)}
              </summary>
              <h3>{text.samples}</h3>
              <ul class="reasons-samples">
                {reason.samples.map((sample) => (
                  <li key={sample.source_row_id}>
                    {Object.values(sample.cells).filter(Boolean).join(' · ')}
                    {sample.company && (
                      <>
                        {' → '}
                        <span lang="ja">
                          <b>{sample.company.legal_name}</b> {sample.company.prefecture} {sample.company.city}
                        </span>
                      </>
                    )}
                  </li>
                ))}
              </ul>
              {reason.acceptable && reason.single_candidate_rows > 0 && !limits.readOnly && (
                <>
                  <p>{text.acceptHint}</p>
                  {reason.left_out_rows > 0 && <p>{text.leftOut(formatCount(reason.left_out_rows))}</p>}
                  <Button
                    label={text.accept(
                      formatCount(reason.single_candidate_rows),
                      formatCount(reason.credits),
                    )}
                    disabled={accepting.running}
                    onClick={() => void accepting.run(reason)}
                  />
                </>
              )}{' '}
              {reason.code !== null && (
                <a class="button" href={linkTo(['sources', sourceId, 'review'], { reason: reason.code })}>
                  {text.open}
                </a>
              )}
            </details>
          </li>
        ))}
      </ul>
      <Spreadsheet {...props} />
    </section>
  );
}

interface ChoicesAnswer {
  readonly choices: { readonly changed: number; readonly read: number };
  readonly billing: { readonly credits_used: number };
}

/** Choosing in a spreadsheet: the candidates out, the marked file in. */
function Spreadsheet(props: { readonly source: SampledSource; readonly onChanged: () => void }) {
  const text = useTexts(texts);
  const { api, limits, refreshCredits } = useSession();
  const { source_id: sourceId } = props.source;
  const input = useRef<HTMLInputElement>(null);
  const [offer, setOffer] = useState<{ file: File; rows: number; credits: number; key: string } | null>(null);
  const [changed, setChanged] = useState<number | null>(null);
  const base = `/api/service/sources/${sourceId}`;
  const sendChoices = (file: File, key: string, more: Readonly<Record<string, string>>) =>
    api.upload<ChoicesAnswer>(`${base}/choices?${new URLSearchParams({ execute: 'true', ...more })}`, file, {
      headers: { 'Idempotency-Key': key },
    });
  const taking = useAction(() => downloadFile(api, `${base}/candidates?format=xlsx`, 'candidates.xlsx'));
  const pricing = useAction(async (file: File) => {
    setChanged(null);
    const key = createIdempotencyKey();
    const { choices, billing } = await sendChoices(file, key, {
      dryRun: 'true',
      maxCredits: String(props.source.row_count),
    });
    setOffer({ file, rows: choices.changed, credits: billing.credits_used, key });
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
        <Button
          label={text.bringBack}
          disabled={pricing.running || limits.readOnly}
          onClick={() => input.current?.click()}
        />
      </p>
      <input
        ref={input}
        type="file"
        class="hidden-visually"
        tabIndex={-1}
        aria-label={text.bringBack}
        accept=".xlsx,.csv,.tsv"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void pricing.run(file);
        }}
      />
      {pricing.error !== null && <p>{text.faults}</p>}
      <Failure error={taking.error ?? pricing.error ?? deciding.error} />
      {offer && (
        <Notice>
          <p>{text.price(formatCount(offer.rows), formatCount(offer.credits))}</p>
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
