import type { AddressRow, CompanyRow, NameRow, SuccessorRow } from '../../facts/index.ts';
import { isNameBefore, isSpelledAlike, type KnownCompany } from '../../loading/joining/known-companies.ts';
import { type RegisterState, removedProcess } from './columns.ts';
import { addressOf, movedOn, type StoredAddress } from './moves.ts';
import {
  byPublication,
  isSameName,
  type NamePeriod,
  nameHistory,
  type RegisterStatement,
  restatedOn,
} from './name-history.ts';

/** What is stored about the corporation of some rows. */
export interface StoredCompany {
  readonly known: KnownCompany | undefined;
  readonly statements: readonly RegisterStatement[];
  /** Former names with the register as their source. */
  readonly formerNames: readonly NamePeriod[];
  /** Its head office with the register as the source. */
  readonly address: StoredAddress | undefined;
}

export interface RegisterFacts {
  readonly companyId: string;
  readonly companies: CompanyRow[];
  /** All names from the register, if it has named the company; kana and English only if `current`. */
  readonly names: NameRow[];
  readonly addresses: AddressRow[];
  readonly successors: SuccessorRow[];
  /** If the rows are older than the database: since when the company is at its head office, if they change that. */
  readonly movedOn: string | null | undefined;
  /** Whether the rows show the current state; false if the database has a newer one. */
  readonly current: boolean;
}

const source = 'corporate_registry';
/** The day on which all existing corporations got their numbers. It says nothing about the corporation. */
const numbersBegan = '2015-10-05';

/**
 * The facts of one corporation from its rows in one file, and the statements to store. A full file has one row; a
 * differential file also has earlier states. Names and the day of the last move come from all statements, also those that
 * are stored, so the order of the files does not matter; all else comes from the newest row.
 * @returns null facts if there is no company yet: its number is removed, or the row of its state after the day is missing
 */
export function registerFacts(
  rows: readonly RegisterState[],
  stored: StoredCompany,
): { facts: RegisterFacts | null; statements: RegisterStatement[] } {
  const { known } = stored;
  const states = rows.toSorted(byPublication);
  const all = allStatements(states, stored);
  const latest = states.findLast(({ sequence, process }) => sequence === null && process !== removedProcess);
  const current =
    latest !== undefined && (known?.registerUpdatedOn ?? '') <= latest.updatedOn ? latest : undefined;
  const statements = newStatements(all, stored);
  const companyId = known?.companyId ?? (current && `cn_${current.corporateNumber}`);
  if (companyId === undefined) return { facts: null, statements };
  const newest = all.findLast(({ sequence }) => sequence === null);
  const removal = newest?.name === null ? newest : undefined;
  const companies = companyRows(companyId, { current, removal, states, known });
  const registerDay = companies[0]?.register_updated_on ?? known?.registerUpdatedOn ?? '';
  // An entry counts when the state after its day is known.
  const entered = all.filter(({ updatedOn }) => updatedOn <= registerDay);
  const validFrom = movedOn(entered, stored.address);
  const facts = {
    companyId,
    companies,
    names: [
      ...registerNames(companyId, entered, stored),
      ...(current === undefined ? [] : replacedName(companyId, entered, known)),
    ],
    addresses: [],
    successors: [],
    movedOn: undefined,
    current: false,
  };
  if (current === undefined) {
    const isMoved = stored.address !== undefined && stored.address.validFrom !== validFrom;
    return { facts: { ...facts, movedOn: isMoved ? validFrom : undefined }, statements };
  }
  return {
    facts: {
      ...facts,
      names: [...facts.names, ...readings(companyId, current)],
      addresses: addresses(companyId, current, validFrom),
      successors: successors(companyId, current),
      current: true,
    },
    statements,
  };
}

export function statementOf(state: RegisterState): RegisterStatement {
  const { corporateNumber, updatedOn, sequence, process, changedOn, name } = state;
  const isFirstDay = process === '11' || (process === '01' && changedOn !== null && changedOn > numbersBegan);
  const stated = { corporateNumber, updatedOn, sequence, process };
  if (process === removedProcess)
    return { ...stated, namedFrom: null, name: null, address: null, movedOn: null };
  return {
    ...stated,
    namedFrom: isFirstDay ? changedOn : null,
    name,
    address: addressOf(state),
    movedOn: process === '12' ? changedOn : null,
  };
}

/** The statement that the row of a company and its legal name are, as long as it is the only one. */
function currentStatement({ known, address }: StoredCompany): RegisterStatement[] {
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
      movedOn: process === '12' ? (address?.validFrom ?? null) : null,
    },
  ];
}

/** Stored statements and those of the rows, oldest first, each once. */
function allStatements(states: readonly RegisterState[], stored: StoredCompany): RegisterStatement[] {
  const { statements } = stored;
  const all = new Map<string, RegisterStatement>();
  const keyOf = ({ updatedOn, sequence }: RegisterStatement) => `${updatedOn} ${sequence}`;
  for (const statement of statements.length > 0 ? statements : currentStatement(stored)) {
    all.set(keyOf(statement), statement);
  }
  for (const stated of states.map(statementOf)) {
    const before = all.get(keyOf(stated));
    all.set(keyOf(stated), before === undefined ? stated : restated(before, stated));
  }
  return [...all.values()].sort(byPublication);
}

/** The same object if nothing differs. */
function restated(before: RegisterStatement, stated: RegisterStatement): RegisterStatement {
  // An older build has kept the first day that another file gave.
  const namedFrom = stated.namedFrom ?? (stated.process === '01' ? null : before.namedFrom);
  const isSame =
    before.name === stated.name &&
    before.process === stated.process &&
    before.namedFrom === namedFrom &&
    before.address === stated.address &&
    before.movedOn === stated.movedOn;
  return isSame ? before : { ...stated, namedFrom };
}

/** Nothing for a single statement that the company's own row will be. */
function newStatements(
  all: readonly RegisterStatement[],
  { statements }: StoredCompany,
): RegisterStatement[] {
  const [first, second] = all;
  if (second === undefined && first?.sequence === null && first.name !== null) return [];
  return all.filter((statement) => !statements.includes(statement));
}

function registerNames(
  companyId: string,
  statements: readonly RegisterStatement[],
  { formerNames }: StoredCompany,
): NameRow[] {
  const former = nameHistory(statements);
  const legal = former.pop();
  if (legal === undefined) return [];
  return [
    ...[...former, ...unstatedNames(formerNames, statements)].map((name) => formerRow(companyId, name)),
    { company_id: companyId, kind: 'legal', name: legal.name, valid_from: legal.validFrom, source },
  ];
}

/** Former names from files that an older build loaded, unless a statement has the name, or a whole history lacks it. */
function unstatedNames(
  formerNames: readonly NamePeriod[],
  statements: readonly RegisterStatement[],
): NamePeriod[] {
  if (formerNames.length === 0) return [];
  const whole = restatedOn(statements);
  return formerNames.filter(
    ({ name, validTo }) =>
      !(validTo !== null && whole !== null && validTo <= whole) &&
      !statements.some((statement) => statement.name !== null && isSameName(statement.name, name)),
  );
}

function formerRow(companyId: string, { name, validFrom, validTo }: NamePeriod): NameRow {
  return { company_id: companyId, kind: 'former', name, valid_from: validFrom, valid_to: validTo, source };
}

/** The new row for the legal name of another source when the register states another one. */
function replacedName(
  companyId: string,
  statements: readonly RegisterStatement[],
  known: KnownCompany | undefined,
): NameRow[] {
  const before = known?.legalName;
  if (!before || before.source === source) return [];
  if (statements.some(({ name }) => name !== null && isSameName(name, before.name))) return [];
  const row = { company_id: companyId, name: before.name, source: before.source };
  const [first] = statements;
  const renamedOn = first?.process === '11' ? first.namedFrom : undefined;
  const isSpelling = statements.some(({ name }) => name && isSpelledAlike(name, before.name));
  if (isNameBefore(before.statedOn, renamedOn) && !isSpelling)
    return [{ ...row, kind: 'former', valid_to: renamedOn }];
  return [{ ...row, kind: 'trade' }];
}

function readings(companyId: string, { kana, englishName }: RegisterState): NameRow[] {
  const stated = { company_id: companyId, source } as const;
  return [
    ...(kana === null ? [] : [{ ...stated, kind: 'kana', name: kana } as const]),
    ...(englishName === null ? [] : [{ ...stated, kind: 'english', name: englishName } as const]),
  ];
}

interface CurrentState {
  readonly current: RegisterState | undefined;
  /** The newest statement, if it removes the number. */
  readonly removal: RegisterStatement | undefined;
  readonly states: readonly RegisterState[];
  readonly known: KnownCompany | undefined;
}

/** The row of the company, if these rows change it. */
function companyRows(companyId: string, { current, removal, states, known }: CurrentState): CompanyRow[] {
  const before = current ? company(companyId, current) : known && knownCompany(known);
  if (before === undefined) return [];
  if (removal === undefined) return current ? [before] : [];
  const row = states.findLast(({ process }) => process === removedProcess);
  if (!current && (row === undefined || (known?.registerUpdatedOn ?? '') > removal.updatedOn)) return [];
  return [
    {
      ...before,
      status: 'removed',
      closed_on: row?.changedOn ?? null,
      close_cause: null,
      register_updated_on: removal.updatedOn,
      register_process: removal.process,
    },
  ];
}

function company(companyId: string, latest: RegisterState): CompanyRow {
  const struckOff = latest.process === '81';
  return {
    company_id: companyId,
    corporate_number: latest.corporateNumber,
    kind: latest.kind,
    status: struckOff ? 'removed' : statusOf(latest),
    closed_on: latest.closedOn ?? (struckOff ? latest.changedOn : null),
    close_cause: latest.closedOn === null ? null : latest.closeCause,
    hidden: latest.hidden,
    name_image_id: latest.nameImageId,
    assigned_on: latest.assignedOn,
    register_updated_on: latest.updatedOn,
    register_process: latest.process,
  };
}

function statusOf({ closedOn, closeCause }: RegisterState): CompanyRow['status'] {
  if (closedOn === null) return 'active';
  return closeCause === 'merger' ? 'merged' : 'closed';
}

/** The row of a removal is blank, so the known facts of the company stay. */
function knownCompany(known: KnownCompany): CompanyRow {
  const { companyId, corporateNumber, kind, status, hidden, nameImageId, assignedOn } = known;
  return {
    company_id: companyId,
    corporate_number: corporateNumber,
    kind,
    status,
    hidden,
    name_image_id: nameImageId,
    assigned_on: assignedOn,
  };
}

function addresses(companyId: string, latest: RegisterState, validFrom: string | null): AddressRow[] {
  const rows: AddressRow[] = [];
  if (latest.prefecture !== null && latest.prefectureCode !== null) {
    rows.push({
      company_id: companyId,
      kind: 'head_office',
      prefecture_code: latest.prefectureCode,
      prefecture: latest.prefecture,
      city_code: latest.cityCode,
      city: latest.city,
      street: latest.street,
      postal_code: latest.postalCode,
      source,
      valid_from: validFrom,
    });
  }
  if (latest.outsideJapan !== null) {
    rows.push({ company_id: companyId, kind: 'outside_japan', street: latest.outsideJapan, source });
  }
  return rows;
}

function successors(companyId: string, latest: RegisterState): SuccessorRow[] {
  const { successor, corporateNumber, closedOn } = latest;
  if (closedOn === null || successor === null || successor === corporateNumber) return [];
  const successor_corporate_number = successor;
  return [{ company_id: companyId, successor_corporate_number, effective_on: closedOn, source }];
}
