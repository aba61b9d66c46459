import { useState } from 'preact/hooks';
import { createIdempotencyKey } from '../../api.ts';
import { findCodeText, formatCount, formatTime, useLanguage, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { CompanyLink } from '../../parts/company-link.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DataText } from '../../parts/data-text.tsx';
import { Button } from '../../parts/form.tsx';
import { describeKey } from '../../parts/key-name.ts';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { type CallToUndo, readCallToUndo } from '../../parts/undo/call-to-undo.ts';
import { UndoCall } from '../../parts/undo/undo-call.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { actionTexts } from '../review/code-words.ts';
import { listCalls, listFurtherActions } from '../review/state/decided-calls.ts';
import type { HistoryEntry } from '../review/state/review-api.ts';
import { texts } from './result-texts.ts';

/** A call that a person is asked about. */
interface UndoQuestion {
  readonly batchId: string;
  readonly call: CallToUndo;
  /** Of this question: somebody else may undo the call, too. */
  readonly key: string;
}

const entriesShown = 200;
/** Of a call. */
const companiesShown = 3;

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
  const history = useCollected(
    (page, signal) =>
      api.get('/sources/{sourceId}/history', {
        path: { sourceId },
        query: { ...page, limit: entriesShown },
        signal,
      }),
    [api, sourceId, props.version],
  );
  const calls = listCalls(history.items);
  const named = nameCompanies(history.items);
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
  const renderUndo = ({ can_undo: canUndo, decided_at: at, batch_id: batchId }: HistoryEntry) =>
    canUndo &&
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
      <CollectionStart of={history}>
        <p>{text.noHistory}</p>
      </CollectionStart>
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
      {calls.length > 0 && (
        <DataTable
          label={text.history}
          class="sources-history"
          columns={[
            { title: text.when, renderCell: (call) => <Time at={call.decided_at} /> },
            { title: text.who, renderCell: ({ key }) => describeKey(key) },
            { title: text.what, renderCell: (call) => <MadeBy entry={call} /> },
            { title: text.row, renderCell: (call) => <DecidedRow sourceId={sourceId} entry={call} /> },
            {
              title: text.company,
              renderCell: (call) => <DecidedCompany entry={call} named={named.get(call.batch_id)} />,
            },
            { title: text.undo, hidesTitle: true, renderCell: renderUndo },
          ]}
          rows={calls}
          getKey={(call) => call.batch_id}
        />
      )}
      <MoreOf of={history} />
    </section>
  );
}

/** What a call was, and the earlier table from which its decisions come. */
function MadeBy({ entry: { made_by: made, earlier_row: earlier } }: { readonly entry: HistoryEntry }) {
  const text = useTexts(texts);
  if (!earlier?.source_name) return text.made[made];
  return (
    <>
      {text.made[made]}:{' '}
      <a href={linkTo(['sources', earlier.source_id, 'result'])}>
        <DataText text={earlier.source_name} />
      </a>
    </>
  );
}

/** The first row of a call by its line in the file and its name, and how many more there are. */
function DecidedRow({ sourceId, entry }: { readonly sourceId: string; readonly entry: HistoryEntry }) {
  const text = useTexts(texts);
  const place =
    entry.file_row === null
      ? text.rowNumber(formatCount(entry.row_number))
      : text.fileRow(formatCount(entry.file_row));
  return (
    <>
      <a href={linkTo(['sources', sourceId, 'review'], { row: entry.source_row_id })}>{place}</a>{' '}
      {entry.row_name !== null && <DataText text={entry.row_name} />}
      {entry.batch_rows > 1 && <small> {text.moreRows(formatCount(entry.batch_rows - 1))}</small>}
    </>
  );
}

/** The first companies on which each call settled rows, by their ids, as far as its decisions were read. */
function nameCompanies(history: readonly HistoryEntry[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const named = new Map<string, Map<string, string>>();
  for (const { batch_id: batch, after } of history) {
    if (after.company_id === null) continue;
    const ofCall = named.get(batch) ?? new Map<string, string>();
    named.set(batch, ofCall);
    if (ofCall.size < companiesShown) ofCall.set(after.company_id, after.company_name ?? after.company_id);
  }
  return named;
}

/** The companies that were chosen, or what was decided instead, and of what. */
function DecidedCompany({
  entry,
  named,
}: {
  readonly entry: HistoryEntry;
  readonly named: ReadonlyMap<string, string> | undefined;
}) {
  const text = useTexts(texts);
  const actions = useTexts(actionTexts);
  const further = listFurtherActions(entry);
  const companies = [...(named ?? [])];
  if (entry.batch_companies > 1 || further.length > 0)
    return (
      <>
        {entry.batch_companies > 0
          ? text.ofCall(formatCount(entry.batch_rows), formatCount(entry.batch_companies))
          : text.rows(formatCount(entry.batch_rows))}
        <ul>
          {companies.map(([companyId, name]) => (
            <li key={companyId}>
              <CompanyLink companyId={companyId} text={name} />
            </li>
          ))}
          {entry.batch_companies > companies.length && companies.length > 0 && <li>{text.andOthers}</li>}
          {further.map(({ action, rows }) => (
            <li key={action}>
              {findCodeText(actions, action) ?? action}: {text.rows(formatCount(rows))}
            </li>
          ))}
        </ul>
      </>
    );
  const { action, before, after } = entry;
  if (after.company_id !== null)
    return <CompanyLink companyId={after.company_id} text={after.company_name ?? after.company_id} />;
  return (
    <>
      {findCodeText(actions, action) ?? action}
      {before.company_name !== null && (
        <small>
          : <DataText text={before.company_name} />
        </small>
      )}
    </>
  );
}
