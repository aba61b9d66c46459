import { useState } from 'preact/hooks';
import { type ListFilter, openStatuses } from '../../../../client/index.ts';
import type { SampledSource } from '../../../api-types.ts';
import { formatCount, useLanguage, useTexts } from '../../../language.ts';
import { Button } from '../../../parts/form.tsx';
import { ConditionLink } from './condition-link.tsx';
import { formatBand } from './format-band.ts';
import { formatValue } from './format-value.ts';
import { PrefectureMap } from './prefecture-map.tsx';
import { texts } from './rows-texts.ts';
import {
  type Conditions,
  linkToRows,
  type Overview,
  sameCompanyConditions,
  unknown,
  withConditions,
  withoutFilters,
} from './table-query.ts';

interface Counted {
  readonly companies: number;
  readonly rows: number;
}

interface OverviewProps {
  readonly source: SampledSource;
  readonly overview: Overview;
  readonly query: URLSearchParams;
}

const fewBars = 6;

/** What a person wants to know about a table before its rows; each number leads to its rows. */
export function OverviewPart({ source, overview, query }: OverviewProps) {
  const { source_id: sourceId } = source;
  const text = useTexts(texts);
  const language = useLanguage();
  const bars = (name: ListFilter, values: readonly (Counted & { readonly value: string })[]) =>
    values.map(({ value, ...counts }) => ({
      label: formatValue(name, value, language),
      conditions: { [name]: value },
      ...counts,
    }));
  const bands = (name: 'capital' | 'employees') =>
    overview[name].map(({ min, max, ...counts }) => ({
      label: formatBand(name, min, max, text, language),
      conditions: { [`min_${name}`]: String(min), [`max_${name}`]: max === null ? undefined : String(max) },
      ...counts,
    }));
  const prefectures = bars('prefecture', overview.prefectures);
  const industries = bars('industry_33_code', overview.industries);
  const listings = bars('listing_status', overview.listings);
  const chart = { sourceId, query };
  return (
    <>
      <Totals source={source} overview={overview} query={query} />
      {overview.settled.rows > 0 && (
        <details class="card rows-overview" open={isWide()}>
          <summary>{text.overview}</summary>
          <p>
            <small>{text.overviewHint}</small>
          </p>
          <div class="rows-charts">
            <section aria-label={text.charts.prefecture}>
              <h2>{text.charts.prefecture}</h2>
              <PrefectureMap {...chart} counts={overview.prefectures} />
              <Bars {...chart} bars={prefectures} few={3} />
            </section>
            <Chart {...chart} title={text.charts.industry_33_code} bars={industries} />
            <Chart {...chart} title={text.charts.capital} bars={bands('capital')} note={text.onlyKnown} />
            <Chart {...chart} title={text.charts.employees} bars={bands('employees')} note={text.onlyKnown} />
            <Chart {...chart} title={text.charts.listing_status} bars={listings} />
          </div>
        </details>
      )}
    </>
  );
}

/** On a narrow screen, charts would stand between a person and the rows. */
function isWide(): boolean {
  return matchMedia('(min-width: 701px)').matches;
}

/** 134 rows, 108 companies, 6 closed, 6 merged, 12 in several rows. */
function Totals({ source, overview, query }: OverviewProps) {
  const text = useTexts(texts);
  const { rows, settled, several_rows: several, statuses } = overview;
  const ended = statuses.flatMap(({ value, companies }) =>
    value === 'active' ? [] : [[value, companies, { company_status: value }] as const],
  );
  const figures: readonly (readonly [keyof typeof text.totals, number, Conditions])[] = [
    ['rows', rows, {}],
    ['companies', settled.companies, { status: 'matched' }],
    ...ended,
    ['several', several.companies, sameCompanyConditions],
    ['open', source.open_rows, { status: openStatuses.join(','), decision: 'none' }],
  ];
  return (
    <ul class="rows-totals" aria-label={text.numbers}>
      {figures
        .filter(([name, count]) => count > 0 || name === 'rows')
        .map(([name, count, conditions]) => (
          <li key={name}>
            <a href={linkToRows(source.source_id, withConditions(withoutFilters(query), conditions))}>
              <b>{formatCount(count)}</b> {text.totals[name]}
            </a>
          </li>
        ))}
    </ul>
  );
}

interface Bar extends Counted {
  readonly label: string;
  readonly conditions: Conditions;
}

interface ChartProps {
  readonly sourceId: string;
  readonly query: URLSearchParams;
  readonly bars: readonly Bar[];
}

function Chart({ title, note, ...bars }: ChartProps & { readonly title: string; readonly note?: string }) {
  if (bars.bars.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Bars {...bars} />
      {note && <small>{note}</small>}
    </section>
  );
}

function Bars({ sourceId, query, bars, few = fewBars }: ChartProps & { readonly few?: number }) {
  const text = useTexts(texts);
  const [showsAll, setShowsAll] = useState(false);
  // What is not known is often the most: it comes last, and says nothing about the others.
  const known = bars.filter((bar) => !isUnknown(bar));
  const most = Math.max(1, ...known.map(({ rows }) => rows));
  const shown = [...known.filter((_, at) => showsAll || at < few), ...bars.filter(isUnknown)];
  return (
    <>
      <ul class="rows-bars">
        {shown.map(({ label, conditions, rows, companies }) => (
          <li key={label}>
            <ConditionLink sourceId={sourceId} query={query} conditions={conditions} class="rows-bar">
              <span class="rows-bar-label">{label}</span>
              <span class="rows-bar-count">{text.counted(formatCount(rows), formatCount(companies))}</span>
              {!isUnknown({ conditions }) && (
                <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(rows / most) * 100} height="4" />
                </svg>
              )}
            </ConditionLink>
          </li>
        ))}
      </ul>
      {known.length > few && (
        <Button
          label={showsAll ? text.fewer : text.all(formatCount(known.length))}
          class="quiet"
          onClick={() => setShowsAll(!showsAll)}
        />
      )}
    </>
  );
}

function isUnknown({ conditions }: Pick<Bar, 'conditions'>): boolean {
  return Object.values(conditions).includes(unknown);
}
