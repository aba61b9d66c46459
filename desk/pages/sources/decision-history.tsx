import { useState } from 'preact/hooks';
import { createIdempotencyKey } from '../../api.ts';
import { formatCount, formatTime, useLanguage, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { type CallToUndo, readCallToUndo } from '../../parts/call-to-undo.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Button } from '../../parts/form.tsx';
import { describeKey } from '../../parts/key-name.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { UndoCall } from '../../parts/undo-call.tsx';
import { useSession } from '../../session.tsx';
import { type DecidedCall, groupByCall } from '../review/state/decided-calls.ts';
import { texts } from './result-texts.ts';

/** A call that a person is asked about. */
interface UndoQuestion {
  readonly batchId: string;
  readonly call: CallToUndo;
  /** Of this question: somebody else may undo the call, too. */
  readonly key: string;
}

const entriesShown = 200;

/** The last calls that decided about rows, each with its undoing. */
export function DecisionHistory(props: {
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
    async (signal) => {
      const { items } = await api.get('/sources/{sourceId}/history', {
        path: { sourceId },
        query: { limit: entriesShown },
        signal,
      });
      return groupByCall(items);
    },
    [api, sourceId, props.version],
  );
  const [asking, setAsking] = useState<UndoQuestion | null>(null);
  const readingCall = useAction(async (batchId: string) =>
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
  const renderUndo = ({ first: { made_by: made, decided_at: at, batch_id: batchId } }: DecidedCall) =>
    made !== 'undo' &&
    !limits.readOnly && (
      <Button
        label={text.undo}
        disabled={readingCall.running}
        aria-label={`${text.undo}: ${formatTime(at, language)}`}
        onClick={() => void readingCall.run(batchId)}
      />
    );
  return (
    <section>
      <h2>{text.history}</h2>
      <LoadState of={history} />
      {history.data?.length === 0 && <p>{text.noHistory}</p>}
      {undone !== null && <Notice kind="good">{text.undone(formatCount(undone))}</Notice>}
      <Failure error={readingCall.error} />
      {asking && (
        <UndoCall
          call={asking.call}
          ownKeyId={limits.keyId}
          onYes={(reopens) => sendUndo(asking, reopens)}
          onClose={() => setAsking(null)}
        />
      )}
      {history.data && history.data.length > 0 && (
        <DataTable
          label={text.history}
          columns={[
            { title: text.when, renderCell: ({ first }) => <Time at={first.decided_at} /> },
            { title: text.who, renderCell: ({ first }) => describeKey(first.key) },
            { title: text.what, renderCell: ({ first }) => text.made[first.made_by] },
            { title: text.rows, class: 'number', renderCell: ({ rows }) => formatCount(rows) },
            { title: text.undo, hidesTitle: true, renderCell: renderUndo },
          ]}
          rows={history.data}
          getKey={({ first }) => first.batch_id}
        />
      )}
    </section>
  );
}
