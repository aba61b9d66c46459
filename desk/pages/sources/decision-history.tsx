import { useState } from 'preact/hooks';
import type { DecisionMaker } from '../../../client/index.ts';
import { createIdempotencyKey } from '../../api.ts';
import { formatCount, formatTime, useLanguage, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { type CallToUndo, readCallToUndo } from '../../parts/call-to-undo.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Button } from '../../parts/form.tsx';
import { formatKeyName } from '../../parts/key-name.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { UndoCall } from '../../parts/undo-call.tsx';
import { useSession } from '../../session.tsx';
import { texts } from './result-texts.ts';

/** One call that decided about rows. */
interface Call {
  readonly batchId: string;
  readonly at: string;
  readonly who: string | null;
  readonly made: DecisionMaker;
  readonly rows: number;
}

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
    async (signal): Promise<Call[]> => {
      const { items } = await api.get('/sources/{sourceId}/history', {
        path: { sourceId },
        query: { limit: entriesShown },
        signal,
      });
      const calls = new Map<string, Call>();
      for (const { batch_id: batchId, decided_at: at, key, made_by: made } of items) {
        const rows = (calls.get(batchId)?.rows ?? 0) + 1;
        calls.set(batchId, { batchId, at, made, rows, who: key && formatKeyName(key) });
      }
      return [...calls.values()];
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
  const renderUndo = ({ made, at, batchId }: Call) =>
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
            { title: text.when, renderCell: (call) => <Time at={call.at} /> },
            { title: text.who, renderCell: (call) => call.who ?? '–' },
            { title: text.what, renderCell: (call) => text.made[call.made] },
            { title: text.rows, class: 'number', renderCell: (call) => formatCount(call.rows) },
            { title: text.undo, hidesTitle: true, renderCell: renderUndo },
          ]}
          rows={history.data}
          getKey={(call) => call.batchId}
        />
      )}
    </section>
  );
}
