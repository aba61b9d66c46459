import type { ComponentChildren } from 'preact';
import { financialMetrics, type Schema } from '../../../client/index.ts';
import {
  findCodeText,
  formatCount,
  formatDay,
  type Language,
  useLanguage,
  useTexts,
} from '../../language.ts';
import { DataText } from '../../parts/data-text.tsx';
import { OutsideLink } from '../../parts/outside-link.tsx';
import { TableScroll } from '../../parts/table-scroll.tsx';
import { translateCode } from '../../words.ts';
import { formatPlace } from './company-line.tsx';
import { texts } from './company-texts.ts';

type Profile = Schema<'CompanyProfile'>;
type Text = (typeof texts)['en'];

interface Origin {
  readonly source: string | null;
  readonly observed_at: string | null;
}

export function formatOrigin({ source, observed_at: on }: Origin, text: Text, language: Language): string {
  if (source === null) return text.unknownSource;
  return [translateCode('source', source, language), on && formatDay(on, language)]
    .filter(Boolean)
    .join(' · ');
}

interface FactRow {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly origin: Origin;
}

/** Every fact, with its source and date. */
export function Facts({ profile: { company, sources, profile } }: { readonly profile: Profile }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const rows: FactRow[] = [];
  const addRow = (name: string, value: ComponentChildren, origin: Origin | undefined) => {
    if (value !== null && value !== undefined && value !== '')
      rows.push({ name, value, origin: origin ?? { source: null, observed_at: null } });
  };
  const addFact = <Value,>(
    name: keyof Profile['profile'],
    given: (Origin & { readonly value: Value }) | undefined,
    shown: (value: Value) => ComponentChildren,
  ) => given && addRow(name, shown(given.value), given);
  const renderPlain = (value: string | number) => {
    if (typeof value === 'number') return formatCount(value);
    return <DataText text={value} />;
  };
  const formatAmount = (value: number) => `${formatCount(value)} ${text.yen}`;
  const renderAddress = (value: NonNullable<Profile['profile']['head_office']>['value']) => (
    <DataText
      text={[value.postal_code && `〒${value.postal_code}`, formatPlace(value, language), value.street]
        .filter(Boolean)
        .join(' ')}
    />
  );
  addFact('head_office', profile.head_office, renderAddress);
  addFact('address_outside_japan', profile.address_outside_japan, renderAddress);
  addFact('website_url', profile.website_url, (url) => <OutsideLink url={url} />);
  addFact('employees', profile.employees, renderPlain);
  addFact('insured_persons', profile.insured_persons, renderPlain);
  addFact('capital_yen', profile.capital_yen, formatAmount);
  addFact('business_summary', profile.business_summary, renderPlain);
  addFact('business_items', profile.business_items, (items) => (
    <DataText text={items.join(language === 'ja' ? '、' : ', ')} />
  ));
  addFact('industry', profile.industry, renderPlain);
  addRow(
    'industry_33_code',
    company.industry_33_code && translateCode('sector', company.industry_33_code, language),
    sources.industry_33_code,
  );
  addFact('founded_on', profile.founded_on, (on) => formatDay(on, language));
  addFact('founding_year', profile.founding_year, String);
  addFact('fiscal_year_end', profile.fiscal_year_end, renderPlain);
  addFact('listing_statement', profile.listing_statement, renderPlain);
  addFact('consolidated', profile.consolidated, (is) => (is ? text.yes : text.no));
  addFact('qualification_grade', profile.qualification_grade, renderPlain);
  addFact('technologies', profile.technologies, (all) => all.map(({ key }) => key).join(', '));
  addRow('kind', company.kind && translateCode('kind', company.kind, language), sources.kind);
  addRow('assigned_on', company.assigned_on && formatDay(company.assigned_on, language), sources.assigned_on);
  addRow(
    'register_updated_on',
    company.register_updated_on && formatDay(company.register_updated_on, language),
    sources.register_updated_on,
  );
  return (
    <section class="card" aria-labelledby="companies-facts">
      <h2 id="companies-facts">{text.facts}</h2>
      <TableScroll label={text.facts}>
        <table>
          <tbody>
            {rows.map(({ name, value, origin }) => (
              <tr key={name}>
                <th scope="row">{findCodeText(text.field, name)}</th>
                <td>
                  <div class="companies-fact">
                    <span>{value}</span>
                    <span class="companies-origin">{formatOrigin(origin, text, language)}</span>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}

/** The newest figures, each with its year. */
export function Figures({ profile: { profile } }: { readonly profile: Profile }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const known = financialMetrics.flatMap((name) => {
    const figure = profile[name];
    if (figure) return [{ name, figure }];
    return [];
  });
  if (known.length === 0) return null;
  return (
    <section class="card" aria-labelledby="companies-figures">
      <h2 id="companies-figures">{text.figures}</h2>
      <TableScroll label={text.figures}>
        <table>
          <tbody>
            {known.map(({ name, figure }) => (
              <tr key={name}>
                <th scope="row">{translateCode('metric', name, language)}</th>
                <td class="number">
                  {name === 'equity_ratio'
                    ? `${(figure.value.value * 100).toFixed(1)} %`
                    : `${formatCount(figure.value.value)} ${text.yen}`}
                </td>
                <td>{text.fiscalYear(figure.value.fiscal_year)}</td>
                <td class="companies-origin">{formatOrigin(figure, text, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}

export function formatPeriod(
  {
    valid_from: from,
    valid_to: to,
  }: { readonly valid_from: string | null; readonly valid_to: string | null },
  text: Text,
  language: Language,
): string {
  if (from && to) return text.period(formatDay(from, language), formatDay(to, language));
  if (from) return text.from(formatDay(from, language));
  if (to) return text.until(formatDay(to, language));
  return text.noPeriod;
}

/** Legal names on a timeline, the newest first; other names below. */
export function Names({ profile: { names } }: { readonly profile: Profile }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const registered = names.filter(({ kind }) => kind === 'legal' || kind === 'former');
  const others = names.filter(({ kind }) => kind !== 'legal' && kind !== 'former');
  // The current name first, then by the day on which a name ended.
  const inOrder = registered.toSorted((one, other) =>
    (other.valid_to ?? '9999').localeCompare(one.valid_to ?? '9999'),
  );
  return (
    <section class="card" aria-labelledby="companies-names">
      <h2 id="companies-names">{text.names}</h2>
      <ol class="companies-timeline">
        {inOrder.map((name) => (
          <li
            key={`${name.name} ${name.valid_from} ${name.kind}`}
            class={name.kind === 'legal' ? 'companies-now' : undefined}
          >
            <p>
              {name.kind === 'legal' ? (
                <strong>
                  <DataText text={name.name} />
                </strong>
              ) : (
                <DataText text={name.name} />
              )}
              {name.kind === 'former' && (
                <>
                  {' '}
                  <span class="tag">{text.nameKinds.former}</span>
                </>
              )}
            </p>
            <small>{formatPeriod(name, text, language)}</small>
            <small>{formatOrigin(name, text, language)}</small>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <>
          <h3>{text.otherNames}</h3>
          <TableScroll label={text.otherNames}>
            <table>
              <tbody>
                {others.map((name) => (
                  <tr key={`${name.kind} ${name.name} ${name.valid_from} ${name.source}`}>
                    <th scope="row">
                      {name.alias?.kind ? text.aliasKinds[name.alias.kind] : text.nameKinds[name.kind]}
                    </th>
                    <td>
                      <DataText text={name.name} />
                      <br />
                      <span class="companies-origin">{formatOrigin(name, text, language)}</span>
                      {name.alias?.source_url && (
                        <>
                          <br />
                          <OutsideLink url={name.alias.source_url} />
                        </>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        </>
      )}
    </section>
  );
}

export function Identifiers({ profile: { identifiers } }: { readonly profile: Profile }) {
  const text = useTexts(texts);
  const language = useLanguage();
  return (
    <section class="card" aria-labelledby="companies-identifiers">
      <h2 id="companies-identifiers">{text.identifiers}</h2>
      <TableScroll label={text.identifiers}>
        <table>
          <tbody>
            {identifiers.map((one) => (
              <tr key={`${one.identifier_type} ${one.value} ${one.valid_from}`}>
                <th scope="row">{text.identifierKinds[one.identifier_type]}</th>
                <td>
                  {one.value}{' '}
                  {one.registration ? (
                    <span class="tag">{text.registrations[one.registration.status]}</span>
                  ) : (
                    one.current === false && <span class="tag">{text.formerly}</span>
                  )}
                  {(one.valid_from ?? one.valid_to) && (
                    <>
                      <br />
                      <span class="companies-origin">{formatPeriod(one, text, language)}</span>
                    </>
                  )}
                  {one.derived_from && (
                    <>
                      <br />
                      <span class="companies-origin">{text.derived}</span>
                    </>
                  )}
                  {one.source && (
                    <>
                      <br />
                      <span class="companies-origin">{formatOrigin(one, text, language)}</span>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
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
