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

  it('takes what is typed as soon as a page is there', async () => {
    const { apiKey } = await service.createAccount();
    const { page, close } = await openDesk(browser, service.url, apiKey);
    await page.getByText('There is no table yet').waitFor();
    // In one turn of the page, before anything that it does after it is drawn.
    const stays = await page.evaluate(`new Promise((resolve) => {
      new MutationObserver((changes, observer) => {
        const field = document.querySelector('input[type=password]');
        if (!field) return;
        observer.disconnect();
        const headingFirst = document.activeElement === document.querySelector('h1');
        field.focus();
        setTimeout(() => resolve({ headingFirst, keepsFocus: document.activeElement === field }), 500);
      }).observe(document.body, { childList: true, subtree: true });
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close').click();
    })`);
    expect(stays).toEqual({ headingFirst: true, keepsFocus: true });
    await close();
  });

  it('says that the service does not answer, and goes on when it does', async () => {
    const { apiKey } = await service.createAccount({ credits: { basic: 12 } });
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.getByText('12 credits left').waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByText('The service does not answer.').waitFor();
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('12 credits left').waitFor();
    expect(troubles).toEqual([]);
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
    const { apiKey } = await service.createAccount({ credits: { basic: 5_000_000 } });
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
    await dialog.getByText('Decide rows: a company, none, not a company').waitFor();
    const abilities = dialog.locator('.account-abilities dd');
    const all = ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'];
    expect(await abilities.allInnerTexts()).toEqual(all);
    await dialog.getByText('10,000 company searches a day').waitFor();
    await dialog.getByLabel(/^Read only/).check();
    const look = 'only look and download';
    expect(await abilities.allInnerTexts()).toEqual(['yes', look, 'no', look, 'no', 'no']);
    await dialog.getByLabel('Label').fill('openrefine');
    await dialog.getByLabel(/^Reconciliation/).check();
    expect(await dialog.getByRole('button', { name: 'Create a key' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^Spending limit/).fill('100');
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'keys-new');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('It is shown only once.').waitFor();
    await page.locator('.secret:focus').waitFor();
    const made = await page.locator('code').first().innerText();
    expect(made).toContain(`${service.url}/reconcile/cds_`);
    expect((await fetch(made)).status).toBe(200);
    await page.getByText('0 of 100 credits spent').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByLabel('Label').fill('reader');
    await dialog.getByLabel(/^Read only/).check();
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('The new key: reader').waitFor();
    const reader = await page.locator('code').first().innerText();
    await service.as({ apiKey: reader }).get('/api/service/credits/balance').expect(200);
    await page.getByRole('button', { name: /^Revoke reader #\w{6} \(cds_/ }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    // Its button is gone. The focus is not.
    await page.getByRole('heading', { name: 'API keys' }).and(page.locator(':focus')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await service.as({ apiKey: reader }).get('/api/service/credits/balance').expect(401);
    await page.reload();
    await page.getByText('openrefine').waitFor();
    expect(await page.content()).not.toContain(made);
    expect(troubles).toEqual([]);
    await close();
  });

  it.each(['en', 'ja'] as const)('of one label are told apart when one is revoked: %s', async (language) => {
    const { accountId, apiKey } = await service.createAccount();
    const made = [];
    for (const _ of [1, 2]) made.push(await service.accounts.createKey(accountId, { label: '経理' }));
    const [unused, used] = made;
    await service
      .as({ apiKey: used?.api_key ?? '' })
      .get('/api/service/keys/current')
      .expect(200);
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey, {
      language,
      japaneseFont: true,
    });
    await page.goto(`${service.url}/desk#/keys`);
    const start = unused?.key_start ?? '';
    const name = `経理 #${unused?.key_id.slice(-6)} (${start}…)`;
    const texts = {
      button: { en: `Revoke ${name}`, ja: `${name} を無効にする` },
      title: { en: `Revoke ${name}?`, ja: `${name} を無効にしますか？` },
      never: { en: 'Never used', ja: '未使用' },
      created: { en: /^Created /, ja: /^発行 / },
      yes: { en: 'Revoke', ja: '無効にする' },
    };
    await page.getByRole('button', { name: texts.button[language] }).click();
    const dialog = page.getByRole('dialog', { name: texts.title[language] });
    await dialog.getByText(texts.created[language]).waitFor();
    await dialog.getByText(texts.never[language]).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, `keys-revoke-${language}`, { fullPage: false });
    await dialog.getByRole('button', { name: texts.yes[language] }).click();
    await dialog.waitFor({ state: 'detached' });
    const keys = await service.accounts.listKeys(accountId);
    expect(keys.filter(({ revoked_at }) => revoked_at !== null).map(({ key_id }) => key_id)).toEqual([
      unused?.key_id,
    ]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('can revoke the key in use, after a warning, and the desk closes', async () => {
    const { apiKey } = await service.createAccount();
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.goto(`${service.url}/desk#/keys`);
    await page.getByText('You use it now').waitFor();
    await page.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByText(/^You use this key now/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The service does not accept this key any more.').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  it('decide what the desk offers', async () => {
    const account = await service.createAccount({ credits: { basic: 5 } });
    const made = async (path: string, body: object) =>
      (await service.as(account).post(`/api/service${path}`).send(body)).body;
    const { source } = await made('/sources/import', { headers: ['name'], rows: [{ name: '架空' }] });
    const offered: readonly [object, string, string][] = [
      [{ read_only: true }, 'Tables Companies Lists Credits', 'keys'],
      [{ max_credits: 3 }, 'Tables Companies Lists Credits', 'keys'],
      [{ source_id: source.source_id }, 'Tables', 'companies'],
    ];
    for (const [limits, sections, refused] of offered) {
      const { api_key: limited } = await made('/keys', limits);
      const { page, troubles, close } = await openDesk(browser, service.url, limited);
      const menu = page.getByRole('navigation', { name: 'Sections' });
      await menu.waitFor();
      expect((await menu.innerText()).split(/\s+/).join(' ')).toBe(sections);
      await page.goto(`${service.url}/desk#/${refused}`);
      await page.getByRole('heading', { name: 'Your key cannot use this page' }).waitFor();
      expect(troubles).toEqual([]);
      await close();
    }
  });
});
