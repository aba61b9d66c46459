import { hintFields } from '../../src/contract/company-resolve/hints.ts';
import {
  type MappedHintField,
  type MappingField,
  mappedHintFields,
  mappingFields,
} from '../../src/contract/sources/sources.ts';
import { parseRow } from '../../src/features/row-matching/parse-row.ts';
import { ParsedName } from '../../src/features/row-matching/parsed-name.ts';
import type { RowMatching } from '../../src/features/row-matching/row-matching-service.ts';
import { buildQuestion } from '../../src/features/row-matching/row-question.ts';
import { explainRow } from '../../src/features/row-matching/settling/explain-row.ts';
import type { SettledRow } from '../../src/features/row-matching/settling/settle-row.ts';
import { toTokyoDay } from '../../src/text/days/calendar.ts';
import type { WrittenAnswer } from './written/written-names.ts';
import type { Judged } from './written/written-scoring.ts';

/** The cells of a row by what their column is mapped to. */
export type CaseCells = Readonly<Partial<Record<MappingField | MappedHintField, string>>> & {
  /** The day, `YYYY-MM-DD`, on which the name is meant; today if there is none. */
  readonly asOf?: string;
};

const maxMatchedAtOnce = 1000;

/**
 * Matches rows as a source with these columns does, in their order.
 * @param toCells what stands in the row
 */
export async function matchRows<Row>(
  matching: Pick<RowMatching, 'match'>,
  rows: readonly Row[],
  toCells: (row: Row) => CaseCells,
  now: Date,
): Promise<Judged<Row>[]> {
  const judged: Judged<Row>[] = [];
  for (let at = 0; at < rows.length; at += maxMatchedAtOnce) {
    const some = rows.slice(at, at + maxMatchedAtOnce);
    const questions = some.map((row) => toQuestion(toCells(row)));
    const matched = await matching.match(questions, { today: toTokyoDay(now) });
    judged.push(
      ...some.flatMap((name, place) => {
        const row = matched[place];
        return row ? [{ name, answer: toAnswer(row) }] : [];
      }),
    );
  }
  return judged;
}

function toQuestion(cells: CaseCells) {
  const columnsOf = <Field extends keyof CaseCells>(fields: readonly Field[], before: number) =>
    fields.map((field, place) => ({ field, header: field, place: before + place }));
  const parsed = parseRow(
    [...mappingFields, ...mappedHintFields].map((field) => cells[field] ?? ''),
    [],
    {
      fields: columnsOf(mappingFields, 0),
      hints: columnsOf(hintFields, mappingFields.length),
      email: { header: 'email', place: mappingFields.length + mappedHintFields.indexOf('email') },
      own: [],
    },
  );
  const question = buildQuestion(parsed, parsed.name === null ? null : new ParsedName(parsed.name));
  return { ...question, asOf: cells.asOf ?? null };
}

function toAnswer(row: SettledRow): WrittenAnswer {
  const { companyId, candidates, suggestions, reason } = explainRow(row);
  const ids = (companies: readonly { readonly company_id: string }[]) =>
    companies.map(({ company_id }) => company_id);
  return {
    settledOn: companyId,
    candidates: companyId === null ? ids(candidates) : [],
    suggestions: ids(suggestions),
    reason,
  };
}
