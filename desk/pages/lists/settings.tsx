import { useState } from 'preact/hooks';
import { listSchedules, listStatuses, maxListNameLength } from '../../../client/index.ts';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Button, ChoiceGroup, Field, Form, listOptions } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { texts } from './list-texts.ts';
import { describeNextRun, type List } from './lists-page.tsx';
import type { PartProps } from './part-props.ts';
import { Publish } from './publish.tsx';

/** Name, state, schedule, snapshots and the end of a List. */
export function Settings({ detail: { list }, isFixed, onChanged }: PartProps) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api, limits } = useSession();
  const path = { listId: list.list_id };
  const [name, setName] = useState(list.name);
  const [isRemoving, setIsRemoving] = useState(false);
  const [saved, setSaved] = useState('');
  // What a person chose shows at once, and goes back if the service refuses it.
  const [chosen, setChosen] = useState<Partial<List>>({});
  const changing = useAction(async (change: () => Promise<{ list: List }>, what: string) => {
    setSaved('');
    try {
      const changed = await change();
      setSaved(what);
      onChanged(changed.list);
    } finally {
      setChosen({});
    }
  });
  const renameList = () =>
    changing.run(() => api.patch('/lists/{listId}', { path, body: { name: name.trim() } }), text.renamed);
  const setStatus = (status: List['status']) => {
    setChosen({ status });
    return changing.run(() => api.patch('/lists/{listId}/status', { path, body: { status } }), text.saved);
  };
  const setSchedule = (schedule: List['schedule']) => {
    setChosen({ schedule });
    return changing.run(
      () => api.patch('/lists/{listId}/schedule', { path, body: { schedule } }),
      text.saved,
    );
  };
  return (
    <div class="lists-parts">
      <section class="card form" aria-label={text.tabs.settings} aria-busy={changing.running}>
        <Form class="form" onSubmit={renameList}>
          <Field
            label={text.newName}
            required
            maxLength={maxListNameLength}
            disabled={isFixed}
            value={name}
            onText={setName}
          />
          <p class="actions">
            <Button
              label={text.rename}
              type="submit"
              disabled={isFixed || changing.running || name.trim() === ''}
            />
          </p>
        </Form>
        <ChoiceGroup
          class="lists-fields"
          disabled={limits.readOnly}
          legend={text.setStatus}
          name="status"
          value={chosen.status ?? list.status}
          options={listOptions(listStatuses, (status) => (
            <span>
              {text.status[status]} <small>{text.statusAbout[status]}</small>
            </span>
          ))}
          onChange={(status) => void setStatus(status)}
        />
        <ChoiceGroup
          class="lists-fields"
          disabled={isFixed}
          legend={text.setSchedule}
          name="schedule"
          value={chosen.schedule ?? list.schedule}
          options={listOptions(listSchedules, text.schedule)}
          onChange={(schedule) => void setSchedule(schedule)}
        >
          <small>{describeNextRun(list, text, language)}</small>
        </ChoiceGroup>
        <Failure error={changing.error} />
        {saved !== '' && <Notice kind="good">{saved}</Notice>}
      </section>
      <Snapshots list={list} isFixed={isFixed} onChanged={onChanged} />
      {!limits.readOnly && (
        <section class="card" aria-labelledby="lists-remove">
          <h2 id="lists-remove">{text.remove}</h2>
          <p class="lists-soft">{text.removeAbout}</p>
          <Button label={text.remove} class="lists-danger" onClick={() => setIsRemoving(true)} />
        </section>
      )}
      {isRemoving && (
        <Confirm
          title={text.removeTitle(list.name)}
          yes={text.removeYes}
          onYes={async () => {
            await api.delete('/lists/{listId}', { path });
            goTo(linkTo(['lists']), { replace: true });
          }}
          onClose={() => setIsRemoving(false)}
        >
          <p>{text.removeAbout}</p>
        </Confirm>
      )}
    </div>
  );
}

function Snapshots({
  list,
  isFixed,
  onChanged,
}: Pick<PartProps, 'isFixed' | 'onChanged'> & { readonly list: List }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [isPublishing, setIsPublishing] = useState(false);
  const [published, setPublished] = useState<number | null>(null);
  const snapshots = useCollected(
    (page, signal) =>
      api.get('/lists/{listId}/snapshots', {
        path: { listId: list.list_id },
        query: { limit: 10, ...page },
        signal,
      }),
    [api, list.list_id],
  );
  return (
    <section class="card" aria-labelledby="lists-snapshots">
      <h2 id="lists-snapshots">{text.snapshots}</h2>
      <CollectionStart of={snapshots}>
        <p class="lists-soft">{text.noSnapshots}</p>
      </CollectionStart>
      <ul class="lists-lines">
        {snapshots.items.map((snapshot) => (
          <li key={snapshot.version}>
            <strong>{text.version(snapshot.version)}</strong>
            <span class="lists-soft">
              {text.snapshotKind[snapshot.kind]} · {text.rows(formatCount(snapshot.row_count))} ·{' '}
              <Time at={snapshot.created_at} />
            </span>
          </li>
        ))}
      </ul>
      <MoreOf of={snapshots} />
      {published !== null && <Notice kind="good">{text.publishedAs(published)}</Notice>}
      {!isFixed && <Button label={text.publish} onClick={() => setIsPublishing(true)} />}
      {isPublishing && (
        <Publish
          listId={list.list_id}
          onPublished={(changed) => {
            setPublished(changed.published_version);
            snapshots.reload();
            onChanged(changed);
          }}
          onClose={() => setIsPublishing(false)}
        />
      )}
    </section>
  );
}
