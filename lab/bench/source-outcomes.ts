import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { stringify } from 'csv-stringify';
import { stringify as stringifySync } from 'csv-stringify/sync';
import encoding from 'encoding-japanese';
import type { Schema } from '../../client/index.ts';
import { computeCheckDigit } from '../../src/text/identifiers/corporate-number.ts';
import { toExactKey } from '../../src/text/names/names.ts';
import { Caller, type Imported } from './caller.ts';

/**
 * Measures how well real rows resolve: 10,000 rows with the noise of real lists, against a database without a fifth of the
 * companies, to see that a missing company is not mistaken for its namesake.
 *
 * `leave-out --data <folder> --out <folder>` writes the publishers' files without that fifth. Load and index these.
 * `measure --data <folder> --url <service> --key <api key>` sends the rows through import, map, resolve, review and
 * select, and prints the table.
 */

const registerFile = '00_zenkoku_sample.csv.gz';
const filersFile = 'EdinetcodeDlInfo.csv';
const listFile = 'data_j.csv';
const changesFile = 'diff_20260821.csv';

function isLeftOut(corporateNumber: string): boolean {
  const hash = createHash('sha256').update(`leave-out ${corporateNumber}`).digest();
  return hash.readUInt32BE(0) % 5 === 0;
}

/** Columns of the register's file that are used here, by position. */
const register = { number: 1, name: 6, prefecture: 9, city: 10, street: 11, closed: 18, latest: 23 } as const;
const filers = { name: 6, code: 11, number: 12 } as const;

function registerRows(folder: string): AsyncIterable<string[]> {
  return createReadStream(path.join(folder, registerFile)).pipe(createGunzip()).pipe(parse());
}

async function* loadedRows(folder: string): AsyncGenerator<string[]> {
  for await (const row of registerRows(folder)) if (!isLeftOut(row[register.number] ?? '')) yield row;
}

async function leaveOut(folder: string, out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  await pipeline(
    Readable.from(loadedRows(folder)),
    stringify({ quoted: true }),
    createGzip(),
    createWriteStream(path.join(out, registerFile)),
  );
  const missingCodes = new Set<string>();
  const [note = '', ...table] = readCp932(path.join(folder, filersFile)).split('\r\n');
  const rows: string[][] = parseSync(table.join('\r\n'));
  const filed = rows.filter((row) => {
    const left = isLeftOut(row[filers.number] ?? '');
    if (left && row[filers.code]) missingCodes.add((row[filers.code] ?? '').slice(0, 4));
    return !left;
  });
  const filedText = stringifySync(filed, { record_delimiter: 'windows' });
  writeCp932(path.join(out, filersFile), `${note}\r\n${filedText}`);
  const listed: string[][] = parseSync(readFileSync(path.join(folder, listFile), 'utf8'));
  const stays = listed.filter(([, code = '']) => !missingCodes.has(code));
  writeFileSync(path.join(out, listFile), stringifySync(stays));
  const changes: string[][] = parseSync(readCp932(path.join(folder, changesFile)));
  const changed = changes.filter((row) => !isLeftOut(row[register.number] ?? ''));
  writeCp932(path.join(out, changesFile), stringifySync(changed, { quoted: true }));
}

function readCp932(file: string): string {
  return encoding.convert(readFileSync(file), { from: 'SJIS', to: 'UNICODE', type: 'string' });
}

function writeCp932(file: string, text: string): void {
  const bytes = encoding.convert(encoding.stringToCode(text), { from: 'UNICODE', to: 'SJIS' });
  writeFileSync(file, Buffer.from(bytes));
}

interface Company {
  readonly number: string;
  readonly name: string;
  /** Its name before the last change. */
  readonly formerName: string | null;
  readonly prefecture: string;
  readonly city: string;
  readonly street: string;
  readonly code: string | null;
}

interface NoisyRow {
  readonly truth: Company;
  readonly cells: Readonly<Record<(typeof headers)[number], string>>;
  /** What a careful person would expect for the row: the company is loaded, and the row names exactly this company. */
  readonly unambiguous: boolean;
  readonly invalid: boolean;
}

const headers = ['取引先名', '法人番号', '証券コード', '本社所在地'] as const;

/** A number in 0..1 that depends only on the seed and the row. */
function randomOf(seed: string): () => number {
  let draw = 0;
  return () => {
    draw += 1;
    return createHash('sha256').update(`${seed} ${draw}`).digest().readUInt32BE(0) / 2 ** 32;
  };
}

async function readCompanies(folder: string): Promise<Company[]> {
  const companies = new Map<string, Company>();
  for await (const row of registerRows(folder)) addCompany(companies, row, null);
  const changes: string[][] = parseSync(readCp932(path.join(folder, changesFile)));
  const before = changes.filter((row) => row[register.latest] === '0');
  const formerNames = new Map(before.map((row) => [row[register.number] ?? '', row[register.name] ?? '']));
  for (const row of changes) {
    const former = formerNames.get(row[register.number] ?? '');
    const renamed = former !== undefined && former !== row[register.name];
    if (row[register.latest] === '1') addCompany(companies, row, renamed ? former : null);
  }
  const [, ...table] = readCp932(path.join(folder, filersFile)).split('\r\n');
  for (const row of parseSync(table.join('\r\n')) as string[][]) {
    const number = row[filers.number] ?? '';
    const code = (row[filers.code] ?? '').slice(0, 4);
    const known = companies.get(number);
    if (code && known) companies.set(number, { ...known, code });
  }
  return [...companies.values()];
}

function addCompany(
  companies: Map<string, Company>,
  row: readonly string[],
  formerName: string | null,
): void {
  const cell = (name: keyof typeof register) => row[register[name]] ?? '';
  const [number, name] = [cell('number'), cell('name')];
  companies.delete(number);
  if (cell('closed') || !name) return;
  const address = { prefecture: cell('prefecture'), city: cell('city'), street: cell('street') };
  companies.set(number, { number, name, formerName, ...address, code: null });
}

const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
const shortForms: readonly [RegExp, readonly string[]][] = [
  [/株式会社/, ['(株)', '㈱', '（株）', '株式会社　']],
  [/有限会社/, ['(有)', '㈲', '（有）']],
  [/合同会社/, ['(同)', '合同会社 ']],
];

function noisyName(name: string, random: () => number): string {
  const kind = random();
  if (kind < 0.3) return name;
  if (kind < 0.5) return name.normalize('NFKC');
  if (kind < 0.6) return fullWidth(name);
  if (kind < 0.9) {
    for (const [form, shorts] of shortForms) {
      if (form.test(name)) return name.replace(form, shorts[Math.floor(random() * shorts.length)] ?? '');
    }
    return name;
  }
  return ` ${name}　`;
}

interface NoisyNumber {
  readonly cell: string;
  readonly kind: 'right' | 'wrong' | 'blank';
}

function noisyNumber(number: string, random: () => number): NoisyNumber {
  const kind = random();
  if (kind < 0.05) {
    const wrong = (computeCheckDigit(number.slice(1)) % 9) + 1;
    return { cell: `${wrong}${number.slice(1)}`, kind: 'wrong' };
  }
  if (kind < 0.45)
    return { cell: ['', '-', 'なし', '不明', '－'][Math.floor(random() * 5)] ?? '', kind: 'blank' };
  const form = random();
  if (form < 0.8) return { cell: number, kind: 'right' };
  if (form < 0.9) return { cell: fullWidth(number), kind: 'right' };
  return { cell: number.replace(/^(.)(....)(....)/, '$1-$2-$3-'), kind: 'right' };
}

function makeRows(companies: readonly Company[], count: number, seed: string): NoisyRow[] {
  const holders = new Map<string, number>();
  const holdersInCity = new Map<string, number>();
  const inCity = ({ name, prefecture, city }: Company) => `${toExactKey(name)}|${prefecture}|${city}`;
  for (const company of companies) {
    const key = toExactKey(company.name);
    holders.set(key, (holders.get(key) ?? 0) + 1);
    holdersInCity.set(inCity(company), (holdersInCity.get(inCity(company)) ?? 0) + 1);
  }
  const listed = companies.filter(({ code }) => code !== null);
  const renamed = companies.filter(({ formerName }) => formerName !== null);
  const drawPool = (draw: number): readonly Company[] => {
    if (draw < 0.1) return listed;
    return draw < 0.13 ? renamed : companies;
  };
  return Array.from({ length: count }, (_, at) => {
    const random = randomOf(`${seed} ${at}`);
    const pool = drawPool(random());
    const truth = pool[Math.floor(random() * pool.length)];
    if (!truth) throw new Error('no companies were read');
    const number = noisyNumber(truth.number, random);
    const nameless = number.kind === 'right' && random() < 0.05;
    const code = truth.code !== null && random() < 0.7 ? truth.code : '';
    const addressed = random() < 0.9;
    const identified = number.kind === 'right' || code !== '';
    const formerly = truth.formerName !== null && random() < 0.7;
    const alone = !formerly && holders.get(toExactKey(truth.name)) === 1;
    const aloneInCity = !formerly && addressed && holdersInCity.get(inCity(truth)) === 1;
    const invalid = number.kind === 'wrong';
    const heldName = formerly ? truth.formerName : truth.name;
    return {
      truth,
      cells: {
        取引先名: nameless ? '' : noisyName(heldName ?? '', random),
        法人番号: number.cell,
        証券コード: code,
        本社所在地: addressed ? `${truth.prefecture}${truth.city}${truth.street}` : '',
      },
      unambiguous: !invalid && !isLeftOut(truth.number) && (identified || alone || aloneInCity),
      invalid,
    };
  });
}

type ReviewedRow = Schema<'SourceRow'>;

async function reviewAll(caller: Caller, at: string): Promise<ReviewedRow[]> {
  const rows: ReviewedRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: Reviewed = await caller.send('GET', `${at}/review?${query}`);
    rows.push(...page.rows);
    cursor = page.meta.next_cursor;
  }
  return rows;
}

interface Reviewed {
  readonly rows: ReviewedRow[];
  readonly meta: { readonly next_cursor: string | null };
}

async function measure(folder: string, caller: Caller, count: number, seed: string): Promise<void> {
  const rows = makeRows(await readCompanies(folder), count, seed);
  const { source } = await caller.send<Imported>('POST', '/sources/import', {
    name: `outcomes ${seed}`,
    headers,
    rows: rows.map(({ cells }) => cells),
  });
  const at = `/sources/${source.source_id}`;
  await caller.send('POST', `${at}/map`, {
    entity: 'company',
    columns: { name: '取引先名', corporate_number: '法人番号', ticker: '証券コード' },
    hints: { address: '本社所在地' },
  });
  const begun = performance.now();
  await caller.send('POST', `${at}/resolve`, { execute: true, maxCredits: count });
  const seconds = (performance.now() - begun) / 1000;
  const reviewed = await reviewAll(caller, at);
  console.log(
    `\n${count} rows, seed ${seed}, resolved in ${seconds.toFixed(2)} s (${Math.round(count / seconds)} rows/s)\n`,
  );
  printOutcomes(rows, reviewed);
  await selectTruths(caller, at, rows, reviewed);
}

const idOf = (company: Company) => `cn_${company.number}`;

const offers = ({ resolve_candidates }: ReviewedRow, company: Company) =>
  resolve_candidates.some(({ company_id }) => company_id === idOf(company));

function rowOf(rows: readonly NoisyRow[], { row_number }: ReviewedRow): NoisyRow {
  const row = rows[row_number - 1];
  if (!row) throw new Error(`no row ${row_number} was sent`);
  return row;
}

function printOutcomes(rows: readonly NoisyRow[], reviewed: readonly ReviewedRow[]): void {
  const table: Record<string, Record<string, number>> = {};
  const sums = { matched: 0, wrong: 0, unambiguous: 0, found: 0 };
  for (const row of reviewed) {
    const { resolve_status: status, company_id } = row;
    const { truth, cells, invalid, unambiguous } = rowOf(rows, row);
    const count = (line: string) => {
      const column = isLeftOut(truth.number) ? 'company left out' : 'company loaded';
      const counts = table[line] ?? {};
      table[line] = { ...counts, [column]: (counts[column] ?? 0) + 1 };
    };
    count(status);
    const right = status === 'matched' && company_id === idOf(truth);
    if (status === 'matched') {
      sums.matched += 1;
      count(right ? 'matched, right' : 'matched, wrong');
    }
    if (status === 'matched' && !right) {
      sums.wrong += 1;
      console.log('wrong:', JSON.stringify(cells), 'is', idOf(truth), 'not', company_id);
    }
    if (status === 'multiple_candidates')
      count(offers(row, truth) ? 'candidates with the right one' : 'candidates without it');
    if ((status === 'invalid') !== invalid) count('invalid by mistake');
    if (!unambiguous) continue;
    sums.unambiguous += 1;
    if (right) sums.found += 1;
    else if (values.missed)
      console.log('missed:', status, JSON.stringify(cells), truth.name, row.resolve_candidates.length);
  }
  console.table(table);
  const share = (part: number, whole: number) =>
    `${part} of ${whole} = ${((100 * part) / Math.max(1, whole)).toFixed(3)} %`;
  console.log(`wrong of matched: ${share(sums.wrong, sums.matched)}`);
  console.log(`unambiguous rows matched: ${share(sums.found, sums.unambiguous)}`);
}

/** Acts as a person would: selects the right company if it is offered. */
async function selectTruths(
  caller: Caller,
  at: string,
  rows: readonly NoisyRow[],
  reviewed: readonly ReviewedRow[],
): Promise<void> {
  let selections = 0;
  for (const row of reviewed) {
    const { truth } = rowOf(rows, row);
    if (row.resolve_status !== 'multiple_candidates' || !offers(row, truth)) continue;
    const body = { row: row.source_row_id, companyId: idOf(truth), maxCredits: 1 };
    await caller.send('POST', `${at}/select`, body);
    selections += 1;
  }
  const { source } = await caller.send<{ source: Schema<'Source'> }>('GET', `${at}/inspect`);
  console.log(`after ${selections} selections: ${JSON.stringify(source.resolve_summary)}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
    rows: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    missed: { type: 'boolean', default: false },
  },
});
const { data, out, url, key } = values;
if (positionals[0] === 'leave-out' && data !== undefined && out !== undefined) await leaveOut(data, out);
else if (positionals[0] === 'measure' && data !== undefined && url !== undefined && key !== undefined)
  await measure(data, new Caller(url, key), Number(values.rows), values.seed);
else {
  console.error(
    'leave-out --data <folder> --out <folder>\nmeasure --data <folder> --url <service> --key <api key> [--rows N] [--seed S]',
  );
  process.exitCode = 2;
}
