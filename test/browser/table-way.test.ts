import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk, screenshot } from '../support/browser.ts';
import { size } from '../support/size.ts';
import { sourceSuite } from '../support/sources.ts';
import { workbook } from '../support/workbooks.ts';
import { readWorkbook } from '../support/written-workbook.ts';

const { service, end } = await sourceSuite({ JOBS: 'true' });
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

/** A table as an office keeps it: a title, units, a sum and a note around five rows. */
const customers = {
  name: '取引先.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(
    workbook([
      {
        name: '一覧',
        lines: {
          1: ['取引先一覧', null, null, null],
          3: ['No', '会社名', '所在地', '売上'],
          4: [null, null, null, '(千円)'],
          5: [1, '架空自動車㈱', '東京都千代田区', 1200],
          6: [2, '株式会社同名商事', '', 340],
          7: [3, '株式会社同名商事', '大阪府大阪市北区', 560],
          8: [4, '株式会社孤立電機　大阪支店', '', 90],
          9: [5, '株式会社存在しない', '', 15],
          10: [null, '合計', null, 2205],
          12: ['※ 税抜', null, null, null],
        },
      },
    ]),
  ),
};

const settled = (page: Page) => page.waitForLoadState('networkidle');

describe('a table at the desk', () => {
  it('goes from a dropped workbook to an exported one, with a price agreed to', async () => {
    const { apiKey } = await service.createAccount({ plan: 'unlimited', credits: { basic: 10 } });
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    const check = async (step: string) => {
      await settled(page);
      await screenshot(page, `table-${step}`);
      expect([step, await accessibilityFaults(page)]).toEqual([step, []]);
    };
    await page.getByText('There is no table yet').waitFor();
    await check('home');

    await page.getByLabel('Choose a file').setInputFiles(customers);
    await page.getByText('5 rows and 4 columns were found').waitFor();
    await page.getByRole('cell', { name: '取引先一覧' }).waitFor();
    await check('reading');
    // The sum is a row after all, and then again not.
    await page.getByRole('button', { name: 'This is a row: 10' }).click();
    await page.getByText('6 rows and 4 columns were found').waitFor();
    await page.getByRole('button', { name: 'Set aside again' }).click();
    await page.getByText('5 rows and 4 columns were found').waitFor();
    await page.getByRole('button', { name: 'Continue with this table' }).click();

    await page.getByRole('heading', { level: 1, name: 'Columns' }).waitFor();
    const use = (header: string) => page.getByLabel(`Taken for: ${header}`);
    expect(await use('会社名').inputValue()).toBe('name');
    await use('所在地').selectOption('address');
    await check('columns');
    await page.getByRole('button', { name: 'Save and see the price' }).click();

    await page.getByText('Price: 3 credits').waitFor();
    await check('price');
    await page.getByRole('button', { name: 'Agree to 3 credits and start' }).click();
    await page.getByText('Every row has been looked up.').waitFor();
    await page.getByText('7 credits left').waitFor();
    await check('resolved');

    await page.getByRole('link', { name: 'See the result' }).click();
    await page.getByText('Several companies have this name.').click();
    await check('result');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('取引先-companies.xlsx');
    const { lines } = await readWorkbook(readFileSync(await download.path()));
    expect(lines[0]?.[0]).toBe('取引先一覧');
    expect(lines[4]?.slice(0, 5)).toEqual(['1', '架空自動車㈱', '東京都千代田区', '1200', 'matched']);
    expect(lines[9]?.slice(1, 4)).toEqual(['合計', '', '2205']);

    await page.getByRole('button', { name: 'Make the List' }).click();
    await page.waitForURL(/#\/lists\/[0-9a-f-]{36}$/);
    expect(troubles).toEqual([]);
    await close();
  });

  it('refuses what cannot be read before sending it, and says what to do', async () => {
    const { apiKey } = await service.createAccount();
    const { page, close } = await openDesk(browser, service.url, apiKey);
    const choose = (name: string, content: string) =>
      page.getByLabel('Choose a file').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
    await choose('old.xls', 'old');
    expect(await page.getByRole('alert').innerText()).toBe(
      'This kind of file cannot be read. Save it as .xlsx or CSV.',
    );
    await choose('empty.csv', '');
    expect(await page.getByRole('alert').innerText()).toBe('The file is empty.');
    // Only the service can see this.
    await choose('table.xlsx', 'no workbook at all');
    await page.getByRole('heading', { name: 'How the table is read' }).waitFor();
    await page.getByText('1 rows and 1 columns were found').or(page.getByRole('alert')).first().waitFor();
    await close();
  });

  it('takes cells that are pasted, by keyboard alone, and stops at an agreed ceiling', async () => {
    const { apiKey } = await service.createAccount({ plan: 'unlimited', credits: { basic: 10 } });
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.getByText('There is no table yet').waitFor();
    const cells =
      '会社名\t都道府県\n架空自動車株式会社\t東京都\n株式会社孤立電機\t東京都\n新名堂株式会社\t大阪府\n';
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(cells)});
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    })()`);
    await page.getByText('3 rows and 2 columns were found').waitFor();
    const focused = () => page.evaluate('document.activeElement.textContent');
    const press = async (name: string) => {
      for (let step = 0; step < 40 && (await focused()) !== name; step += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    };
    await press('Continue with this table');
    await page.getByLabel('Taken for: 会社名').waitFor();
    await press('Save and see the price');
    await page.getByText('Price: 3 credits').waitFor();
    await page.getByLabel('Spend at most').fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('The agreed price is used up.').waitFor();
    await page.getByLabel('Spend at most, with what is already spent').fill('3');
    await page.keyboard.press('Enter');
    await page.getByText('7 credits left').waitFor();
    await page.getByRole('link', { name: 'See the result' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('accepts all rows of a reason, undoes it, and chooses in a spreadsheet', async () => {
    const { apiKey } = await service.createAccount({ plan: 'unlimited', credits: { basic: 10 } });
    const rows = [{ 会社名: '旧名堂株式会社' }, { 会社名: '株式会社同名商事' }];
    const caller = service.as({ apiKey });
    const imported = await caller
      .post('/api/service/sources/import')
      .send({ headers: ['会社名'], rows })
      .expect(200);
    const { source_id: sourceId } = imported.body.source;
    const path = `/api/service/sources/${sourceId}`;
    await caller
      .post(`${path}/map`)
      .send({ entity: 'company', columns: { name: '会社名' }, settle_from: 'identifier' })
      .expect(200);
    await caller
      .post(`${path}/resolve`)
      .set('Idempotency-Key', 'one')
      .send({ execute: true, maxCredits: 5 })
      .expect(200);
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.goto(`${service.url}/desk#/sources/${sourceId}`);
    await page.getByText('One company has this name, but less surely').click();
    await page.getByRole('button', { name: 'Accept all 1 rows for 1 credits' }).click();
    await page.getByText('1 rows are settled.').waitFor();
    await page.getByText('9 credits left').waitFor();
    await page.getByRole('button', { name: /^Undo:/ }).click();
    await page.getByText('1 rows are as they were before.').waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the candidates (.xlsx)' }).click(),
    ]);
    const { lines } = await readWorkbook(readFileSync(await download.path()));
    const [header = []] = lines;
    const choice = header.indexOf('cd_choice');
    const osaka = lines.findIndex((line) => line[0] === '2' && line.includes('大阪府大阪市北区'));
    const marked = lines.map((line, at) =>
      line.map((cell, place) => (at === osaka && place === choice ? 'x' : cell)),
    );
    const buffer = Buffer.from(marked.map((line) => line.join('\t')).join('\n'));
    await page
      .getByLabel('Bring the file back')
      .last()
      .setInputFiles({ name: 'c.tsv', mimeType: '', buffer });
    await page.getByText('The file decides 1 rows, for 1 credits.').waitFor();
    await page.getByRole('button', { name: 'Agree to 1 credits' }).click();
    await page.getByText('1 rows have changed.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('stays smooth while a large table is read and resolved, and finds the run again', async () => {
    const rows = size(6_000, 50_000);
    const names = ['架空自動車株式会社', '株式会社同名商事', '株式会社孤立電機', '株式会社存在しない'];
    const lines = Array.from({ length: rows }, (_, at) => `${at + 1},${names[at % names.length]},メモ${at}`);
    const buffer = Buffer.from(`No,会社名,備考\n${lines.join('\n')}\n`);
    const { apiKey } = await service.createAccount({ plan: 'unlimited', credits: { basic: rows } });
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.evaluate(`new PerformanceObserver((list) => {
      window.longTasks = [...(window.longTasks ?? []), ...list.getEntries().map(({ duration }) => duration)];
    }).observe({ type: 'longtask', buffered: true })`);
    await page.getByLabel('Choose a file').setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Continue with this table' }).click({ timeout: 60_000 });
    await page.getByLabel('Taken for: 会社名').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Save and see the price' }).click();
    await page.getByText(`Price: at most ${rows.toLocaleString('en')} credits`).waitFor();
    await page.getByRole('button', { name: /^Agree to/ }).click();
    await page
      .getByRole('progressbar')
      .or(page.getByRole('link', { name: 'See the result' }))
      .first()
      .waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'See the result' }).waitFor({ timeout: 120_000 });
    await page.getByText('settled').first().waitFor();
    const long = await page.evaluate<number[]>('window.longTasks ?? []');
    expect(long.filter((ms) => ms > 100)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  }, 240_000);
});
