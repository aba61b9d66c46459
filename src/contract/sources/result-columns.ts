/** The columns that an export of a source adds to the user's own, without their prefix. */

type Place = 1 | 2 | 3;
const places: readonly Place[] = [1, 2, 3];
type CompanyColumn = 'company_id' | 'corporate_number' | 'name' | 'place';
type CandidateColumn = `candidate_${Place}_${CompanyColumn | 'named_as'}`;
type SuggestionColumn = `suggestion_${Place}_${CompanyColumn | 'reason'}`;

const candidateColumns = places.flatMap((place): CandidateColumn[] => [
  `candidate_${place}_company_id`,
  `candidate_${place}_corporate_number`,
  `candidate_${place}_name`,
  `candidate_${place}_place`,
  `candidate_${place}_named_as`,
]);

const suggestionColumns = places.flatMap((place): SuggestionColumn[] => [
  `suggestion_${place}_company_id`,
  `suggestion_${place}_corporate_number`,
  `suggestion_${place}_name`,
  `suggestion_${place}_place`,
  `suggestion_${place}_reason`,
]);

export const resultColumnGroups = {
  company: [
    'company_id',
    'corporate_number',
    'legal_name',
    'prefecture',
    'address',
    'postal_code',
    'securities_code',
    'website',
    'company_status',
    'superseded_by',
  ],
  match: ['resolve_status', 'match_rule', 'reason', 'assurance', 'decision', 'issues', 'resolve_set_aside'],
  candidates: ['candidate_count', ...candidateColumns],
  suggestions: suggestionColumns,
  row: ['source_row_id'],
} as const;
type ResultColumnGroup = keyof typeof resultColumnGroups;

/** In the order of an export. */
export const resultColumns = [
  'resolve_status',
  ...resultColumnGroups.company,
  ...resultColumnGroups.match.slice(1),
  ...resultColumnGroups.candidates,
  ...resultColumnGroups.suggestions,
  ...resultColumnGroups.row,
] as readonly ResultColumn[];
export type ResultColumn = (typeof resultColumnGroups)[ResultColumnGroup][number];

/** Whether a column, with or without its prefix, is about companies that open rows may mean, in any of our tables. */
export function isCandidateColumn(header: string): boolean {
  return /(?:candidate|suggestion)_(?:\d_)?(?:company_id|corporate_number|name|place|address|reason|named_as)$/.test(
    header,
  );
}

/** What `columns` of an export accepts. */
export const resultColumnWords: readonly string[] = [...Object.keys(resultColumnGroups), ...resultColumns];

/**
 * The columns that are meant by names and groups, each once, in the given order; all of them for none. `source_row_id`
 * is always there, so that the file is recognised when it comes back.
 */
export function selectColumns(words: readonly string[]): readonly ResultColumn[] {
  if (words.length === 0) return resultColumns;
  const named = words.flatMap((word): readonly ResultColumn[] => {
    if (word in resultColumnGroups) return resultColumnGroups[word as ResultColumnGroup];
    return resultColumns.filter((column) => column === word);
  });
  return [...new Set([...named, ...resultColumnGroups.row])];
}
