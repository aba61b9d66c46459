import type { ComponentChildren } from 'preact';
import type { Schema } from '../../../client/index.ts';
import { financialMetrics } from '../../../client/index.ts';
import { findCodeText, formatCount, formatDay, useLanguage, useTexts } from '../../language.ts';
import { DataText } from '../../parts/data-text.tsx';
import { OutsideLink } from '../../parts/outside-link.tsx';
import { translateCode } from '../../words.ts';
import { formatPlace } from './company-line.tsx';
import { texts } from './company-texts.ts';
import { FactTable, formatOrigin, type Origin } from './fact-table.tsx';

type Profile = Schema<'CompanyProfile'>;

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
      <FactTable
        label={text.facts}
        facts={rows}
        getKey={({ name }) => name}
        getName={({ name }) => findCodeText(text.field, name)}
        renderCells={({ value, origin }) => (
          <td>
            <div class="companies-fact">
              <span>{value}</span>
              <span class="companies-origin">{formatOrigin(origin, text, language)}</span>
            </div>
          </td>
        )}
      />
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
  const formatFigure = (name: string, value: number) => {
    if (name === 'equity_ratio') return `${(value * 100).toFixed(1)} %`;
    return `${formatCount(value)} ${text.yen}`;
  };
  if (known.length === 0) return null;
  return (
    <section class="card" aria-labelledby="companies-figures">
      <h2 id="companies-figures">{text.figures}</h2>
      <FactTable
        label={text.figures}
        facts={known}
        getKey={({ name }) => name}
        getName={({ name }) => translateCode('metric', name, language)}
        renderCells={({ name, figure }) => (
          <>
            <td class="number">{formatFigure(name, figure.value.value)}</td>
            <td>{text.fiscalYear(figure.value.fiscal_year)}</td>
            <td class="companies-origin">{formatOrigin(figure, text, language)}</td>
          </>
        )}
      />
    </section>
  );
}
