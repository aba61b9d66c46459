import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser, openDesk } from '../support/browser.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { chosen, DecidedSource, shared, unknown } from '../support/decided-source.ts';
import { SourceAccount, sourceSuite } from '../support/sources.ts';

const { service, end } = await sourceSuite();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

const width = 390;
/** Two lines of links and buttons. */
const highestHeader = 100;
const longCell = '長い備考です。'.repeat(200);

/** Opens everything that is closed, then: the width of the page, and the height of its header. */
function measure(page: Page): Promise<{ width: number; header: number }> {
  return page.evaluate(`(() => {
    for (const each of document.querySelectorAll('main details:not(.long-text)')) each.open = true;
    const header = document.querySelector('header').getBoundingClientRect().height;
    return { width: document.documentElement.scrollWidth, header };
  })()`);
}

describe.each(['en', 'ja'] as const)('the desk on a telephone: %s', (language) => {
  it('is no wider than the screen, with a header of two lines', async () => {
    const account = await service.createAccount({ plan: 'unlimited', credits: { basic: 1_000_000 } });
    const caller = new SourceAccount(service, account);
    const source = new DecidedSource(
      caller,
      await caller.resolved([shared, unknown, { number: corporateNumber(5), name: '株式会社孤立電機' }]),
    );
    await source.decided(chosen(1, 3));
    const { page, troubles, close } = await openDesk(browser, service.url, account.apiKey, {
      language,
      width,
      height: 844,
    });
    const pages = [
      'sources',
      ...['columns', 'resolve', 'review', 'rows', 'result'].map((step) => `sources/${source.id}/${step}`),
      'sources/remembered',
      'companies',
      'companies?q=電機',
      `companies/${idOf(5)}`,
      'lists',
      'credits',
      'keys',
    ];
    for (const each of pages) {
      await page.goto(`${service.url}/desk#/${each}`);
      // Another address after # loads nothing.
      await page.reload({ waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const found = await measure(page);
      expect([each, found.width, found.header < highestHeader]).toEqual([each, width, true]);
    }
    expect(troubles).toEqual([]);
    await close();
  });

  it('shows a long cell in a few lines, and all of it when it is opened', async () => {
    const { apiKey } = await service.createAccount({ plan: 'unlimited', credits: { basic: 10 } });
    const { page, close } = await openDesk(browser, service.url, apiKey, { language, width, height: 844 });
    const buffer = Buffer.from(`会社名,備考\n株式会社孤立電機,${longCell}\n`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    const row = page.locator('.sources-sample tbody tr');
    await row.waitFor();
    const height = async () => (await row.boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThan(150);
    await row.getByText(longCell).click();
    expect(await height()).toBeGreaterThan(1000);
    await close();
  });
});
