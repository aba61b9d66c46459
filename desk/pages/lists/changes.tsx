import { useState } from 'preact/hooks';
import { formatTime, useLanguage, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { useCollected } from '../../parts/collected.tsx';
import { Button, Select } from '../../parts/form.tsx';
import { CollectionStart, LoadState } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { useSession } from '../../session.tsx';
import { Diff } from './diff.tsx';
import { texts } from './list-texts.ts';
import type { PartProps } from './part-props.ts';
import { Publish } from './publish.tsx';

/** What changed since the last snapshot, for people to decide about. */
export function Changes({ detail, isFixed, onChanged }: PartProps) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api } = useSession();
  const { list } = detail;
  const listId = list.list_id;
  const [chosen, setChosen] = useState<string | null>(null);
  const [isPublishing, setIsPublishing] = useState(false);
  const [isUnchanged, setIsUnchanged] = useState(false);
  const diffs = useCollected(
    (page, signal) =>
      api.get('/lists/{listId}/diffs', { path: { listId }, query: { limit: 50, ...page }, signal }),
    [api, listId],
  );
  const refreshing = useAction(async () => {
    setIsUnchanged(false);
    const { diff } = await api.post('/lists/{listId}/refresh', {
      path: { listId },
      query: { limit: 1 },
      body: {},
    });
    setIsUnchanged(diff.from_version === diff.to_version);
    setChosen(diff.diff_id);
    diffs.reload();
    onChanged();
  });
  const diffId = chosen ?? diffs.items[0]?.diff_id ?? null;
  if (list.published_version === null)
    return (
      <div class="card">
        <p>{text.notPublished}</p>
        {!isFixed && <Button label={text.publish} class="primary" onClick={() => setIsPublishing(true)} />}
        {isPublishing && (
          <Publish listId={listId} onPublished={onChanged} onClose={() => setIsPublishing(false)} />
        )}
      </div>
    );
  return (
    <section aria-label={text.tabs.changes} aria-busy={refreshing.running}>
      <div class="actions lists-bar">
        {!isFixed && (
          <Button
            label={refreshing.running ? text.refreshing : text.refresh}
            class="primary"
            action={refreshing}
          />
        )}
        {diffs.items.length > 0 && (
          <Select
            labelClass="lists-filter"
            label={text.diff}
            value={diffId ?? ''}
            options={diffs.items.map(
              (diff) =>
                [
                  diff.diff_id,
                  text.diffLabel(formatTime(diff.created_at, language), diff.from_version, diff.to_version),
                ] as const,
            )}
            onChange={setChosen}
          />
        )}
      </div>
      <Failure error={refreshing.error} />
      <Failure error={diffs.error} onRetry={diffs.reload} />
      {isUnchanged && <Notice kind="good">{text.noChanges}</Notice>}
      <CollectionStart of={diffs}>
        <p>{text.noDiffs}</p>
      </CollectionStart>
      {diffId !== null && (
        <DiffOf key={diffId} diffId={diffId} detail={detail} isFixed={isFixed} onChanged={onChanged} />
      )}
    </section>
  );
}

function DiffOf({ diffId, ...part }: PartProps & { readonly diffId: string }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { list_id: listId } = part.detail.list;
  const loaded = useLoaded(
    async (signal) => {
      const { diff } = await api.get('/lists/{listId}/diffs/{diffId}', {
        path: { listId, diffId },
        query: { limit: 1 },
        signal,
      });
      return diff;
    },
    [api, listId, diffId],
  );
  const { data } = loaded;
  return (
    <>
      <LoadState of={loaded} />
      {data &&
        (data.counts.added + data.counts.removed + data.counts.changed === 0 ? (
          <p>{text.noChanges}</p>
        ) : (
          <Diff diff={data} {...part} />
        ))}
    </>
  );
}
