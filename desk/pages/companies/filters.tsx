import { useId, useState } from 'preact/hooks';
import { flagFilters, type ListFilter, maxQueryLength, numberFilters } from '../../../client/index.ts';
import { formatCount, type Language, useLanguage, useTexts } from '../../language.ts';
import { Button, Check, Field, Form, Select } from '../../parts/form.tsx';
import { formatPrefecture, listCodes, translateCode, type WordList } from '../../words.ts';
import { type CompanySearch, getHighest, readList, replaceList, toggleValue } from './search-state.ts';
import { texts } from './search-texts.ts';

export interface FilterProps {
  readonly search: CompanySearch;
  readonly onChange: (search: CompanySearch) => void;
}

const wordsOf: Readonly<Partial<Record<ListFilter, WordList>>> = {
  industry_33_code: 'sector',
  market_segment: 'segment',
  listing_status: 'listing',
  kind: 'kind',
  status: 'status',
  construction_license_types: 'license',
};

export function formatFilterValue(filter: ListFilter, value: string, language: Language): string {
  if (filter === 'prefecture') return formatPrefecture(value, language);
  const words = wordsOf[filter];
  if (words) return translateCode(words, value, language);
  return value;
}

/** Filters without counts. The texts among them are applied with a button. */
export function MoreFilters({
  search,
  isLoaded,
  onChange,
}: FilterProps & {
  /** Whether the service has values for a filter. One that is in use is shown all the same. */
  readonly isLoaded: (filter: string) => boolean;
}) {
  const text = useTexts(texts);
  const id = useId();
  const [draft, setDraft] = useState(search);
  const typedLists = ['city', 'website_domains', 'technologies'] as const;
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(typedLists.map((name) => [name, (search.lists[name] ?? []).join(', ')])),
  );
  const isOffered = (name: string) =>
    isLoaded(name) || name in search.lists || name in search.flags || name in search.numbers;
  const isUsed =
    [...typedLists, 'kind', 'status', 'construction_license_types'].some((name) => name in search.lists) ||
    Object.keys(search.flags).length + Object.keys(search.numbers).length > 0;
  const applyTypedLists = () =>
    onChange(
      typedLists.reduce((made, name) => replaceList(made, name, readList(typed[name] ?? '') ?? []), draft),
    );
  return (
    <details class="companies-more" open={isUsed}>
      <summary>{text.more}</summary>
      <Form class="form" onSubmit={applyTypedLists}>
        {typedLists.filter(isOffered).map((name) => (
          <Field
            key={name}
            label={text.lists[name]}
            maxLength={maxQueryLength}
            aria-describedby={`${id}-commas`}
            value={typed[name]}
            onText={(values) => setTyped({ ...typed, [name]: values })}
          />
        ))}
        <small id={`${id}-commas`}>{text.commas}</small>
        <Choices name="kind" draft={draft} onChange={setDraft} />
        <Choices name="status" draft={draft} onChange={setDraft} />
        {flagFilters.filter(isOffered).map((name) => (
          <Select
            key={name}
            label={text.flags[name]}
            value={String(draft.flags[name] ?? '')}
            options={[
              ['', text.any],
              ['true', text.yes],
              ['false', text.no],
            ]}
            onChange={(value) => {
              const { [name]: _, ...others } = draft.flags;
              setDraft({ ...draft, flags: { ...others, ...(value !== '' && { [name]: value === 'true' }) } });
            }}
          />
        ))}
        {numberFilters.filter(isOffered).map((name) => (
          <Field
            key={name}
            label={text.numbers[name]}
            type="number"
            min={0}
            max={getHighest(name)}
            step={1}
            value={draft.numbers[name] ?? ''}
            onText={(typed) => {
              const { [name]: _, ...others } = draft.numbers;
              setDraft({ ...draft, numbers: { ...others, ...(typed !== '' && { [name]: Number(typed) }) } });
            }}
          />
        ))}
        {isOffered('construction_license_types') && (
          <Choices name="construction_license_types" draft={draft} onChange={setDraft} />
        )}
        <Button label={text.apply} type="submit" />
      </Form>
    </details>
  );
}

function Choices(props: {
  readonly name: 'kind' | 'status' | 'construction_license_types';
  readonly draft: CompanySearch;
  readonly onChange: (search: CompanySearch) => void;
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { name, draft, onChange } = props;
  return (
    <fieldset class="companies-choices">
      <legend>{text.lists[name]}</legend>
      {listCodes(wordsOf[name] ?? 'kind').map((code) => (
        <Check
          key={code}
          label={formatFilterValue(name, code, language)}
          checked={(draft.lists[name] ?? []).includes(code)}
          onChange={() => onChange(toggleValue(draft, name, code))}
        />
      ))}
    </fieldset>
  );
}

/** Every filter in use, with a button that removes it. */
export function FiltersInUse({ search, onChange }: FilterProps) {
  const text = useTexts(texts);
  const language = useLanguage();
  const inUse = [
    ...Object.entries(search.lists).flatMap(([name, values]) =>
      values.map((value) => ({
        key: `${name} ${value}`,
        label: `${text.lists[name as ListFilter]}: ${formatFilterValue(name as ListFilter, value, language)}`,
        without: toggleValue(search, name as ListFilter, value),
      })),
    ),
    ...flagFilters.flatMap((name) => {
      const { [name]: value, ...flags } = search.flags;
      const label = `${text.flags[name]}: ${value ? text.yes : text.no}`;
      if (value === undefined) return [];
      return [{ key: name, label, without: { ...search, flags } }];
    }),
    ...numberFilters.flatMap((name) => {
      const { [name]: value, ...numbers } = search.numbers;
      if (value === undefined) return [];
      return [
        { key: name, label: `${text.numbers[name]}: ${formatCount(value)}`, without: { ...search, numbers } },
      ];
    }),
  ];
  if (inUse.length === 0) return null;
  return (
    <ul class="companies-in-use" aria-label={text.active}>
      {inUse.map(({ key, label, without }) => (
        <li key={key}>
          <button type="button" aria-label={text.remove(label)} onClick={() => onChange(without)}>
            {label} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <Button
          label={text.clear}
          class="quiet"
          onClick={() => onChange({ ...search, lists: {}, flags: {}, numbers: {} })}
        />
      </li>
    </ul>
  );
}
