import type { NameRow } from '../../facts/index.ts';
import {
  isNameBefore,
  isSameName,
  isSpelledAlike,
  type KnownCompany,
} from '../../loading/joining/known-companies.ts';
import type { RegisterState } from './columns.ts';
import {
  buildNameHistory,
  findRestatedDay,
  type NamePeriod,
  type RegisterStatement,
} from './name-history.ts';
import type { StoredCompany } from './register-statements.ts';

/** The rows of a company's names, from what the register has said. */

const source = 'corporate_registry';

export function buildNames(
  companyId: string,
  statements: readonly RegisterStatement[],
  { formerNames }: StoredCompany,
): NameRow[] {
  const former = buildNameHistory(statements);
  const legal = former.pop();
  if (legal === undefined) return [];
  return [
    ...[...former, ...pickUnstatedNames(formerNames, statements)].map((name) => toFormerRow(companyId, name)),
    { company_id: companyId, kind: 'legal', name: legal.name, valid_from: legal.validFrom, source },
  ];
}

/** Former names from files that an older build loaded, unless a statement has the name, or a whole history lacks it. */
function pickUnstatedNames(
  formerNames: readonly NamePeriod[],
  statements: readonly RegisterStatement[],
): NamePeriod[] {
  if (formerNames.length === 0) return [];
  const whole = findRestatedDay(statements);
  return formerNames.filter(
    ({ name, validTo }) =>
      !(validTo !== null && whole !== null && validTo <= whole) &&
      !statements.some((statement) => statement.name !== null && isSameName(statement.name, name)),
  );
}

function toFormerRow(companyId: string, { name, validFrom, validTo }: NamePeriod): NameRow {
  return { company_id: companyId, kind: 'former', name, valid_from: validFrom, valid_to: validTo, source };
}

/** The new row for the legal name of another source when the register states another one. */
export function buildReplacedName(
  companyId: string,
  statements: readonly RegisterStatement[],
  known: KnownCompany | undefined,
): NameRow[] {
  const before = known?.legalName;
  if (!before || before.source === source) return [];
  if (statements.some(({ name }) => name !== null && isSameName(name, before.name))) return [];
  const row = { company_id: companyId, name: before.name, source: before.source };
  const renamedOn = findFirstRename(statements);
  const isSpelling = statements.some(({ name }) => name && isSpelledAlike(name, before.name));
  if (isNameBefore(before.statedOn, renamedOn) && !isSpelling)
    return [{ ...row, kind: 'former', valid_to: renamedOn }];
  return [{ ...row, kind: 'trade' }];
}

/** As `findFirstRenames`, from the statements themselves. */
export function findFirstRename([first]: readonly RegisterStatement[]): string | null | undefined {
  return first?.process === '11' ? first.namedFrom : undefined;
}

/** The kana and the English name. */
export function buildReadings(companyId: string, { kana, englishName }: RegisterState): NameRow[] {
  const stated = { company_id: companyId, source } as const;
  return [
    kana !== null && ({ ...stated, kind: 'kana', name: kana } as const),
    englishName !== null && ({ ...stated, kind: 'english', name: englishName } as const),
  ].filter((each) => each !== false);
}
