import { exactKey } from '../../../src/text/names.ts';
import type { AddressRow, CompanyRow, NameRow, SuccessorRow } from '../../facts/index.ts';
import type { KnownCompany } from '../../loading/known-companies.ts';
import type { Rejection } from '../../loading/loader.ts';
import type { RegisterState } from './columns.ts';

/** The facts in the rows of one corporation, compared with what is known about it. */
export interface RegisterFacts {
  readonly companyId: string;
  readonly companies: CompanyRow[];
  readonly names: NameRow[];
  readonly addresses: AddressRow[];
  readonly successors: SuccessorRow[];
  /** Whether the rows show the current state; false if the database has a newer one. */
  readonly current: boolean;
}

const source = 'corporate_registry';
/** The day on which all existing corporations got their numbers. It says nothing about the corporation. */
const numbersBegan = '2015-10-05';

/**
 * The facts of one corporation from its rows in one file, oldest first. A full file has one row; a differential file also
 * has earlier states, from which former names and their days come.
 *
 * A state that is older than the one in the database changes only former names, because history does not become outdated.
 * @returns null if there is nothing to keep: a removed number that is not known
 */
export function registerFacts(
  states: readonly RegisterState[],
  known: KnownCompany | undefined,
): RegisterFacts | Rejection | null {
  const latest = states.findLast((state) => state.latest);
  if (latest === undefined) return { reason: 'the row of its current state (latest = 1) is missing' };
  const isRemoval = latest.process === '99';
  if (isRemoval && known === undefined) return null;
  const companyId = known?.companyId ?? `cn_${latest.corporateNumber}`;
  const current = (known?.registerUpdatedOn ?? '') <= latest.updatedOn;
  const named = states.filter(({ name }) => name !== '');
  const history = nameHistory(named, known);
  const formerNames = history.former.map((former) => formerRow(companyId, former));
  const facts = {
    companyId,
    companies: [],
    names: formerNames,
    addresses: [],
    successors: [],
    current: false,
  };
  if (!current) return facts;
  if (isRemoval && known !== undefined) return { ...facts, companies: [removedCompany(known, latest)] };
  return {
    companyId,
    companies: [company(companyId, latest)],
    names: [
      ...formerNames,
      ...replacedName(companyId, named, known),
      ...currentNames(companyId, latest, history),
    ],
    addresses: addresses(companyId, states, latest),
    successors: successors(companyId, latest),
    current,
  };
}

interface NameTime {
  readonly name: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

interface NameHistory {
  readonly former: readonly NameTime[];
  /** First day of the current name, if the rows show it. */
  readonly currentFrom: string | null;
}

/** When each name was valid. A state whose name differs only in writing corrects the previous name. */
function nameHistory(states: readonly RegisterState[], known: KnownCompany | undefined): NameHistory {
  const former: NameTime[] = [];
  let name = '';
  let validFrom: string | null = null;
  for (const state of states) {
    if (name === '') {
      validFrom = firstDayOfName(state) ?? knownFirstDay(state, known);
    } else if (!isSameName(state.name, name)) {
      former.push(nameTime(name, validFrom, state.changedOn));
      validFrom = state.changedOn;
    }
    name = state.name;
  }
  return { former, currentFrom: validFrom };
}

/** The same, apart from writing: width, spaces, case. */
function isSameName(one: string, other: string): boolean {
  return one === other || exactKey(one) === exactKey(other);
}

function firstDayOfName({ process, changedOn }: RegisterState): string | null {
  if (process === '11') return changedOn;
  return process === '01' && changedOn !== null && changedOn > numbersBegan ? changedOn : null;
}

function knownFirstDay(state: RegisterState, known: KnownCompany | undefined): string | null {
  const legal = known?.legalName;
  return legal && isSameName(legal.name, state.name) ? legal.validFrom : null;
}

/** Corrections can put days out of order. An impossible first day becomes null. */
function nameTime(name: string, validFrom: string | null, validTo: string | null): NameTime {
  const isPossible = validFrom === null || validTo === null || validFrom <= validTo;
  return { name, validFrom: isPossible ? validFrom : null, validTo };
}

function formerRow(companyId: string, { name, validFrom, validTo }: NameTime): NameRow {
  return { company_id: companyId, kind: 'former', name, valid_from: validFrom, valid_to: validTo, source };
}

/** The new row for the legal name in the database when the register states another. */
function replacedName(
  companyId: string,
  states: readonly RegisterState[],
  known: KnownCompany | undefined,
): NameRow[] {
  const before = known?.legalName;
  if (!before) return [];
  if (states.some(({ name }) => isSameName(name, before.name))) return [];
  const renamedOn = states.find(({ process }) => process === '11')?.changedOn ?? null;
  if (before.source !== source && renamedOn === null) {
    return [
      { ...formerRow(companyId, nameTime(before.name, null, null)), kind: 'trade', source: before.source },
    ];
  }
  // The rows show the whole history without this name, so the name was an error.
  if (states[0]?.process === '01') return [];
  return [formerRow(companyId, nameTime(before.name, before.validFrom, renamedOn))];
}

function currentNames(companyId: string, latest: RegisterState, { currentFrom }: NameHistory): NameRow[] {
  const stated = { company_id: companyId, source } as const;
  const names: NameRow[] = [{ ...stated, kind: 'legal', name: latest.name, valid_from: currentFrom }];
  if (latest.kana !== null) names.push({ ...stated, kind: 'kana', name: latest.kana });
  if (latest.englishName !== null) names.push({ ...stated, kind: 'english', name: latest.englishName });
  return names;
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
  };
}

function statusOf({ closedOn, closeCause }: RegisterState): CompanyRow['status'] {
  if (closedOn === null) return 'active';
  return closeCause === 'merger' ? 'merged' : 'closed';
}

/** The row of a removal is blank, so the known facts of the company stay. */
function removedCompany(known: KnownCompany, latest: RegisterState): CompanyRow {
  return {
    company_id: known.companyId,
    corporate_number: latest.corporateNumber,
    kind: known.kind,
    status: 'removed',
    closed_on: latest.changedOn,
    hidden: known.hidden,
    name_image_id: known.nameImageId,
    assigned_on: known.assignedOn,
    register_updated_on: latest.updatedOn,
  };
}

function addresses(companyId: string, states: readonly RegisterState[], latest: RegisterState): AddressRow[] {
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
      valid_from: movedOn(states, latest),
    });
  }
  if (latest.outsideJapan !== null) {
    rows.push({ company_id: companyId, kind: 'outside_japan', street: latest.outsideJapan, source });
  }
  return rows;
}

/** The day of the last move, if the rows show it: the first of the last rows that have the current address. */
function movedOn(states: readonly RegisterState[], latest: RegisterState): string | null {
  const isHere = ({ prefecture, city, street }: RegisterState) =>
    prefecture === latest.prefecture && city === latest.city && street === latest.street;
  const firstHere = states[states.findLastIndex((state) => !isHere(state)) + 1];
  return firstHere?.process === '12' ? firstHere.changedOn : null;
}

function successors(companyId: string, latest: RegisterState): SuccessorRow[] {
  const { successor, corporateNumber, closedOn } = latest;
  if (closedOn === null || successor === null || successor === corporateNumber) return [];
  const successor_corporate_number = successor;
  return [{ company_id: companyId, successor_corporate_number, effective_on: closedOn, source }];
}
