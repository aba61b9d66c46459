import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';
import { parse } from 'csv-parse/sync';

/** Official files next to the project, with real companies. They are never copied into it. */

export const folder = path.resolve(import.meta.dirname, '../../../shared/data');
export const files = {
  edinet: 'EdinetcodeDlInfo.csv',
  jpx: 'data_j.csv',
  profiles: 'listed_profiles.jsonl',
  changes: 'diff_20260821.csv',
};
const missing = Object.values(files).filter((name) => !existsSync(path.join(folder, name)));
export const withFiles =
  missing.length === 0
    ? describe
    : (title: string, suite: () => void) =>
        describe.skip(`${title} (skipped: ../shared/data has no ${missing.join(', ')})`, suite);

export interface Listed {
  readonly code: string;
  /** The exchange's name of the security. */
  readonly name: string;
  readonly companyId: string;
  /** Whether another file than the exchange's list names the company. */
  readonly namedElsewhere: boolean;
}

/** The lines of a file, with a character for each byte, so that any encoding stays as it is. */
const linesOf = (name: string) => readFileSync(path.join(folder, name), 'latin1').split(/(?<=\n)/);

/** Codes and corporate numbers in the rows of EDINET's list. */
const filers = () => {
  const rows: string[][] = parse(linesOf(files.edinet).slice(2).join(''));
  return rows.map((cells) => ({ code: (cells[11] ?? '').replace(/0$/, ''), number: cells[12] ?? '' }));
};

/** Companies of the exchange's list with their ids, read here again so that the test does not depend on the loaders. */
export function listedCompanies(): Listed[] {
  const numbers = new Map(filers().map(({ code, number }) => [code, number]));
  const rows: string[][] = parse(readFileSync(path.join(folder, files.jpx)), { from_line: 2 });
  return rows.flatMap(([, code = '', name = '', segment = '']) => {
    const companyId = numbers.get(code) ? `cn_${numbers.get(code)}` : `tse_${code}`;
    const isCompany = !/ETF|REIT/.test(segment) && code.length === 4;
    return isCompany ? [{ code, name, companyId, namedElsewhere: numbers.has(code) }] : [];
  });
}

/** Writes the lines about the sampled companies, and one of `step` lines about no listed company. */
export function writeSample(
  target: string,
  listed: readonly Listed[],
  sampled: readonly Listed[],
  step: number,
): void {
  const known = new Set(listed.map(({ code }) => code));
  const wanted = new Set(sampled.map(({ code }) => code));
  const isKept = (code: string, row: number) => wanted.has(code) || (!known.has(code) && row % step === 0);
  const write = (name: string, headers: number, keep: (line: string, row: number) => boolean) => {
    const kept = linesOf(name).filter((line, at) => at < headers || keep(line, at - headers));
    writeFileSync(path.join(target, name), kept.join(''), 'latin1');
  };
  const inEdinet = filers();
  const numbers = new Set(inEdinet.flatMap(({ code, number }, row) => (isKept(code, row) ? [number] : [])));
  write(files.edinet, 2, (_, row) => isKept(inEdinet[row]?.code ?? '', row));
  write(files.jpx, 1, (line, row) => isKept(line.split(',')[1]?.slice(0, 4) ?? '', row));
  write(files.profiles, 0, (line) => numbers.has(JSON.parse(line).corporate_number));
}
