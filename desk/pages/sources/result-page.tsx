import { useMemo, useState } from 'preact/hooks';
import { maxListNameLength } from '../../../client/index.ts';
import { createIdempotencyKey } from '../../api.ts';
import type { SampledSource } from '../../api-types.ts';
import { formatCount, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { Button, Field, Form } from '../../parts/form.tsx';
import { Failure } from '../../parts/notice.tsx';
import { goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { DecisionHistory } from './decision-history.tsx';
import { ExportForm } from './export-form.tsx';
import { removeExtension } from './file-names.ts';
import { JoinForm } from './join-form.tsx';
import { OpenReasons } from './reasons/open-reasons.tsx';
import { texts } from './result-texts.ts';
import { SourceFrame, useSource } from './source-frame.tsx';
import { countStates, StateBar } from './state-bar.tsx';
import { UnsentDecisions } from './unsent-decisions.tsx';

export function ResultPage({ sourceId }: { readonly sourceId: string }) {
  const { limits } = useSession();
  const source = useSource(sourceId);
  // What was said of a decision does not stand when it was undone.
  const [undos, setUndos] = useState(0);
  const reloadUndone = () => {
    setUndos((count) => count + 1);
    source.reload();
  };
  return (
    <SourceFrame step="result" source={source}>
      {(loaded) => (
        <>
          <UnsentDecisions sourceId={sourceId} onSent={source.reload} />
          <StateBar counts={countStates(loaded)} />
          {loaded.status === 'resolved' && loaded.row_count > loaded.resolve_summary.matched && (
            <OpenReasons key={undos} source={loaded} onChanged={source.reload} />
          )}
          {loaded.status === 'resolved' && <ToReview source={loaded} />}
          <div class="result-parts">
            <ExportForm source={loaded} />
            {/* Lists are out of reach for a key that is for one table. */}
            {loaded.resolve_summary.matched > 0 && !limits.readOnly && limits.sourceId === null && (
              <ListForm source={loaded} />
            )}
            {loaded.resolve_summary.matched > 0 && limits.sourceId === null && <JoinForm source={loaded} />}
          </div>
          <DecisionHistory sourceId={sourceId} version={loaded.updated_at} onChanged={reloadUndone} />
        </>
      )}
    </SourceFrame>
  );
}

function ToReview({ source }: { readonly source: SampledSource }) {
  const text = useTexts(texts);
  const { open_rows: open } = source;
  if (open === 0) return null;
  return (
    <p class="buttons">
      <a class="button primary" href={linkTo(['sources', source.source_id, 'review'])}>
        {text.review(formatCount(open))}
      </a>
    </p>
  );
}

function ListForm({ source }: { readonly source: SampledSource }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [name, setName] = useState(removeExtension(source.name));
  // Another name is another List. A header cannot hold the name itself.
  const key = useMemo(createIdempotencyKey, [source.updated_at, name]);
  const making = useAction(async () => {
    const { list } = await api.post('/lists', { key, body: { name, source_id: source.source_id } });
    goTo(linkTo(['lists', list.list_id]));
  });
  return (
    <Form class="card" onSubmit={making.run}>
      <h2>{text.list}</h2>
      <p>{text.listHint(formatCount(source.resolve_summary.matched))}</p>
      <Field label={text.listName} required maxLength={maxListNameLength} value={name} onText={setName} />
      <p class="buttons">
        <Button label={text.makeList} type="submit" disabled={making.running} />
      </p>
      <Failure error={making.error} />
    </Form>
  );
}
