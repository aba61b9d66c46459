import { useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { companyOrders, facetNames, type ListFilter, listFilters } from '../../../client/index.ts';
import { useLanguage, useTexts } from '../../language.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { DataText } from '../../parts/data-text.tsx';
import { Button, Select } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Page } from '../../parts/page.tsx';
import { translateRemark } from '../../parts/remarks.tsx';
import { type Address, goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { Browse } from './browse.tsx';
import { CompanyLine } from './company-line.tsx';
import { FacetPanel } from './facets.tsx';
import { FiltersInUse, MoreFilters } from './filters.tsx';
import { useLoadedFacts } from './loaded-facts.ts';
import { Result } from './result.tsx';
import { SaveAsList } from './save-as-list.tsx';
import { SearchBox } from './search-box.tsx';
import {
  type CompanySearch,
  isEmpty,
  readSearch,
  replaceList,
  toFilters,
  writeSearch,
} from './search-state.ts';
import { describeTotal, texts } from './search-texts.ts';

type SearchAnswer = Schema<'CompanySearchAnswer'>;

/** Company search: everything that is searched for is in the address. */
export function SearchPage({ address }: { readonly address: Address }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api, limits } = useSession();
  // In one column, the results come first.
  const [opensFilters] = useState(() => matchMedia('(min-width: 801px)').matches);
  const [isSaving, setIsSaving] = useState(false);
  const isLoaded = useLoadedFacts(api);
  const search = readSearch(address.query);
  const written = JSON.stringify(search);
  const results = useCollected(
    async (page, signal) => {
      if (isEmpty(search)) return { items: [], meta: { next_cursor: null }, answered: null };
      const { query, order } = search;
      const answered = await api.post('/search', {
        body: {
          filters: toFilters(search),
          limit: 20,
          ...(query && { query }),
          ...(order && { order }),
          ...page,
          ...(page.cursor === undefined && { facets: [...facetNames] }),
        },
        signal,
      });
      return { items: answered.companies, meta: answered.meta, answered };
    },
    [api, written],
  );
  const changeSearch = (changed: CompanySearch) => goTo(linkTo(['companies'], writeSearch(changed)));
  const answered = results.first?.answered ?? null;
  const sizeNote = answered?.meta.coverage_warnings.find(isAboutSizes);
  const hasResults = answered !== null && !isEmpty(search);
  return (
    <Page title={text.title} wide>
      <SearchBox query={search.query} onSearch={(query) => changeSearch({ ...search, query })} />
      <FiltersInUse search={search} onChange={changeSearch} />
      <div class="companies-columns">
        <details class="companies-filters" open={opensFilters}>
          <summary>
            <h2>{text.facets}</h2>
          </summary>
          {hasResults && (
            <FacetPanel
              facets={answered.facets}
              isExact={answered.meta.total_kind === 'exact'}
              sizeNote={sizeNote ? translateRemark(sizeNote, language) : null}
              search={search}
              onChange={changeSearch}
            />
          )}
          <MoreFilters key={written} search={search} isLoaded={isLoaded} onChange={changeSearch} />
        </details>
        <section aria-label={text.search} aria-busy={results.loading}>
          {isEmpty(search) && !results.loading && <Browse />}
          <CollectionStart of={results} />
          {hasResults && (
            <>
              <div class="companies-head">
                <Total answered={answered} search={search} isLoading={results.loading} />
                <Select<string>
                  labelClass="companies-order"
                  label={text.order}
                  value={search.order ?? ''}
                  options={Object.entries(text.orders).filter(
                    ([order]) => isLoaded(order) || order === search.order,
                  )}
                  onChange={(value) => {
                    const order = companyOrders.find((one) => one === value) ?? null;
                    changeSearch({ ...search, order });
                  }}
                />
                {results.items.length > 0 && !limits.readOnly && (
                  <Button label={text.save} onClick={() => setIsSaving(true)} />
                )}
              </div>
              <Remarks answered={answered} search={search} onChange={changeSearch} />
              <Similar answered={answered} />
            </>
          )}
          <ol class="cards">
            {results.items.map((result) => (
              <Result key={result.company.company_id} result={result} />
            ))}
          </ol>
          <MoreOf of={results} />
        </section>
      </div>
      {isSaving && <SaveAsList search={search} onClose={() => setIsSaving(false)} />}
    </Page>
  );
}

function Total({
  answered,
  search,
  isLoading,
}: {
  readonly answered: SearchAnswer;
  readonly search: CompanySearch;
  readonly isLoading: boolean;
}) {
  const text = useTexts(texts);
  const { total, why } = describeTotal(answered.meta, countCompanies(answered, search), text);
  const isNone = answered.companies.length === 0;
  return (
    <p class="companies-total" role="status">
      {!isLoading && (
        <>
          <strong>{isNone ? text.none : total}</strong> {!isNone && <small>{why}</small>}
        </>
      )}
    </p>
  );
}

/** Every company has one listing status. A facet leaves its own filter out. */
function countCompanies({ facets }: SearchAnswer, { lists }: CompanySearch): number | null {
  const chosen = lists.listing_status ?? [];
  const counted = facets?.listing_status?.filter(
    ({ value }) => chosen.length === 0 || chosen.includes(value),
  );
  return counted?.reduce((sum, { count }) => sum + count, 0) ?? null;
}

function isAboutSizes({ signal }: { readonly signal?: string }): boolean {
  return signal === 'employees';
}

function hasSizeCondition({ order, numbers }: CompanySearch): boolean {
  return order === 'employees' || 'min_employees' in numbers || 'max_employees' in numbers;
}

/** The limits of the answer. Without results, they are the reasons. */
function Remarks(props: {
  readonly answered: SearchAnswer;
  readonly search: CompanySearch;
  readonly onChange: (search: CompanySearch) => void;
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { answered, search, onChange } = props;
  const isNone = answered.companies.length === 0;
  const remarks = [
    // The first warning of an empty answer says only that it is empty.
    ...answered.warnings.filter(
      ({ code }) => code !== 'did_you_mean' && (!isNone || code !== 'zero_results'),
    ),
    // Without a condition on sizes, it is about the counts beside the results.
    ...answered.meta.coverage_warnings.filter((one) => !isAboutSizes(one) || hasSizeCondition(search)),
  ];
  const general = answered.warnings.find(({ code }) => code === 'zero_results');
  const { written } = answered;
  if (remarks.length === 0 && !written && !(isNone && general)) return null;
  return (
    <div class={isNone ? 'notice notice-warning companies-reasons' : 'companies-remarks'}>
      {written && (
        <p>
          {text.writtenAs(written.name)}{' '}
          {text.setAside(written.set_aside.map((part) => part.text).join(language === 'ja' ? '、' : ', '))}
        </p>
      )}
      {isNone && <p>{general && remarks.length === 0 ? translateRemark(general, language) : text.noneWhy}</p>}
      {!isNone && remarks.length > 0 && <p class="companies-match-label">{text.limits}</p>}
      <ul>
        {remarks.map((remark) => (
          <li key={`${remark.code} ${JSON.stringify('value' in remark ? remark.value : null)}`}>
            {translateRemark(remark, language)}
            {'suggestions' in remark && remark.suggestions && (
              <NearValues
                field={remark.field ?? ''}
                value={remark.value}
                values={remark.suggestions}
                search={search}
                onChange={onChange}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What would match: other values of a filter, or companies that the filters exclude. */
function NearValues(props: {
  readonly field: string;
  readonly value: unknown;
  readonly values: readonly unknown[];
  readonly search: CompanySearch;
  readonly onChange: (search: CompanySearch) => void;
}) {
  const text = useTexts(texts);
  const { search, onChange, value } = props;
  const filter = listFilters.find((name) => props.field === `filters.${name}`);
  const near = props.values.slice(0, 10);
  const companies = near.filter(
    (one): one is { company_id: string; legal_name: string } =>
      typeof one === 'object' && one !== null && 'company_id' in one && 'legal_name' in one,
  );
  const values = near.filter((one): one is string => typeof one === 'string');
  return (
    <span class="companies-near">
      {companies.map(({ company_id, legal_name }) => (
        <a key={company_id} href={linkTo(['companies', company_id])}>
          <DataText text={legal_name} />
        </a>
      ))}
      {filter && values.length > 0 && (
        <>
          {text.tryValue}
          {values.map((one) => (
            <Button
              label={one}
              key={one}
              onClick={() => onChange(replaceList(search, filter, replaceValue(search, filter, value, one)))}
            />
          ))}
        </>
      )}
    </span>
  );
}

function replaceValue(search: CompanySearch, filter: ListFilter, before: unknown, after: string): string[] {
  const values = (search.lists[filter] ?? []).map((value) => (value === before ? after : value));
  return [...new Set(values)];
}

/** Companies with a similar name, apart from the results. */
function Similar({ answered: { suggestions } }: { readonly answered: SearchAnswer }) {
  const text = useTexts(texts);
  if (suggestions.length === 0) return null;
  return (
    <section class="companies-similar" aria-labelledby="companies-similar">
      <h2 id="companies-similar">{text.similar}</h2>
      <small>{text.similarNote}</small>
      <ul class="cards">
        {suggestions.map((suggestion) => (
          <li key={suggestion.company_id} class="card">
            <CompanyLine company={suggestion}>
              <span>{text.similarReason[suggestion.reason] ?? suggestion.message}</span>
              {!suggestion.meets_conditions && <span class="tag tag-warn">{text.notMeeting}</span>}
            </CompanyLine>
          </li>
        ))}
      </ul>
    </section>
  );
}
