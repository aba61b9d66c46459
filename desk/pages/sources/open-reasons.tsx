import { useMemo, useState } from 'preact/hooks';
import { createIdempotencyKey } from '../../api.ts';
import type { SampledSource } from '../../api-types.ts';
import { findCodeText, formatCount, useLanguage, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { Button } from '../../parts/form.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { reasonTexts } from '../review/code-words.ts';
import { reasonsTexts as texts } from './result-texts.ts';
import { SpreadsheetChoices } from './spreadsheet-choices.tsx';

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
      <SpreadsheetChoices {...props} />
    </section>
  );
}
