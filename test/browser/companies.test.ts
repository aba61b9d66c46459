import { afterAll, describe, expect, it } from '@jest/globals';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk, screenshot } from '../support/browser.ts';
import {
  companyFacts,
  corporateNumber,
  formerName,
  identifierOf,
  idOf,
  jobOf,
  successorOf,
} from '../support/companies.ts';
import { observationOf } from '../support/observations.ts';
import { serviceSuite } from '../support/service.ts';

const aichi = { code: '23', name: '愛知県', city: '豊田市' };
const tokyo = { code: '13', name: '東京都', city: '港区' };

const { service, end } = await serviceSuite([
  {
    ...companyFacts({
      number: 1,
      name: '株式会社架空堂',
      kana: 'カクウドウ',
      code: '1301',
      prefecture: aichi,
      employees: 30,
    }),
    company_names: [
      ...companyFacts({ number: 1, name: '株式会社架空堂', kana: 'カクウドウ' }).company_names,
      formerName(1, '架空商店株式会社', '2010-04-01', '1990-01-01'),
    ],
    company_identifiers: [identifierOf(1, 'domain', 'kakudo.example.jp')],
    company_aliases: [{ alias_id: 'tse_1301', company_id: idOf(1), reason: 'listing' }],
    observations: [
      observationOf(1, 'first', {
        summary: '<img src=x onerror=alert(1)> を調達しました。',
        type: 'procurement',
      }),
      observationOf(1, 'second', {
        summary: '商号を変更しました。',
        type: 'registry_change',
        source: 'corporate_registry',
        evidence: { page: 'javascript:alert(1)', from: 'https://example.jp/notice' },
      }),
    ],
    job_postings: [jobOf(1, 'job-1', { title: '人工知能の技術者', ai_related: true })],
  },
  companyFacts({ number: 2, name: '株式会社架空企画', kana: 'カクウキカク', prefecture: tokyo }),
  {
    profile_values: [
      {
        ...{ company_id: idOf(1), field: 'parent_company', source: 'edinet', observed_at: '2025-06-20' },
        value: { name: '株式会社架空企画', corporate_number: corporateNumber(2), share: null },
      },
      {
        ...{ company_id: idOf(2), field: 'majority_holder', source: 'gbizinfo', observed_at: '2025-03-31' },
        value: { name: '架空ホールディングス株式会社', corporate_number: null, share: 0.5012 },
      },
    ],
  },
  {
    ...companyFacts({
      number: 3,
      name: '株式会社架空消滅',
      row: { status: 'merged', closed_on: '2023-04-01', close_cause: 'merger' },
    }),
    company_successors: [successorOf(3, 1, '2023-04-01')],
  },
  companyFacts({ number: 4, name: '株式会社東海道中央運輸', prefecture: aichi }),
  ...Array.from({ length: 22 }, (_, at) =>
    companyFacts({ number: 10 + at, name: `株式会社多数${String(at).padStart(2, '0')}`, prefecture: tokyo }),
  ),
]);
await Promise.all([service.reindexCompanies(), service.reindexObservations()]);
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

describe('company search at the desk', () => {
  it('suggests while typing, finds, narrows down, and keeps the search in the address', async () => {
    const { page, troubles, close } = await openDesk(
      browser,
      service.url,
      (await service.createAccount()).apiKey,
    );
    await page.goto(`${service.url}/desk#/companies`);
    const box = page.getByRole('combobox', { name: /^Name, number/ });
    await box.fill('架空');
    const suggestions = page.getByRole('listbox').getByRole('option');
    await suggestions.first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox').isHidden()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '株式会社架空堂' }).waitFor();
    // A screen reader reads the names in their language, on an English page too.
    expect(
      await page
        .locator('ol a')
        .filter({ hasNot: page.locator('[lang=ja]') })
        .count(),
    ).toBe(0);
    await page.getByRole('checkbox', { name: /Tokyo 東京都/ }).check();
    await page.getByRole('button', { name: /^Remove Prefecture: Tokyo/ }).waitFor();
    await page.getByRole('link', { name: '株式会社架空堂' }).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('link', { name: '株式会社架空企画' }).waitFor();
    expect(await box.inputValue()).toBe('架空');
    expect(decodeURIComponent(page.url())).toContain('q=架空&prefecture=東京都');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('link', { name: '株式会社架空堂' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('says what a total is worth, shows further pages, and why there is nothing', async () => {
    const { apiKey } = await service.createAccount();
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey, {
      dark: true,
      width: 360,
    });
    await page.goto(`${service.url}/desk#/companies?prefecture=東京都`);
    await page.getByText('23 companies').waitFor();
    await page.getByText('This is an exact total.').waitFor();
    expect(await page.locator('ol > li').count()).toBe(20);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: '株式会社多数21' }).waitFor();
    expect(await page.locator('ol > li').count()).toBe(23);
    // The button is gone. The focus is not.
    await page.getByText('All 23 are shown.').and(page.locator(':focus')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.goto(`${service.url}/desk#/companies?q=架空&prefecture=愛地県`);
    await page.getByText('No company found').waitFor();
    await page.getByText('No loaded company has this value of prefecture.').waitFor();
    await screenshot(page, 'companies-zero-narrow-dark');
    await page.getByRole('button', { name: '愛知県', exact: true }).click();
    await page.getByRole('link', { name: '株式会社架空堂' }).waitFor();
    await page.goto(`${service.url}/desk#/companies?q=株式会社東海道中央運送`);
    await page.getByRole('heading', { name: 'Did you mean one of these?' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('shows only its failure after a search that failed, with the time to wait', async () => {
    const { page, troubles, close } = await openDesk(
      browser,
      service.url,
      (await service.createAccount()).apiKey,
    );
    await page.goto(`${service.url}/desk#/companies?q=架空`);
    await page.getByRole('link', { name: '株式会社架空堂' }).waitFor();
    const error = { code: 'rate_limit_exceeded', message: 'Too many requests.', recovery: 'Wait.' };
    await page.route('**/api/service/search', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '400' }, json: { ok: false, error } }),
    );
    await page.goto(`${service.url}/desk#/companies?q=多数`);
    await page.getByText(/^It is possible again from/).waitFor();
    expect(await page.getByRole('link', { name: '株式会社架空堂' }).count()).toBe(0);
    await page.unroute('**/api/service/search');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: '株式会社多数00' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('saves a search as a List for the price that was agreed', async () => {
    const { apiKey } = await service.createAccount({ credits: { basic: 30 } });
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.goto(`${service.url}/desk#/companies?prefecture=東京都`);
    await page.getByRole('button', { name: 'Save as a List' }).click();
    await page.getByText('Price: 23 basic credits').waitFor();
    const agree = page.getByRole('button', { name: 'Agree to 23 credits' });
    expect(await agree.isDisabled()).toBe(true);
    await page.getByLabel('Name of the List').fill('東京の会社');
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'companies-save');
    await agree.click();
    await page.getByRole('heading', { name: '東京の会社' }).waitFor();
    await page.getByText('7 credits left').waitFor();
    // Too few are left for the same again.
    await page.goto(`${service.url}/desk#/companies?prefecture=東京都`);
    await page.getByRole('button', { name: 'Save as a List' }).click();
    await page.getByText(/You have only 7/).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('without a query', () => {
  it('offers prefectures and sectors with their numbers, and only filters for which something is loaded', async () => {
    const { page, troubles, close } = await openDesk(
      browser,
      service.url,
      (await service.createAccount()).apiKey,
      { language: 'ja', japaneseFont: true },
    );
    await page.goto(`${service.url}/desk#/companies`);
    const places = page.getByRole('region', { name: '都道府県から探す' });
    await places.waitFor();
    expect(await places.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^東京都\s+23$/),
      expect.stringMatching(/^愛知県\s+2$/),
    ]);
    await page.getByText('その他の条件').click();
    await page.getByLabel('募集中の求人').waitFor();
    expect(await page.getByLabel('有効な建設業許可').count()).toBe(0);
    expect(await page.getByLabel('利用技術').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'companies-browse');
    await places.getByRole('link', { name: '愛知県' }).click();
    await page.getByRole('link', { name: '株式会社架空堂' }).waitFor();
    const orders = page.getByLabel('並び順').getByRole('option');
    expect(await orders.allInnerTexts()).not.toContain('建設業許可の多い順');
    // Each search counts toward the quota: the numbers are remembered.
    const searches: string[] = [];
    page.on('request', (request) => request.url().endsWith('/search') && searches.push(request.url()));
    await page.goBack();
    await places.waitFor();
    expect(searches).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("a company's page", () => {
  it('adds the company to a List, a new one or one that is there, once', async () => {
    const { apiKey } = await service.createAccount({ credits: { basic: 5 } });
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.goto(`${service.url}/desk#/companies/${idOf(1)}`);
    const open = page.getByRole('button', { name: 'Add to a List' });
    await open.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Price: 1 basic credit').waitFor();
    const agree = dialog.getByRole('button', { name: 'Agree to 1 credit' });
    expect(await agree.isDisabled()).toBe(true);
    await dialog.getByLabel('Name of the new List').fill('得意先');
    expect(await accessibilityFaults(page)).toEqual([]);
    await agree.click();
    await page.getByText('Added to 得意先').waitFor();
    await page.getByText('4 credits left').waitFor();
    await open.click();
    await dialog.getByRole('combobox', { name: 'List' }).selectOption({ label: '得意先' });
    await dialog.getByText('This is free.').waitFor();
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('It was there already: 得意先').waitFor();
    await page.getByRole('link', { name: '得意先' }).click();
    await page.getByRole('heading', { name: '得意先', level: 1 }).waitFor();
    await page.getByRole('cell', { name: '株式会社架空堂' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('shows names over time, related companies, openings, and evidence as text only', async () => {
    const { apiKey } = await service.createAccount();
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey);
    await page.goto(`${service.url}/desk#/companies/tse_1301`);
    await page.getByRole('heading', { name: '株式会社架空堂', level: 1 }).waitFor();
    await page.getByText('The id tse_1301 leads to this company.').waitFor();
    await page.getByText('1 Jan 1990 to 1 Apr 2010').waitFor();
    const group = page.getByRole('region', { name: 'Parent and group companies' });
    await group.getByRole('heading', { name: 'Parent company' }).waitFor();
    expect(await group.getByRole('link').allTextContents()).toEqual(['株式会社架空企画']);
    await page.getByText('<img src=x onerror=alert(1)> を調達しました。').waitFor();
    await page.getByRole('link', { name: '株式会社架空消滅' }).waitFor();
    await page.getByRole('button', { name: 'Show current openings' }).click();
    await page.getByText('人工知能の技術者').waitFor();
    // No permit is loaded.
    await page.getByRole('button', { name: 'Show valid permits' }).waitFor({ state: 'detached' });
    await page.getByLabel('Type').selectOption({ label: 'Change in the register' });
    await page.getByText('を調達しました').waitFor({ state: 'hidden' });
    await page.getByText('The record').click();
    await page.getByText('javascript:alert(1)').waitFor();
    expect(await page.evaluate("document.querySelectorAll('a[href^=javascript], main img').length")).toBe(0);
    const link = page.getByRole('link', { name: 'https://example.jp/notice' });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'company');
    await page.getByRole('link', { name: '株式会社架空消滅' }).click();
    await page.getByText('This company was merged into another one.').waitFor();
    await page.getByRole('link', { name: idOf(1) }).waitFor();
    expect(await group.count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('shows the group, and stores a note for the price that was agreed, in Japanese', async () => {
    const { apiKey } = await service.createAccount({ credits: { basic: 50 } });
    const { page, troubles, close } = await openDesk(browser, service.url, apiKey, {
      language: 'ja',
      dark: true,
      width: 360,
    });
    await page.goto(`${service.url}/desk#/companies/${idOf(2)}`);
    const group = page.getByRole('region', { name: '親会社・グループ会社' });
    await group.getByText('架空ホールディングス株式会社').waitFor();
    await group.getByText('持株比率 50.12 %').waitFor();
    await group.getByRole('heading', { name: '子会社' }).waitFor();
    expect(await group.getByRole('link').allTextContents()).toEqual(['株式会社架空堂']);
    await screenshot(page, 'company-group-ja');
    await page.getByRole('button', { name: 'メモを追加' }).click();
    await page.getByLabel('メモ', { exact: true }).fill('展示会で新製品を発表していた。');
    await page.getByRole('button', { name: /実行する$/ }).click();
    await page.getByText('展示会で新製品を発表していた。').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.goto(`${service.url}/desk#/companies/cn_0000000000000`);
    await page.getByText('この会社はありません。').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});
