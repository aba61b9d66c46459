import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type LoadKind, loadFile } from '../../indexers/registers/index.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk, screenshot } from '../support/browser.ts';
import { matchOf, OpenRefine } from '../support/open-refine.ts';
import { reconcileWithOpenRefine } from '../support/open-refine-program.ts';
import { readSheetLines } from '../support/own-files.ts';
import { files, folder } from '../support/real-files.ts';
import { realWorkbook } from '../support/real-workbook.ts';
import { serviceSuite, type TestService } from '../support/service.ts';
import { size } from '../support/size.ts';
import { SourceAccount } from '../support/sources.ts';

/**
 * A messy workbook of 300 real rows, from drop to export and through OpenRefine, over all real registers. Only `npm run prove` takes the minutes that loading
 * them needs. With SCREENSHOTS, it makes the pictures of docs/desk.md and docs/desk.ja.md.
 */
const registers: readonly [LoadKind, string][] = [
  ['nta', '00_zenkoku_sample.csv.gz'],
  ['nta-diff', 'diff_20210714-20260821_written.csv.gz'],
  ['nta-diff', files.changes],
  ['edinet', files.edinet],
  ['jpx', files.jpx],
  ['jsonl', files.profiles],
];
const missing = registers.map(([, name]) => name).filter((name) => !existsSync(path.join(folder, name)));
const isWanted = size(0, 1) === 1 && missing.length === 0;
const suite = isWanted ? describe : describe.skip;
const patience = 900_000;
/** The cover is before it. */
const tableSheet = 1;

suite('a workbook of 300 real rows', () => {
  const state = mkdtempSync(path.join(tmpdir(), 'cds-real-'));
  const ends: (() => Promise<void>)[] = [];
  let loading: Promise<TestService> | undefined;

  /** The service over all registers. The first test that runs loads them, because a suite prepares itself for a minute at most. */
  const loaded = () => (loading ??= load());
  async function load(): Promise<TestService> {
    const { service, database, end } = await serviceSuite();
    ends.push(end);
    for (const [kind, name] of registers) {
      const file = path.join(folder, name);
      await loadFile(kind, { databaseUrl: database.url, stateFolder: state, file });
    }
    await service.reindexCompanies();
    return service;
  }

  afterAll(async () => {
    rmSync(state, { recursive: true, force: true });
    for (const end of ends) await end();
  });

  it(
    'goes through the requests of OpenRefine and its own program, with the same companies',
    async () => {
      const { bytes, rows } = realWorkbook(300);
      const service = await loaded();
      const caller = new SourceAccount(
        service,
        await service.createAccount({ plan: 'unlimited', credits: { basic: 1000 } }),
      );
      const type = 'application/octet-stream';
      const { body: imported } = await caller.upload(
        '/sources/files?filename=a.xlsx',
        Buffer.from(bytes),
        type,
      );
      const { source_id: sourceId } = imported.source;
      const columns = { name: '取引先 名称', corporate_number: '取引先 法人番号' };
      await caller.post(`/sources/${sourceId}/map`, { entity: 'company', columns }).expect(200);
      await caller.resolve(sourceId).expect(200);
      const settled = new Map(
        (await caller.allRows(sourceId)).map(({ file_row, company_id }) => [file_row, company_id]),
      );

      const limited = { purpose: 'reconciliation', max_credits: 500 };
      const { body: made } = await caller.post('/keys', limited).expect(201);
      const client = new OpenRefine(service.url, made.api_key);
      const names = [...new Set(rows.map(({ name }) => name))].slice(0, 10);
      await client.reconcile(Object.fromEntries(names.map((query, at) => [`q${at}`, { query, limit: 3 }])));
      const asked = { type: 'kabushiki', type_strict: 'should' };
      // OpenRefine keeps the lines that are not rows.
      const others = ['取引先一覧表', '営業本部　作成者：山田', '小計', '※ 売上は税抜。休眠先を除く。'];
      const answers = await client.column([
        ...rows.map(({ name, writtenNumber }) => ({
          query: name,
          ...asked,
          ...(writtenNumber !== null && { properties: [{ pid: 'corporate_number', v: writtenNumber }] }),
        })),
        ...others.map((query) => ({ query, ...asked })),
      ]);
      const matched = answers.map(matchOf);
      expect(matched).toEqual([...rows.map(({ line }) => settled.get(line)), ...others.map(() => null)]);

      const { batchSize } = await client.get('', 'manifest');
      const { results, extended } = await reconcileWithOpenRefine(
        client.url,
        batchSize,
        rows.map(({ name, writtenNumber }) => ({ name, number: writtenNumber })),
      );
      expect(results.map(({ match }) => match)).toEqual(matched.slice(0, rows.length));
      expect(results.filter(({ error }) => error !== null)).toEqual([]);
      for (const [id, number] of Object.entries(extended)) expect(id).toBe(`cn_${number}`);
      const ids = [...new Set(matched.flatMap((id) => id ?? []))];
      expect(ids.length).toBeGreaterThan(100);
      const properties = ['legal_name', 'prefecture', 'status'].map((id) => ({ id }));
      for (let begin = 0; begin < ids.length; begin += 10) {
        const batch = ids.slice(begin, begin + 10);
        const { rows: values } = await client.extend({ ids: batch, properties });
        expect(Object.values(values).filter((value) => Object(value).legal_name.length === 1)).toHaveLength(
          batch.length,
        );
      }
    },
    patience,
  );

  it(
    'goes at the desk from drop to a reviewed workbook, with a key for each row that is reviewed',
    async () => {
      const browser = await openBrowser();
      ends.push(() => browser.close());
      const { bytes, rows } = realWorkbook(300);
      const service = await loaded();
      const { apiKey } = await service.createAccount({ plan: 'unlimited', credits: { basic: 1000 } });
      const { page, troubles, close } = await openDesk(browser, service.url, apiKey, { japaneseFont: true });
      page.setDefaultTimeout(60_000);
      const look = async (name: string) => {
        await page.waitForLoadState('networkidle');
        await screenshot(page, name, { fullPage: false });
        expect([name, await accessibilityFaults(page)]).toEqual([name, []]);
      };
      await page.getByText('There is no table yet').waitFor();
      await look('tables');
      await page.getByLabel('Choose a file').setInputFiles({
        name: '取引先一覧.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: Buffer.from(bytes),
      });
      await page.getByText('Found: 300 rows and 6 columns').waitFor();
      await look('reading');
      await page.getByRole('button', { name: 'Continue with this table' }).click();
      expect(await page.getByLabel('Taken for: 取引先 名称').inputValue()).toBe('name');
      expect(await page.getByLabel('Taken for: 取引先 法人番号').inputValue()).toBe('corporate_number');
      await look('columns');
      await page.getByRole('button', { name: 'Save and see the price' }).click();
      await page.getByText(/^Price: \d+ credits$/).waitFor();
      await look('price');
      await page.getByRole('button', { name: /^Agree to \d+ credits and start$/ }).click();
      await page.getByRole('link', { name: /^Review \d+ rows$/ }).click();
      await page.getByRole('spinbutton').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('spinbutton').waitFor({ state: 'detached' });

      // 100 keys decide at least 100 rows: rows of one name are decided together.
      const open = async () => Number(/(\d+) open/.exec(await page.innerText('main'))?.[1]);
      const before = await open();
      await pressKeys(page, 100, () => look('review'));
      await page.getByText('Everything is saved').waitFor();
      await page.reload();
      await page.getByText(/\d+ open/).waitFor();
      expect(before - (await open())).toBeGreaterThanOrEqual(100);

      await page.goto(page.url().replace(/\/review.*/, '/rows'));
      await page.getByText('300 of 300 rows').waitFor();
      await look('rows');
      await page.goto(page.url().replace(/\/rows.*/, '/result'));
      await page.getByRole('heading', { name: 'Who decided what' }).waitFor();
      await look('result');
      await page.getByLabel('with all decisions on a further sheet').check();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download', exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('取引先一覧-companies.xlsx');
      await page.getByText('The file is in your downloads.').waitFor();
      const lines = await readSheetLines(readFileSync(await download.path()), tableSheet);
      // The lines around the rows are where they were, and each row has its own cells and a state.
      expect(lines[0]?.[0]).toBe('取引先一覧表');
      expect(rows.map(({ line }) => lines[line - 1]?.[1])).toEqual(rows.map(({ name }) => name));
      const title = 'Match: Result';
      const column = lines.find((line) => line.includes(title))?.indexOf(title) ?? -1;
      const settled = rows.filter(({ line }) => lines[line - 1]?.[column] === 'settled').length;
      const shown = /settled ([\d,]+)/.exec((await page.innerText('main')).replaceAll('\n', ' '))?.[1];
      expect(settled).toBe(Number(shown));
      expect(settled).toBeGreaterThan(100);
      expect(troubles).toEqual([]);
      await close();
    },
    patience,
  );

  it(
    'goes the same way in Japanese, as docs/desk.ja.md shows it',
    async () => {
      const browser = await openBrowser();
      ends.push(() => browser.close());
      const { bytes } = realWorkbook(300);
      const service = await loaded();
      const { apiKey } = await service.createAccount({ plan: 'unlimited', credits: { basic: 1000 } });
      const { page, troubles, close } = await openDesk(browser, service.url, apiKey, {
        language: 'ja',
        japaneseFont: true,
      });
      page.setDefaultTimeout(60_000);
      const look = async (name: string) => {
        await page.waitForLoadState('networkidle');
        await screenshot(page, `ja-${name}`, { fullPage: false });
        expect([name, await accessibilityFaults(page)]).toEqual([name, []]);
      };
      await page.getByText('ここにファイルをドロップ').waitFor();
      await look('tables');
      await page.getByLabel('ファイルを選ぶ').setInputFiles({
        name: '取引先マスタ.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: Buffer.from(bytes),
      });
      await page.getByText('300 行、6 列が見つかりました').waitFor();
      await look('reading');
      await page.getByRole('button', { name: 'この表で進む' }).click();
      await page.getByRole('button', { name: '保存して料金を見る' }).waitFor();
      await look('columns');
      await page.getByRole('button', { name: '保存して料金を見る' }).click();
      await page.getByText(/^料金：\d+ クレジット$/).waitFor();
      await look('price');
      await page.getByRole('button', { name: /^\d+ クレジットに同意して始める$/ }).click();
      await page.getByRole('link', { name: '結果を見る' }).click();
      await page
        .getByRole('button', { name: /行をまとめて確定/ })
        .first()
        .waitFor();
      await look('at-once');
      await page
        .getByRole('button', { name: /行をまとめて確定/ })
        .first()
        .click();
      await page.getByText(/行を確定しました。/).waitFor();
      await page.goto(page.url().replace(/\/result.*/, '/rows'));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look('rows');
      await page.goto(page.url().replace(/\/rows.*/, '/result'));
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'ダウンロード', exact: true }).click(),
      ]);
      await page.getByText('ダウンロードしました。').waitFor();
      await page.getByRole('button', { name: 'ダウンロード', exact: true }).scrollIntoViewIfNeeded();
      await look('export');
      const lines = await readSheetLines(readFileSync(await download.path()), tableSheet);
      const header = lines.find((line) => line.includes('照合_結果')) ?? [];
      const column = header.indexOf('照合_結果');
      const results = new Set(lines.flatMap((line) => line[column] || []));
      expect([...results].filter((text) => /[a-z_]{3,}/.test(text))).toEqual([]);
      expect(results).toContain('確定');
      expect(troubles).toEqual([]);
      await close();
    },
    patience,
  );
});

/**
 * Decides about rows as a person in a hurry would: the first candidate if there is one, otherwise none.
 * @param onCandidates called once, at the first row with several candidates
 */
async function pressKeys(page: Page, keys: number, onCandidates: () => Promise<void>): Promise<void> {
  const rowsShown = () => page.evaluate<number>(`performance.getEntriesByName('review-next-row').length`);
  let looked = false;
  for (let pressed = 0; pressed < keys; pressed += 1) {
    const candidates = await page.getByRole('heading', { level: 3 }).count();
    if (!looked && (await page.getByText(/^([2-9]|\d\d) candidates$/).count()) > 0) {
      looked = true;
      // What the earlier keys decided is then saved and counted.
      await page.waitForTimeout(3_000);
      await onCandidates();
    }
    await page.keyboard.press(candidates > 0 ? '1' : 'n');
    while ((await rowsShown()) <= pressed) await page.waitForTimeout(5);
  }
}
