import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import { parseNameCell } from '../../row-matching/parse-row.ts';
import { choiceKey, noCompanyId, type WrittenChoice } from '../records/decision.ts';
import { type DecisionFault, unknownCompany } from './decision-checks.ts';
import { type RememberedTable, toFault } from './remembered-table.ts';

/**
 * What a file of choices writes, or every fault of it.
 * @param companies by what the lines say @param nameKeys of choices of the account, by their ids
 */
export function toWrittenChoices(
  { lines, faults: ofLines }: RememberedTable,
  companies: ReadonlyMap<string, CompanySummary>,
  nameKeys: ReadonlyMap<string, string>,
): { readonly written: readonly WrittenChoice[]; readonly faults: readonly DecisionFault[] } {
  const faults = [...ofLines];
  const written = new Map<string, WrittenChoice>();
  const lineOf = new Map<string, number>();
  const alwaysIn = new Map<string, number>();
  for (const { line, name, choiceId, company: given, mark, always, enabled, note } of lines) {
    const company_id = given === null ? noCompanyId : companies.get(given)?.company_id;
    const name_key = findNameKey(name, choiceId, nameKeys);
    if (company_id === undefined)
      faults.push({
        ...toFault(line, unknownCompany(given ?? ''), 'company_id'),
        code: 'company_not_found',
      });
    if (name_key === null)
      faults.push(toFault(line, 'has no name, and no choice of the account has its choice_id', 'name'));
    if (company_id === undefined || name_key === null) continue;
    const key = `${name_key} ${company_id}`;
    const before = lineOf.get(key) ?? (always ? alwaysIn.get(name_key) : undefined);
    if (before !== undefined) {
      const what = lineOf.has(key)
        ? 'the same name and company as'
        : 'another company with always for the name of';
      faults.push(toFault(line, `has ${what} line ${before}`, lineOf.has(key) ? 'name' : 'always'));
      continue;
    }
    lineOf.set(key, line);
    if (always) alwaysIn.set(name_key, line);
    written.set(key, { name_key, name, company_id, mark, always, enabled, note });
  }
  return { written: [...written.values()], faults };
}

function findNameKey(
  name: string | null,
  choiceId: string | null,
  nameKeys: ReadonlyMap<string, string>,
): string | null {
  if (name === null) return nameKeys.get(choiceId ?? '') ?? null;
  const parsed = parseNameCell(name);
  return parsed && choiceKey(parsed).toString('hex');
}
