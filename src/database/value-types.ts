import pg from 'pg';
import { DatabaseProtocolError } from './protocol-check.ts';

const { types } = pg;
const { builtins } = types;

/** How values are read, in every connection of this process. */
export function readTypes(): void {
  // A date is a day, not a moment: a Date would shift with the process's time zone.
  setParser(
    [builtins.DATE],
    (day) => day,
    (day) => /^(\d+-\d\d-\d\d( BC)?|-?infinity)$/.test(day),
  );
  // bigint and numeric: counters, versions and yen are all far below 2^53.
  setParser([builtins.INT2, builtins.INT4, builtins.INT8], Number, Number.isFinite);
  setParser([builtins.BOOL], (text) => booleans.get(text) ?? null, isSome);
  setParser([builtins.TIMESTAMPTZ, builtins.TIMESTAMP], types.getTypeParser(builtins.TIMESTAMPTZ), isSome);
  setParser([builtins.JSON, builtins.JSONB], parseJson, (value) => value !== undefined);
}

const booleans = new Map([
  ['t', true],
  ['f', false],
]);

/** What is not a value of its type was changed on the way, and must not go on as `NaN` or null. */
function setParser<Value>(
  oids: readonly number[],
  read: (text: string) => Value,
  isRight: (value: Value) => boolean,
): void {
  for (const oid of oids)
    types.setTypeParser(oid, (text: string) => {
      const value = read(text);
      if (!isRight(value)) throw new DatabaseProtocolError('a value of another type than it said');
      return value;
    });
}

function isSome(value: unknown): boolean {
  return value !== null;
}

/** @returns undefined if it is not JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
