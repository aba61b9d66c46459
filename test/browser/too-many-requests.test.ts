import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk, screenshot } from '../support/browser.ts';
import { sourceSuite } from '../support/sources.ts';

const { account, service, end } = await sourceSuite();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

/** The service refuses the next calls of a path because there were too many. @param options.about what their bodies have */
async function refuse(
  page: Page,
  path: string,
  { times = 1, seconds = 2, about = '' }: { times?: number; seconds?: number; about?: string } = {},
): Promise<void> {
  const error = { code: 'rate_limit_exceeded', message: 'Too many requests.', recovery: 'Wait.' };
  const headers = { 'Retry-After': String(seconds) };
  let left = times;
  await page.route(path, (route) => {
    if (left === 0 || (about && !route.request().postData()?.includes(about))) return route.fallback();
    left -= 1;
    return route.fulfill({ status: 429, headers, json: { ok: false, error, request_id: 'r' } });
  });
}

const waiting = (page: Page) => page.getByText(/^Waiting \d+ s$/);

describe('after too many requests, the desk', () => {
  it('waits as long as the service says, goes on by itself, and keeps what was typed', async () => {
    const { apiKey } = (await account()).account;
    const { page, troubles, close } = await openDesk(browser, service.url, null);
    await refuse(page, '**/keys/current');
    await page.getByLabel('API key').fill(apiKey);
    await page.keyboard.press('Enter');
    await waiting(page).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.getByLabel('API key').inputValue()).toBe(apiKey);
    await page.getByRole('heading', { name: 'Tables' }).waitFor();
    await refuse(page, '**/api/service/search', { times: 2, seconds: 1, about: '同名商事' });
    await page.goto(`${service.url}/desk#/companies?q=同名商事`);
    await waiting(page).waitFor();
    await screenshot(page, 'too-many-requests');
    await page.getByRole('link', { name: '株式会社同名商事' }).first().waitFor();
    await waiting(page).waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
    await close();
  });

  it('ends to wait when a person stops it, and after a few tries', async () => {
    const { apiKey } = (await account()).account;
    const { page, close } = await openDesk(browser, service.url, apiKey);
    await refuse(page, '**/api/service/search', { seconds: 90, about: '同名商事' });
    await page.goto(`${service.url}/desk#/companies?q=同名商事`);
    await waiting(page).waitFor();
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByText(/^It is possible again from/).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: '株式会社同名商事' }).first().waitFor();
    await refuse(page, '**/api/service/search', { times: 5, seconds: 1, about: '旧名堂' });
    await page.goto(`${service.url}/desk#/companies?q=旧名堂`);
    await page.getByText(/^It is possible again from/).waitFor();
    await close();
  });

  it('sends a pasted table and fetches a file all the same', async () => {
    const caller = await account();
    const { page, close } = await openDesk(browser, service.url, caller.account.apiKey);
    await page.getByText('There is no table yet').waitFor();
    await refuse(page, '**/sources/files?*', { seconds: 1 });
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'table.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('会社名,所在地\n株式会社同名商事,東京都\n'),
    });
    await waiting(page).waitFor();
    await page.getByText('Found: 1 row').waitFor();
    const sourceId = await caller.resolved([{ name: '株式会社同名商事' }]);
    await page.goto(`${service.url}/desk#/sources/${sourceId}`);
    await refuse(page, '**/candidates?*', { seconds: 1 });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the candidates (.xlsx)' }).click();
    await waiting(page).waitFor();
    expect((await download).suggestedFilename()).toBe('source-candidates.xlsx');
    await close();
  });

  it('keeps decisions: they wait, are held when a person stops it, and are sent on request', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([{ name: '株式会社同名商事' }, { name: '株式会社旧名堂' }]);
    const { page, close } = await openDesk(browser, service.url, caller.account.apiKey);
    await page.goto(`${service.url}/desk#/sources/${sourceId}/review`);
    await page.getByRole('spinbutton').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^Row 1 of /).waitFor();
    await refuse(page, '**/decisions', { times: 2, seconds: 60 });
    await page.keyboard.press('1');
    await page.getByText(/^Row 2 of /).waitFor();
    await waiting(page).waitFor();
    await page.getByText('1 not sent yet').first().waitFor();
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByText('Your decisions are kept until you send them.').waitFor();
    await page.keyboard.press('n');
    await page.getByText('2 not sent yet').first().waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await waiting(page).waitFor();
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Everything is saved').waitFor();
    const rows = await caller.rows(sourceId);
    expect(rows.map(({ decision }) => decision)).toEqual(['chosen', 'none_of_these']);
    await close();
  });

  it('keeps sending decisions when a person stops what another page waits for, and says there that they are unsent', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([{ name: '株式会社同名商事' }, { name: '株式会社旧名堂' }]);
    const other = await caller.resolved([{ name: '株式会社同名商事' }]);
    const { page, close } = await openDesk(browser, service.url, caller.account.apiKey);
    await page.goto(`${service.url}/desk#/sources/${sourceId}/review`);
    await page.getByRole('spinbutton').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^Row 1 of /).waitFor();
    await refuse(page, '**/decisions', { seconds: 10 });
    await refuse(page, `**/${sourceId}/history?*`, { seconds: 90 });
    await page.keyboard.press('n');
    await page.getByText(/^Row 2 of /).waitFor();
    await waiting(page).waitFor();
    await page.goto(`${service.url}/desk#/sources/${other}/result`);
    await page.getByRole('button', { name: 'Download the candidates (.xlsx)' }).waitFor();
    expect(await page.getByText('of a review not sent yet').count()).toBe(0);
    await page.goto(`${service.url}/desk#/sources/${sourceId}/result`);
    await page.getByText('1 decision of a review not sent yet').waitFor();
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByRole('button', { name: 'Stop waiting' }).waitFor({ state: 'detached' });
    await waiting(page).waitFor();
    await page.getByText('1 decision of a review not sent yet').waitFor({ state: 'detached' });
    const rows = await caller.rows(sourceId);
    expect(rows.map(({ decision }) => decision)).toEqual(['none_of_these', null]);
    await close();
  });
});
