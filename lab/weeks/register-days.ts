import { parse } from 'csv-parse/sync';
import { addDays } from '../../src/text/days/calendar.ts';
import { daysBetween, isWorkday } from './weeks-calendar.ts';

/**
 * The register of corporate numbers during the weeks, made of real rows: registrations and closings of the full file are taken out
 * of it and published on some day, and five years of changes are published in the same order within the weeks. The first day
 * is published as it really was. Only days are moved.
 */

/** Places of the columns that are moved or compared. */
const at = {
  number: 1,
  process: 2,
  correct: 3,
  updated: 4,
  changed: 5,
  name: 6,
  prefecture: 9,
  city: 10,
  street: 11,
  closed: 18,
  cause: 19,
  successor: 20,
  changeCause: 21,
  assigned: 22,
  latest: 23,
} as const;
const columns = 30;

export interface RegisterFiles {
  /** Lines of a full file of the register. */
  readonly full: readonly string[];
  /** Differential files of some years, one after the other. */
  readonly changes: string;
  /** The differential file of the first day. */
  readonly firstDay: string;
}

export interface RegisterDays {
  /** Rows of each day's differential file. */
  readonly published: ReadonlyMap<string, readonly string[]>;
  /** The rows of the full file after a day. */
  fullFile(day: string): Iterable<string>;
  /** The state of a company after a day; undefined if it is not in the register. */
  stateAfter(day: string, number: string): RegisterState | undefined;
  /** Companies of which something was published, by what their last row says happened. */
  readonly touched: ReadonlyMap<string, string>;
}

export interface RegisterState {
  readonly name: string;
  readonly prefecture: string;
  readonly city: string;
  readonly street: string;
  readonly status: 'active' | 'closed' | 'merged' | 'removed';
  readonly closed: string | null;
  readonly successor: string | null;
}

/** How much of the full file happens during the weeks. */
const newEach = 2;
const closingEach = 2;
const revivals = 40;
const removals = 4;
const longestLag = 30;
/** A change that is older than this when it is published belongs to the company's history: its day is not moved. */
const oldLag = 60;

const head = /^\d*,(\d{13}),(\d\d),(\d),(\d{4}-\d\d-\d\d),/;

/** @param days the days of the weeks; the first is that of the real differential file */
export function registerDays(files: RegisterFiles, days: readonly string[]): RegisterDays {
  const [first = ''] = days;
  const workdays = days.slice(1).filter(isWorkday);
  /** The full file before the weeks, by corporate number. */
  const base = new Map<string, string>();
  const born: string[][] = [];
  const closing: string[][] = [];
  const reviving: string[][] = [];
  const removing: string[] = [];
  for (const line of files.full) {
    const [, number = '', process, correct, updated = ''] = head.exec(line) ?? [];
    if (number === '' || updated >= first) continue;
    base.set(number, line);
    if (process === '01' && correct === '0' && updated >= '2026-06-01') born.push(cellsOf(line));
    else if (process === '21' && updated >= '2026-01-01') closing.push(cellsOf(line));
    else if (process === '22') reviving.push(cellsOf(line));
    else if (process === '12' && removing.length < removals) removing.push(number);
  }

  /** What is published, by day: the rows of one company, oldest first. */
  const entries = new Map<string, string[][][]>(days.map((day) => [day, []]));
  const publish = (day: string, rows: string[][]) => entries.get(day)?.push(rows);

  const real = groupsOf(rowsOf(files.firstDay));
  for (const [number, rows] of real) {
    base.delete(number);
    publish(first, rows);
  }

  const changes = groupsOf(rowsOf(files.changes));
  const later: { number: string; rows: string[][] }[] = [];
  const happened = new Map<string, Map<string, string>>();
  const daysOfCompany = (number: string) => {
    const known = happened.get(number) ?? new Map<string, string>();
    happened.set(number, known);
    return known;
  };
  const noteDay = (number: string, day: string) => daysOfCompany(number).set(day, day);
  for (const [number, rows] of changes) {
    const groups = groupsOf(rows, at.updated);
    const known = [...groups].filter(([updated]) => updated < first).map(([, group]) => group);
    const isReal = real.has(number);
    const begin = isReal ? known.at(-1) : known[0];
    // Without an earlier state, the last one is in the full file already.
    if (begin === undefined || (!isReal && known.length < 2)) continue;
    base.set(number, lineOf(begin.at(-1) ?? []));
    for (const cells of begin)
      for (const stated of [cells[at.changed] ?? '', cells[at.closed] ?? '']) noteDay(number, stated);
    if (!isReal) later.push(...known.slice(1).map((group) => ({ number, rows: group })));
  }
  later.sort((one, other) =>
    (one.rows[0]?.[at.updated] ?? '') < (other.rows[0]?.[at.updated] ?? '') ? -1 : 1,
  );
  /** The last day on which something of a company was published. */
  const last = new Map<string, string>();
  later.forEach(({ number, rows }, place) => {
    const wanted = workdays[Math.floor((place * workdays.length) / later.length)] ?? '';
    const before = last.get(number) ?? '';
    const day = wanted > before ? wanted : workdays.find((each) => each > before);
    // A company whose changes do not fit into the weeks keeps the state that did.
    if (day === undefined) return;
    last.set(number, day);
    publish(day, moved(rows, day, before, daysOfCompany(number)));
  });

  const untouched = (cells: readonly string[]) => !changes.has(cells[at.number] ?? '');
  spread(
    born.filter(untouched).filter((_, place) => place % newEach === 0),
    workdays,
    (cells, day) => {
      base.delete(cells[at.number] ?? '');
      const registered = addDays(day, -lagOf(cells));
      publish(day, [withCells(cells, { updated: day, changed: registered, assigned: registered })]);
    },
  );
  spread(
    closing.filter(untouched).filter((_, place) => place % closingEach === 0),
    workdays,
    (cells, day) => {
      base.set(cells[at.number] ?? '', lineOf(openState(cells)));
      const closed = addDays(day, -lagOf(cells));
      publish(day, [withCells(cells, { updated: day, changed: closed, closed })]);
    },
  );
  spread(reviving.filter(untouched).slice(0, revivals), workdays, (cells, day) => {
    const closed = {
      process: '21',
      updated: '2026-06-10',
      changed: '2026-06-01',
      closed: '2026-06-01',
      cause: '21',
    };
    base.set(cells[at.number] ?? '', lineOf(withCells(cells, closed)));
    publish(day, [withCells(cells, { updated: day, changed: addDays(day, -lagOf(cells)) })]);
  });
  spread(
    removing.filter((number) => !changes.has(number)),
    workdays,
    (number, day) => {
      const cells = Array.from({ length: columns }, () => '');
      publish(day, [withCells(cells, { number, process: '99', updated: day })]);
    },
  );
  return daysFrom(base, entries);
}

function daysFrom(
  base: ReadonlyMap<string, string>,
  entries: ReadonlyMap<string, readonly string[][][]>,
): RegisterDays {
  const published = new Map<string, readonly string[]>();
  /** The states after each day, of companies that changed on it. */
  const states = new Map<string, Map<string, string>>();
  const touched = new Map<string, string>();
  for (const [day, groups] of entries) {
    const rows = groups.flat();
    published.set(
      day,
      rows.map((cells, place) => lineOf([String(place + 1), ...cells.slice(1)])),
    );
    const ofDay = new Map<string, string>();
    for (const cells of rows) {
      if (cells[at.latest] === '0') continue;
      ofDay.set(cells[at.number] ?? '', lineOf(cells));
      touched.set(cells[at.number] ?? '', cells[at.process] ?? '');
    }
    states.set(day, ofDay);
  }
  const lineAfter = (day: string, number: string) => {
    let line = base.get(number);
    for (const [changed, ofDay] of states) if (changed <= day) line = ofDay.get(number) ?? line;
    return line;
  };
  return {
    published,
    touched,
    *fullFile(day) {
      const lines = new Map(base);
      for (const [changed, ofDay] of states)
        if (changed <= day) for (const [number, line] of ofDay) lines.set(number, line);
      yield* lines.values();
    },
    stateAfter(day, number) {
      const line = lineAfter(day, number);
      return line === undefined ? undefined : registerState(line);
    },
  };
}

function readStatus(process: string, closed: string, cause: string): RegisterState['status'] {
  if (['81', '99'].includes(process)) return 'removed';
  if (closed === '') return 'active';
  return cause === '11' ? 'merged' : 'closed';
}

/** What a line of the full file says about a company. */
export function registerState(line: string): RegisterState & { readonly number: string } {
  const cells = cellsOf(line);
  const cell = (column: keyof typeof at) => cells[at[column]] ?? '';
  return {
    number: cell('number'),
    name: cell('name'),
    prefecture: cell('prefecture'),
    city: cell('city'),
    street: cell('street'),
    status: readStatus(cell('process'), cell('closed'), cell('cause')),
    closed: cell('closed') || null,
    successor: cell('successor') || null,
  };
}

/**
 * Rows as they would be published on a day, after the previous ones of the company.
 * @param known days of the company's changes, as they are in the weeks, by the real ones: what is restated later has the same day
 */
function moved(
  rows: readonly string[][],
  day: string,
  before: string,
  known: Map<string, string>,
): string[][] {
  return rows.map((cells) => {
    const updated = cells[at.updated] ?? '';
    const move = (column: 'changed' | 'closed') => {
      const stated = cells[at[column]] ?? '';
      if (stated === '') return '';
      const lag = daysBetween(stated, updated);
      const happened = lag > oldLag ? stated : addDays(day, -Math.max(0, lag));
      // What is published later also happened later.
      const placed = known.get(stated) ?? (lag > oldLag || happened > before ? happened : before);
      known.set(stated, placed);
      return placed;
    };
    return withCells(cells, { updated: day, changed: move('changed'), closed: move('closed') });
  });
}

/** The state of a company that has closed, before it did. */
function openState(cells: readonly string[]): string[] {
  const assigned = cells[at.assigned] || '2015-10-05';
  const none = { closed: '', cause: '', successor: '', changeCause: '' };
  const updated = assigned > '2015-11-13' ? assigned : '2015-11-13';
  return withCells(cells, { process: '01', correct: '0', updated, changed: assigned, ...none });
}

/** Days between a change and its publication. */
function lagOf(cells: readonly string[]): number {
  const lag = daysBetween(cells[at.changed] || '2015-10-05', cells[at.updated] ?? '');
  return Math.min(Math.max(lag, 0), longestLag);
}

function spread<Item>(
  items: readonly Item[],
  days: readonly string[],
  place: (item: Item, day: string) => void,
): void {
  items.forEach((item, index) => {
    const day = days[index % days.length];
    if (day !== undefined) place(item, day);
  });
}

function rowsOf(file: string): string[][] {
  return parse(file, { relax_column_count: true, skip_empty_lines: true });
}

function groupsOf(rows: readonly string[][], column: number = at.number): Map<string, string[][]> {
  const groups = new Map<string, string[][]>();
  for (const cells of rows) {
    const key = cells[column] ?? '';
    groups.set(key, [...(groups.get(key) ?? []), cells]);
  }
  return groups;
}

function withCells(cells: readonly string[], changed: Partial<Record<keyof typeof at, string>>): string[] {
  const all = [...cells];
  for (const [column, value] of Object.entries(changed)) all[at[column as keyof typeof at]] = value;
  return all;
}

function cellsOf(line: string): string[] {
  return rowsOf(line)[0] ?? [];
}

/** The publisher quotes texts. */
function lineOf(cells: readonly string[]): string {
  return cells.map((cell) => (/^[\d-]*$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`)).join(',');
}
