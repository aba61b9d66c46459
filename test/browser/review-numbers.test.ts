import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { openBrowser, openDesk } from '../support/browser.ts';
import { chosen, DecidedSource, former, shared, unknown } from '../support/decided-source.ts';
import { size } from '../support/size.ts';
import { type SourceAccount, sourceSuite } from '../support/sources.ts';

// Every number of the review agrees with the others, and with what the API says.

const { account, service, end } = await sourceSuite();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await end();
});

async function reviewed(caller: SourceAccount, sourceId: string, query = '', language: 'en' | 'ja' = 'en') {
  const desk = await openDesk(browser, service.url, caller.account.apiKey, { language });
  desk.page.setDefaultTimeout(10_000);
  await desk.page.goto(`${service.url}/desk#/sources/${sourceId}/review${query}`);
  const field = desk.page.getByRole('spinbutton');
  await field.waitFor();
  await field.fill('100');
  await desk.page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
  return desk;
}

interface Shown {
  readonly hint: string;
  /** Number of the row on the screen; null where nothing is left. */
  readonly row: number | null;
  readonly finished: string;
  readonly decisions: readonly string[];
}

const readShown = (page: Page): Promise<Shown> =>
  page.evaluate(`(() => {
    const read = (selector) => document.querySelector(selector)?.textContent ?? '';
    return {
      hint: read('.review-map-hint'),
      row: Number(/^Row (\\d+) of/.exec(read('.review-row-place'))?.[1]) || null,
      finished: read('.review-finished h2'),
      decisions: [...document.querySelectorAll('.review-side li > p:first-child')].map((p) => p.textContent.trim()),
    };
  })()`);

/** What the page must show. */
async function readExpected(caller: SourceAccount, sourceId: string) {
  const { body } = await caller.get(`/sources/${sourceId}/progress?segments=1`).expect(200);
  const { rows, open, skipped } = body.total;
  const { body: history } = await caller.get(`/sources/${sourceId}/history?limit=100`).expect(200);
  const { body: inspected } = await caller.get(`/sources/${sourceId}/inspect`).expect(200);
  await expectSameCounts(caller, sourceId, open);
  const calls = new Map<string, { row_number: number; batch_rows: number }>();
  for (const entry of history.items) if (!calls.has(entry.batch_id)) calls.set(entry.batch_id, entry);
  return {
    open,
    skipped,
    openOfSource: inspected.source.open_rows,
    hint: `${open} open${skipped > 0 ? ` (${skipped} skipped)` : ''}, ${rows - open} done`,
    calls: [...calls.values()].map(
      (first) => [`Row ${first.row_number}`, first.batch_rows > 1 && `${first.batch_rows} rows`] as const,
    ),
  };
}

/** Every list and page that counts open rows has the same number. */
async function expectSameCounts(caller: SourceAccount, sourceId: string, open: number) {
  const [reasons, list, review, table] = await Promise.all(
    [
      '/reasons',
      '',
      '/review?limit=1',
      '/rows?decision=none&status=multiple_candidates,not_found,invalid&limit=1',
    ].map(async (path) => {
      const at = path === '' ? '/sources' : `/sources/${sourceId}${path}`;
      return (await caller.get(at).expect(200)).body;
    }),
  );
  const ofReasons = reasons.reasons.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0);
  const listed = list.items.find(({ source_id: id }: { source_id: string }) => id === sourceId);
  const counts = [ofReasons, listed.open_rows, review.review.open_rows, table.matching_rows];
  expect(counts).toEqual([open, open, open, open]);
}

/** What another person does, beside the page. */
async function decideBeside(caller: SourceAccount, sourceId: string, what: 'accept' | 'mark' | 'undo') {
  const send = (path: string, body: object) =>
    caller.post(`/sources/${sourceId}${path}`, body, randomUUID()).expect(200);
  if (what === 'undo') {
    const { body } = await caller.get(`/sources/${sourceId}/history?limit=100`).expect(200);
    const call = body.items.find(({ can_undo: can }: { can_undo: boolean }) => can);
    if (!call) return;
    const { body: done } = await send('/undo', { batchId: call.batch_id });
    expect(done.undone.rows).toBeGreaterThan(0);
    return;
  }
  const { body } = await caller.get(`/sources/${sourceId}/reasons`).expect(200);
  const action = what === 'accept' ? 'choose' : 'not_a_company';
  const found = body.reasons.find((each: { acceptable: boolean }) => what === 'mark' || each.acceptable);
  if (!found) return;
  const rows = what === 'accept' ? found.single_candidate_rows : found.rows;
  const { code: reason, resolve_status: status } = found;
  await send('/accept', { reason, status, rows, action, execute: true, maxCredits: 100 });
}

/** Waits until everything is sent and shown as the API has it. */
async function expectNumbers(page: Page, caller: SourceAccount, sourceId: string, after: string) {
  await page.getByText('Everything is saved').waitFor();
  const last = Date.now() + 12_000;
  for (;;) {
    const expected = await readExpected(caller, sourceId);
    const shown = await readShown(page);
    const faults = [
      shown.hint !== expected.hint && `${shown.hint} instead of ${expected.hint}`,
      expected.openOfSource !== expected.open && `the source says ${expected.openOfSource} open rows`,
      shown.finished === 'Nothing is left to decide.' &&
        expected.open > 0 &&
        `${shown.finished} ${expected.hint}`,
      shown.finished.endsWith('still open.') &&
        !page.url().includes('rows=') &&
        `${shown.finished}, but not shown`,
      shown.finished !== '' && shown.row !== null && 'a row and no row',
      ...expected.calls.slice(0, shown.decisions.length).map(([row, rows], at) => {
        const text = shown.decisions[at] ?? '';
        const fits = text.startsWith(`${row} `) && (!rows || text.endsWith(rows));
        return !fits && `decision ${at + 1} is ${text} instead of ${row} ${rows || ''}`;
      }),
    ].filter(Boolean);
    if (faults.length === 0) return;
    if (Date.now() > last) throw new Error(`${faults.join('; ')} after ${after}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

type Step =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'same'; readonly key: string }
  | { readonly kind: 'filter'; readonly rows: string }
  | { readonly kind: 'reload' }
  | { readonly kind: 'beside'; readonly what: 'accept' | 'mark' | 'undo' }
  | { readonly kind: 'row'; readonly row: number };

const rowCount = 12;
const key = (...keys: string[]) => fc.constantFrom(...keys).map((each): Step => ({ kind: 'key', key: each }));
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: key('1', '2', 'n', 'x') },
  { weight: 2, arbitrary: key('s') },
  { weight: 4, arbitrary: key('u') },
  { weight: 1, arbitrary: key('j', 'k') },
  { weight: 1, arbitrary: fc.constantFrom('1', 'n').map((each): Step => ({ kind: 'same', key: each })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('open', 'not_found', 'multiple_candidates', 'skipped', 'decided', 'all')
      .map((rows): Step => ({ kind: 'filter', rows })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'reload' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('accept', 'mark', 'undo').map((what): Step => ({ kind: 'beside', what })),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: rowCount }).map((row): Step => ({ kind: 'row', row })) },
);

type OwnStep = Exclude<Step, { readonly kind: 'beside' }>;

async function take(page: Page, sourceId: string, step: OwnStep): Promise<void> {
  const review = `#/sources/${sourceId}/review`;
  if (step.kind === 'filter') await page.evaluate(`location.hash = '${review}?rows=${step.rows}'`);
  else if (step.kind === 'row') await page.evaluate(`location.hash = '${review}?row=${step.row}'`);
  else if (step.kind === 'reload') await page.reload();
  else {
    if (step.kind === 'same') await page.keyboard.press('a');
    await page.keyboard.press(step.key);
  }
  await page.waitForTimeout(150);
  // Several rows are taken back at once: the page asks.
  const dialog = page.getByRole('dialog');
  if (await dialog.isVisible()) {
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
}

describe('the numbers of the review', () => {
  it.each(Array.from({ length: size(1, 20) }, (_, seed) => seed + 1))(
    'agree after each of many decisions, undoings and filters, drawn with seed %d',
    async (seed) => {
      const caller = await account();
      const rows = [shared, former, unknown].flatMap((row) => [row, row, row, row]);
      const sourceId = await caller.resolved(rows);
      const { page, close } = await reviewed(caller, sourceId);
      const drawn = fc.sample(steps, { numRuns: size(25, 60), seed });
      const taken: string[] = [];
      for (const step of drawn) {
        if (step.kind === 'beside') await decideBeside(caller, sourceId, step.what);
        else await take(page, sourceId, step);
        taken.push(JSON.stringify(step));
        await expectNumbers(page, caller, sourceId, taken.slice(-6).join(' '));
      }
      await close();
    },
    120_000,
  );

  it('lists the last decisions in their order, also after more than a hundred', async () => {
    const caller = await account();
    const sourceId = await caller.resolved(Array.from({ length: 112 }, () => unknown));
    const { page, close } = await reviewed(caller, sourceId);
    for (let row = 1; row <= 110; row += 1) {
      await page.getByText(new RegExp(`^Row ${row} of `)).waitFor();
      await page.keyboard.press('n');
    }
    await expectNumbers(page, caller, sourceId, '110 decisions');
    await page.waitForTimeout(9000);
    await expectNumbers(page, caller, sourceId, 'the next look at the history');
    await close();
  }, 120_000);

  it('names everything that a call decided, in the review and on the page of the result', async () => {
    const caller = await account();
    const source = new DecidedSource(caller, await caller.resolved([shared, unknown, shared, unknown]));
    await source.decided(
      chosen(1, 3),
      { row: 2, action: 'none_of_these' },
      { row: 4, action: 'none_of_these' },
    );
    await source.decided(chosen(3, 4));
    for (const [language, mixed, marks] of [
      ['en', /Row \d+ 1 company · None of these 2 rows · 3 rows/, 'None of these: 2 rows'],
      ['ja', /\d+ 行目 1 社 · 該当なしと確定 2 行 · 3 行/, '該当なしと確定: 2 行'],
    ] as const) {
      const { page, close } = await openDesk(browser, service.url, caller.account.apiKey, { language });
      page.setDefaultTimeout(10_000);
      await page.goto(`${service.url}/desk#/sources/${source.id}/review?rows=all`);
      const listed = page.locator('.review-side li > p:first-child');
      await listed.filter({ hasText: mixed }).waitFor();
      await listed.filter({ hasText: new RegExp(`${shared.name}$`) }).waitFor();
      await page.goto(`${service.url}/desk#/sources/${source.id}/result`);
      const items = page.locator('.sources-history tr').filter({ hasText: marks }).getByRole('listitem');
      await items.nth(1).waitFor();
      expect(await items.allTextContents()).toEqual([shared.name, marks]);
      await close();
    }
  });

  it('opens the first open row if the last one was decided elsewhere, and counts only what is done since', async () => {
    const caller = await account();
    const source = new DecidedSource(caller, await caller.resolved([unknown, shared, shared]));
    const { page, close } = await reviewed(caller, source.id);
    const open = async (part: string) => {
      await page.evaluate(`location.hash = '#/sources/${source.id}/${part}'`);
    };
    await page.getByText(/^Row 1 of /).waitFor();
    await page.keyboard.press('n');
    await page.getByText(/^Row 2 of /).waitFor();
    await page.getByText('Everything is saved').waitFor();
    await page.waitForTimeout(600);
    await open('result');
    await page.getByRole('link', { name: 'Review 2 open rows' }).waitFor();
    await source.decided(chosen(2, 3));
    await open('review');
    await page.getByText(/^Row 3 of /).waitFor();
    await page.keyboard.press('n');
    await page.getByText('You made 1 decision in this window.').waitFor();
    await close();
  });

  it('says on the page of the result and in the list which decisions are unsent or were refused', async () => {
    const caller = await account();
    const source = new DecidedSource(caller, await caller.resolved([unknown, unknown]));
    const { page, close } = await reviewed(caller, source.id);
    await page.getByText(/^Row 1 of /).waitFor();
    await page.route('**/decisions', (route) => route.abort());
    await page.keyboard.press('n');
    await page.getByText('1 not sent yet').first().waitFor();
    await page.evaluate(`location.hash = '#/sources'`);
    await page.getByText(/^1 decision of a review not sent yet/).waitFor();
    await page.evaluate(`location.hash = '#/sources/${source.id}/result'`);
    await page.getByText(/^1 decision of a review not sent yet/).waitFor();
    await source.decided({ row: 1, action: 'not_a_company' });
    await page.unroute('**/decisions');
    await page.getByText(/^1 decision of the review not accepted/).waitFor({ timeout: 40_000 });
    await page.getByRole('link', { name: 'See them in the review' }).click();
    await page.getByText('The decision about row 1 was not accepted.').waitFor();
    await close();
  }, 90_000);

  it('opens the first row that fits a filter in the address, not the last one that was looked at', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([shared, shared, unknown]);
    const { page, close } = await reviewed(caller, sourceId, '?row=1');
    await page.getByText(/^Row 1 of /).waitFor();
    await page.waitForTimeout(600);
    await page.goto('about:blank');
    await page.goto(`${service.url}/desk#/sources/${sourceId}/review?rows=not_found`);
    await page.getByText(/^Row 3 of /).waitFor();
    await page.evaluate(`location.hash = '#/sources/${sourceId}/review?rows=multiple_candidates'`);
    await page.getByText(/^Row 1 of /).waitFor();
    await close();
  });

  it('are the same in the list of tables, after resolving, and on the result page', async () => {
    const caller = await account();
    const sourceId = await caller.resolved([
      shared,
      former,
      unknown,
      unknown,
      unknown,
      { name: '架空自動車' },
    ]);
    const body = { execute: true, maxCredits: 0, decisions: [{ row: 3, action: 'not_a_company' }] };
    await caller.post(`/sources/${sourceId}/decisions`, body, 'one').expect(200);
    const { page, close } = await openDesk(browser, service.url, caller.account.apiKey);
    page.setDefaultTimeout(10_000);
    const { open } = await readExpected(caller, sourceId);
    await page.goto(`${service.url}/desk#/sources`);
    await page.getByRole('link', { name: new RegExp(`Review ${open} rows`) }).waitFor();
    await page.getByText('not a company, or none of these').waitFor();
    for (const step of ['resolve', 'result']) {
      await page.goto(`${service.url}/desk#/sources/${sourceId}/${step}`);
      await page
        .getByRole('link', { name: new RegExp(`(?<!\\d)${open}(?!\\d)`) })
        .first()
        .waitFor();
    }
    await close();
  });
});
