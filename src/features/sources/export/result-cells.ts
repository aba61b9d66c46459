import type { CompanyProfile } from '../../../contract/companies/company-profile.ts';
import { companyStatusTexts } from '../../../contract/companies/company-vocabulary.ts';
import { assuranceTexts } from '../../../contract/company-resolve/assurance.ts';
import { getSuggestionText } from '../../../contract/company-resolve/suggestions.ts';
import { candidatesExported } from '../../../contract/limits.ts';
import {
  type ExportLanguage,
  isCandidateColumn,
  isFactColumn,
  type ResultColumn,
} from '../../../contract/sources/columns/result-columns.ts';
import { getRowReasonText } from '../../../contract/sources/row-reason-texts.ts';
import {
  describeMatches,
  findStateWord,
  rowDecisionTexts,
  rowIssueTexts,
} from '../../../contract/sources/row-texts.ts';
import { findText, findWord, type TextPair } from '../../../contract/texts.ts';
import type { CompanyGroup } from '../../companies/company-group.ts';
import type { LocatedCompany } from '../../companies/company-record.ts';
import { assuranceOf } from '../records/row-assurance.ts';
import type { SameCompany, SourceRowRecord } from '../records/source-record.ts';
import { getFactText } from './fact-cells.ts';

/** What an export says about a row, by column. Facts about companies are current ones. */

/** What the cells of some rows are made from. */
export interface CellContext {
  readonly columns: readonly ResultColumn[];
  readonly language: ExportLanguage;
  readonly companies: ReadonlyMap<string, LocatedCompany>;
  /** Of the companies of rows, if a column needs them. */
  readonly profiles: ReadonlyMap<string, CompanyProfile>;
  /** Of the same companies, if a column needs them; by their current ids. */
  readonly groups: ReadonlyMap<string, CompanyGroup>;
  /** Companies of several rows of the source, if a column needs them. */
  readonly sameCompanies: ReadonlyMap<string, SameCompany>;
  /** Legal names of the companies that took over those of rows, if people read the cells. */
  readonly successorNames: ReadonlyMap<string, string>;
}
type Cell = (row: SourceRowRecord, context: CellContext) => string | number | null | undefined;

/** A fact about the company of the row. */
const ofCompany =
  (fact: (company: LocatedCompany) => string | null | undefined): Cell =>
  ({ company_id }, { companies }) => {
    const company = company_id === null ? undefined : companies.get(company_id);
    return company && fact(company);
  };

/** Of rows that are settled on the same company. */
const ofSameCompany =
  (fact: (same: SameCompany) => number): Cell =>
  ({ company_id }, { sameCompanies }) => {
    const same = company_id === null ? undefined : sameCompanies.get(company_id);
    return same && fact(same);
  };

/** A code, or what people read for it. */
const inWords =
  (texts: Readonly<Record<string, TextPair>>, code: Cell): Cell =>
  (row, context) => {
    const given = code(row, context);
    return typeof given === 'string' ? findWord(texts, given, context.language) : given;
  };

const cells: Readonly<Record<string, Cell>> = {
  resolve_status: (row, { language }) => findStateWord(row, language),
  company_id: ({ company_id }) => company_id,
  corporate_number: ofCompany(({ summary }) => summary.corporate_number),
  legal_name: ofCompany(({ summary }) => summary.legal_name),
  prefecture: ofCompany(({ summary }) => summary.prefecture),
  address: ofCompany(({ office }) => `${office?.city ?? ''}${office?.street ?? ''}`),
  postal_code: ofCompany(({ office }) => office?.postal_code),
  securities_code: ofCompany(({ summary }) => summary.securities_code),
  website: ofCompany(({ summary }) => summary.website_url),
  company_status: inWords(
    companyStatusTexts,
    ofCompany(({ summary }) => summary.status),
  ),
  superseded_by: (row, context) => {
    const id = ofCompany(({ supersededBy }) => supersededBy)(row, context);
    const name = context.successorNames.get(String(id));
    return name ? `${name} (${id})` : id;
  },
  match_rule: ({ company_id, candidates }, { language }) => {
    const matched = candidates.find((candidate) => candidate.company_id === company_id)?.matched_by;
    return matched && describeMatches(matched, language);
  },
  reason: ({ reason }, { language }) => reason && getRowReasonText(reason, language ?? 'en'),
  assurance: inWords(assuranceTexts, assuranceOf),
  decision: inWords(rowDecisionTexts, ({ decision }) => decision),
  issues: ({ issues }, { language }) =>
    issues
      .map(({ code, header, message }) => {
        if (language === null) return message;
        const text = Object.hasOwn(rowIssueTexts, code) ? findText(rowIssueTexts, code, language) : message;
        return header === null ? text : `${header}: ${text}`;
      })
      .join(language === 'ja' ? '' : ' '),
  resolve_set_aside: setAsideText,
  candidate_count: ({ candidates }) => candidates.length,
  same_company_rows: ofSameCompany(({ rows }) => rows),
  // The line in the file, where a person looks for it.
  same_company_first_row: ofSameCompany(({ file_row, row_number }) => file_row ?? row_number),
  source_row_id: ({ source_row_id }) => source_row_id,
  ...Object.assign({}, ...Array.from({ length: candidatesExported }, (_, place) => placeCells(place))),
};

/** What was set aside of the name of a row; empty for nothing. */
export function setAsideText({ written }: Pick<SourceRowRecord, 'written'>): string {
  return written?.set_aside.map(({ text }) => text).join(' / ') ?? '';
}

type PossibleCompany = SourceRowRecord['candidates'][number] | SourceRowRecord['suggestions'][number];

/** @param place of the candidate and of the suggestion, from 0 */
function placeCells(place: number): Record<string, Cell> {
  const number = place + 1;
  return {
    ...companyCells(`candidate_${number}`, (row) => openCandidates(row)[place]),
    ...companyCells(`suggestion_${number}`, (row) => openSuggestions(row)[place]),
    [`candidate_${number}_named_as`]: (row) => openCandidates(row)[place]?.named_as,
    [`suggestion_${number}_reason`]: (row, { language }) => {
      const reason = openSuggestions(row)[place]?.reason;
      return reason && getSuggestionText(reason, language ?? 'en');
    },
  };
}

function companyCells(
  name: string,
  companyOf: (row: SourceRowRecord) => PossibleCompany | undefined,
): Record<string, Cell> {
  const of =
    (fact: (stored: PossibleCompany, now?: LocatedCompany) => string | null | undefined): Cell =>
    (row, { companies }) => {
      const stored = companyOf(row);
      return stored && fact(stored, companies.get(stored.company_id));
    };
  return {
    [`${name}_company_id`]: of(({ company_id }) => company_id),
    [`${name}_corporate_number`]: of((_, now) => now?.summary.corporate_number),
    [`${name}_name`]: of(({ legal_name }, now) => now?.summary.legal_name ?? legal_name),
    [`${name}_place`]: of((stored, now) => {
      const { prefecture, city } = now?.summary ?? stored;
      return `${prefecture ?? ''}${city ?? ''}`;
    }),
  };
}

/** Only a row that nobody decided leaves something to choose. */
function leavesAChoice({ company_id, decision }: SourceRowRecord): boolean {
  return company_id === null && decision === null;
}

function openCandidates(row: SourceRowRecord): SourceRowRecord['candidates'] {
  if (leavesAChoice(row)) return row.candidates.slice(0, candidatesExported);
  return [];
}

function openSuggestions(row: SourceRowRecord): SourceRowRecord['suggestions'] {
  if (leavesAChoice(row)) return row.suggestions;
  return [];
}

/** The companies whose facts these columns of a row need. */
export function companiesNeeded(row: SourceRowRecord, columns: readonly ResultColumn[]): string[] {
  if (row.company_id !== null) return [row.company_id];
  if (!columns.some(isCandidateColumn)) return [];
  return [...openCandidates(row), ...openSuggestions(row)].map(({ company_id }) => company_id);
}

export function resultCells(row: SourceRowRecord, context: CellContext): string[] {
  const profile = row.company_id === null ? undefined : context.profiles.get(row.company_id);
  return context.columns.map((column) => {
    const cell = isFactColumn(column)
      ? profile && getFactText(profile, column, context)
      : cells[column]?.(row, context);
    return String(cell ?? '');
  });
}
