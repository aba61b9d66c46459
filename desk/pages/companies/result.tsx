import type { Schema } from '../../../client/index.ts';
import { findCodeText, formatCount, useLanguage, useTexts } from '../../language.ts';
import { detectLanguage } from '../../parts/data-text.tsx';
import { linkTo } from '../../routing.ts';
import { translateCode } from '../../words.ts';
import { CompanyLine } from './company-line.tsx';
import { texts } from './search-texts.ts';

/** A company that a search found, and why. */
export function Result({ result }: { readonly result: Schema<'CompanyResult'> }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { company, profile, source_context: context } = result;
  return (
    <li class="card companies-result">
      <CompanyLine company={company}>
        {company.corporate_number && <span>{company.corporate_number}</span>}
        {company.securities_code && <span>{company.securities_code}</span>}
        {company.industry_33_code && (
          <span>{translateCode('sector', company.industry_33_code, language)}</span>
        )}
        {profile.employees !== null && <span>{text.employees(formatCount(profile.employees))}</span>}
        {profile.website_domain && <span>{profile.website_domain}</span>}
        {context?.jobs && <span>{text.openings(formatCount(context.jobs.open_count))}</span>}
        {context?.construction && <span>{text.permits(formatCount(context.construction.valid_count))}</span>}
      </CompanyLine>
      {company.superseded_by && (
        <p class="companies-match">
          {text.replacedBy} <a href={linkTo(['companies', company.superseded_by])}>{company.superseded_by}</a>
        </p>
      )}
      <Matched match={result.query_match} />
    </li>
  );
}

const tagOf = { exact: 'tag tag-good', strong: 'tag', weak: 'tag tag-warn' } as const;

function Matched({ match }: { readonly match: Schema<'CompanyResult'>['query_match'] }) {
  const text = useTexts(texts);
  const [best, ...others] = match.matched_by;
  if (!best) return null;
  return (
    <p class="companies-match">
      <span class="companies-match-label">{text.matched}</span>{' '}
      {findCodeText(text.fields, best.field) ?? best.field}{' '}
      <q lang={detectLanguage(best.value)}>{best.value}</q>{' '}
      <span class={tagOf[best.strength]}>{findCodeText(text.rules, best.rule) ?? best.rule}</span>{' '}
      {others.length > 0 && (
        <details>
          <summary>{text.furtherMatches(formatCount(others.length))}</summary>
          <ul>
            {others.map((other) => (
              <li key={`${other.field} ${other.rule} ${other.value}`}>
                {findCodeText(text.fields, other.field) ?? other.field}{' '}
                <q lang={detectLanguage(other.value)}>{other.value}</q> (
                {findCodeText(text.rules, other.rule) ?? other.rule})
              </li>
            ))}
          </ul>
        </details>
      )}
    </p>
  );
}
