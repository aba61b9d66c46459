import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { byMorning, type FilingDays, filingDays } from './filing-days.ts';
import { type GbizinfoDays, gbizinfoDays, type Profile } from './gbizinfo-days.ts';
import { type Corporation, fullIssuers, type IssuerDays, issuerDays, issuerLines } from './issuer-days.ts';
import { filersOf, type ListDays, type ListedFiler, listDays } from './list-days.ts';
import type { Published } from './publishers.ts';
import { type RegisterDays, registerDays, registerState } from './register-days.ts';
import { compact, dayBefore, isWorkday } from './weeks-calendar.ts';

/** Everything that the publishers publish during the weeks, made once from real files. */
export interface Publications {
  readonly days: readonly string[];
  readonly register: RegisterDays;
  readonly issuers: IssuerDays;
  readonly lists: ListDays;
  readonly filings: FilingDays;
  readonly gbizinfo: GbizinfoDays;
  /** Filers of the first list of codes. */
  readonly filers: readonly ListedFiler[];
}

const files = {
  full: /^00_zenkoku.*\.csv(\.gz)?$/,
  changes: /^diff_\d{8}-\d{8}.*\.csv(\.gz)?$/,
  firstDay: /^diff_20260821\.csv$/,
  codes: /^EdinetcodeDlInfo\.csv$/,
  exchange: /^data_j\.csv$/,
  profiles: /^listed_profiles\.jsonl$/,
} as const;

/** One of so many companies is an issuer of invoices. */
const issuerEach = 16;

/**
 * @param folder real files of the registers
 * @throws if the folder or one of them is missing
 */
export async function preparePublications(folder: string, days: readonly string[]): Promise<Publications> {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}: name one with --data.`);
  const names = readdirSync(folder);
  const read = (kind: keyof typeof files): Buffer => {
    const name = names.find((each) => files[kind].test(each));
    if (name === undefined) throw new Error(`${folder} has no file with a name like ${files[kind].source}.`);
    const bytes = readFileSync(path.join(folder, name));
    return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  };
  const full = read('full')
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  const register = registerDays(
    {
      full,
      changes: read('changes').toString('utf8'),
      firstDay: new TextDecoder('shift_jis').decode(read('firstDay')),
    },
    days,
  );
  const codes = read('codes');
  const lists = listDays({ codes, exchange: read('exchange') }, dayBefore, days);
  // gBizINFO names its companies, and so creates them; here it has only those that others name from the beginning.
  const named = new Set(filersOf(lists.codes.get(dayBefore) ?? codes).map(({ number }) => number));
  const profiles = new Map<string, Profile>();
  for (const line of read('profiles').toString('utf8').trim().split('\n')) {
    const profile = JSON.parse(line) as Profile;
    if (named.has(profile.corporate_number)) profiles.set(profile.corporate_number, profile);
  }
  const filers = filersOf(codes);
  const filing = filers.filter(({ securitiesCode }, at) => at % 20 === 0 && securitiesCode !== '');
  return {
    days,
    register,
    issuers: issuerDays(corporationsIn(full), days),
    lists,
    filings: await filingDays(filing, days),
    gbizinfo: gbizinfoDays([...profiles.values()], days),
    filers,
  };
}

function corporationsIn(lines: readonly string[]): Corporation[] {
  return lines
    .filter((line, at) => at % issuerEach === 0 && line.includes(',301,'))
    .map(registerState)
    .filter(({ status }) => status === 'active')
    .map(({ number, name, prefecture, city, street }) => ({
      number,
      name,
      address: `${prefecture}${city}${street}`,
    }));
}

/** Lets the publishers have published all of a day, and of the following morning what is already there. */
export function publishThrough(
  published: Published,
  publications: Publications,
  day: string,
  morning: string,
): void {
  const { register, issuers, lists, filings, gbizinfo } = publications;
  if (isWorkday(day)) published.lastUpdateDate = day;
  published.corporateNumbers.set(day, register.published.get(day) ?? []);
  published.invoiceIssuers.set(day, issuers.published.get(day) ?? []);
  published.edinetDocuments.set(day, filings.lists.get(day) ?? []);
  published.edinetDocuments.set(morning, (filings.lists.get(morning) ?? []).slice(0, byMorning));
  for (const [document, archive] of filings.archives) published.archives.set(document, archive);
  for (const [key, items] of gbizinfo.published) if (key.endsWith(day)) published.gbizinfo.set(key, items);
  published.edinetCodes = lists.codes.get(day) ?? published.edinetCodes;
  published.exchangeList = lists.exchange.get(day) ?? published.exchangeList;
}

/** Writes the full file of the register after a day. @returns its path */
export async function writeRegister(
  folder: string,
  { register }: Publications,
  day: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `00_zenkoku_all_${compact(day)}.csv`);
  function* lines(): Iterable<string> {
    let number = 0;
    for (const line of register.fullFile(day)) {
      number += 1;
      yield `${line.replace(/^\d*/, String(number))}\r\n`;
    }
  }
  await pipeline(Readable.from(inPieces(lines())), createWriteStream(file));
  return file;
}

/** Writes the lists and full files of the other publishers after a day, under the names of their publishers. */
export function writeFullFiles(folder: string, { issuers, gbizinfo }: Publications, day: string): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
  const rows = fullIssuers(issuers, day);
  const parts = 5;
  const size = Math.ceil(rows.length / (parts + 1));
  for (let part = 0; part < parts; part += 1)
    write(
      `h_all_${compact(day)}_csv_00${part + 1}.csv`,
      issuerLines(rows.slice(part * size, (part + 1) * size)),
    );
  write(`j_all_${compact(day)}_csv.csv`, issuerLines(rows.slice(parts * size)));
  for (const file of ['Kihonjoho', 'Hojokinjoho'] as const)
    write(`${file}_UTF-8_${compact(day)}.csv`, gbizinfo.fullFile(file, day));
}

/** Writes the lists of a day, or of all days until then. */
export function writeLists(folder: string, { lists }: Publications, until: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [day, list] of lists.codes)
    if (day <= until) writeFileSync(path.join(folder, `EdinetcodeDlInfo_${compact(day)}.csv`), list);
  for (const [day, list] of lists.exchange)
    if (day <= until) writeFileSync(path.join(folder, `data_j_${compact(day)}.csv`), list);
}

/** Writes what was published day by day: changes of the register, and documents filed with EDINET. */
export function writeDailyFiles(folder: string, { days, register, filings }: Publications): void {
  mkdirSync(folder, { recursive: true });
  for (const day of days) {
    const rows = register.published.get(day) ?? [];
    const documents = filings.lists.get(day) ?? [];
    if (rows.length > 0)
      writeFileSync(path.join(folder, `diff_${compact(day)}.csv`), rows.map((row) => `${row}\r\n`).join(''));
    const kept = documents.filter(({ JCN }) => JCN !== null);
    if (kept.length > 0)
      writeFileSync(
        path.join(folder, `edinet-documents_${compact(day)}.jsonl`),
        kept.map((document) => `${JSON.stringify(document)}\n`).join(''),
      );
  }
  for (const [document, archive] of filings.archives)
    writeFileSync(path.join(folder, `${document}.zip`), archive);
}

/** A write for each line would take a minute. */
function* inPieces(lines: Iterable<string>): Iterable<string> {
  let piece: string[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length < 5_000) continue;
    yield piece.join('');
    piece = [];
  }
  yield piece.join('');
}
