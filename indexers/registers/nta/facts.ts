import type { AddressRow, CompanyRow, NameRow, SuccessorRow } from '../../facts/index.ts';
import type { KnownCompany } from '../../loading/joining/known-companies.ts';
import { type RegisterState, removedProcess } from './columns.ts';
import { findMoveDay } from './moves.ts';
import { compareByPublication, type RegisterStatement } from './name-history.ts';
import { buildNames, buildReadings, buildReplacedName, findFirstRename } from './register-names.ts';
import { mergeStatements, pickNewStatements, type StoredCompany } from './register-statements.ts';

export interface RegisterFacts {
  readonly companyId: string;
  readonly companies: CompanyRow[];
  /** All names from the register, if it has named the company; kana and English only if `current`. */
  readonly names: NameRow[];
  /** The day of the first change of name, if the statements begin with one (`isNameBefore`). */
  readonly renamedOn: string | null | undefined;
  readonly addresses: AddressRow[];
  readonly successors: SuccessorRow[];
  /** If the rows are older than the database: since when the company is at its head office, if they change that. */
  readonly movedOn: string | null | undefined;
  /** Whether the rows show the current state; false if the database has a newer one. */
  readonly current: boolean;
}

const source = 'corporate_registry';
/**
 * The facts of one corporation from its rows in one file, and the statements to store. A full file has one row; a
 * differential file also has earlier states. Names and the day of the last move come from all statements, also those that
 * are stored, so the order of the files does not matter; all else comes from the newest row.
 * @returns null facts if there is no company yet: its number is removed, or the row of its state after the day is missing
 */
export function buildRegisterFacts(
  rows: readonly RegisterState[],
  stored: StoredCompany,
): { facts: RegisterFacts | null; statements: RegisterStatement[] } {
  const { known } = stored;
  const states = rows.toSorted(compareByPublication);
  const all = mergeStatements(states, stored);
  const current = states.findLast(
    ({ sequence, process, updatedOn }) =>
      sequence === null && process !== removedProcess && updatedOn >= (known?.registerUpdatedOn ?? ''),
  );
  const statements = pickNewStatements(all, stored);
  const companyId = known?.companyId ?? (current && `cn_${current.corporateNumber}`);
  if (companyId === undefined) return { facts: null, statements };
  const newest = all.findLast(({ sequence }) => sequence === null);
  const companies = buildCompanyRows(companyId, { current, newest, states, known });
  const registerDay = companies[0]?.register_updated_on ?? known?.registerUpdatedOn ?? '';
  // An entry counts when the state after its day is known.
  const entered = all.filter(({ updatedOn }) => updatedOn <= registerDay);
  const validFrom = findMoveDay(entered, stored.address);
  const facts = {
    companyId,
    companies,
    names: [
      ...buildNames(companyId, entered, stored),
      ...((current && buildReplacedName(companyId, entered, known)) ?? []),
    ],
    renamedOn: findFirstRename(entered),
    addresses: [],
    successors: [],
    movedOn: undefined,
    current: false,
  };
  if (current === undefined) {
    const isMoved = stored.address !== undefined && stored.address.validFrom !== validFrom;
    return { facts: { ...facts, ...(isMoved && { movedOn: validFrom }) }, statements };
  }
  return {
    facts: {
      ...facts,
      names: [...facts.names, ...buildReadings(companyId, current)],
      addresses: buildAddressRows(companyId, current, validFrom),
      successors: buildSuccessorRows(companyId, current),
      current: true,
    },
    statements,
  };
}

interface CurrentState {
  readonly current: RegisterState | undefined;
  /** The newest statement. Without a name, it removes the number. */
  readonly newest: RegisterStatement | undefined;
  readonly states: readonly RegisterState[];
  readonly known: KnownCompany | undefined;
}

/** The row of the company, if these rows change it. */
function buildCompanyRows(companyId: string, { current, newest, states, known }: CurrentState): CompanyRow[] {
  const before = (current && toCompanyRow(companyId, current)) ?? (known && toKnownRow(known));
  if (before === undefined) return [];
  if (newest?.name !== null) {
    if (current) return [before];
    return [];
  }
  const row = states.findLast(({ process }) => process === removedProcess);
  if (!current && (row === undefined || (known?.registerUpdatedOn ?? '') > newest.updatedOn)) return [];
  return [
    {
      ...before,
      status: 'removed',
      closed_on: row?.changedOn ?? null,
      close_cause: null,
      register_updated_on: newest.updatedOn,
      register_process: newest.process,
    },
  ];
}

function toCompanyRow(companyId: string, latest: RegisterState): CompanyRow {
  return {
    company_id: companyId,
    corporate_number: latest.corporateNumber,
    kind: latest.kind,
    status: findStatus(latest),
    closed_on: latest.closedOn ?? (latest.process === struckOff ? latest.changedOn : null),
    close_cause: latest.closedOn === null ? null : latest.closeCause,
    hidden: latest.hidden,
    name_image_id: latest.nameImageId,
    assigned_on: latest.assignedOn,
    register_updated_on: latest.updatedOn,
    register_process: latest.process,
  };
}

/** The corporation was struck off the register. */
const struckOff = '81';

function findStatus({ process, closedOn, closeCause }: RegisterState): CompanyRow['status'] {
  if (process === struckOff) return 'removed';
  if (closedOn === null) return 'active';
  if (closeCause === 'merger') return 'merged';
  return 'closed';
}

/** The row of a removal is blank, so the known facts of the company stay. */
function toKnownRow(known: KnownCompany): CompanyRow {
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

function buildAddressRows(companyId: string, latest: RegisterState, validFrom: string | null): AddressRow[] {
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

function buildSuccessorRows(companyId: string, latest: RegisterState): SuccessorRow[] {
  const { successor, corporateNumber, closedOn } = latest;
  if (closedOn === null || successor === null || successor === corporateNumber) return [];
  const successor_corporate_number = successor;
  return [{ company_id: companyId, successor_corporate_number, effective_on: closedOn, source }];
}
