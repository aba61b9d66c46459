import { mappingFields, placeHintFields } from '../../../client/index.ts';
import type { MappingWarning, SampledSource } from '../../api-types.ts';

/** What a column can be used for. The uses of hints that are also identifiers have names of their own. */
export const columnUses = {
  identifiers: ['name', ...mappingFields.filter((field) => field !== 'name')],
  hints: [...placeHintFields, 'email', 'hint_domain', 'hint_securities_code', 'as_of'],
} as const;
export type ColumnUse = (typeof columnUses)['identifiers' | 'hints'][number];
/** The use of each used column, by header. */
export type Uses = ReadonlyMap<string, ColumnUse>;

const hintFieldOf: Readonly<Partial<Record<ColumnUse, string>>> = {
  prefecture: 'prefecture',
  city: 'city',
  address: 'address',
  postal_code: 'postal_code',
  email: 'email',
  hint_domain: 'domain',
  hint_securities_code: 'securities_code',
};

/** How the columns are mapped, or, before that, what the service takes them for. */
export function getUses(
  source: Pick<SampledSource, 'mapping' | 'detected_identifier_columns' | 'detected_hint_columns'>,
): Uses {
  const { mapping } = source;
  if (!mapping) {
    const detected = [...source.detected_identifier_columns, ...source.detected_hint_columns];
    return new Map(detected.filter(({ suggested }) => suggested).map(({ header, field }) => [header, field]));
  }
  const uses = new Map<string, ColumnUse>();
  for (const use of [...columnUses.identifiers, ...columnUses.hints]) {
    const header = findMappedHeader(mapping, use);
    if (header !== undefined) uses.set(header, use);
  }
  return uses;
}

function findMappedHeader(
  mapping: NonNullable<SampledSource['mapping']>,
  use: ColumnUse,
): string | undefined {
  const { columns, hints, as_of } = mapping;
  if (use === 'as_of') return as_of?.column;
  const hint = hintFieldOf[use];
  if (hint === undefined) return columns[use as keyof typeof columns];
  return hints[hint as keyof typeof hints];
}

/** A field has one column: the one before is not used any more. */
export function changeUse(uses: Uses, header: string, next: ColumnUse | 'none'): Uses {
  const others = [...uses].filter(([other, use]) => other !== header && use !== next);
  if (next === 'none') return new Map(others);
  return new Map([...others, [header, next]]);
}

/** The fields that several columns could be, until one of these is used, or another column for the field. */
export function findUnclearFields(
  warnings: readonly MappingWarning[],
  uses: Uses,
): readonly (readonly [field: string, headers: readonly string[]])[] {
  const choices = warnings.filter(({ code }) => code === 'several_columns');
  const fields = [...new Set(choices.map(({ field }) => field))];
  return fields.flatMap((field) => {
    const headers = choices.filter((each) => each.field === field).map(({ header }) => header);
    const isChosen = [...uses].some(([header, use]) => use === field || headers.includes(header));
    if (isChosen) return [];
    return [[field, headers] as const];
  });
}

/**
 * The body of a mapping. @returns null if no column says who the company is
 * @param more `day`: as of which names are resolved; `settleFrom`: the least sure match that settles; empty for the usual
 */
export function buildMapping(uses: Uses, more: { readonly day: string; readonly settleFrom: string }) {
  const columns: Record<string, string> = {};
  const hints: Record<string, string> = {};
  let asOfColumn: string | undefined;
  for (const [header, use] of uses) {
    const hint = hintFieldOf[use];
    if (use === 'as_of') asOfColumn = header;
    else if (hint === undefined) columns[use] = header;
    else hints[hint] = header;
  }
  if (Object.keys(columns).length === 0) return null;
  const asOf = { ...(more.day && { day: more.day }), ...(asOfColumn && { column: asOfColumn }) };
  return {
    entity: 'company' as const,
    columns,
    ...(Object.keys(hints).length > 0 && { hints }),
    ...(Object.keys(asOf).length > 0 && { as_of: asOf }),
    ...(more.settleFrom && { settle_from: more.settleFrom as 'identifier' }),
  };
}
