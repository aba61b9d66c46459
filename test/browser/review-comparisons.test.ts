import { afterAll, describe, expect, it } from '@jest/globals';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser, openDesk, screenshot } from '../support/browser.ts';
import { companyFacts, corporateNumber, identifierOf } from '../support/companies.ts';
import { sourceSuite } from '../support/sources.ts';

// What the review shows beside a cell is what matching makes of it.

const tokyo = { code: '13', name: '東京都', city: '千代田区' };
const company = companyFacts({ number: 21, name: '株式会社髙架飯田橋', prefecture: tokyo, code: '9221' });
const { account, service, end } = await sourceSuite({}, [
  {
    ...company,
    company_addresses: company.company_addresses.map((address) => ({
      ...address,
      street: '飯田橋二丁目１８番４号',
      postal_code: '1020072',
    })),
    company_identifiers: [identifierOf(21, 'domain', 'kouka-iidabashi.co.jp')],
  },
]);
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

const headers = ['社名', '番号', 'コード', '都道府県', '所在地', '〒'] as const;
const agreeing = [
  [
    '㈱高架飯田橋',
    `T${corporateNumber(21)}`,
    '92210',
    'Tokyo-to',
    '千代田区飯田橋2-18-4 架空ビル3F',
    '〒102-0072',
  ],
  ['株式会社 髙架飯田橋', '', '９２２１', '東京', '東京都千代田区飯田橋二丁目18番4号', '1020072'],
];
const differing = [
  '株式会社髙架飯田橋',
  corporateNumber(21),
  '9221',
  '大阪府',
  '大阪府大阪市北区梅田1-1',
  '530-0001',
];

describe('a cell in the review', () => {
  it.each(['en', 'ja'] as const)(
    'is marked as different only if matching sees a difference: %s',
    async (language) => {
      const caller = await account();
      const rows = [...agreeing, differing].map((cells) =>
        Object.fromEntries(headers.map((header, at) => [header, cells[at] ?? ''])),
      );
      const { body } = await caller.post('/sources/import', { headers, rows }).expect(200);
      const id = body.source.source_id;
      const columns = { name: '社名', corporate_number: '番号', ticker: 'コード' };
      const hints = { prefecture: '都道府県', address: '所在地', postal_code: '〒' };
      await caller.post(`/sources/${id}/map`, { entity: 'company', columns, hints }).expect(200);
      await caller.resolve(id).expect(200);
      const { page, close, troubles } = await openDesk(browser, service.url, caller.account.apiKey, {
        language,
        japaneseFont: true,
      });
      page.setDefaultTimeout(10_000);
      const signsOf = async (row: number) => {
        await page.goto(`${service.url}/desk#/sources/${id}/review?rows=all&row=${row}`);
        await page.getByText(language === 'en' ? `Row ${row} of 3` : `${row} 行目（全 3 行）`).waitFor();
        await page.locator('.review-fields').first().waitFor();
        return page.locator('.review-fields').first().locator('.review-sign').allInnerTexts();
      };
      expect(await signsOf(1)).toEqual(['=', '=', '=', '=', '=']);
      await screenshot(page, `review-equal-places-${language}`, { fullPage: false });
      expect(await accessibilityFaults(page)).toEqual([]);
      // No letter of the names is marked: old letters and another spelling of the legal form are equal.
      expect(await page.locator('.review-names .review-different, h3 .review-different').count()).toBe(0);
      expect(await signsOf(2)).toEqual(['=', '=', '=', '=']);
      expect(await signsOf(3)).toEqual(['=', '=', '≠', '≠', '≠']);
      expect(troubles).toEqual([]);
      await close();
    },
  );
});
