import { prefectures } from '../../../src/text/places/prefectures.ts';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { listCodes } from '../../words.ts';
import { formatFilterValue } from './filters.tsx';
import { readOnce } from './read-once.ts';
import { writeSearch } from './search-state.ts';
import { texts } from './search-texts.ts';

/** The values by which people look through all companies, in the order in which they know them. */
const orders = {
  prefecture: prefectures.map(({ name }) => name),
  industry_33_code: listCodes('sector'),
};
const fields = ['prefecture', 'industry_33_code'] as const;

const countCompanies = readOnce((api, signal) =>
  api.post('/search', { body: { limit: 1, facets: [...fields] }, signal }),
);

/** Before anything is searched for: places and sectors with their numbers of companies, each of which leads to a search. */
export function Browse() {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api } = useSession();
  const loaded = useLoaded((signal) => countCompanies(api, signal), [api]);
  const facets = loaded.data?.facets;
  return (
    <>
      <p>{text.start}</p>
      <LoadState of={loaded} />
      {fields.map((field) => {
        const counts = new Map(facets?.[field]?.map(({ value, count }) => [value, count]));
        const values = orders[field].filter((value) => counts.has(value));
        if (values.length === 0) return null;
        return (
          <section key={field} aria-labelledby={`companies-by-${field}`}>
            <h2 id={`companies-by-${field}`}>{text.browse[field]}</h2>
            <ul class="companies-browse">
              {values.map((value) => (
                <li key={value}>
                  <a href={linkTo(['companies'], toQuery(field, value))}>
                    {formatFilterValue(field, value, language)}
                  </a>{' '}
                  <span class="companies-facet-count">{formatCount(counts.get(value) ?? 0)}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function toQuery(field: (typeof fields)[number], value: string): Record<string, string> {
  return writeSearch({ query: '', order: null, lists: { [field]: [value] }, flags: {}, numbers: {} });
}
