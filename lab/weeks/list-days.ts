import { isWorkday, weekdayOf } from './weeks-calendar.ts';

/**
 * The list of EDINET codes and the exchange's list during the weeks: the real lists, from which some rows are held back at first and
 * others are left out later. Every character of the files is a byte, so their encoding stays as it is.
 */

export interface ListDays {
  /** The lists by the day that they state; the first one is loaded before the weeks. */
  readonly codes: ReadonlyMap<string, Buffer>;
  readonly exchange: ReadonlyMap<string, Buffer>;
}

export interface ListedFiler {
  readonly edinetCode: string;
  readonly securitiesCode: string;
  readonly number: string;
  /** Its name, in UTF-8. */
  readonly name: string;
}

/** In each new list. */
const added = 3;
const removed = 2;
const changed = 5;

/** @param lastBefore the day of the lists before the weeks */
export function listDays(
  files: { readonly codes: Buffer; readonly exchange: Buffer },
  lastBefore: string,
  days: readonly string[],
): ListDays {
  // EDINET's list changes twice a week here, the exchange's once.
  const ofCodes = days.filter((day) => isWorkday(day) && [2, 5].includes(weekdayOf(day)));
  const ofExchange = days.filter((day) => weekdayOf(day) === 1);
  return {
    codes: changingList(codeLines(files.codes), [lastBefore, ...ofCodes]),
    exchange: changingList(exchangeLines(files.exchange), [lastBefore, ...ofExchange]),
  };
}

interface Lines {
  readonly rows: readonly string[];
  /** Whether the row may come later or go. */
  mayMove(row: string): boolean;
  change(row: string): string;
  file(day: string, rows: readonly string[]): string;
}

function changingList({ rows, mayMove, change, file }: Lines, days: readonly string[]): Map<string, Buffer> {
  const movable = rows.filter(mayMove);
  const lists = days.length - 1;
  // From all over the list.
  const step = Math.floor(movable.length / (lists * (added + removed + changed) + 1));
  const chosen = movable.filter((_, place) => place % step === step - 1);
  const coming = chosen.slice(0, lists * added);
  const going = chosen.slice(lists * added, lists * (added + removed));
  const changing = chosen.slice(lists * (added + removed), lists * (added + removed + changed));
  return new Map(
    days.map((day, place) => {
      const absent = new Set([...coming.slice(place * added), ...going.slice(0, place * removed)]);
      const altered = new Set(changing.slice(0, place * changed));
      const now = rows.filter((row) => !absent.has(row)).map((row) => (altered.has(row) ? change(row) : row));
      return [day, Buffer.from(file(day, now), 'latin1')];
    }),
  );
}

function codeLines(list: Buffer): Lines {
  const [note = '', header = '', ...rows] = linesOf(list);
  return {
    rows,
    // Those with a securities code move with the exchange's list.
    mayMove: (row) => /,"","\d{13}"\s*$/.test(row),
    // The capital, in millions of yen.
    change: (row) =>
      row.replace(
        /^((?:"[^"]*",){4})"(\d*)"/,
        (_, before: string, capital: string) => `${before}"${Number(capital) + 1}"`,
      ),
    file(day, now) {
      const [year, month, date] = day.split('-').map(Number);
      const stated = note
        .replace(
          /\d{4}(..)\d{1,2}(..)\d{1,2}/s,
          (_, ofYear, ofMonth) => `${year}${ofYear}${month}${ofMonth}${date}`,
        )
        .replace(/\d+(..\r?\n)$/s, (_, end) => `${now.length}${end}`);
      return [stated, header, ...now].join('');
    },
  };
}

function exchangeLines(list: Buffer): Lines {
  const [header = '', ...rows] = linesOf(list);
  const standard = bytes('スタンダード（内国株式）');
  const growth = bytes('グロース（内国株式）');
  return {
    rows,
    mayMove: (row) => row.includes(standard),
    change: (row) => row.replace(standard, growth),
    file: (day, now) =>
      [header, ...now.map((row) => row.replace(/^\d{8}/, day.replaceAll('-', '')))].join(''),
  };
}

/** The filers with a corporate number. */
export function filersOf(list: Buffer): ListedFiler[] {
  const [, , ...rows] = new TextDecoder('shift_jis').decode(list).split(/\r?\n/);
  return rows.flatMap((row) => {
    const cells = row.split('","').map((cell) => cell.replaceAll('"', ''));
    const [edinetCode = '', , , , , , name = ''] = cells;
    const [securitiesCode = '', number = ''] = cells.slice(-2);
    return /^E\d{5}$/.test(edinetCode) && /^\d{13}$/.test(number)
      ? [{ edinetCode, securitiesCode, number, name }]
      : [];
  });
}

function linesOf(file: Buffer): string[] {
  return file
    .toString('latin1')
    .split(/(?<=\n)/)
    .filter((line) => line.trim() !== '');
}

function bytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
