import { type Column, columns } from '../../indexers/registers/invoice/columns.ts';
import { dayBefore, isWorkday } from './weeks-calendar.ts';

/** The register of invoice issuers during the weeks: fictional statements about real corporations. */

export type Statement = Readonly<Record<Column, string>>;

export interface IssuerDays {
  /** What the Web-API announces on each day. */
  readonly published: ReadonlyMap<string, readonly Statement[]>;
  /** The corporations of the full files before the weeks. */
  readonly initial: readonly Statement[];
}

export interface Corporation {
  readonly number: string;
  readonly name: string;
  readonly address: string;
}

/** On each workday. */
const daily = { new: 40, changed: 5, expired: 2, cancelled: 8, deleted: 1 } as const;

/** @param corporations of which the last ones register during the weeks */
export function issuerDays(corporations: readonly Corporation[], days: readonly string[]): IssuerDays {
  const workdays = days.filter(isWorkday);
  const newcomers = corporations.slice(-daily.new * workdays.length);
  const registered = corporations.slice(0, -daily.new * workdays.length);
  const initial = registered.map((corporation) =>
    statement(corporation, { process: '01', registrationDate: '2023-10-01', updateDate: '2023-04-03' }),
  );
  let next = 0;
  const published = new Map<string, readonly Statement[]>();
  workdays.forEach((day, place) => {
    const some = (count: number) => {
      next += count;
      return registered.slice(next - count, next);
    };
    const since = { registrationDate: '2023-10-01', updateDate: day };
    published.set(day, [
      ...newcomers
        .slice(place * daily.new, (place + 1) * daily.new)
        .map((each) => statement(each, { process: '01', registrationDate: day, updateDate: day })),
      ...some(daily.changed).map((each) =>
        statement(each, { ...since, process: '02', tradeName: `${each.name}　インボイス` }),
      ),
      ...some(daily.expired).map((each) => statement(each, { ...since, process: '03', expireDate: day })),
      ...some(daily.cancelled).map((each) => statement(each, { ...since, process: '04', disposalDate: day })),
      ...some(daily.deleted).map((each) => statement(each, { ...since, process: '99' })),
      person(day),
    ]);
  });
  return { published, initial };
}

/** The rows of the full files after a day; earlier states have `latest` 0. Natural persons have files of their own. */
export function fullIssuers({ initial, published }: IssuerDays, day: string): Statement[] {
  const stated = [...published].flatMap(([of, rows]) =>
    of <= day ? rows.filter(({ kind }) => kind === '2') : [],
  );
  const changed = new Set(stated.map(({ registratedNumber }) => registratedNumber));
  const earlier = initial.map((row) => (changed.has(row.registratedNumber) ? { ...row, latest: '0' } : row));
  return day < dayBefore ? [] : [...earlier, ...stated];
}

/** Lines of a file; the publisher quotes texts, and its files have no header. */
export function issuerLines(rows: readonly Statement[]): string {
  const cell = (text: string) => (/^[\d-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`);
  return rows.map((row) => `${columns.map((column) => cell(row[column])).join(',')}\r\n`).join('');
}

function statement(
  { number, name, address }: Corporation,
  cells: Partial<Record<Column, string>>,
): Statement {
  const all: Partial<Record<Column, string>> = {
    sequenceNumber: '1',
    registratedNumber: `T${number}`,
    correct: '0',
    kind: '2',
    country: '1',
    latest: '1',
    address,
    name,
    ...cells,
  };
  return Object.fromEntries(columns.map((column) => [column, all[column] ?? ''])) as Statement;
}

/** Of whom the service must keep nothing. */
function person(day: string): Statement {
  const cells = {
    process: '01',
    kind: '1',
    registratedNumber: 'T8100000000009',
    registrationDate: day,
    updateDate: day,
  };
  return statement({ number: '', name: '架空　太郎', address: '' }, cells);
}
