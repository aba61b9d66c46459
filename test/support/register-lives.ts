import fc from 'fast-check';
import type { RegisterCells } from '../indexers/registers/nta/samples.ts';

/** Lives of fictional corporations, as the register publishes them in full and differential files. */

/** A row with its day and its place among the rows of that day. */
export interface PublishedRow {
  readonly cells: RegisterCells;
  readonly sequence: number;
}

/** A name and its days; null is unknown. */
export interface TrueName {
  readonly name: string;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
}

export interface RegisterLife {
  /** The rows of each entry in differential files, oldest first. */
  readonly entries: readonly (readonly RegisterCells[])[];
  /** The names that the rows state, oldest first. */
  readonly names: readonly TrueName[];
}

const pool = ['甲株式会社', '甲合同会社', '株式会社甲', '乙ＡＢＣ株式会社', '丙‐Ｘ株式会社'] as const;
/** Other spellings of the names in the pool. */
const respelled: Readonly<Record<string, string>> = {
  乙ＡＢＣ株式会社: '乙ABC株式会社',
  '丙‐Ｘ株式会社': '丙－Ｘ株式会社',
};

const event = fc.record({
  what: fc.constantFrom('rename', 'flip', 'move', 'moveAndRename', 'respell', 'restate', 'error', 'close'),
  name: fc.integer({ min: 0, max: pool.length - 2 }),
  gap: fc.integer({ min: 1, max: 300 }),
  lag: fc.integer({ min: 0, max: 20 }),
});

/** The day that is so many days after numbers began. */
function dayAfter(days: number): string {
  return new Date(Date.UTC(2015, 9, 5 + days)).toISOString().slice(0, 10);
}

export function registerLife(number: number): fc.Arbitrary<RegisterLife> {
  return fc
    .record({ old: fc.boolean(), events: fc.array(event, { maxLength: 8 }) })
    .map(({ old, events }) => {
      let day = old ? 0 : 1;
      let published = day;
      let name: string = pool[0];
      let moves = 0;
      const street = () => `架空町${moves}番地`;
      const history: RegisterCells[] = [];
      const entries: RegisterCells[][] = [];
      const publish = (rows: readonly RegisterCells[], lag: number) => {
        published = Math.max(published + 1, day + lag);
        const updated = dayAfter(published);
        entries.push(
          rows.map((row, at) => ({ ...row, updated, latest: at === rows.length - 1 ? '1' : '0' })),
        );
      };
      const happened = (process: string, called = name): RegisterCells => {
        name = called;
        if (process === '12') moves += 1;
        const row = { number, name, process, changed: dayAfter(day), street: street() };
        history.push(row);
        return row;
      };
      /** A name of the pool other than the one that it has. */
      const another = (at: number) => {
        const others = pool.filter((each) => each !== name && respelled[each] !== name);
        return others[at % others.length] ?? pool[0];
      };
      publish([happened('01')], 3);
      for (const { what, name: at, gap, lag } of events) {
        day += gap;
        if (what === 'rename') publish([happened('11', another(at))], lag);
        if (what === 'flip') publish([happened('11', another(at)), happened('11', another(at + 1))], lag);
        if (what === 'move') publish([happened('12')], lag);
        if (what === 'moveAndRename') publish([happened('12'), happened('11', another(at))], lag);
        if (what === 'respell') publish([happened('12', respelled[name] ?? name)], lag);
        if (what === 'close') publish([happened('21')], lag);
        if (what === 'restate') publish(history, lag);
        if (what === 'error') {
          publish(
            [{ number, name: another(at), process: '11', changed: dayAfter(day), street: street() }],
            lag,
          );
          publish(history, lag);
        }
      }
      return { entries, names: namesIn(history) };
    });
}

function namesIn(history: readonly RegisterCells[]): TrueName[] {
  const names: { name: string; valid_from: string | null; valid_to: string | null }[] = [];
  for (const { name, process, changed = '' } of history) {
    const last = names.at(-1);
    if (last !== undefined && process !== '11') {
      last.name = name;
      continue;
    }
    if (last !== undefined) last.valid_to = changed;
    names.push({ name, valid_from: changed === '2015-10-05' ? null : changed, valid_to: null });
  }
  return names;
}

/** The rows of all lives in the order of publication, with the places that a day's file gives them. */
export function differentialRows(lives: readonly RegisterLife[]): PublishedRow[] {
  const entries = lives.flatMap((life) => life.entries);
  const byDay = entries.toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1));
  return byDay.flat().map((cells, at) => ({ cells, sequence: at + 1 }));
}

/** The rows of the full file of a day: the state of every corporation that was registered by then. */
export function fullRows(lives: readonly RegisterLife[], day: string): PublishedRow[] {
  const rows = lives.flatMap(({ entries }) => entries.findLast((entry) => dayOf(entry) <= day)?.at(-1) ?? []);
  return rows.map((cells, at) => ({ cells, sequence: at + 1 }));
}

function dayOf(entry: readonly RegisterCells[]): string {
  return entry[0]?.updated ?? '';
}
