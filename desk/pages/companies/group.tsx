import type { Schema } from '../../../client/index.ts';
import { useLanguage, useTexts } from '../../language.ts';
import { DataText } from '../../parts/data-text.tsx';
import { CompanyLine } from './company-line.tsx';
import { texts } from './company-texts.ts';
import { formatOrigin, type Origin } from './fact-table.tsx';
import type { RelatedCompanies } from './related.tsx';

interface GroupProps {
  readonly profile: Schema<'CompanyProfile'>;
  readonly related: RelatedCompanies;
}

/** The parent and the subsidiaries of a company; nothing if none is known. */
export function Group({ profile: { profile }, related: { related, truncated } }: GroupProps) {
  const text = useTexts(texts);
  const language = useLanguage();
  const stated = profile.parent_company;
  const parent = related.find(({ relation }) => relation === 'parent')?.company;
  const subsidiaries = related.filter(({ relation }) => relation === 'subsidiary');
  if (!stated && subsidiaries.length === 0) return null;
  const renderOrigin = (origin: Origin) => <span>{formatOrigin(origin, text, language)}</span>;
  const renderStated = ({ value: { name, share }, ...origin }: NonNullable<typeof stated>) => {
    const why = (
      <>
        {share !== null && <span>{text.share(`${(share * 100).toFixed(2)} %`)}</span>}
        {renderOrigin(origin)}
      </>
    );
    if (parent) return <CompanyLine company={parent}>{why}</CompanyLine>;
    return (
      <>
        <p class="companies-name">
          <DataText text={name} />
        </p>
        <p class="companies-facts">{why}</p>
      </>
    );
  };
  return (
    <section class="card" aria-labelledby="companies-group">
      <h2 id="companies-group">{text.group}</h2>
      <p class="companies-origin">{text.groupNote}</p>
      {stated && (
        <>
          <h3>{text.relations.parent}</h3>
          {renderStated(stated)}
        </>
      )}
      {subsidiaries.length > 0 && (
        <>
          <h3>{text.relations.subsidiary}</h3>
          <ul class="companies-related">
            {subsidiaries.map(({ company, source, stated_on: observed_at }) => (
              <li key={company.company_id}>
                <CompanyLine company={company}>{renderOrigin({ source, observed_at })}</CompanyLine>
              </li>
            ))}
          </ul>
          {truncated.includes('subsidiary') && <small>{text.moreRelated}</small>}
        </>
      )}
    </section>
  );
}
