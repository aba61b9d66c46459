import { afterAll, describe, expect, it } from '@jest/globals';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk } from '../support/browser.ts';
import { serviceSuite } from '../support/service.ts';

const { service, end } = await serviceSuite();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

describe('the desk', () => {
  it('asks for a key, refuses a wrong one, and opens with a right one', async () => {
    const { apiKey } = await service.createAccount({ credits: { basic: 12 } });
    const { page, troubles, close } = await openDesk(browser, service.url, null);
    await page.getByLabel('API key').fill('cds_wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('API key');
    await page.getByLabel('API key').fill('ｃｄｓ＿１');
    await page.keyboard.press('Enter');
    await page.getByText('This is not a key').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('API key').fill(apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tables' }).waitFor();
    await page.getByText('12 credits left').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('keeps the key in the tab only, and forgets it when the desk is closed', async () => {
    const { apiKey } = await service.createAccount();
    const { page, close } = await openDesk(browser, service.url, null);
    await page.getByLabel('API key').fill(apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tables' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Tables' }).waitFor();
    const kept = () =>
      page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(JSON.parse(String(await kept()))).toEqual([
      expect.not.objectContaining({ 'company-data-desk.key': apiKey }),
      { 'company-data-desk.key': apiKey },
      '',
    ]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await kept()).not.toContain(apiKey);
    await close();
  });

  it('speaks the language of the browser, and another one on request', async () => {
    const { apiKey } = await service.createAccount();
    const { page, close } = await openDesk(browser, service.url, apiKey, { language: 'ja' });
    await page.getByRole('heading', { name: '表' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Tables' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await close();
  });

  it('is served with a content policy that permits only its own scripts', async () => {
    const { headers, text } = await service.anonymous.get('/desk').expect(200);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const parts = [...text.matchAll(/desk\/(desk-[A-Z0-9]{8}\.(?:js|css))/g)].map(([, part]) => part);
    expect(parts).toHaveLength(2);
    for (const part of parts) {
      const answer = await service.anonymous.get(`/desk/${part}`).expect(200);
      expect(answer.headers['cache-control']).toContain('immutable');
    }
    for (const part of ['desk.html', 'main.js', '..%2fpackage.json', 'desk-00000000.js'])
      await service.anonymous.get(`/desk/${part}`).expect(404);
  });
});
