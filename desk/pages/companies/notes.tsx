import { useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { maxContentCharacters, maxResearchTitleLength, maxSourceUrlLength } from '../../../client/index.ts';
import { formatDay, useLanguage, useTexts } from '../../language.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { Button, Field, Select } from '../../parts/form.tsx';
import { OutsideLink } from '../../parts/outside-link.tsx';
import { Purchase } from '../../parts/purchase.tsx';
import { useSession } from '../../session.tsx';
import { texts } from './company-texts.ts';

type ResearchItem = Schema<'ResearchItem'>;
type SourceType = ResearchItem['source_type'];

/** The account's own notes about the company. */
export function Notes({ companyId }: { readonly companyId: string }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api, limits } = useSession();
  const [isAdding, setIsAdding] = useState(false);
  const notes = useCollected(
    (page, signal) =>
      api.get('/research/external', { query: { company_id: companyId, limit: 10, ...page }, signal }),
    [api, companyId],
  );
  return (
    <section class="card" aria-labelledby="companies-notes">
      <h2 id="companies-notes">{text.notes}</h2>
      <p class="companies-origin">
        {!notes.loading && !notes.error && notes.items.length === 0 && `${text.noNotes} `}
        {text.noteIntro}
      </p>
      <ul class="companies-notes">
        {notes.items.map((note) => (
          <li key={note.research_item_id}>
            {note.title && <strong>{note.title}</strong>}
            {note.content_markdown && <p class="companies-note">{note.content_markdown}</p>}
            <p class="companies-facts">
              <span>{text.sourceTypes[note.source_type]}</span>
              <time dateTime={note.created_at}>{formatDay(note.created_at, language)}</time>
              {note.source_url && <OutsideLink url={note.source_url} />}
            </p>
          </li>
        ))}
      </ul>
      <MoreOf of={notes} />
      {!limits.readOnly && <Button label={text.addNote} onClick={() => setIsAdding(true)} />}
      {isAdding && (
        <AddNote
          companyId={companyId}
          onAdded={() => {
            setIsAdding(false);
            notes.reload();
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </section>
  );
}

function AddNote(props: {
  readonly companyId: string;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { companyId } = props;
  const [sourceType, setSourceType] = useState<SourceType>('manual');
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  const [url, setUrl] = useState('');
  return (
    <Purchase
      title={text.addNote}
      inputs={[api, companyId, sourceType]}
      ready={content.trim() !== ''}
      price={async (signal) => {
        const { estimate } = await api.post('/research/external/estimate', {
          body: { companyId, sourceType },
          signal,
        });
        return { credits: estimate.estimated_credits, creditClass: 'basic' };
      }}
      buy={async ({ maxCredits, key }) => {
        await api.post('/research/external/fetch', {
          key,
          body: {
            companyId,
            sourceType,
            contentMarkdown: content,
            ...(title.trim() && { title: title.trim() }),
            ...(url.trim() && { sourceUrl: url.trim() }),
            maxCredits,
          },
        });
        props.onAdded();
      }}
      onClose={props.onClose}
    >
      <div class="form">
        <Field label={text.noteTitle} maxLength={maxResearchTitleLength} value={title} onText={setTitle} />
        <label>
          {text.noteText}
          <textarea
            rows={6}
            required
            maxLength={maxContentCharacters}
            aria-describedby="companies-note-hint"
            value={content}
            onInput={(event) => setContent(event.currentTarget.value)}
          />
        </label>
        <small id="companies-note-hint">{text.notePrivate}</small>
        <Select
          label={text.noteSourceType}
          value={sourceType}
          options={Object.entries(text.sourceTypes) as [SourceType, string][]}
          onChange={setSourceType}
        />
        <Field label={text.noteUrl} type="url" maxLength={maxSourceUrlLength} value={url} onText={setUrl} />
      </div>
    </Purchase>
  );
}
