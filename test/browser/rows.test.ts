import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk, screenshot } from '../support/browser.ts';
import { corporateNumber } from '../support/companies.ts';
import { shared, unknown } from '../support/decided-source.ts';
import { SourceAccount, sourceSuite } from '../support/sources.ts';

const { service, end } = await sourceSuite();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

const alone = { name: '株式会社孤立電機', number: corporateNumber(5) };
/** Rows 1, 3 and 6 are one company, and the company of row 2 merged. */
const rows = [
  alone,
  { name: '株式会社閉店堂', number: corporateNumber(7) },
  { ...alone, name: '㈱孤立電機' },
  shared,
  { name: '架空自動車株式会社', number: corporateNumber(1) },
  { ...alone, prefecture: '東京都' },
  unknown,
];

async function openAccount() {
  const account = await service.createAccount({ plan: 'unlimited', credits: { basic: 100 } });
  return { apiKey: account.apiKey, caller: new SourceAccount(service, account) };
}

const shown = (page: Page) => page.locator('.rows-table tbody tr th').allInnerTexts();
/** Processor time of the longest task of the page's main thread while something is done, in milliseconds. */
async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page);
  interface TraceEvent {
    readonly name: string;
    readonly pid: number;
    readonly tid: number;
    readonly tdur?: number;
    readonly args: { readonly name?: string };
  }
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['devtools.timeline', 'toplevel', '__metadata'];
  await session.send('Tracing.start', { traceConfig: { includedCategories } });
  await work();
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(events.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf));
  const tasks = events.filter((event) => /RunTask$/.test(event.name) && main.has(threadOf(event)));
  expect(tasks.length).toBeGreaterThan(10);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

describe('the rows of a table at the desk', () => {
  it('are counted, filtered and sorted by any column, and an address keeps that', async () => {
    const { apiKey, caller } = await openAccount();
    const id = await caller.resolved(rows);
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.goto(`${service.url}/desk#/sources/${id}/rows`);
    await page.getByText('7 of 7 rows').waitFor();
    const totals = await page.getByRole('list', { name: 'The table in numbers' }).innerText();
    expect(totals.split(/\s*\n\s*/)).toEqual([
      '7 rows',
      '3 companies',
      '1 merged into others',
      '1 in several rows',
      '2 rows not settled',
    ]);
    await screenshot(page, 'rows');
    expect(await accessibilityFaults(page)).toEqual([]);

    // A number of the map leads to its rows, and so does a bar.
    await page.getByRole('link', { name: /^東京.*4 rows · 2 companies$/ }).click();
    await page.getByText('4 of 7 rows').waitFor();
    await page.reload();
    await page.getByText('4 of 7 rows').waitFor();
    expect(await shown(page)).toEqual(['1', '3', '5', '6']);
    await page.getByLabel('Column').selectOption('name');
    await page.getByLabel('Text', { exact: true }).fill('(株)孤立');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByText('1 of 7 rows').waitFor();
    expect(await shown(page)).toEqual(['3']);
    expect(new URL(page.url()).hash).toContain('cell=1%3Acontains%3A');
    await page.getByRole('link', { name: 'Remove: Prefecture: Tokyo 東京都' }).click();
    await page.getByRole('link', { name: 'Show all rows' }).click();
    await page.getByText('7 of 7 rows').waitFor();
    await page.getByLabel('Column').selectOption('State');
    await page.getByLabel('Value').selectOption('multiple_candidates');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByText('1 of 7 rows').waitFor();
    expect(await shown(page)).toEqual(['4']);
    await page.getByRole('link', { name: 'Show all rows' }).click();

    const first = page.locator('.rows-table tbody tr:first-child th');
    const name = page.getByRole('columnheader', { name: 'name' });
    // The whole heading sorts, not only its word.
    await name.click({ position: { x: 3, y: 3 } });
    await page.locator('th[aria-sort="ascending"]', { hasText: 'name' }).waitFor();
    await first.filter({ hasText: '3' }).waitFor();
    await name.getByRole('link').click();
    await page.locator('th[aria-sort="descending"]', { hasText: 'name' }).waitFor();
    await first.filter({ hasText: '7' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('stand together for one company, what differs marked, and open their review by keyboard', async () => {
    const { apiKey, caller } = await openAccount();
    const id = await caller.resolved(rows);
    const options = { width: 390, height: 800, dark: true } as const;
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey, options);
    await page.goto(`${service.url}/desk#/sources/${id}/rows`);
    await page.getByRole('link', { name: 'Same company in several rows' }).click();
    await page.getByText('3 of 7 rows').waitFor();
    expect(await shown(page)).toEqual(['1', '3', '6']);
    expect(await page.locator('.rows-table mark').allInnerTexts()).toEqual(['㈱孤立電機', '東京都']);
    await screenshot(page, 'rows-same');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('link', { name: 'Review row 1', exact: true }).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('3');
    await page.keyboard.press('Enter');
    await page.waitForURL(/review\?row=3/);
    expect(troubles).toEqual([]);
    await close();
  });

  it('are only in the page where they are on the screen, and never hold it up', async () => {
    const { apiKey, caller } = await openAccount();
    const id = await caller.mapped(
      Array.from({ length: 5_000 }, (_, at) => ({ name: `架空商事${at + 1}`, prefecture: '東京都' })),
    );
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.goto(`${service.url}/desk#/sources/${id}/rows`);
    await page.getByText('5,000 of 5,000 rows').waitFor();
    const longest = await longestTask(page, async () => {
      for (let screen = 0; screen < 30; screen += 1) {
        const by = screen % 6 === 5 ? 20_000 : 400;
        await page.evaluate(`document.querySelector('.rows-box').scrollTop += ${by}`);
        await page.waitForTimeout(50);
      }
    });
    expect(longest).toBeLessThan(100);
    await page
      .getByRole('link', { name: /^Review row/ })
      .first()
      .focus();
    await page.keyboard.press('End');
    await page.getByRole('cell', { name: '架空商事5000' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('5,000');
    expect(await page.locator('.rows-table tbody tr').count()).toBeLessThan(60);
    expect(troubles).toEqual([]);
    await close();
  });

  it('are joined with those of another table, after it is said what comes of it', async () => {
    const { apiKey, caller } = await openAccount();
    const id = await caller.resolved(rows);
    const { body } = await caller
      .post('/sources/import', {
        name: '注文',
        headers: ['name', 'number', 'order'],
        rows: ['A', 'B'].map((order) => ({ ...alone, order })),
      })
      .expect(200);
    const columns = { name: 'name', corporate_number: 'number' };
    await caller.post(`/sources/${body.source.source_id}/map`, { entity: 'company', columns }).expect(200);
    await caller.resolve(body.source.source_id).expect(200);
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.goto(`${service.url}/desk#/sources/${id}/result`);
    await page.getByLabel('Other table').selectOption('注文');
    await page.getByText('The file gets 10 lines.').waitFor();
    await page.getByText('3 of 7 rows have a partner in the other table').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the joined table' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect([lines.length, lines[0]?.endsWith('name (2),number (2),order'), lines[2]?.endsWith(',B')]).toEqual(
      [11, true, true],
    );
    expect(troubles).toEqual([]);
    await close();
  });
});
