import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk, screenshot } from '../support/browser.ts';
import { idOf } from '../support/companies.ts';
import { chosen, DecidedSource, shared, unknown } from '../support/decided-source.ts';
import { sourceSuite } from '../support/sources.ts';

const { account, service, end } = await sourceSuite();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

/** An account that remembers company 3 for the shared name, which settled both rows of a later table and one of another. */
async function remembering() {
  const caller = await account();
  const first = new DecidedSource(caller, await caller.resolved([shared]));
  await first.decided(chosen(1, 3, { remember: 'always' }));
  const later = new DecidedSource(caller, await caller.resolved([shared, shared]));
  const again = new DecidedSource(caller, await caller.resolved([shared]));
  return { caller, later, again };
}

describe('the page of remembered choices', () => {
  it.each(['en', 'ja'] as const)(
    'counts the rows of a choice, switches it off and on, edits it, and takes a file back: %s',
    async (language) => {
      const { caller } = await remembering();
      const { page, close, troubles } = await openDesk(browser, service.url, caller.account.apiKey, {
        language,
        japaneseFont: true,
      });
      page.setDefaultTimeout(10_000);
      const text = {
        rows: { en: `${shared.name}: settled 3 rows`, ja: `${shared.name}: 3 行を確定` },
        off: { en: `Switch off: ${shared.name}`, ja: `使用を停止: ${shared.name}` },
        on: { en: `Switch on: ${shared.name}`, ja: `使用を再開: ${shared.name}` },
        left: { en: 'Still settled by it before: 3 rows.', ja: 'これまでに確定した 3 行はそのままです。' },
        edit: { en: `Edit: ${shared.name}`, ja: `編集: ${shared.name}` },
        other: { en: /^Another company/, ja: /^別の会社/ },
        search: { en: 'Search', ja: '検索' },
        suggest: { en: 'comes first among candidates', ja: '候補の先頭に表示' },
        note: { en: 'Note', ja: 'メモ' },
        save: { en: 'Save', ja: '保存' },
        saved: { en: `Saved: ${shared.name}.`, ja: `${shared.name} の選択を保存しました。` },
        download: { en: 'Download all (.xlsx)', ja: 'すべてダウンロード（.xlsx）' },
        file: { en: 'Take from a file', ja: 'ファイルから取り込む' },
        same: { en: 'As before: 1.', ja: '変更なし 1 件' },
        take: { en: 'Take these choices', ja: 'この内容を取り込む' },
        taken: { en: 'Taken.', ja: '取り込みました。' },
        faults: { en: /^Correct these cells/, ja: '何も変更していません。' },
        place: { en: 'line 3, name', ja: /^3 行目、列「name」/ },
      };
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const choice = async () => (await caller.get('/remembered-choices').expect(200)).body.items[0];
      await page.goto(`${service.url}/desk#/sources/remembered`);
      await button(text.rows[language]).click();
      await page.getByRole('dialog').getByRole('listitem').nth(2).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');

      await button(text.off[language]).click();
      await page.getByText(text.left[language]).waitFor();
      expect(await choice()).toMatchObject({ enabled: false });
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(page, `remembered-${language}`, { fullPage: false });
      await button(text.on[language]).click();
      await button(text.off[language]).waitFor();
      expect(await choice()).toMatchObject({ enabled: true });

      await button(text.edit[language]).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(text.other[language]).fill('孤立電機');
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: /株式会社孤立電機/ }).click();
      await dialog.getByLabel(text.suggest[language]).check();
      await dialog.getByLabel(text.note[language], { exact: true }).fill('経理に確認');
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: text.save[language], exact: true }).click();
      await page.getByText(text.saved[language]).waitFor();
      await page.getByRole('link', { name: '株式会社孤立電機' }).waitFor();
      expect(await choice()).toMatchObject({ company_id: idOf(5), always: false, note: '経理に確認' });

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(text.download[language]).click(),
      ]);
      const workbook = await readFile(await download.path());
      const input = page.getByLabel(text.file[language]);
      const file = (buffer: Buffer, name: string) =>
        input.last().setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
      await file(workbook, 'remembered.xlsx');
      await page.getByText(text.same[language]).waitFor();
      await button(text.take[language]).click();
      await page.getByText(text.taken[language]).waitFor();
      await file(Buffer.from(`name,company_id\n架空,${idOf(3)}\n,${idOf(3)}\n`), 'bad.csv');
      await page.getByText(text.faults[language]).waitFor();
      await page.getByText(text.place[language]).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(page, `remembered-file-faults-${language}`, { fullPage: false });
      expect((await caller.get('/remembered-choices')).body.items).toHaveLength(1);
      expect(troubles).toEqual([]);
      await close();
    },
  );

  it('is said to be forgotten before one row is taken back whose mark is remembered', async () => {
    const caller = await account();
    const source = new DecidedSource(caller, await caller.resolved([unknown]));
    const accepted = { reason: 'nobody_found', action: 'none_of_these', rows: 1, remember: 'always' };
    const body = { ...accepted, execute: true, maxCredits: 0 };
    await caller.post(`/sources/${source.id}/accept`, body, randomUUID()).expect(200);
    const { page, close } = await openDesk(browser, service.url, caller.account.apiKey, { language: 'en' });
    page.setDefaultTimeout(10_000);
    await page.goto(`${service.url}/desk#/sources/${source.id}/review?rows=all&row=1`);
    await page.locator('.review-row').getByRole('button', { name: 'Take back' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('it is forgotten, too').waitFor();
    expect((await caller.get('/remembered-choices').expect(200)).body.items).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Everything is saved').waitFor();
    const count = async () => (await caller.get('/remembered-choices')).body.items.length;
    for (let at = 0; at < 50 && (await count()) > 0; at += 1) await page.waitForTimeout(100);
    expect(await count()).toBe(0);
    await close();
  });

  it.each(['en', 'ja'] as const)(
    'is about a row that is taken back: the others that its choice settled are offered, in all tables: %s',
    async (language) => {
      const { caller, later, again } = await remembering();
      const { page, close, troubles } = await openDesk(browser, service.url, caller.account.apiKey, {
        language,
        japaneseFont: true,
      });
      page.setDefaultTimeout(10_000);
      const text = {
        row: { en: 'Row 1 of 2', ja: '1 行目（全 2 行）' },
        back: { en: 'Take back', ja: '取り消す' },
        offer: {
          en: 'Switch the remembered choice off, and reopen 2 other rows, too',
          ja: 'この記憶した選択を今後は使わず、ほかの 2 行も未確定に戻す',
        },
        yes: { en: 'Undo', ja: '取り消す' },
        cancel: { en: 'Cancel', ja: 'やめる' },
      };
      await page.goto(`${service.url}/desk#/sources/${later.id}/review?rows=all&row=1`);
      await page.getByText(text.row[language]).waitFor();
      const takeBack = page.locator('.review-row').getByRole('button', { name: text.back[language] });
      // Nothing is open, so nothing has to be agreed to.
      expect(await page.getByRole('spinbutton').count()).toBe(0);
      await takeBack.click();
      const dialog = page.getByRole('dialog');
      const offer = dialog.getByRole('checkbox', { name: text.offer[language] });
      await offer.waitFor();
      expect(await offer.isChecked()).toBe(false);
      expect(await dialog.locator('.settled-rows li').count()).toBe(2);
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(page, `remembered-taken-back-${language}`, { fullPage: false });
      await dialog.getByRole('button', { name: text.cancel[language] }).click();
      expect((await again.rows())[0]).toMatchObject({ resolve_status: 'matched' });

      await takeBack.click();
      await offer.check();
      await dialog.getByRole('button', { name: text.yes[language], exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const statuses = async () =>
        [...(await later.rows()), ...(await again.rows())].map(({ resolve_status }) => resolve_status);
      for (let at = 0; at < 100 && (await statuses()).includes('matched'); at += 1)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await statuses()).toEqual(['multiple_candidates', 'multiple_candidates', 'multiple_candidates']);
      expect((await caller.get('/remembered-choices')).body.items).toMatchObject([{ enabled: false }]);
      expect(troubles).toEqual([]);
      await close();
    },
  );
});
