import type { NameKeys } from '../../text/names/names.ts';
import { findNameByKeys, keyRules, listTextKeys } from '../row-matching/rules/compare-names.ts';
import { compareIds, listFormBonuses, scoreCompany } from '../row-matching/rules/match-scores.ts';
import type { Case } from '../row-matching/settling/row-evidence.ts';
import type { SettledRow } from '../row-matching/settling/settle-row.ts';

/**
 * The same with the companies that a name finds in the order of a page of search, which does not know what people call a company
 * (docs/decisions/0041-reconciliation.md). Among companies of one rule, places decide first.
 */
export function orderAsPage(row: SettledRow): SettledRow {
  const { found, question, verdicts, cases } = row;
  if (!found || cases.length < 2 || found.way === 'one_of_several' || question.identifiers.length > 0)
    return row;
  const bonuses = listFormBonuses(found.keys);
  const scored = cases.map((one) => {
    const best = findBestScore(one, found.keys);
    return { one, card: one.card, best, score: scoreCompany(one.card, best, bonuses) };
  });
  scored.sort((one, other) => {
    if (verdicts.size > 0) return other.best - one.best;
    return isEnded(one) - isEnded(other) || other.score - one.score || compareIds(one, other);
  });
  return { ...row, cases: scored.map(({ one }) => one) };
}

/** The page has only active companies, unless somebody asks for others. */
const isEnded = ({ card: { company } }: Pick<Case, 'card'>): number => Number(company.status !== 'active');

/** Of the strongest rule of search by which the company has the name; 0 without one. */
function findBestScore({ card }: Case, keys: NameKeys): number {
  const scores = keyRules.search
    .filter(([, rule]) => findNameByKeys(rule, listTextKeys(rule, keys), card))
    .map(([, { score }]) => score);
  return Math.max(0, ...scores);
}
