import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';

/** Where screenshots are kept; unset: none are made. */
const screenshotFolder = process.env.SCREENSHOTS;

/** A real browser. @throws Error if none starts here; `npm test` then leaves out test/browser and says so */
export async function openBrowser(): Promise<Browser> {
  const found = findBrowser();
  if (!found) throw new Error('There is no browser that starts here. Set BROWSER_EXECUTABLE to one.');
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
  return chromium.launch({
    executablePath: found.executablePath,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args,
    headless: true,
  });
}

export interface DeskPage {
  readonly page: Page;
  /** Errors of the page, refused requests and requests to other sites. A test expects none. */
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly language?: 'en' | 'ja';
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** Draws Japanese text, for screenshots. The page's own content policy is off then. */
  readonly japaneseFont?: boolean;
}

/** Opens the desk in a new window, signed in with the key. @param url the service @param apiKey null: the desk asks for it */
export async function openDesk(
  browser: Browser,
  url: string,
  apiKey: string | null,
  { language = 'en', dark = false, width = 1280, height = 900, japaneseFont = false }: DeskOptions = {},
): Promise<DeskPage> {
  const context = await browser.newContext({
    locale: language === 'ja' ? 'ja-JP' : 'en-GB',
    timezoneId: 'Asia/Tokyo',
    colorScheme: dark ? 'dark' : 'light',
    viewport: { width, height },
    bypassCSP: japaneseFont,
    acceptDownloads: true,
    // Colors that change by and by would be measured half-way.
    reducedMotion: 'reduce',
  });
  if (japaneseFont) await addJapaneseFont(context);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // A failed request is a message, too. The page shows it, so tests look there.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      troubles.push(message.text());
  });
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (
      target.protocol.startsWith('http') &&
      target.origin !== new URL(url).origin &&
      target.hostname !== fontHost
    )
      troubles.push(`request to ${target.origin}`);
  });
  if (apiKey !== null)
    await page.addInitScript(`sessionStorage.setItem('company-data-desk.key', ${JSON.stringify(apiKey)})`);
  await page.goto(`${url}/desk`);
  return { page, troubles, close: () => context.close() };
}

const fontHost = 'fonts.invalid';

/** The browser of the package has no Japanese font. */
async function addJapaneseFont(context: BrowserContext): Promise<void> {
  const folder = path.join('node_modules', '@fontsource', 'noto-sans-jp');
  await context.route(`http://${fontHost}/**`, (route) =>
    route.fulfill({
      path: path.join(folder, new URL(route.request().url()).pathname),
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  );
  const styles = ['400', '700']
    .map((weight) => `@import url("http://${fontHost}/${weight}.css");`)
    .join('\n');
  const family =
    'body, button, input, select, textarea { font-family: system-ui, "Noto Sans JP", sans-serif !important; }';
  const content = JSON.stringify(`${styles}\n${family}`);
  // As text, because it runs in the page.
  await context.addInitScript(`addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style');
    style.textContent = ${content};
    document.head.append(style);
  })`);
}

/** Saves a screenshot, of the whole page unless told otherwise, if screenshots are wanted. */
export async function screenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (!screenshotFolder) return;
  // A font has a file for each range of characters, which is loaded when text needs it.
  await page.evaluate(`Promise.all(['400', '700'].map((weight) =>
    document.fonts.load(weight + ' 16px "Noto Sans JP"', document.body.innerText)))`);
  // Text that was drawn before its font came stays empty until it is set again.
  await page.evaluate(`{
    const again = new CSSStyleSheet();
    again.replaceSync('* { font-kerning: none }');
    document.adoptedStyleSheets.push(again);
  }`);
  await page.waitForTimeout(100);
  await page.screenshot({ path: path.join(screenshotFolder, `${name}.png`), fullPage });
}
