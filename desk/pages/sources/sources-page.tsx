import { useState } from 'preact/hooks';
import type { Source } from '../../api-types.ts';
import { formatCount, useTexts } from '../../language.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DataText } from '../../parts/data-text.tsx';
import { Button } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/time.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { DropZone } from './preview/drop-zone.tsx';
import { texts } from './sources-texts.ts';
import { countStates, StateBar } from './state-bar.tsx';
import { UnsentDecisions } from './unsent-decisions.tsx';
import './sources.css';

/** The account's tables, newest first, and the place where a new one is dropped. */
export function SourcesPage() {
  const text = useTexts(texts);
  const { api, limits } = useSession();
  const sources = useCollected(
    (page, signal) => api.get('/sources', { query: { limit: 20, ...page }, signal }),
    [api],
  );
  return (
    <Page title={text.title} aside={<a href={linkTo(['sources', 'remembered'])}>{text.remembered}</a>}>
      {limits.readOnly ? <Notice>{text.readOnly}</Notice> : <DropZone />}
      <CollectionStart of={sources}>
        <p>{limits.readOnly ? text.noneToRead : text.none}</p>
      </CollectionStart>
      <ul class="cards" aria-label={text.list}>
        {sources.items.map((source) => (
          <SourceCard
            key={source.source_id}
            source={source}
            onSent={sources.reload}
            onRemoved={sources.reload}
          />
        ))}
      </ul>
      <MoreOf of={sources} />
    </Page>
  );
}

/** What to do next with a table, and where. */
function getNextStep(source: Source): { step: 'map' | 'resolve' | 'review' | 'result'; page: string } {
  if (source.status === 'imported') return { step: 'map', page: 'columns' };
  if (source.status === 'mapped') return { step: 'resolve', page: 'resolve' };
  if (source.open_rows > 0) return { step: 'review', page: 'review' };
  return { step: 'result', page: 'result' };
}

function SourceCard(props: {
  readonly source: Source;
  readonly onSent: () => void;
  readonly onRemoved: () => void;
}) {
  const { source, onRemoved } = props;
  const text = useTexts(texts);
  const { limits } = useSession();
  const [removing, setRemoving] = useState(false);
  const { step, page } = getNextStep(source);
  const next = step === 'review' ? text.review(formatCount(source.open_rows)) : text.next[step];
  return (
    <li class="card sources-card">
      <div class="sources-name">
        <a href={linkTo(['sources', source.source_id])}>
          <DataText text={source.name} />
        </a>
        <small>
          {text.rows(formatCount(source.row_count))} · <Time at={source.created_at} />
        </small>
      </div>
      <UnsentDecisions sourceId={source.source_id} onSent={props.onSent} />
      <StateBar counts={countStates(source)} />
      <div class="sources-actions">
        <a
          class="button"
          href={linkTo(['sources', source.source_id, page])}
          aria-label={`${next}: ${source.name}`}
        >
          {next}
        </a>
        {!limits.readOnly && (
          <Button
            label={text.remove}
            class="quiet"
            aria-label={`${text.remove}: ${source.name}`}
            onClick={() => setRemoving(true)}
          />
        )}
      </div>
      {removing && <RemoveDialog source={source} onClose={() => setRemoving(false)} onRemoved={onRemoved} />}
    </li>
  );
}

function RemoveDialog(props: {
  readonly source: Source;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { source_id: sourceId, name, row_count: rows } = props.source;
  return (
    <Confirm
      title={text.removeTitle(name)}
      yes={text.remove}
      onYes={async () => {
        await api.delete('/sources/{sourceId}', { path: { sourceId } });
        props.onClose();
        props.onRemoved();
      }}
      onClose={props.onClose}
    >
      <p>{text.removeText(formatCount(rows))}</p>
    </Confirm>
  );
}
