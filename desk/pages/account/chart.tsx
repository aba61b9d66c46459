import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { defineTextPairs, formatCount, formatDay, useLanguage, useTexts } from '../../language.ts';
import { TableScroll } from '../../parts/table-scroll.tsx';
import { computeScaleTop, listDays, pickLabelledDays } from './chart-scale.ts';

const texts = defineTextPairs({
  table: ['As a table', '表で表示'],
  day: ['Day', '日付'],
  total: ['Total', '合計'],
  none: ['Nothing in this period.', 'この期間にはありません。'],
});

export interface Series {
  readonly key: string;
  readonly label: string;
  readonly values: ReadonlyMap<string, number>;
}

const height = 200;
const left = 52;
const bottom = 26;
const top = 10;

/** The drawing is as wide as its place, so that its text is as large on a narrow screen. */
function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(480);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(200, Math.round(entry.contentRect.width)));
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

/** Bars by day, with the series stacked, and the same numbers as a table. */
export function DayChart(props: {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly series: readonly Series[];
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure);
  const { series, title } = props;
  const days = listDays(props.from, props.to);
  const sumSeries = (one: string) => series.reduce((sum, { values }) => sum + (values.get(one) ?? 0), 0);
  const total = days.reduce((sum, one) => sum + sumSeries(one), 0);
  const most = computeScaleTop(Math.max(...days.map(sumSeries)));
  const slot = (width - left) / days.length;
  // The only bar of a first day is not as wide as the chart.
  const barWidth = Math.min(slot * 0.76, 48);
  const computeHeight = (value: number) => ((height - bottom - top) * value) / most;
  const labels = pickLabelledDays(days, Math.floor((width - left) / 64));
  const withValue = days.filter((one) => sumSeries(one) > 0);
  return (
    <figure ref={figure} class="account-chart">
      <figcaption>
        {title} <strong>{total === 0 ? text.none : `${text.total}: ${formatCount(total)}`}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id}>
        <title id={id}>{title}</title>
        {[0, 0.5, 1].map((part) => {
          const y = height - bottom - computeHeight(most * part);
          return (
            <g key={part}>
              <line class="account-grid" x1={left} x2={width} y1={y} y2={y} />
              <text class="account-axis" x={left - 8} y={y + 4} text-anchor="end">
                {formatCount(most * part)}
              </text>
            </g>
          );
        })}
        {days.map((one, at) => {
          let base = height - bottom;
          return (
            <g key={one}>
              {series.map(({ key, values }) => {
                const value = values.get(one) ?? 0;
                if (value === 0) return null;
                // A day with little still shows something.
                const tall = Math.max(computeHeight(value), 2);
                base -= tall;
                return (
                  <rect
                    key={key}
                    class={`account-bar account-bar-${key}`}
                    x={left + (at + 0.5) * slot - barWidth / 2}
                    y={base}
                    width={barWidth}
                    height={tall}
                  >
                    <title>{`${formatDay(one, language)}: ${formatCount(value)}`}</title>
                  </rect>
                );
              })}
              {labels.has(one) && (
                <text
                  class="account-axis"
                  x={left + at * slot + slot / 2}
                  y={height - 8}
                  text-anchor="middle"
                >
                  {one.slice(5).replace('-', '/')}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {series.length > 1 && (
        <ul class="account-legend">
          {series.map(({ key, label }) => (
            <li key={key}>
              <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <rect class={`account-bar account-bar-${key}`} width="12" height="12" rx="2" />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      {withValue.length > 0 && (
        <details>
          <summary>{text.table}</summary>
          <TableScroll label={title}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{text.day}</th>
                  {series.map(({ key, label }) => (
                    <th key={key} scope="col" class="number">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {withValue.map((one) => (
                  <tr key={one}>
                    <th scope="row">{formatDay(one, language)}</th>
                    {series.map(({ key, values }) => (
                      <td key={key} class="number">
                        {formatCount(values.get(one) ?? 0)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        </details>
      )}
    </figure>
  );
}
