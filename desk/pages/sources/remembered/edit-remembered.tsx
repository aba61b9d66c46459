import { useState } from 'preact/hooks';
import { maxSearchLength, maxWhyLength, type Schema } from '../../../../client/index.ts';
import { useTexts } from '../../../language.ts';
import { useAction } from '../../../loading.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { Button, ChoiceGroup, Field } from '../../../parts/form.tsx';
import { Failure } from '../../../parts/notice.tsx';
import { useSession } from '../../../session.tsx';
import { CompanyPicker } from '../../review/dialogs/company-picker.tsx';
import { type Choice as Company, searchCompanies } from '../../review/state/review-api.ts';
import { texts } from './remembered-texts.ts';

type Choice = Schema<'RememberedChoice'>;

/** Changes the company, the effect or the note of a choice. */
export function EditRemembered(props: {
  readonly choice: Choice;
  readonly name: string;
  readonly onChanged: (leftRows: number) => void;
  readonly onClose: () => void;
}) {
  const { choice } = props;
  const text = useTexts(texts);
  const { api } = useSession();
  const [always, setAlways] = useState(choice.always);
  const [note, setNote] = useState(choice.note ?? '');
  const [company, setCompany] = useState<Company | null>(null);
  const [q, setQ] = useState('');
  const [found, setFound] = useState<Awaited<ReturnType<typeof searchCompanies>> | null>(null);
  const searching = useAction(async () => setFound(await searchCompanies(api, q.trim())));
  return (
    <Confirm
      title={text.editTitle(props.name)}
      yes={text.save}
      onYes={async () => {
        const { settled } = await api.patch('/remembered-choices/{choiceId}', {
          path: { choiceId: choice.choice_id },
          body: { always, note: note.trim() || null, ...(company && { companyId: company.company_id }) },
        });
        props.onChanged(settled.total_rows);
      }}
      onClose={props.onClose}
    >
      <p>
        {text.company}: <strong lang="ja">{company?.legal_name ?? choice.company_name ?? text.gone}</strong>
      </p>
      <Field
        label={text.otherCompany}
        type="search"
        lang="ja"
        maxLength={maxSearchLength}
        value={q}
        onText={setQ}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          // It searches; it does not save.
          event.preventDefault();
          if (q.trim() !== '') void searching.run();
        }}
      />
      <Button
        label={text.go}
        disabled={searching.running || q.trim() === ''}
        onClick={() => void searching.run()}
      />
      <Failure error={searching.error} />
      <div aria-live="polite">
        {found?.length === 0 && <p>{text.noCompany}</p>}
        {found && found.length > 0 && (
          <CompanyPicker
            companies={found.map((each) => each.company)}
            onPick={(picked) => {
              setCompany(picked);
              setFound(null);
              setQ('');
            }}
          />
        )}
      </div>
      <ChoiceGroup
        legend={text.effect}
        name="effect"
        value={always ? 'always' : 'first'}
        options={[
          ['always', text.always],
          ['first', text.first],
        ]}
        onChange={(value) => setAlways(value === 'always')}
      />
      <Field label={text.note} type="text" lang="ja" maxLength={maxWhyLength} value={note} onText={setNote} />
    </Confirm>
  );
}
