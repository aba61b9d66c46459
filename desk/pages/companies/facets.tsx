import { useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { type FacetName, facetNames } from '../../../client/index.ts';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { Button, Check } from '../../parts/form.tsx';
import { type FilterProps, formatFilterValue } from './filters.tsx';
import { parseBand, toggleValue } from './search-state.ts';
import { texts } from './search-texts.ts';

type FacetValue = Schema<'FacetValue'>;
type Facets = NonNullable<Schema<'CompanySearchAnswer'>['facets']>;

const fewValues = 6;

export function FacetPanel({
  facets,
  isExact,
  sizeNote,
  search,
  onChange,
}: FilterProps & {
  readonly facets: Facets | undefined;
  readonly isExact: boolean;
  /** How complete the numbers of employees are. */
  readonly sizeNote: string | null;
}) {
  const text = useTexts(texts);
  return (
    <div class="companies-facets">
      {facets && <small>{isExact ? text.facetsExact : text.facetsAbout}</small>}
      {facetNames
        .filter((name) => name !== 'size')
        .map((name) => (
          <ListFacet
            key={name}
            name={name}
            values={facets?.[name] ?? []}
            search={search}
            onChange={onChange}
          />
        ))}
      <SizeFacet values={facets?.size ?? []} note={sizeNote} search={search} onChange={onChange} />
    </div>
  );
}

function ListFacet({
  name,
  values,
  search,
  onChange,
}: FilterProps & { readonly name: Exclude<FacetName, 'size'>; readonly values: readonly FacetValue[] }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const [showsAll, setShowsAll] = useState(false);
  const chosen = search.lists[name] ?? [];
  const missing = chosen.filter((value) => !values.some((one) => one.value === value));
  const all = [...values, ...missing.map((value) => ({ value, count: 0 }))];
  if (all.length === 0) return null;
  const shown = all.filter(({ value }, at) => showsAll || at < fewValues || chosen.includes(value));
  return (
    <fieldset>
      <legend>{text.facet[name]}</legend>
      {shown.map(({ value, count: companies }) => (
        <Check
          key={value}
          labelClass="check companies-facet"
          label={
            <>
              <span>{formatFilterValue(name, value, language)}</span>
              <span class="companies-facet-count">{formatCount(companies)}</span>
            </>
          }
          checked={chosen.includes(value)}
          onChange={() => onChange(toggleValue(search, name, value))}
        />
      ))}
      {all.length > fewValues && (
        <Button
          label={showsAll ? text.fewerValues : text.allValues(formatCount(all.length))}
          class="quiet"
          onClick={() => setShowsAll(!showsAll)}
        />
      )}
    </fieldset>
  );
}

function SizeFacet({
  values,
  note,
  search,
  onChange,
}: FilterProps & { readonly values: readonly FacetValue[]; readonly note: string | null }) {
  const text = useTexts(texts);
  // The service takes no maximum together with a search text.
  const onlyMinimum = search.query !== '';
  const { min_employees: chosenMin, max_employees: chosenMax, ...others } = search.numbers;
  if (values.length === 0) return null;
  return (
    <fieldset>
      <legend>{text.facet.size}</legend>
      {values.map(({ value, count: companies }) => {
        const bounds = parseBand(value);
        if (!bounds) return null;
        const { min, max } = bounds;
        const highest = !onlyMinimum && max !== null && { max_employees: max };
        const chosen = { min_employees: min, ...highest };
        const isChosen = chosenMin === min && chosenMax === (highest || undefined)?.max_employees;
        const numbers = { ...others, ...(!isChosen && chosen) };
        return (
          <Check
            key={value}
            labelClass="check companies-facet"
            label={
              <>
                <span>{text.band(formatCount(min), max === null ? null : formatCount(max))}</span>
                <span class="companies-facet-count">{formatCount(companies)}</span>
              </>
            }
            checked={isChosen}
            onChange={() => onChange({ ...search, numbers })}
          />
        );
      })}
      {note && <small>{note}</small>} {onlyMinimum && <small>{text.bandNote}</small>}
    </fieldset>
  );
}
