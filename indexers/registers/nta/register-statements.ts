import type { KnownCompany } from '../../loading/joining/known-companies.ts';
import { type RegisterState, removedProcess } from './columns.ts';
import { joinAddress, type StoredAddress } from './moves.ts';
import { compareByPublication, type NamePeriod, type RegisterStatement } from './name-history.ts';

/** What the register has said about a company: what is stored, and what the rows of a file add. */

/** What is stored about the corporation of some rows. */
export interface StoredCompany {
  readonly known: KnownCompany | undefined;
  readonly statements: readonly RegisterStatement[];
  /** Former names with the register as their source. */
  readonly formerNames: readonly NamePeriod[];
  /** Its head office with the register as the source. */
  readonly address: StoredAddress | undefined;
}

const source = 'corporate_registry';

/** The day on which all existing corporations got their numbers. It says nothing about the corporation. */
const numbersBegan = '2015-10-05';

export function toStatement(state: RegisterState): RegisterStatement {
  const { corporateNumber, updatedOn, sequence, process, changedOn, name } = state;
  const isFirstDay = process === '11' || (process === '01' && changedOn !== null && changedOn > numbersBegan);
  const stated = { corporateNumber, updatedOn, sequence, process };
  if (process === removedProcess)
    return { ...stated, namedFrom: null, name: null, address: null, movedOn: null };
  return {
    ...stated,
    namedFrom: isFirstDay ? changedOn : null,
    name,
    address: joinAddress(state),
    movedOn: process === '12' ? changedOn : null,
  };
}

/** Stored statements and those of the rows, oldest first, each once. */
export function mergeStatements(
  states: readonly RegisterState[],
  stored: StoredCompany,
): RegisterStatement[] {
  const { statements } = stored;
  const all = new Map<string, RegisterStatement>();
  const toStatementKey = ({ updatedOn, sequence }: RegisterStatement) => `${updatedOn} ${sequence}`;
  for (const statement of statements) all.set(toStatementKey(statement), statement);
  if (statements.length === 0)
    for (const statement of readCurrentStatement(stored)) all.set(toStatementKey(statement), statement);
  for (const stated of states.map(toStatement)) {
    const key = toStatementKey(stated);
    all.set(key, mergeStatement(all.get(key), stated));
  }
  return [...all.values()].sort(compareByPublication);
}

/** The statement that the row of a company and its legal name are, as long as it is the only one. */
function readCurrentStatement({ known, address }: StoredCompany): RegisterStatement[] {
  if (!known?.corporateNumber || known.registerUpdatedOn === null || known.legalName?.source !== source)
    return [];
  const { corporateNumber, registerUpdatedOn: updatedOn, registerProcess: process, legalName } = known;
  return [
    {
      corporateNumber,
      updatedOn,
      sequence: null,
      process,
      namedFrom: legalName.validFrom,
      name: legalName.name,
      address: address?.address ?? null,
      movedOn: (process === '12' && address?.validFrom) || null,
    },
  ];
}

/** The same object if nothing differs. */
function mergeStatement(before: RegisterStatement | undefined, stated: RegisterStatement): RegisterStatement {
  if (before === undefined) return stated;
  // An older build has kept the first day that another file gave.
  const namedFrom = stated.namedFrom ?? (stated.process === '01' ? null : before.namedFrom);
  const isSame =
    before.name === stated.name &&
    before.process === stated.process &&
    before.namedFrom === namedFrom &&
    before.address === stated.address &&
    before.movedOn === stated.movedOn;
  if (isSame) return before;
  return { ...stated, namedFrom };
}

/** Nothing for a single statement that the company's own row will be. */
export function pickNewStatements(
  all: readonly RegisterStatement[],
  { statements }: StoredCompany,
): RegisterStatement[] {
  const [first, second] = all;
  if (second === undefined && first?.sequence === null && first.name !== null) return [];
  return all.filter((statement) => !statements.includes(statement));
}
