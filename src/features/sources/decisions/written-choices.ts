import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import { parseCorporateNumber } from '../../../text/identifiers/corporate-number.ts';
import { parseNameCell } from '../../row-matching/parse-row.ts';
import { choiceKey, noCompanyId, type WrittenChoice } from '../records/decision.ts';
import { type DecisionFault, unknownCompany } from './decision-checks.ts';
import {
  type NamedCompany,
  type Place,
  type RememberedLine,
  type RememberedTable,
  toFault,
} from './remembered-table.ts';

/**
 * What a file of choices writes, or every fault of it.
 * @param companies by what the lines say @param nameKeys of choices of the account, by their ids
 */
export function toWrittenChoices(
  { lines, faults: ofLines, titles }: RememberedTable,
  companies: ReadonlyMap<string, CompanySummary>,
  nameKeys: ReadonlyMap<string, string>,
): { readonly written: readonly WrittenChoice[]; readonly faults: readonly DecisionFault[] } {
  const faults = [...ofLines];
  const written = new Map<string, WrittenChoice>();
  const lineOf = new Map<string, number>();
  const alwaysIn = new Map<string, number>();
  for (const { line, name, choiceId, companies: given, mark, always, enabled, note } of lines) {
    const at = { line, titles };
    const named = findCompany(at, given, companies);
    const company_id = typeof named === 'string' ? named : undefined;
    const name_key = findNameKey(name, choiceId, nameKeys);
    if (typeof named !== 'string') faults.push(named);
    if (name_key === null)
      faults.push(toFault(at, 'has no name, and no choice of the account has its choice_id', 'name'));
    if (company_id === undefined || name_key === null) continue;
    const key = `${name_key} ${company_id}`;
    const before = lineOf.get(key) ?? (always ? alwaysIn.get(name_key) : undefined);
    if (before !== undefined) {
      const what = lineOf.has(key)
        ? 'the same name and company as'
        : 'another company with always for the name of';
      faults.push(toFault(at, `has ${what} line ${before}`, lineOf.has(key) ? 'name' : 'always'));
      continue;
    }
    lineOf.set(key, line);
    if (always) alwaysIn.set(name_key, line);
    written.set(key, { name_key, name, company_id, mark, always, enabled, note });
  }
  return { written: [...written.values()], faults };
}

/** The company that the line names, in one column or in both. A number must not be passed over: it may be the correction. */
function findCompany(
  at: Place,
  given: RememberedLine['companies'],
  companies: ReadonlyMap<string, CompanySummary>,
): string | DecisionFault {
  const [first, other] = given;
  if (!first) return noCompanyId;
  const [company, second] = [first, other].map((each) => companies.get(each?.text ?? ''));
  if (!company) return toUnknown(at, first);
  const isSame =
    !other || second?.company_id === company.company_id || repeats(other.text, first.text, company);
  if (isSame) return company.company_id;
  if (!second) return toUnknown(at, other);
  const message = `is of ${second.legal_name}, and company_id of ${company.legal_name}: delete the wrong one`;
  return toFault(at, message, other.column);
}

/** Whether a number says what the id does: the number of the company or of its id, or what a spreadsheet made of one (1.18E+12). */
function repeats(text: string, id: string, { corporate_number }: CompanySummary): boolean {
  const number = parseCorporateNumber(text);
  if (!number.ok) return ROUNDED.test(text);
  return number.value === corporate_number || `cn_${number.value}` === id;
}

const ROUNDED = /^\d(?:[.,]\d+)?E\+?12$/i;

function toUnknown(at: Place, { text, column }: NamedCompany): DecisionFault {
  return { ...toFault(at, unknownCompany(text), column), code: 'company_not_found' };
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
