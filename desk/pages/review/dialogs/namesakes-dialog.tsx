import { useState } from 'preact/hooks';
import { maxSearchLength } from '../../../../client/index.ts';
import { defineTextPairs, formatCount, formatQuantity, useTexts } from '../../../language.ts';
import { useLoaded } from '../../../loading.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Button, Field, Form, Select } from '../../../parts/form.tsx';
import { LoadState } from '../../../parts/load-state.tsx';
import { useSession } from '../../../session.tsx';
import { type Choice, readNamesakes } from '../state/review-api.ts';
import { CompanyPicker } from './company-picker.tsx';

const texts = defineTextPairs({
  title: ['All companies of this name', '同名の会社すべて'],
  prefecture: ['Prefecture', '都道府県'],
  all: [(count: string) => `All (${count})`, (count) => `すべて（${count}）`],
  city: ['City', '市区町村'],
  narrow: ['Narrow', '絞り込む'],
  total: [(count: string) => formatQuantity(count, 'company', 'companies'), (count) => `${count} 社`],
  first: ['Back to the first', '最初に戻る'],
  more: ['Next companies', '次の会社'],
  none: ['No company of this name is there.', 'そこに同名の会社はありません。'],
});

/** Every company that has the name of the row, narrowed by place. */
export function NamesakesDialog(props: {
  readonly sourceId: string;
  readonly rowId: string;
  /** Null: the row is decided. */
  readonly onPick: ((company: Choice) => void) | null;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [prefecture, setPrefecture] = useState('');
  const [typed, setTyped] = useState('');
  const [city, setCity] = useState('');
  const [cursor, setCursor] = useState<string | null>(null);
  const loaded = useLoaded(
    (signal) =>
      readNamesakes(
        api,
        props.sourceId,
        props.rowId,
        { ...(prefecture && { prefecture }), ...(city && { city }), ...(cursor !== null && { cursor }) },
        signal,
      ),
    [prefecture, city, cursor],
  );
  const { data } = loaded;
  const places = (data?.by_prefecture ?? []).map(
    (place) => [place.prefecture, `${place.prefecture} (${formatCount(place.count)})`] as const,
  );
  const sum = data?.by_prefecture.reduce((total, place) => total + place.count, 0) ?? 0;
  return (
    <Dialog title={text.title} onClose={props.onClose}>
      <Form
        class="search-form"
        onSubmit={() => {
          setCursor(null);
          setCity(typed.trim());
        }}
      >
        <Select
          label={text.prefecture}
          value={prefecture}
          options={[['', text.all(formatCount(sum))], ...places]}
          onChange={(value) => {
            setCursor(null);
            setPrefecture(value);
          }}
        />
        <Field
          label={text.city}
          type="text"
          lang="ja"
          maxLength={maxSearchLength}
          value={typed}
          onText={setTyped}
        />
        <Button label={text.narrow} type="submit" />
      </Form>
      <LoadState of={loaded} />
      {data && (
        <div aria-live="polite">
          <p>
            {data.name !== null && <strong lang="ja">{data.name}</strong>}{' '}
            {text.total(formatCount(data.total))}
          </p>
          {data.items.length === 0 && <p>{text.none}</p>}
          <CompanyPicker companies={data.items} onPick={props.onPick} />
          <p class="review-buttons">
            {data.meta.has_more && (
              <Button label={text.more} onClick={() => setCursor(data.meta.next_cursor)} />
            )}
            {cursor !== null && <Button label={text.first} class="quiet" onClick={() => setCursor(null)} />}
          </p>
        </div>
      )}
    </Dialog>
  );
}
