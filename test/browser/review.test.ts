import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { accessibilityFaults } from '../support/accessibility.ts';
import { type DeskOptions, openBrowser, openDesk, screenshot } from '../support/browser.ts';
import { idOf } from '../support/companies.ts';
import { size } from '../support/size.ts';
import { type SourceAccount, sourceSuite } from '../support/sources.ts';

const { account, service, end } = await sourceSuite();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

const shared = { name: '株式会社同名商事' };
const former = { name: '株式会社旧名堂' };
const unknown = { name: '誰も知らない株式会社' };

/** Opens the review, and agrees to its price unless `ceiling` is null. */
async function reviewed(
  caller: SourceAccount,
  sourceId: string,
  { ceiling = 50, row = '', ...options }: DeskOptions & { ceiling?: number | null; row?: string } = {},
) {
  const desk = await openDesk(browser, service.url, caller.account.apiKey, options);
  desk.page.setDefaultTimeout(10_000);
  const { page } = desk;
  await page.goto(`${service.url}/desk#/sources/${sourceId}/review${row && `?row=${row}`}`);
  const field = page.getByRole('spinbutton');
  await field.waitFor();
  if (ceiling === null) await page.keyboard.press('Escape');
  else {
    await field.fill(String(ceiling));
    await page.keyboard.press('Enter');
  }
  await field.waitFor({ state: 'detached' });
  return desk;
}

async function rowShown(page: Page, number: number): Promise<void> {
  await page.getByText(new RegExp(`^Row ${number} of `)).waitFor();
}
const allSent = (page: Page) => page.getByText('Everything is saved').waitFor();
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

/** Waits until it is so, at most 15 seconds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('It is not so after 15 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('the review', () => {
  it('is done by keys: choose, none, not a company, skip and undo, each announced', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, former, unknown, { ...shared, prefecture: '北海道' }]);
    const { page, troubles, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toHaveLength(2);
    expect(await accessibilityFaults(page)).toEqual([]);

    // The answer is lost after the service decided and charged.
    const lost = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/decisions', lost, { times: 1 });
    await page.keyboard.press('2');
    await rowShown(page, 2);
    expect(await focused(page)).toBe(former.name);
    // As a Japanese input method gives it.
    await page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ｎ', code: 'KeyN', bubbles: true }))`,
    );
    await rowShown(page, 3);
    await page.keyboard.press('s');
    await rowShown(page, 4);
    await page.keyboard.press('x');
    await page.getByText('Only skipped rows are left to decide').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('u');
    await rowShown(page, 4);
    await page.keyboard.press('1');
    await allSent(page);
    await page.getByRole('button', { name: 'Look at 1 skipped row' }).click();
    await rowShown(page, 3);
    await page.keyboard.press('n');
    await allSent(page);

    const rows = await caller.rows(sourceId);
    const chosen = rows.map(({ company_id }) => company_id);
    expect([chosen[0], chosen[3]].filter(Boolean)).toHaveLength(2);
    expect(rows.map(({ decision }) => decision)).toEqual([
      'chosen',
      'none_of_these',
      'none_of_these',
      'chosen',
    ]);
    expect(await caller.balance()).toBe(998);
    await page.getByText('48 of 50 credits left for this review').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('shows what differs, and in Japanese and dark and narrow is as usable', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([
      { name: '㈱髙架家' },
      former,
      { name: '株式会社同名商事　営業部御中' },
      { name: '', prefecture: '東京都' },
    ]);
    const { page, troubles, close } = await reviewed(caller, sourceId, {
      language: 'ja',
      dark: true,
      width: 360,
      row: '2',
    });
    await page.getByText('2 行目（全 4 行）').waitFor();
    await page.getByText('法人格の位置（前・後）が異なる').filter({ visible: true }).waitFor();
    await page.getByText('旧商号').filter({ visible: true }).first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(wide)).toBe(0);
    await page.keyboard.press('j');
    await page.getByText('名称以外の部分').waitFor();
    await page.keyboard.press('j');
    await page.getByText('名称なし').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('takes keys for text as soon as a search is opened, and chooses nothing for one Enter too many', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, shared, shared]);
    const { page, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    await page.keyboard.type('/nsx12');
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('nsx12');
    await page.getByRole('dialog').getByRole('textbox').fill('孤立電機');
    await page.keyboard.down('Enter');
    await page.getByRole('button', { name: /株式会社孤立電機/ }).waitFor();
    for (const _ of [1, 2, 3]) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await rowShown(page, 1);
    const rows = await caller.allRows(sourceId);
    expect(rows.map(({ decision, company_id }) => [decision, company_id])).toEqual(
      rows.map(() => [null, null]),
    );
    await close();
  });

  it('shows the row and its first company on a small screen, and follows its address', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, former, shared, shared]);
    const { page, close } = await reviewed(caller, sourceId, { width: 683, height: 384 });
    const isInSight = () =>
      page.evaluate<boolean>(`(() => {
        const top = document.querySelector('.review-work h2').getBoundingClientRect().top;
        const company = document.querySelector('.review-work h3').getBoundingClientRect().bottom;
        return top >= 0 && company <= document.querySelector('.review-bar').getBoundingClientRect().top;
      })()`);
    await rowShown(page, 1);
    expect(await isInSight()).toBe(true);
    await page.keyboard.press('1');
    await rowShown(page, 2);
    expect(await isInSight()).toBe(true);
    await page.evaluate(`location.hash = '#/sources/${sourceId}/review?row=4'`);
    await rowShown(page, 4);
    expect(await isInSight()).toBe(true);
    await allSent(page);
    await page.reload();
    await rowShown(page, 4);
    await page.keyboard.press('u');
    await rowShown(page, 1);
    await allSent(page);
    expect((await caller.allRows(sourceId)).map(({ decision }) => decision)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    // The person is not somebody else after a reload.
    await page.getByText(/^Also here/).waitFor({ state: 'hidden', timeout: 15_000 });
    await close();
  });

  it('is agreed to by each person, also in the same tab', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, shared]);
    const { body } = await caller.post('/keys', { label: '次の人' }).expect(201);
    const { page, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByLabel('API key').fill(body.api_key);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start without choosing companies' }).click();
    await page.keyboard.press('1');
    await page.getByRole('button', { name: 'Do not choose' }).click();
    await rowShown(page, 1);
    expect((await caller.allRows(sourceId)).map(({ decision }) => decision)).toEqual([null, null]);
    await close();
  });

  it('finds another company by search, and says that it was chosen by hand', async () => {
    const caller = await account();
    // The first character would turn the name around on the screen.
    const sourceId = await caller.resolved([{ name: `\u202e${unknown.name}` }, shared]);
    const { page, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    await page.getByRole('heading', { name: `\ufffd${unknown.name}` }).waitFor();
    await page.keyboard.press('m');
    expect(await page.getByRole('checkbox', { name: /Remember/ }).isChecked()).toBe(true);
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('textbox').fill('孤立電機');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /株式会社孤立電機/ })
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // One Enter too many chooses nothing.
    await page.keyboard.press('Enter');
    await page.keyboard.press('1');
    await rowShown(page, 2);
    await page.keyboard.press('k');
    await page.getByText('株式会社孤立電機 (chosen by hand)').waitFor();
    await allSent(page);
    const [row] = await caller.rows(sourceId);
    expect(row?.company_id).toBe(idOf(5));
    const { body } = await caller.get('/remembered-choices?always=true').expect(200);
    expect(body.items).toHaveLength(1);
    await page.goto(`${service.url}/desk#/sources`);
    await page.getByRole('link', { name: 'Remembered choices' }).click();
    await page.getByRole('link', { name: '株式会社孤立電機' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /^Forget/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await page.getByText('No choice is remembered.').waitFor();
    expect((await caller.get('/remembered-choices').expect(200)).body.items).toEqual([]);
    await close();
  });

  it('decides once for all rows with the same name, after showing them, and takes that back', async () => {
    const caller = await account();
    const at = (prefecture: string) => ({ ...shared, prefecture });
    const rows = [shared, unknown, shared, { name: '㈱同名商事' }, at('東京都'), at('沖縄県')];
    const sourceId = await caller.resolved(rows);
    const before = await caller.balance();
    const { page, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    const scope = page.getByRole('checkbox', { name: /All 4 rows of this name/ });
    await scope.waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    await page.getByRole('dialog').getByRole('row').nth(3).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    expect(await scope.isChecked()).toBe(true);
    await page.getByText('4 credits', { exact: true }).waitFor();
    await page.keyboard.press('1');
    await rowShown(page, 2);
    await page.keyboard.press('n');
    // The place of this row contradicts, so that it was left out. The row with the other spelling was not.
    await rowShown(page, 6);
    await page.keyboard.press('n');
    await page.getByText('Nothing is left to decide').waitFor();
    await allSent(page);
    expect(await caller.balance()).toBe(before - 3);
    for (const number of [6, 2]) {
      await page.keyboard.press('u');
      await rowShown(page, number);
    }
    await page.keyboard.press('u');
    const dialog = page.getByRole('dialog', { name: 'Undo the decision about 3 rows?' });
    await dialog.getByText('株式会社同名商事: 3 rows').waitFor();
    await dialog.getByText('This is the key that you use.').waitFor();
    await page.keyboard.press('Enter');
    await rowShown(page, 1);
    await allSent(page);
    const open = (await caller.rows(sourceId)).filter(({ resolve_status }) => resolve_status !== 'matched');
    expect(open).toHaveLength(5);
    // What was paid once is free.
    await page.getByText('free', { exact: true }).waitFor();
    await close();
  });

  it.each(['en', 'ja'] as const)(
    'asks before a whole call of another person is undone, and shows a row that is open again: %s',
    async (language) => {
      const caller = await account();
      const sourceId = await caller.resolved([shared, shared, shared, unknown]);
      const sato = await service.accounts.createKey(caller.account.accountId, { label: '佐藤' });
      const decisions = [1, 2, 3].map((row) => ({ row, action: 'choose', companyId: idOf(3) }));
      await service
        .as({ apiKey: sato.api_key })
        .post(`/api/service/sources/${sourceId}/decisions`)
        .set('Idempotency-Key', 'sato')
        .send({ decisions, execute: true, maxCredits: 3 })
        .expect(200);
      const { page, close, troubles } = await openDesk(browser, service.url, caller.account.apiKey, {
        language,
        japaneseFont: true,
      });
      page.setDefaultTimeout(10_000);
      await page.goto(`${service.url}/desk#/sources/${sourceId}/review`);
      const text = {
        done: { en: 'Nothing is left to decide.', ja: '確認する行はもうありません。' },
        row: { en: 'Row 3 of 4', ja: '3 行目（全 4 行）' },
        undo: { en: 'Undo', ja: '取り消す' },
        title: { en: 'Undo the decision about 3 rows?', ja: '3 行の判断を取り消しますか' },
        who: { en: 'Decided by 佐藤', ja: '判断したキー: 佐藤' },
        other: { en: 'This is not the key that you use.', ja: 'いまお使いのキーとは別のキーです。' },
        cancel: { en: 'Cancel', ja: 'やめる' },
        yes: { en: 'Undo', ja: '取り消す' },
      };
      const price = page.getByRole('spinbutton');
      await price.waitFor();
      await page.keyboard.press('Escape');
      await price.waitFor({ state: 'detached' });
      await page.keyboard.press('x');
      await page.getByText(text.done[language]).waitFor();
      const side = page.locator('.review-side');
      // The newest decision, about the last row, is the first in the list.
      const undo = side.getByRole('button', { name: text.undo[language], exact: true }).last();
      await undo.click();
      const dialog = page.getByRole('dialog', { name: text.title[language] });
      await dialog.getByText(text.who[language]).waitFor();
      await dialog.getByText(text.other[language]).waitFor();
      await dialog.getByText(/株式会社同名商事: 3/).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(page, `review-undo-call-${language}`, { fullPage: false });
      await dialog.getByRole('button', { name: text.cancel[language] }).click();
      expect((await caller.rows(sourceId)).filter(({ decision }) => decision === 'chosen')).toHaveLength(3);
      await undo.click();
      await dialog.getByRole('button', { name: text.yes[language] }).click();
      await page.getByText(text.row[language]).waitFor();
      await until(async () => (await caller.rows(sourceId)).every(({ decision }) => decision !== 'chosen'));
      expect(troubles).toEqual([]);
      await close();
    },
  );

  it('shows the row again that `u` reopened, where nothing was left to decide', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared]);
    const { page, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    await page.keyboard.press('1');
    await page.getByText('Nothing is left to decide').waitFor();
    await allSent(page);
    await page.goto(`${service.url}/desk#/sources/${sourceId}/review?row=1`);
    await page.reload();
    await page.getByText('Decided: 株式会社同名商事').waitFor();
    await page.getByText('株式会社同名商事', { exact: true }).first().waitFor();
    await page.keyboard.press('j');
    await page.getByText('Nothing is left to decide').waitFor();
    await page.keyboard.press('u');
    await rowShown(page, 1);
    await page.getByText('free', { exact: true }).waitFor();
    // Another person decides, and takes it back.
    const decide = (decision: object) =>
      caller
        .post(
          `/sources/${sourceId}/decisions`,
          { decisions: [decision], execute: true, maxCredits: 1 },
          `${Math.random()}`,
        )
        .expect(200);
    await page.keyboard.press('1');
    await page.getByText('Nothing is left to decide').waitFor();
    await allSent(page);
    await decide({ row: 1, action: 'reopen' });
    await page.getByText('free', { exact: true }).waitFor({ timeout: 20_000 });
    await close();
  });

  it.each(['en', 'ja'] as const)(
    'shows the rows that a remembered choice settled before it is forgotten, and reopens them: %s',
    async (language) => {
      const caller = await account();
      const sourceId = await caller.resolved([shared]);
      const decisions = [{ row: 1, action: 'choose', companyId: idOf(3), remember: 'always' }];
      await caller
        .post(`/sources/${sourceId}/decisions`, { decisions, execute: true, maxCredits: 1 }, 'always')
        .expect(200);
      const later = await caller.resolved([shared, unknown, { ...shared, prefecture: '東京都' }]);
      const balance = await caller.balance();
      const { page, close, troubles } = await openDesk(browser, service.url, caller.account.apiKey, {
        language,
        japaneseFont: true,
      });
      page.setDefaultTimeout(10_000);
      const text = {
        forget: { en: 'Forget', ja: '削除' },
        settled: { en: 'The remembered choice settled 2 rows', ja: '自動的に確定した行が 2 行' },
        reopen: { en: /^Reopen 2 rows/, ja: /^2 行を未確定に戻す/ },
        done: { en: 'Open again: 2 rows.', ja: '2 行を未確定に戻しました。' },
      };
      await page.goto(`${service.url}/desk#/sources/remembered`);
      await page.getByRole('button', { name: new RegExp(`^${text.forget[language]}`) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(text.settled[language]).waitFor();
      expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringContaining('株式会社同名商事'),
        expect.stringContaining('東京都'),
      ]);
      expect(await dialog.getByRole('checkbox', { name: text.reopen[language] }).isChecked()).toBe(true);
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(page, `remembered-forget-${language}`, { fullPage: false });
      await dialog.getByRole('button', { name: text.forget[language], exact: true }).click();
      await page.getByText(text.done[language]).waitFor();
      const statuses = (await caller.rows(later)).map(({ resolve_status }) => resolve_status);
      expect(statuses).toEqual(['multiple_candidates', 'not_found', 'multiple_candidates']);
      expect(await caller.balance()).toBe(balance);
      expect(troubles).toEqual([]);
      await close();
    },
  );

  it('asks before `u` takes back a choice that settled rows of other tables, and reopens them', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared]);
    const { page, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    await page.keyboard.press('m');
    await page.keyboard.press('1');
    await page.getByText('Nothing is left to decide').waitFor();
    await allSent(page);
    const later = await caller.resolved([shared, shared]);
    await page.keyboard.press('u');
    const dialog = page.getByRole('dialog', { name: 'Undo the decision about this row?' });
    await dialog.getByText('The remembered choice settled 2 rows').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'undo-remembered', { fullPage: false });
    expect(await dialog.getByRole('checkbox', { name: /^Reopen 2 rows/ }).isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await rowShown(page, 1);
    await allSent(page);
    const statuses = (await caller.rows(later)).map(({ resolve_status }) => resolve_status);
    expect(statuses).toEqual(['multiple_candidates', 'multiple_candidates']);
    expect((await caller.get('/remembered-choices').expect(200)).body.items).toEqual([]);
    await close();
  });

  it('leads from a choice that replaces a remembered company to the rows that are left, and reopens them', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, unknown]);
    const decisions = [{ row: 1, action: 'choose', companyId: idOf(3), remember: 'always' }];
    const first = await caller.resolved([shared]);
    await caller
      .post(`/sources/${first}/decisions`, { decisions, execute: true, maxCredits: 1 }, 'always')
      .expect(200);
    const later = await caller.resolved([shared, shared]);
    const { page, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    await page.keyboard.press('m');
    const [row] = await caller.rows(sourceId);
    const place = row?.resolve_candidates.findIndex(({ company_id }) => company_id === idOf(4)) ?? -1;
    await page.keyboard.press(String(place + 1));
    await page.getByText('2 rows settled on the company that was remembered').waitFor();
    await page.getByRole('link', { name: 'Remembered choices' }).click();
    // The company before is remembered as a suggestion. Both say the same about what is left.
    await page
      .getByRole('button', { name: /^Rows left/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The remembered choice settled 2 rows').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reopen', exact: true }).click();
    await page.getByText('Open again: 2 rows.').waitFor();
    const statuses = (await caller.rows(later)).map(({ resolve_status }) => resolve_status);
    expect(statuses).toEqual(['multiple_candidates', 'multiple_candidates']);
    const { body } = await caller.get('/remembered-choices?always=true').expect(200);
    expect(body.items).toMatchObject([{ company_id: idOf(4) }]);
    await close();
  });

  it('asks before one decision is taken back whose company settled rows of other tables', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, unknown]);
    const decisions = [{ row: 1, action: 'choose', companyId: idOf(3), remember: 'always' }];
    await caller
      .post(`/sources/${sourceId}/decisions`, { decisions, execute: true, maxCredits: 1 }, 'always')
      .expect(200);
    const later = await caller.resolved([shared, shared]);
    const { page, close } = await reviewed(caller, sourceId, { row: '1' });
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The remembered choice settled 2 rows').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await allSent(page);
    await until(async () => (await caller.rows(later)).every((row) => row.resolve_status !== 'matched'));
    expect((await caller.rows(sourceId))[0]?.decision).toBeNull();
    await close();
  });

  it('offers a key for one table nothing that holds for other tables', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared]);
    const { api_key } = await service.accounts.createKey(caller.account.accountId, { sourceId });
    const { page, close } = await openDesk(browser, service.url, api_key);
    await page.goto(`${service.url}/desk#/sources/${sourceId}/review`);
    await page.getByRole('spinbutton').waitFor();
    await page.keyboard.press('Enter');
    await rowShown(page, 1);
    expect(await page.getByRole('checkbox', { name: /Remember/ }).count()).toBe(0);
    await page.keyboard.press('m');
    await page.keyboard.press('1');
    await page.getByText('Nothing is left to decide').waitFor();
    await allSent(page);
    expect((await caller.rows(sourceId))[0]?.decision).toBe('chosen');
    expect((await caller.get('/remembered-choices').expect(200)).body.items).toEqual([]);
    await close();
  });

  it('asks again when the agreed credits are used up', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, shared, shared]);
    const { page, close } = await reviewed(caller, sourceId, { ceiling: 1 });
    await page.keyboard.press('1');
    await rowShown(page, 2);
    await page.keyboard.press('1');
    await page.getByRole('heading', { name: 'The agreed credits are used up' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await rowShown(page, 3);
    await allSent(page);
    expect(await caller.balance()).toBe(998);
    await close();
  });

  it('keeps what was decided without a connection, warns before leaving, and sends it in order', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, former, unknown]);
    const { page, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    await page.route('**/decisions', (route) => route.abort());
    await page.keyboard.press('1');
    await rowShown(page, 2);
    await page.keyboard.press('1');
    await rowShown(page, 3);
    await page.getByText('The service does not answer').waitFor();
    await page.getByText('2 not sent yet').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const asked = page.waitForEvent('dialog');
    const reload = page.reload({ timeout: 1000 }).catch(() => {});
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reload;
    await page.unroute('**/decisions');
    // Going elsewhere in the desk loses nothing either, and a connection that is back is used at once.
    await page.getByRole('link', { name: 'Tables' }).click();
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await until(async () => {
      const rows = await caller.rows(sourceId);
      return rows.filter(({ decision }) => decision === 'chosen').length === 2;
    });
    expect(await caller.balance()).toBe(998);
    await close();
  });

  it('shows who decided first when two people meet, and passes over the rows of the other', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, shared, former, unknown]);
    const other = await service.accounts.createKey(caller.account.accountId, { label: '佐藤' });
    const first = await reviewed(caller, sourceId);
    await rowShown(first.page, 1);
    await first.page.waitForResponse(/presence/);
    const second = await openDesk(browser, service.url, other.api_key);
    await second.page.goto(`${service.url}/desk#/sources/${sourceId}/review?row=2`);
    await second.page.getByRole('spinbutton').waitFor();
    await second.page.keyboard.press('Enter');
    await rowShown(second.page, 2);
    await second.page.getByText(/^Also here/).waitFor();

    // The first one's next row is on the other's screen.
    await first.page.keyboard.press('j');
    await first.page.getByText(`佐藤 #${other.key_id.slice(-6)} is looking at this row.`).waitFor();
    await first.page.keyboard.press('k');
    await rowShown(first.page, 1);
    await first.page.keyboard.press('n');
    await rowShown(first.page, 3);

    // Both decide about row 3, which the second one opened before.
    await second.page.keyboard.press('j');
    await rowShown(second.page, 3);
    await second.page.route('**/history?*', (route) => route.abort());
    await first.page.keyboard.press('n');
    await allSent(first.page);
    await second.page.unroute('**/history?*');
    await second.page.keyboard.press('1');
    await second.page.getByText('The decision about row 3 was not accepted.').waitFor();
    await second.page.getByText(/decided first: None of these/).waitFor();
    expect(await caller.balance()).toBe(1000);
    expect(await accessibilityFaults(second.page)).toEqual([]);
    await first.close();
    await second.close();
  });

  it('comes back to the last row, filters, and says who decided and what was seen', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, former, unknown, shared]);
    const { page, troubles, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    await page.keyboard.press('1');
    await rowShown(page, 2);
    await page.keyboard.press('j');
    await rowShown(page, 3);
    await page.waitForResponse(/presence/);
    await allSent(page);
    expect(page.url()).toContain('row=');
    await page.goto(`${service.url}/desk#/sources`);
    await page.goto(`${service.url}/desk#/sources/${sourceId}/review`);
    await rowShown(page, 3);
    await page.getByText('Seen: 2 candidates').click();
    await page.getByRole('navigation', { name: 'Progress' }).getByRole('button').first().click();
    await rowShown(page, 1);
    await page.getByText('Decided: 株式会社同名商事').waitFor();
    await page.getByText('Filter and order').click();
    await page.getByLabel('Reason').selectOption('nobody_found');
    const apply = page.getByRole('button', { name: 'Apply' });
    await apply.click();
    await rowShown(page, 3);
    expect(await accessibilityFaults(page)).toEqual([]);
    // Other rows are open, but none with this reason.
    await page.keyboard.press('n');
    await page.getByText('No other row fits the filter').waitFor();
    await page.getByRole('button', { name: 'Show all open rows' }).click();
    await rowShown(page, 2);
    await page.keyboard.press('s');
    await rowShown(page, 4);
    await page.getByText('Filter and order').click();
    const rows = page.getByRole('combobox', { name: /^Rows/ });
    for (const [choice, number] of [
      ['decided', 1],
      ['matched', 1],
      ['skipped', 2],
    ] as const) {
      await allSent(page);
      await rows.selectOption(choice);
      await apply.click();
      await rowShown(page, number);
    }
    expect(troubles).toEqual([]);
    await close();
  });

  it('decides only the row that was seen, however fast keys and clicks are', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, former, shared, former]);
    const { page, close } = await reviewed(caller, sourceId);
    await rowShown(page, 1);
    const pressed = `document.dispatchEvent(new KeyboardEvent('keydown', { key: '1', code: 'Digit1' }))`;
    // The second one comes before the page shows the next row.
    await page.evaluate(`${pressed}; ${pressed}`);
    await rowShown(page, 2);
    await page.getByRole('button', { name: 'None of these' }).dblclick();
    await rowShown(page, 3);
    await page.getByRole('button', { name: 'Choose' }).first().dblclick();
    await rowShown(page, 4);
    await allSent(page);
    const rows = await caller.rows(sourceId);
    expect(rows.map(({ decision }) => decision)).toEqual(['chosen', 'none_of_these', 'chosen', null]);
    await close();
  });

  it('says after a revoked key how many decisions were not confirmed', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, former]);
    const made = await service.accounts.createKey(caller.account.accountId, { label: '臨時' });
    const desk = await openDesk(browser, service.url, made.api_key);
    const { page, close } = desk;
    await page.goto(`${service.url}/desk#/sources/${sourceId}/review`);
    await page.getByRole('spinbutton').waitFor();
    await page.keyboard.press('Enter');
    await rowShown(page, 1);
    await caller.delete(`/keys/${made.key_id}`).expect(200);
    await page.keyboard.press('n');
    await page.getByText('Decisions that the service did not confirm: 1.').waitFor();
    await close();
  });

  it('lets a key that may only read look, but not decide', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared]);
    const { api_key } = await service.accounts.createKey(caller.account.accountId, { readOnly: true });
    const { page, close } = await openDesk(browser, service.url, api_key);
    await page.goto(`${service.url}/desk#/sources/${sourceId}/review`);
    await page.getByText('This key may only read').waitFor();
    await rowShown(page, 1);
    const opens = page.context().waitForEvent('page');
    await page.locator('.review-number a').first().click();
    const company = await opens;
    await company.getByRole('heading', { name: '株式会社同名商事', level: 1 }).waitFor();
    await company.close();
    await page.keyboard.press('1');
    expect(await page.getByRole('button', { name: 'None of these' }).isDisabled()).toBe(true);
    expect((await caller.rows(sourceId))[0]?.decision).toBeNull();
    await close();
  });

  it('shows the next row within 100 ms of each key', async () => {
    const caller = await account(5000);
    const names = [shared, former, unknown];
    const rows = Array.from({ length: size(15, 1000) }, (_, place) => ({
      ...names[place % names.length],
      prefecture: place % 7 === 0 ? '北海道' : '',
    }));
    const sourceId = await caller.resolved(rows);
    const { page, troubles, close } = await reviewed(caller, sourceId, { ceiling: 2000 });
    await rowShown(page, 1);
    const measures = `performance.getEntriesByName('review-next-row').length`;
    const measured: number[] = [];
    for (const place of rows.keys()) {
      const key = place % 3 === 2 ? 'n' : '1';
      await page.keyboard.press(key);
      // Asked in the page, so that asking does not slow it down.
      await page.evaluate(`(async () => {
        while (${measures} <= ${place}) await new Promise((again) => setTimeout(again, 5));
      })()`);
    }
    const entries = await page.evaluate<number[]>(
      `performance.getEntriesByName('review-next-row').map(({ duration }) => duration)`,
    );
    measured.push(...entries);
    await page.getByText('Everything is saved').waitFor({ timeout: 300_000 });
    const open = (await caller.allRows(sourceId)).filter(
      ({ resolve_status, decision }) => resolve_status !== 'matched' && decision === null,
    );
    expect(open).toEqual([]);
    expect(measured).toHaveLength(rows.length);
    const sorted = measured.toSorted((a, b) => a - b);
    const [middle, last] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    if (size(0, 1) === 1) process.stdout.write(`next row: p50 ${middle} ms, max ${last} ms\n`);
    // Beside other suites, the machine misses some.
    const inTime = measured.filter((ms) => ms <= 100).length / measured.length;
    expect(inTime).toBeGreaterThanOrEqual(size(0.8, 1));
    expect(troubles).toEqual([]);
    await close();
  }, 900_000);
});
