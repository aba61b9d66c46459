import type { Schema } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { guessIdentifierType } from '../input/identifier-type.ts';
import {
  describeReason,
  describeSuggestion,
  formatListing,
  formatPlace,
  type ShownCompany,
} from '../output/company-view.ts';
import { type Cell, renderTable } from '../output/table.ts';
import type { Session } from '../session.ts';

/** The companies among which a person chooses, side by side. */

/** A candidate of a row, or a company that the person searched. */
export type Candidate = ShownCompany &
  Partial<Pick<Schema<'SourceCandidate'>, 'named_as' | 'matched_by' | 'previously_selected'>> &
  Partial<Pick<Schema<'CompanySuggestion'>, 'name' | 'message'>>;

const candidateWidth = 30;
const maxShownReasons = 2;
const maxCompanies = 9;

/** Companies for a name or an identifier. */
export async function findCompanies(session: Session, text: string): Promise<readonly Candidate[]> {
  const type = guessIdentifierType(text);
  if (type !== 'name') {
    const body = { identifier_type: type, identifier: text };
    const { data } = await getAnswer(session.api.POST('/api/service/resolve', { body }));
    if (data.candidates.length > 0) return data.candidates.slice(0, maxCompanies);
  }
  const body = { query: text, limit: maxCompanies };
  const { companies } = await getAnswer(session.api.POST('/api/service/search', { body }));
  return companies.map(({ company }) => company);
}

/** Candidates as columns, as many side by side as fit into the width. @param before how many were shown before */
export function renderSideBySide(candidates: readonly Candidate[], before: number, width: number): string {
  const atOnce = Math.max(1, Math.floor(width / candidateWidth));
  const blocks: string[] = [];
  for (let from = 0; from < candidates.length; from += atOnce)
    blocks.push(renderCandidates(candidates.slice(from, from + atOnce), before + from, width));
  return blocks.join('\n\n');
}

/** The names of the candidate stand above them already. */
function describeReasons({ display_name, legal_name, matched_by = [] }: Candidate): string[] {
  return matched_by.map((by) => {
    if ([display_name, legal_name].includes(by.value)) return describeReason({ ...by, value: '' });
    return describeReason(by);
  });
}

type Line = readonly [title: string, of: (candidate: Candidate) => Cell];

const candidateLines: readonly Line[] = [
  ['name', ({ display_name }) => display_name],
  ['legal name', ({ display_name, legal_name }) => (legal_name === display_name ? '' : legal_name)],
  ['company_id', ({ company_id }) => company_id],
  ['head office', formatPlace],
  ['listing', formatListing],
  ['named as', ({ named_as = null }) => named_as],
  ['similar name', ({ name, message }) => name && message && describeSuggestion({ name, message })],
  ['chosen before', ({ previously_selected }) => (previously_selected ? 'yes' : '')],
  ...Array.from(
    { length: maxShownReasons },
    (_, at): Line => [at === 0 ? 'why' : '', (candidate) => describeReasons(candidate)[at]],
  ),
];

function renderCandidates(candidates: readonly Candidate[], from: number, width: number): string {
  const lines = candidateLines.filter(([, of]) => candidates.some((candidate) => of(candidate)));
  const columns = candidates.map((candidate, at): [string, (line: Line) => Cell] => [
    `[${from + at + 1}]`,
    ([, of]) => of(candidate),
  ]);
  return renderTable(lines, { '': ([title]) => title, ...Object.fromEntries(columns) }, width, ['']);
}
