import type { ComponentChildren } from 'preact';
import { formatDay, type Language } from '../../language.ts';
import { TableScroll } from '../../parts/table-scroll.tsx';
import { translateCode } from '../../words.ts';
import type { texts } from './company-texts.ts';

export type Text = (typeof texts)['en'];

export interface Origin {
  readonly source: string | null;
  readonly observed_at: string | null;
}

export function formatOrigin({ source, observed_at: on }: Origin, text: Text, language: Language): string {
  if (source === null) return text.unknownSource;
  return [translateCode('source', source, language), on && formatDay(on, language)]
    .filter(Boolean)
    .join(' · ');
}

interface Period {
  readonly valid_from: string | null;
  readonly valid_to: string | null;
}

export function formatPeriod(
  { valid_from: from, valid_to: to }: Period,
  text: Text,
  language: Language,
): string {
  if (from && to) return text.period(formatDay(from, language), formatDay(to, language));
  if (from) return text.from(formatDay(from, language));
  if (to) return text.until(formatDay(to, language));
  return text.noPeriod;
}

/** Facts with their names, one below the other. */
export function FactTable<Fact>(props: {
  readonly label: string;
  readonly facts: readonly Fact[];
  readonly getKey: (fact: Fact) => string;
  readonly getName: (fact: Fact) => string | undefined;
  /** The cells beside the name. */
  readonly renderCells: (fact: Fact) => ComponentChildren;
}) {
  return (
    <TableScroll label={props.label}>
      <table>
        <tbody>
          {props.facts.map((fact) => (
            <tr key={props.getKey(fact)}>
              <th scope="row">{props.getName(fact)}</th>
              {props.renderCells(fact)}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** Where or when, on a line below a fact. */
export function LineBelow({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <br />
      <span class="companies-origin">{children}</span>
    </>
  );
}
