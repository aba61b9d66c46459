import { useMemo, useState } from 'preact/hooks';
import { createIdempotencyKey } from '../../../api.ts';
import type { SampledSource } from '../../../api-types.ts';
import { findCodeText, formatCount, useLanguage, useTexts } from '../../../language.ts';
import { useAction, useLoaded } from '../../../loading.ts';
import { Button, Check } from '../../../parts/form.tsx';
import { LoadState } from '../../../parts/load-state.tsx';
import { Failure, Notice } from '../../../parts/notice.tsx';
import { linkTo } from '../../../routing.ts';
import { useSession } from '../../../session.tsx';
import { reasonTexts } from '../../review/code-words.ts';
import { reasonsTexts as texts } from '../result-texts.ts';
import { SpreadsheetChoices } from '../spreadsheet-choices.tsx';
import {
  chooseMark,
  type DecisionOfReason,
  isDecidedAtOnce,
  mayAccept,
  type Reason,
} from './reason-decisions.ts';
import { ReasonSamples } from './reason-samples.tsx';

/** What can be decided at once, first what settles most rows, and why other rows are open. */
export function OpenReasons(props: { readonly source: SampledSource; readonly onChanged: () => void }) {
  const text = useTexts(texts);
  const { api, refreshCredits } = useSession();
  const { source_id: sourceId, updated_at: version } = props.source;
  const [done, setDone] = useState<DecisionOfReason | null>(null);
  const key = useMemo(createIdempotencyKey, [version]);
  const reasons = useLoaded(
    async (signal) => (await api.get('/sources/{sourceId}/reasons', { path: { sourceId }, signal })).reasons,
    [api, sourceId, version],
  );
  const deciding = useAction(async (decided: DecisionOfReason) => {
    const { accepted } = await api.post('/sources/{sourceId}/accept', {
      path: { sourceId },
      key: `${key}:${JSON.stringify(decided)}`,
      body: { execute: true, ...decided },
    });
    setDone({ ...decided, rows: accepted.rows });
    refreshCredits();
    props.onChanged();
  });
  const atOnce = reasons.data?.filter(isDecidedAtOnce) ?? [];
  const others = reasons.data?.filter((reason) => !isDecidedAtOnce(reason)) ?? [];
  const renderReasons = (title: string, shown: readonly Reason[]) =>
    shown.length > 0 && (
      <section class="reasons-part">
        <h2>{title}</h2>
        <ul class="card reasons-list">
          {shown.map((reason) => (
            <OpenReason
              key={`${reason.code} ${reason.resolve_status}`}
              reason={reason}
              source={props.source}
              isDeciding={deciding.running}
              onDecide={(decided) => void deciding.run(decided)}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <>
      <LoadState of={reasons} />
      {done && <Notice kind="good">{text.done[done.action](formatCount(done.rows))}</Notice>}
      <Failure error={deciding.error} />
      {renderReasons(text.atOnce, atOnce)}
      {renderReasons(text.byReason, others)}
      <SpreadsheetChoices {...props} />
    </>
  );
}

function OpenReason(props: {
  readonly reason: Reason;
  readonly source: SampledSource;
  readonly isDeciding: boolean;
  readonly onDecide: (decided: DecisionOfReason) => void;
}) {
  const { reason, source } = props;
  const text = useTexts(texts);
  const language = useLanguage();
  const { limits } = useSession();
  const [remembers, setRemembers] = useState(false);
  const { code, resolve_status: status, rows, credits, single_candidate_rows: acceptable } = reason;
  const accepts = mayAccept(reason);
  const mark = chooseMark(reason);
  // What is remembered holds for all tables, which a key for one of them cannot change.
  const canRemember = limits.sourceId === null;
  const sendDecision = (action: DecisionOfReason['action'], decidedRows: number, maxCredits: number) => {
    if (code === null || status === 'matched') return;
    const remember = remembers ? 'always' : 'no';
    props.onDecide({ reason: code, status, action, rows: decidedRows, remember, maxCredits });
  };
  return (
    <li>
      <p class="reasons-reason">
        <b>{text.rows(formatCount(rows))}</b>{' '}
        {code === null ? text.unknown : (findCodeText(reasonTexts[language], code) ?? reason.message)}
      </p>
      <ReasonSamples reason={reason} source={source} />
      {accepts && reason.left_out_rows > 0 && <p>{text.leftOut(formatCount(reason.left_out_rows))}</p>}
      {!limits.readOnly && (accepts || mark) && canRemember && (
        <Check
          label={text.remember}
          checked={remembers}
          onChange={({ currentTarget }) => setRemembers(currentTarget.checked)}
        />
      )}
      <p class="buttons">
        {accepts && !limits.readOnly && (
          <Button
            class="primary"
            label={text.accept(formatCount(acceptable), formatCount(credits))}
            disabled={props.isDeciding}
            onClick={() => sendDecision('choose', acceptable, credits)}
          />
        )}
        {mark && !limits.readOnly && (
          <Button
            label={text.marks[mark](formatCount(rows))}
            disabled={props.isDeciding}
            onClick={() => sendDecision(mark, rows, 0)}
          />
        )}
        {code !== null && (
          <a class="button" href={linkTo(['sources', source.source_id, 'review'], { reason: code })}>
            {text.open(rows)}
          </a>
        )}
      </p>
    </li>
  );
}
