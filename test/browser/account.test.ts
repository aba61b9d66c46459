import { afterAll, describe, expect, it } from '@jest/globals';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk, screenshot } from '../support/browser.ts';
import { creditParts, spend } from '../support/credits.ts';
import { serviceSuite } from '../support/service.ts';

const { database, service, end } = await serviceSuite();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

describe('credits at the desk', () => {
  it('shows balances, what was spent by day, and every entry with what it was for', async () => {
    const account = await service.createAccount({ credits: { basic: 500, enrichment: 20 }, plan: 'demo' });
    const { charging } = creditParts(database.knex);
    for (const cost of [30, 12])
      await spend(charging, { accountId: account.accountId, cost, key: `spend ${cost}` });
    const { page, troubles, close } = await openDesk(browser, service.url, account.apiKey);
    await page.goto(`${service.url}/desk#/credits`);
    await page.getByText('Total: 42').waitFor();
    await page.getByRole('img', { name: /Credits spent by day/ }).waitFor();
    await page.getByText('As a table').first().click();
    expect(await page.getByRole('table').first().innerText()).toMatch(/42\s+0/);
    await page.getByRole('cell', { name: '−12' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'credits');
    await page.getByLabel('Class').selectOption({ label: 'Enrichment credits' });
    await page.getByRole('cell', { name: '−12' }).waitFor({ state: 'hidden' });
    await page.getByRole('cell', { name: '+20', exact: true }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('is readable in dark colors on a narrow screen, in Japanese', async () => {
    const { apiKey } = await service.createAccount({ credits: { basic: 5 } });
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey, {
      language: 'ja',
      dark: true,
      width: 360,
    });
    for (const [path, heading] of [
      ['credits', '残高の変動'],
      ['keys', 'API キー'],
    ]) {
      await page.goto(`${service.url}/desk#/${path}`);
      await page.getByRole('heading', { name: heading ?? '' }).waitFor();
      await page.getByText('読み込み中').first().waitFor({ state: 'hidden' });
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('keys at the desk', () => {
  it('are made for what is needed, shown once, and revoked', async () => {
    const { apiKey } = await service.createAccount({ credits: { basic: 5 } });
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.goto(`${service.url}/desk#/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('openrefine');
    await dialog.getByLabel(/^Reconciliation/).check();
    expect(await dialog.getByRole('button', { name: 'Create a key' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^Spending limit/).fill('100');
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'keys-new');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('It is shown only once.').waitFor();
    const made = await page.locator('code').first().innerText();
    expect(made).toContain(`${service.url}/reconcile/cds_`);
    expect((await fetch(made)).status).toBe(200);
    await page.getByText('0 of 100 credits spent').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByLabel('Label').fill('reader');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('The new key: reader').waitFor();
    const reader = await page.locator('code').first().innerText();
    await service.as({ apiKey: reader }).get('/api/service/credits/balance').expect(200);
    await page.getByRole('button', { name: 'Revoke reader' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await service.as({ apiKey: reader }).get('/api/service/credits/balance').expect(401);
    await page.reload();
    await page.getByText('openrefine').waitFor();
    expect(await page.content()).not.toContain(made);
    expect(troubles).toEqual([]);
    await close();
  });

  it('cannot be managed with a limited key, and the page says so', async () => {
    const account = await service.createAccount();
    const { body } = await service
      .as(account)
      .post('/api/service/keys')
      .send({ label: 'reader', read_only: true })
      .expect(201);
    const { page, troubles, close } = await openDesk(browser, service.url, body.api_key);
    await page.goto(`${service.url}/desk#/keys`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });
});
