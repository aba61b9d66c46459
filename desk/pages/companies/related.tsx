import type { Schema } from '../../../client/index.ts';
import { formatDay, useLanguage, useTexts } from '../../language.ts';
import type { Loaded } from '../../loading.ts';
import { DataText } from '../../parts/data-text.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { CompanyLine } from './company-line.tsx';
import { texts } from './company-texts.ts';
import { formatOrigin, formatPeriod } from './fact-table.tsx';

type RelatedCompany = Schema<'RelatedCompany'>;

export interface RelatedCompanies {
  readonly related: readonly RelatedCompany[];
  /** Relations that have more companies. */
  readonly truncated: readonly string[];
}

/** Companies that have to do with this one, by relation; its group is shown apart. */
export function Related({ loaded }: { readonly loaded: Loaded<RelatedCompanies> }) {
  const text = useTexts(texts);
  const { data } = loaded;
  const relations = [...new Set(data?.related.map(({ relation }) => relation))].filter(
    (relation) => relation !== 'parent' && relation !== 'subsidiary',
  );
  if (relations.length === 0 && data && data.related.length > 0) return null;
  return (
    <section class="card" aria-labelledby="companies-related">
      <h2 id="companies-related">{text.related}</h2>
      <LoadState of={loaded} />
      {data && <p class="companies-origin">{relations.length === 0 ? text.noRelated : text.relatedNote}</p>}
      {data &&
        relations.map((relation) => (
          <div key={relation}>
            <h3>{text.relations[relation]}</h3>
            <ul class="companies-related">
              {data.related
                .filter((one) => one.relation === relation)
                .map((one) => (
                  <li key={`${one.company.company_id} ${one.value}`}>
                    <CompanyLine company={one.company}>
                      <Why related={one} />
                    </CompanyLine>
                  </li>
                ))}
            </ul>
            {data.truncated.includes(relation) && <small>{text.moreRelated}</small>}
          </div>
        ))}
    </section>
  );
}

function Why({ related }: { readonly related: RelatedCompany }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { relation, value, source, stated_on, valid_from } = related;
  const isMerger = relation === 'merged_into' || relation === 'took_over';
  return (
    <>
      {value && relation !== 'same_address' && <DataText text={value} />}
      {isMerger && valid_from && <span>{formatDay(valid_from, language)}</span>}
      {!isMerger && (valid_from ?? related.valid_to) && <span>{formatPeriod(related, text, language)}</span>}
      <span>{formatOrigin({ source, observed_at: isMerger ? null : stated_on }, text, language)}</span>
    </>
  );
}
