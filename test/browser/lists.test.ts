import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk, screenshot } from '../support/browser.ts';
import { companyFacts, idOf, insertFacts } from '../support/companies.ts';
import { listSuite } from '../support/lists.ts';
import { startReceiver } from '../support/receiver.ts';

const nara = { code: '29', name: '奈良県', city: '奈良市' };
const receiver = await startReceiver();
const suite = await listSuite(
  Array.from({ length: 4 }, (_, at) => ({
    number: at + 1,
    name: `株式会社奈良${at + 1}`,
    prefecture: nara,
    employees: 10 * (at + 1),
  })),
  { JOBS: 'true', DELIVERY_TEST_RECEIVERS: receiver.origin },
);
const { service, database } = suite;
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await suite.end();
  await receiver.stop();
});

/** A List of all companies of the prefecture. */
async function searchedList(account: Awaited<ReturnType<typeof suite.richAccount>>, name: string) {
  const api = suite.as(account);
  const definition = { filters: { prefecture: ['奈良県'] }, order: 'name' };
  const { estimate } = await api.post('/lists/estimate', { definition });
  const { list } = await api.post(
    '/lists/materialize',
    { estimate_id: estimate.estimate_id, name, execute: true, maxCredits: 100 },
    { key: 'searched list' },
  );
  return list.list_id as string;
}

describe('a List at the desk', () => {
  it('has its changes checked by keys and all at once, and takes added companies', async () => {
    const account = await suite.richAccount(100);
    const listId = await searchedList(account, '変更のあるリスト');
    const { page, troubles, close } = await openDesk(browser, service.url, account.apiKey);
    await page.goto(`${service.url}/desk#/lists`);
    await page.getByRole('link', { name: '変更のあるリスト' }).click();
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('button', { name: 'Save a fixed version' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save a fixed version' }).click();
    await page.getByText('Nobody has looked for changes yet.').waitFor();
    await insertFacts(
      database.knex,
      ...[5, 6].map((number) => companyFacts({ number, name: `株式会社奈良${number}`, prefecture: nara })),
    );
    const ofFirst = database.knex('company_names').where({ company_id: idOf(1), kind: 'legal' });
    await ofFirst.update({ name: '株式会社大和' });
    await service.reindexCompanies();
    await page.getByRole('button', { name: 'Look for changes' }).click();
    await page.getByRole('heading', { name: 'Added 2' }).waitFor();
    await page.getByText('3 open on this page').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'list-changes');

    await page.locator('li[data-row]').first().focus();
    await page.keyboard.press('r');
    await page.getByText('Turned down', { exact: true }).waitFor();
    await page.keyboard.press('x');
    await page.getByLabel('Reason (optional)').fill('取引停止');
    await page.getByRole('dialog').getByRole('button', { name: 'Exclude' }).click();
    await page.getByText('取引停止').waitFor();
    const changed = page.getByRole('region', { name: 'Changed 1' });
    await changed.getByRole('button', { name: 'Mark as checked' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as checked' }).click();
    await page.getByText('Checked', { exact: true }).waitFor();
    await page.getByText('1 open on this page').waitFor();
    // The one turned down and the excluded company are not added.
    await page.getByRole('button', { name: 'Include again' }).click();
    await page.getByRole('button', { name: 'Include again' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Add the added companies to the List' }).click();
    await page.getByRole('button', { name: 'Agree to 1 credit' }).click();
    await page.getByText('1 row added.').waitFor();
    const { diff } = await suite.as(account).get(`/lists/${listId}/diffs/latest`);
    expect(
      diff.rows.map((row: { review: { outcome: string } | null }) => row.review?.outcome ?? null),
    ).toEqual(['rejected', null, 'accepted']);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('gets values for the agreed price, leaves out suppressed rows, and is downloaded', async () => {
    const account = await suite.richAccount(100);
    const listId = await suite.saveList(account, [idOf(2), idOf(3)], '二社');
    const { page, troubles, close } = await openDesk(browser, service.url, account.apiKey);
    await page.goto(`${service.url}/desk#/lists/${listId}?tab=enrich`);
    await page.getByLabel('Employees', { exact: true }).check();
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page.getByText('Price: 2 enrichment credits').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Agree to 2 credits' }).click();
    await page.getByRole('link', { name: 'Show the rows' }).click();
    await page.getByRole('cell', { name: '20', exact: true }).waitFor();
    await page.getByLabel('Select 株式会社奈良3').check();
    await page.getByRole('button', { name: 'Leave out 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave out 1' }).click();
    await page.getByText('Left out', { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'list-rows');
    await page.getByRole('link', { name: 'Export' }).click();
    const arrives = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await arrives;
    expect(download.suggestedFilename()).toBe('二社.csv');
    const file = readFileSync(await download.path(), 'utf8');
    expect(file).toContain('株式会社奈良2');
    expect(file).not.toContain('株式会社奈良3');
    await page.getByText('1 row downloaded.').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('is only looked at with a read-only key', async () => {
    const account = await suite.richAccount(100);
    const listId = await suite.saveList(account, [idOf(2)], '閲覧');
    const { api_key: reader } = await suite.as(account).post('/keys', { read_only: true }, { status: 201 });
    const { page, troubles, close } = await openDesk(browser, service.url, reader);
    for (const tab of ['', 'changes', 'enrich', 'settings']) {
      await page.goto(`${service.url}/desk#/lists/${listId}?tab=${tab}`);
      await page.getByText('This key may only read. You can look at the List and download it.').waitFor();
      await page.getByText('Loading').first().waitFor({ state: 'hidden' });
      const changes = page.getByRole('button', { name: /^(Publish|Look for|Show the price|Delete|Keep)/ });
      expect(await changes.count()).toBe(0);
    }
    expect(await page.getByRole('radio', { name: /^Paused/ }).isDisabled()).toBe(true);
    expect(troubles).toEqual([]);
    await close();
  });

  it('is delivered, renamed, paused and deleted, in Japanese on a narrow dark screen', async () => {
    const account = await suite.richAccount(100);
    const listId = await suite.saveList(account, [idOf(2)], '配信');
    const { page, troubles, close } = await openDesk(browser, service.url, account.apiKey, {
      language: 'ja',
      dark: true,
      width: 360,
    });
    await page.goto(`${service.url}/desk#/lists/${listId}?tab=delivery`);
    await page.getByLabel('宛先（https）').fill(`${receiver.origin}/hook`);
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('表示は一度だけです').waitFor();
    await page.getByRole('button', { name: 'いま送る' }).click();
    await receiver.message(1);
    for (const tab of ['', 'changes', 'enrich', 'export', 'delivery', 'settings']) {
      await page.goto(`${service.url}/desk#/lists/${listId}?tab=${tab}`);
      await page.getByText('読み込み中').first().waitFor({ state: 'hidden' });
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }
    await page.getByLabel('リストの名前').fill('新しい名前');
    await page.getByRole('button', { name: '名前を変更' }).click();
    await page.getByRole('heading', { name: '新しい名前', level: 1 }).waitFor();
    await page.getByLabel(/^保管済み/).check();
    await page.getByText('このリストは保管済みのため').waitFor();
    await page.getByRole('button', { name: 'リストを削除' }).click();
    await page.getByRole('button', { name: '完全に削除する' }).click();
    await page.getByText('まだリストがありません。').waitFor();
    await suite.as(account).get(`/lists/${listId}`, 404);
    expect(troubles).toEqual([]);
    await close();
  });
});
