import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildLocalUserUrls } from '../../engine/postgres/local-users.ts';
import { withPool, withSession } from '../../indexers/operator/database-session.ts';
import { listFilesToLoad, loadFolder } from '../../indexers/registers/folder.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { makeRoles } from '../../src/database/rights/make-roles.ts';
import { addDays, toTokyoDay } from '../../src/text/days/calendar.ts';
import { account } from '../bench/bench-service.ts';
import { compareDatabases, compareWithRegister, type TableComparison } from './comparison.ts';
import { Customer, type KnownCompanies } from './customers.ts';
import { Programs, type Service, SharedClock } from './programs.ts';
import {
  type Publications,
  publishThrough,
  writeDailyFiles,
  writeFullFiles,
  writeLists,
  writeRegister,
} from './publications.ts';
import { type StandIn, startPublishers } from './publishers.ts';
import { WeeksStores } from './stores.ts';
import { type PlacedScrape, Watch } from './watch.ts';
import { dayBefore, isWorkday } from './weeks-calendar.ts';

export interface WeeksOptions {
  readonly folder: string;
  readonly heap: string;
  readonly publications: Publications;
  say(line: string): void;
}

export interface WeeksResult {
  readonly days: readonly string[];
  readonly scrapes: readonly PlacedScrape[];
  /** Rows of each day of publication, by register. */
  readonly rows: readonly {
    readonly register: string;
    readonly day: string;
    readonly rows: number;
    readonly changed: number;
  }[];
  readonly events: readonly { readonly from: number; readonly to: number; readonly says: string }[];
  readonly tables: readonly TableComparison[];
  /** Companies that were compared with the register itself. */
  readonly companies: number;
  /** Every difference and every wrong answer, in words; empty if all is as it must be. */
  readonly faults: readonly string[];
  readonly figures: Readonly<Record<string, string | number>>;
}

/** Mornings on which something happens, as numbers of days since the first one. */
const plan = {
  publisherDown: [5, 6, 7],
  reload: 11,
  engineKilled: 14,
  serviceKilled: 18,
  refused: 20,
  upgrade: 22,
} as const;

/** All that is followed here. gBizINFO's other subjects begin with files that are not loaded. */
const daily = [
  'corporate-numbers',
  'invoice-issuers',
  'edinet-documents',
  'gbizinfo',
  'gbizinfo-corporation',
  'gbizinfo-subsidy',
];
const lists = ['edinet-codes', 'exchange-list'];
const morning = '10:00';
const evening = '22:00';
const lookMs = 250;
/** How long a morning may take until everything is loaded. */
const patienceMs = 90_000;
/** Without progress for this long, the clock goes on to what comes next. */
const idleMs = 2_500;
const showAttempts = 12;
const customers = 3;
const openingCredits = { basic: 100_000, enrichment: 100_000 };

/** Goes through the weeks. Everything that it starts has ended when it returns. */
export async function runWeeks(options: WeeksOptions): Promise<WeeksResult> {
  mkdirSync(options.folder, { recursive: true });
  const stores = await WeeksStores.open(options.folder, { heap: options.heap, onProgress: options.say });
  const publishers = await startPublishers();
  // Also what a run that was killed has left.
  const files = path.join(options.folder, 'files');
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files);
  try {
    const weeks = new Weeks(options, stores, publishers, files);
    try {
      return await weeks.run();
    } finally {
      await weeks.end();
    }
  } finally {
    await publishers.stop();
    await stores.close();
    rmSync(files, { recursive: true, force: true });
  }
}

class Weeks {
  readonly #options: WeeksOptions;
  readonly #stores: WeeksStores;
  readonly #publishers: StandIn;
  readonly #files: string;
  readonly #clock: SharedClock;
  readonly #environment: Record<string, string>;
  readonly #programs: Programs;
  readonly #watch: Watch;
  readonly #customers: Customer[] = [];
  readonly #events: { from: number; to: number; says: string }[] = [];
  readonly #faults: string[] = [];
  readonly #stopping = new AbortController();
  readonly #working: Promise<void>[] = [];
  #services: Service[] = [];
  #url = '';
  #storeAway = false;
  #serviceAway = false;
  /** When something was broken, so that errors in the log are expected. */
  readonly #broken: { from: number; to: number }[] = [];
  readonly #figures: Record<string, string | number> = {};

  constructor(options: WeeksOptions, stores: WeeksStores, publishers: StandIn, files: string) {
    this.#options = options;
    this.#stores = stores;
    this.#publishers = publishers;
    this.#files = files;
    this.#clock = new SharedClock(path.join(options.folder, 'clock'));
    const stateFolder = path.join(options.folder, 'service');
    rmSync(stateFolder, { recursive: true, force: true });
    mkdirSync(stateFolder, { recursive: true });
    const { serving, operating, reading } = buildLocalUserUrls(stores.databaseUrl, stateFolder);
    const key = () => randomBytes(32).toString('hex');
    const { corporateNumbers, invoiceIssuers, edinet, edinetCodes, exchangeList, gbizinfo } =
      publishers.publishers;
    this.#environment = {
      NODE_ENV: 'production',
      PORT: '0',
      DRAIN_DELAY_MS: '500',
      DATABASE_MIGRATE_URL: stores.databaseUrl,
      DATABASE_URL: serving,
      DATABASE_OPERATE_URL: operating,
      DATABASE_READ_URL: reading,
      ELASTICSEARCH_URL: stores.elasticsearchUrl,
      CURSOR_KEYS: key(),
      SECRET_KEYS: key(),
      STATE_FOLDER: stateFolder,
      OPERATOR: 'weeks',
      CORPORATE_NUMBERS_URL: corporateNumbers?.url ?? '',
      CORPORATE_NUMBERS_KEY: corporateNumbers?.key ?? '',
      INVOICE_ISSUERS_URL: invoiceIssuers?.url ?? '',
      INVOICE_ISSUERS_KEY: invoiceIssuers?.key ?? '',
      EDINET_URL: edinet?.url ?? '',
      EDINET_KEY: edinet?.key ?? '',
      EDINET_CODES_URL: edinetCodes?.url ?? '',
      EXCHANGE_LIST_URL: exchangeList?.url ?? '',
      GBIZINFO_URL: gbizinfo?.url ?? '',
      GBIZINFO_KEY: gbizinfo?.key ?? '',
    };
    this.#programs = new Programs(this.#environment, this.#clock, path.join(options.folder, 'service.log'));
    this.#watch = new Watch(
      () => this.#services.map(({ url }) => url),
      () => this.#clock.now(),
    );
  }

  async run(): Promise<WeeksResult> {
    const { publications, say } = this.#options;
    const { days } = publications;
    const began = performance.now();
    this.#clock.moveTo(momentOf(dayBefore, evening));
    await this.#begin();
    this.#figures['seconds to begin'] = secondsSince(began);
    const weeksBegan = performance.now();
    for (let day = 0; day <= days.length; day += 1) await this.#goThrough(day);
    this.#figures['seconds of the weeks'] = secondsSince(weeksBegan);
    await this.#endWork();
    const endBegan = performance.now();
    const tables = await this.#compare();
    this.#figures['seconds to compare'] = secondsSince(endBegan);
    say('Comparing balances …');
    await this.#checkBalances();
    this.#checkLog();
    const rows = await this.#query<{ register: string; day: string; rows: number; changed: number }>(
      `SELECT register, day::text, rows_read::int AS rows, (added + changed)::int AS changed FROM followed_days ORDER BY day, register`,
    );
    for (const { accountId, faults } of this.#customers)
      this.#faults.push(...faults.map((fault) => `customer ${accountId}: ${fault}`));
    this.#countRequests();
    return {
      days,
      scrapes: this.#watch.scrapes,
      rows: rows.map((row) => ({ ...row })),
      events: this.#events,
      tables,
      companies: Number(this.#figures['companies compared with the register'] ?? 0),
      faults: this.#faults,
      figures: this.#figures,
    };
  }

  /** Also after a failure. */
  async end(): Promise<void> {
    await this.#endWork();
    await this.#programs.close();
  }

  async #begin(): Promise<void> {
    const { publications, say } = this.#options;
    const { databaseUrl } = this.#stores;
    const folder = path.join(this.#files, 'initial');
    say('Writing the files of the day before …');
    await writeRegister(folder, publications, dayBefore);
    writeFullFiles(folder, publications, dayBefore);
    writeLists(folder, publications, dayBefore);
    this.#publishers.published.lastUpdateDate = dayBefore;
    this.#publishers.published.edinetCodes = publications.lists.codes.get(dayBefore) ?? null;
    this.#publishers.published.exchangeList = publications.lists.exchange.get(dayBefore) ?? null;
    await withPool({ url: databaseUrl }, async (knex) => {
      await migrateDatabase(knex);
      const { DATABASE_URL, DATABASE_OPERATE_URL, DATABASE_READ_URL } = this.#environment;
      await makeRoles(knex, {
        serving: DATABASE_URL,
        operating: DATABASE_OPERATE_URL,
        reading: DATABASE_READ_URL,
      } as Record<string, string>);
    });
    await this.#loadFolder(databaseUrl, folder);
    say('Building the indices …');
    await this.#programs.mustRun('reindex', 'all');
    await this.#startService();
    this.#programs.sync();
    await this.#startCustomers();
    this.#working.push(this.#watch.work(this.#stopping.signal));
  }

  async #loadFolder(databaseUrl: string, folder: string): Promise<void> {
    const { say } = this.#options;
    const reports = await loadFolder({ databaseUrl, stateFolder: this.#files, folder });
    for (const { file, rows_read, rejected, seconds, kind } of reports)
      appendFileSync(
        path.join(this.#options.folder, 'loads.log'),
        `${kind} ${file} ${rows_read} ${rejected} ${seconds}\n`,
      );
    const rows = reports.reduce((sum, { rows_read }) => sum + rows_read, 0);
    const seconds = reports.reduce((sum, each) => sum + each.seconds, 0);
    say(
      `Loaded ${rows.toLocaleString('en')} rows of ${(await listFilesToLoad(folder)).length} files in ${seconds.toFixed(0)} s.`,
    );
  }

  async #startService(): Promise<void> {
    const service = await this.#programs.service();
    this.#services.push(service);
    this.#url = service.url;
  }

  async #startCustomers(): Promise<void> {
    const companies = this.#knownCompanies();
    for (let at = 0; at < customers; at += 1) {
      const { accountId, apiKey } = await account(this.#stores.databaseUrl, openingCredits);
      const customer = new Customer(
        {
          apiKey,
          accountId,
          companies,
          url: () => this.#url,
          permitted: () => ({ storeAway: this.#storeAway, serviceAway: this.#serviceAway }),
        },
        at * 100,
      );
      this.#customers.push(customer);
      this.#working.push(customer.work(this.#stopping.signal));
    }
  }

  #knownCompanies(): KnownCompanies {
    const { register, days, filers } = this.#options.publications;
    const lastDay = days.at(-1) ?? '';
    const steady = filers
      .filter(({ number }) => !register.touched.has(number))
      .flatMap(({ number }) => {
        const state = register.stateAfter(lastDay, number);
        return state?.status === 'active' ? [{ number, name: state.name }] : [];
      });
    const namesOf = (number: string) =>
      new Set(
        [dayBefore, ...days]
          .filter((day) => day < toTokyoDay(this.#clock.now()))
          .flatMap((day) => register.stateAfter(day, number)?.name ?? []),
      );
    return { steady, changing: [...register.touched.keys()], namesOf };
  }

  /** One morning: what was published until the day before is loaded, and what the plan has for this day happens. */
  async #goThrough(day: number): Promise<void> {
    const { publications, say } = this.#options;
    const { days } = publications;
    const date = days[day] ?? addDays(days.at(-1) ?? '', 1);
    const yesterday = addDays(date, -1);
    const began = performance.now();
    if (day > 0) publishThrough(this.#publishers.published, publications, yesterday, date);
    this.#watch.begin(day);
    this.#breakPublishers(day);
    const moment = momentOf(date, morning);
    // So that the picture shows each day's state as it was at its end.
    this.#watch.isPatient = !(Object.values(plan) as unknown[]).includes(day);
    const reload = day === plan.reload ? await this.#beginReload(day, yesterday) : null;
    this.#clock.moveTo(moment);
    await reload?.();
    if (day === plan.engineKilled) await this.#killEngine(day);
    if (day === plan.serviceKilled) await this.#killService(day);
    if (day === plan.upgrade) await this.#upgrade(day);
    await this.#untilLoaded(date, moment, this.#downOn(day));
    this.#publishers.fault = () => false;
    await this.#showState();
    say(`${date}: ${((performance.now() - began) / 1_000).toFixed(1)} s${this.#saidOn(day)}`);
  }

  /** Scrapes what the database says of the registers now. */
  async #showState(): Promise<void> {
    const [expected] = await this.#query<{ days: number }>(
      "SELECT sum(complete_through - date '1970-01-01')::int AS days FROM followed_registers",
    );
    const name = 'register_complete_through_timestamp_seconds';
    for (let attempt = 0; attempt < showAttempts; attempt += 1) {
      if (attempt === 0) await this.#watch.scrapeStates();
      else await this.#watch.scrape();
      const shown = this.#watch.scrapes.at(-1)?.samples.get(name) ?? [];
      if (shown.reduce((sum, { value }) => sum + value / 86_400, 0) === expected?.days) return;
      await wait(1_000);
    }
  }

  #saidOn(day: number): string {
    const said = this.#events.filter(({ from }) => Math.floor(from) === day).map(({ says }) => says);
    return said.length === 0 ? '' : ` — ${said.join('; ')}`;
  }

  #downOn(day: number): readonly string[] {
    return (plan.publisherDown as readonly number[]).includes(day) ? ['corporate-numbers'] : [];
  }

  #breakPublishers(day: number): void {
    const { publisherDown, refused } = plan;
    if (this.#downOn(day).length > 0) {
      this.#publishers.fault = ({ path: asked }, response) => {
        if (!asked.startsWith('/nta/')) return false;
        response.destroy();
        return true;
      };
      if (day === publisherDown[0])
        this.#happens(day, day + publisherDown.length, 'the tax agency does not answer for three days');
    }
    if (day === refused) {
      let left = 3;
      this.#publishers.fault = ({ path: asked }, response) => {
        if (!asked.startsWith('/gbizinfo/') || left === 0) return false;
        left -= 1;
        response.writeHead(403).end();
        return true;
      };
      this.#happens(day, day + 0.5, 'gBizINFO refuses requests (403)');
    }
  }

  #happens(from: number, to: number, says: string): void {
    this.#events.push({ from, to, says });
  }

  /**
   * An operator loads the full file of the day before, which is newer than days that are not followed yet. @returns once it is being
   * loaded, what waits for its end
   */
  async #beginReload(day: number, yesterday: string): Promise<() => Promise<void>> {
    const { publications, say } = this.#options;
    const file = await writeRegister(path.join(this.#files, 'reload'), publications, yesterday);
    const loading = this.#programs.mustRun('load', 'nta', file, '--json');
    const isLoading = "SELECT FROM loads WHERE kind = 'nta' AND status = 'running'";
    while ((await this.#query(isLoading)).length === 0) await Promise.race([loading, wait(lookMs)]);
    return async () => {
      const { rows_read, changed, added, seconds } = JSON.parse(await loading) as Record<string, number>;
      this.#figures['rows of the full reload'] = rows_read ?? 0;
      this.#figures['companies that the full reload changed'] = (changed ?? 0) + (added ?? 0);
      say(`Full file loaded again: ${rows_read} rows, ${added} added, ${changed} changed, in ${seconds} s.`);
      this.#happens(day, day + 1, `the full file of ${yesterday} is loaded while following goes on`);
    };
  }

  async #killEngine(day: number): Promise<void> {
    await wait(1_500);
    this.#storeAway = true;
    const from = Date.now();
    await this.#stores.killElasticsearch();
    await wait(4_000);
    await this.#stores.restartElasticsearch();
    this.#storeAway = false;
    this.#broken.push({ from, to: Date.now() + 15_000 });
    this.#figures['seconds without Elasticsearch'] = Math.round((Date.now() - from) / 1_000);
    this.#happens(day, day + 0.8, 'Elasticsearch is killed during the load of the day');
  }

  async #killService(day: number): Promise<void> {
    await wait(3_000);
    this.#serviceAway = true;
    const from = Date.now();
    const [service] = this.#services;
    await service?.kill();
    this.#services = [];
    await this.#startService();
    this.#serviceAway = false;
    this.#broken.push({ from, to: Date.now() + 5_000 });
    this.#figures['seconds without the service'] = Math.round((Date.now() - from) / 100) / 10;
    this.#happens(day, day + 0.5, 'the service and what follows are killed');
  }

  /** As docs/operations.md has it: schema, new indices, a new process beside the old one, and then the old one ends. */
  async #upgrade(day: number): Promise<void> {
    const began = performance.now();
    await this.#programs.mustRun('migrate');
    await this.#programs.mustRun('reindex', 'all');
    const [before] = this.#services;
    await this.#startService();
    await before?.stop();
    this.#services = this.#services.filter((service) => service !== before);
    this.#figures['seconds of the upgrade'] = secondsSince(began);
    this.#happens(day, day + 1, 'upgrade: migrate, reindex, a new process takes over');
  }

  /** Waits until everything that is published is loaded. @throws if it is not in time */
  async #untilLoaded(date: string, moment: Date, down: readonly string[]): Promise<void> {
    const expected = this.#expectedDays(date);
    const until = performance.now() + patienceMs;
    const latest = momentOf(date, evening);
    let known = '';
    let changedAt = performance.now();
    let nudges = 0;
    for (;;) {
      const rows = await this.#query<{
        register: string;
        through: string | null;
        checked_at: Date | null;
        next_at: Date | null;
        failures: number;
      }>(
        'SELECT register, complete_through::text AS through, checked_at, next_at, failures FROM followed_registers',
      );
      const open = rows.filter(
        ({ register, through, checked_at }) =>
          expected.has(register) &&
          !down.includes(register) &&
          (through !== expected.get(register) || checked_at === null || checked_at < moment),
      );
      const failing = rows.filter(({ register, failures }) => down.includes(register) && failures > 0);
      const missing = [...expected.keys()].filter(
        (register) => !rows.some((row) => row.register === register),
      );
      if (
        open.length === 0 &&
        missing.length === 0 &&
        failing.length === down.length &&
        nudges >= down.length * 2
      )
        return;
      const state = JSON.stringify(rows);
      if (state !== known) {
        known = state;
        changedAt = performance.now();
      }
      if (performance.now() > until)
        throw new Error(`${date}: not loaded in ${patienceMs / 1_000} s: ${JSON.stringify([open, missing])}`);
      // What waits is due later today: after a failure, or because a load of the operator was running.
      if (performance.now() - changedAt > idleMs) {
        const waiting = [...open, ...failing].flatMap(({ next_at }) =>
          next_at === null ? [] : [next_at.getTime()],
        );
        const next = Math.max(
          this.#clock.now().getTime() + 61_000,
          Math.min(...waiting, latest.getTime()) + 1_000,
        );
        if (next < latest.getTime()) this.#clock.moveTo(new Date(next));
        changedAt = performance.now();
        nudges += 1;
      }
      await wait(lookMs);
    }
  }

  /** Up to which day each register must be loaded on this morning. */
  #expectedDays(date: string): Map<string, string> {
    const yesterday = addDays(date, -1);
    let workday = yesterday;
    while (!isWorkday(workday)) workday = addDays(workday, -1);
    const { codes, exchange } = this.#options.publications.lists;
    const newest = (of: ReadonlyMap<string, unknown>) => [...of.keys()].findLast((day) => day < date) ?? '';
    const expected = new Map(
      daily.map((register) => {
        const saysHowFar = ['corporate-numbers', 'invoice-issuers'].includes(register);
        return [register, saysHowFar ? workday : yesterday] as const;
      }),
    );
    expected.set(lists[0] ?? '', newest(codes)).set(lists[1] ?? '', newest(exchange));
    return expected;
  }

  async #endWork(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#working.splice(0));
  }

  async #compare(): Promise<readonly TableComparison[]> {
    const { publications, say } = this.#options;
    const { days } = publications;
    const lastDay = days.at(-1) ?? '';
    say('Comparing the indices with the database …');
    await this.#programs.mustRun('sync', 'all');
    const verified = await this.#programs.ops('verify', 'all');
    if (verified.code !== 0) this.#faults.push(`verify: ${verified.output}${verified.failure}`);
    const fresh = await this.#programs.ops('freshness');
    if (fresh.code !== 0) this.#faults.push(`freshness: ${fresh.output}${fresh.failure}`);
    for (const service of this.#services) await service.stop();
    say('Loading everything into a second database …');
    const folder = path.join(this.#files, 'final');
    await writeRegister(folder, publications, dayBefore);
    await writeRegister(folder, publications, lastDay);
    writeFullFiles(folder, publications, lastDay);
    writeLists(folder, publications, lastDay);
    writeDailyFiles(folder, publications);
    const freshUrl = await this.#newDatabase();
    await this.#loadFolder(freshUrl, folder);
    say('Comparing both databases, and with the register …');
    const tables = await compareDatabases(this.#stores.databaseUrl, freshUrl);
    for (const { table, onlyFollowed, onlyFresh } of tables) {
      if (onlyFollowed.length + onlyFresh.length === 0) continue;
      const some = [
        ...onlyFollowed.slice(0, 3).map((row) => `followed: ${row}`),
        ...onlyFresh.slice(0, 3).map((row) => `fresh: ${row}`),
      ];
      this.#faults.push(
        `${table}: ${onlyFollowed.length} rows only followed, ${onlyFresh.length} only fresh\n  ${some.join('\n  ')}`,
      );
    }
    const { companies, differences } = await compareWithRegister(
      this.#stores.databaseUrl,
      publications.register.fullFile(lastDay),
    );
    this.#figures['companies compared with the register'] = companies;
    if (differences.length > 0)
      this.#faults.push(
        `${differences.length} companies are not as the register has them:\n  ${differences.slice(0, 5).join('\n  ')}`,
      );
    return tables;
  }

  async #newDatabase(): Promise<string> {
    await withSession(this.#stores.databaseUrl, (client) => client.query('CREATE DATABASE fresh'));
    const url = new URL(this.#stores.databaseUrl);
    url.pathname = '/fresh';
    await withPool({ url: url.href }, migrateDatabase);
    return url.href;
  }

  /** Each balance is what the account began with, less what its customer saw charged. */
  async #checkBalances(): Promise<void> {
    const rows = await this.#query<{ account_id: string; class: 'basic' | 'enrichment'; balance: string }>(
      'SELECT account_id, class, balance::text FROM credit_balances',
    );
    let charged = 0;
    for (const customer of this.#customers)
      for (const creditClass of ['basic', 'enrichment'] as const) {
        const paid = customer.paid(creditClass);
        const found = rows.find(
          (row) => row.account_id === customer.accountId && row.class === creditClass,
        )?.balance;
        charged += paid;
        const expected = openingCredits[creditClass] - paid;
        if (Number(found) !== expected)
          this.#faults.push(
            `balance ${creditClass} of ${customer.accountId} is ${found}, and ${expected} by what its customer paid`,
          );
      }
    this.#figures['credits charged'] = charged;
    const { code, output, failure } = await this.#programs.ops('credits', 'verify');
    if (code !== 0) this.#faults.push(`credits verify: ${output}${failure}`);
  }

  /** The log has no error except while something was broken on purpose. */
  #checkLog(): void {
    const unexpected = this.#programs.errors.filter(
      ({ realAt }) => !this.#broken.some(({ from, to }) => realAt >= from && realAt <= to),
    );
    this.#figures['errors in the log while something was broken'] =
      this.#programs.errors.length - unexpected.length;
    if (unexpected.length > 0)
      this.#faults.push(
        `${unexpected.length} errors in the log, the first: ${unexpected[0]?.line.slice(0, 1_000)}`,
      );
  }

  #countRequests(): void {
    const all = new Map<number, number>();
    for (const { statuses } of this.#customers)
      for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
    for (const [status, count] of [...all].sort(([one], [other]) => one - other))
      this.#figures[`answers ${status}`] = count;
    const sum = (of: (customer: Customer) => number) =>
      this.#customers.reduce((total, each) => total + of(each), 0);
    this.#figures['connections broken while the service was away'] = sum(
      ({ brokenConnections }) => brokenConnections,
    );
    this.#figures['paid requests that were repeated'] = sum(({ repeatedCharges }) => repeatedCharges);
    this.#figures['requests to publishers'] = this.#publishers.asked.length;
    const times = this.#publishers.asked.map(({ at }) => at);
    const pauses = times.slice(1).map((at, place) => at - (times[place] ?? 0));
    this.#figures['shortest pause between two of them, in ms'] = Math.round(Math.min(...pauses));
    // Two of them may arrive closer together than they were sent, but not several.
    const tens = times.slice(10).map((at, place) => at - (times[place] ?? 0));
    if (Math.min(...tens) < 10_000) this.#faults.push('publishers were asked faster than once a second');
  }

  async #query<Row extends object>(sql: string): Promise<Row[]> {
    return (await withSession(this.#stores.databaseUrl, (client) => client.query<Row>(sql))).rows;
  }
}

function momentOf(day: string, time: string): Date {
  return new Date(`${day}T${time}:00+09:00`);
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1_000);
}
