import type { Schema } from '../../../client/index.ts';
import { formatDay, useLanguage, useTexts } from '../../language.ts';
import { DataText } from '../../parts/data-text.tsx';
import { translateCode } from '../../words.ts';
import { texts } from './company-texts.ts';
import { FactTable, formatOrigin, formatPeriod, LineBelow } from './fact-table.tsx';

type Profile = Schema<'CompanyProfile'>;

export function Identifiers({ profile: { identifiers } }: { readonly profile: Profile }) {
  const text = useTexts(texts);
  const language = useLanguage();
  return (
    <section class="card" aria-labelledby="companies-identifiers">
      <h2 id="companies-identifiers">{text.identifiers}</h2>
      <FactTable
        label={text.identifiers}
        facts={identifiers}
        getKey={(one) => `${one.identifier_type} ${one.value} ${one.valid_from}`}
        getName={(one) => text.identifierKinds[one.identifier_type]}
        renderCells={(one) => (
          <td>
            {one.value}{' '}
            {one.registration && <span class="tag">{text.registrations[one.registration.status]}</span>}
            {!one.registration && one.current === false && <span class="tag">{text.formerly}</span>}
            {(one.valid_from ?? one.valid_to) && <LineBelow>{formatPeriod(one, text, language)}</LineBelow>}
            {one.derived_from && <LineBelow>{text.derived}</LineBelow>}
            {one.source && <LineBelow>{formatOrigin(one, text, language)}</LineBelow>}
          </td>
        )}
      />
    </section>
  );
}

export function Listings({ profile: { listings } }: { readonly profile: Profile }) {
  const text = useTexts(texts);
  const language = useLanguage();
  if (listings.length === 0) return null;
  return (
    <section class="card" aria-labelledby="companies-listings">
      <h2 id="companies-listings">{text.listings}</h2>
      <ul class="companies-related">
        {listings.map((one) => (
          <li key={`${one.exchange} ${one.code} ${one.listed_from}`}>
            <p class="companies-name">
              <strong>{one.code}</strong> {text.listedOn(translateCode('exchange', one.exchange, language))}
              {one.listed_to !== null && <span class="tag">{text.formerly}</span>}
            </p>
            <p class="companies-facts">
              {one.short_name && <DataText text={one.short_name} />}
              <span>{translateCode('security', one.security_kind, language)}</span>
              {one.market_segment && <span>{translateCode('segment', one.market_segment, language)}</span>}
              {one.industry_33_code && <span>{translateCode('sector', one.industry_33_code, language)}</span>}
              {one.size_class && <span>{one.size_class}</span>}
              {(one.listed_from ?? one.listed_to) && (
                <span>
                  {formatPeriod({ valid_from: one.listed_from, valid_to: one.listed_to }, text, language)}
                </span>
              )}
              <span>{text.asOf(formatDay(one.as_of, language))}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
