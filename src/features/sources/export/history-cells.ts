import { suggestionTexts } from '../../../contract/company-resolve/suggestions.ts';
import type { ExportLanguage } from '../../../contract/sources/columns/result-columns.ts';
import type { SeenRow, SourceDecisionView } from '../../../contract/sources/decisions.ts';
import { rowReasonTexts } from '../../../contract/sources/row-reason-texts.ts';
import {
  decisionActionTexts,
  decisionMakerTexts,
  describeMatches,
  findStateWord,
  rowDecisionTexts,
} from '../../../contract/sources/row-texts.ts';
import { findWord } from '../../../contract/texts.ts';
import { formatTokyoTime } from '../../../text/days/calendar.ts';

/** What a file says about a decision, in the order of `historyColumns`. */

export type HistoryEntry = Omit<
  SourceDecisionView,
  'batch_rows' | 'batch_companies' | 'batch_actions' | 'can_undo'
>;

export function buildHistoryCells(entry: HistoryEntry, language: ExportLanguage): string[] {
  return [
    language === null ? entry.decided_at : formatTokyoTime(entry.decided_at),
    String(entry.row_number),
    String(entry.file_row ?? ''),
    entry.row_name ?? '',
    findWord(decisionActionTexts, entry.action, language),
    findWord(decisionMakerTexts, entry.made_by, language),
    entry.key?.label ?? '',
    entry.why ?? '',
    ...stateCells(entry.before, language),
    ...stateCells(entry.after, language),
    String(entry.credits),
    entry.source_row_id,
    entry.batch_id,
    entry.earlier_row?.source_name ?? entry.earlier_row?.source_id ?? '',
    String(entry.earlier_row?.row_number ?? ''),
    ...seenCells(entry.seen, language),
  ];
}

function stateCells(state: HistoryEntry['before'], language: ExportLanguage): string[] {
  const { decision, company_id, company_name } = state;
  return [
    findStateWord(state, language),
    decision === null ? '' : findWord(rowDecisionTexts, decision, language),
    company_id ?? '',
    company_name ?? '',
  ];
}

function seenCells(seen: SeenRow | null, language: ExportLanguage): string[] {
  if (seen === null) return ['', '', '', '', ''];
  const { name, reason, candidates, more_candidates, suggestions } = seen;
  const listed = (companies: readonly { company_id: string; display_name: string; why: string | null }[]) =>
    companies
      .map(({ company_id, display_name, why }) => `${company_id} ${display_name}${why ? ` (${why})` : ''}`)
      .join(' / ');
  return [
    name ?? '',
    reason === null ? '' : findWord(rowReasonTexts, reason, language),
    listed(candidates.map(({ rule, ...company }) => ({ ...company, why: describeRule(rule, language) }))),
    String(more_candidates),
    listed(
      suggestions.map(({ reason: why, ...company }) => ({
        ...company,
        why: findWord(suggestionTexts, why, language),
      })),
    ),
  ];
}

/** Which field agreed is kept only in the rule. */
function describeRule(rule: string | null, language: ExportLanguage): string | null {
  if (rule === null || language === null) return rule;
  const field = /^identifier|^company_id/.exec(rule)?.[0] ?? 'name';
  return describeMatches([{ field, rule }], language);
}
