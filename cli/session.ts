import { styleText } from 'node:util';
import { type CompanyDataClient, createClient } from '../client/index.ts';
import { type Call, getAnswer } from './calls.ts';
import { CommandFailure, type ExitCode, exitCodes } from './failure.ts';
import { isApiKey, readSettings } from './input/config-file.ts';
import { showNotices } from './output/notices.ts';
import { type Cell, type Columns, renderFields, renderTable } from './output/table.ts';
import { toPrintable } from './output/text.ts';
import { createRetryingFetch, type RetrySettings } from './retrying-fetch.ts';
import type { World } from './world.ts';

/** Flags of every command. */
export interface GlobalOptions {
  readonly json?: true;
  readonly timeout: number;
  readonly maxWait: number;
}

/** Makes the action of a command from a function of the session and the command's arguments and flags. */
export type Run = <Given extends unknown[]>(
  work: (session: Session, ...given: Given) => unknown,
) => (...given: Given) => Promise<void>;

/** One run of a command: its environment, its flags, and its output on stdout and stderr. */
export class Session {
  exitCode: ExitCode = exitCodes.ok;
  /** Warnings that were shown. */
  readonly warned = new Set<string>();
  #settings: { url: string; apiKey: string } | undefined;

  constructor(
    readonly world: World,
    readonly options: GlobalOptions,
  ) {}

  get json(): boolean {
    return this.options.json === true;
  }

  /** Whether a person can be prompted. */
  get interactive(): boolean {
    return this.world.stdin.isTTY === true && this.world.stderr.isTTY === true;
  }

  /** Whether progress can be shown on a terminal. */
  get watched(): boolean {
    return this.world.stderr.isTTY === true && !this.json;
  }

  /** The result of the command. */
  print(text: string): void {
    this.world.stdout.write(`${text}\n`);
  }

  /** Further information for people. */
  note(text: string): void {
    this.world.stderr.write(`${text}\n`);
  }

  warn(text: string): void {
    this.note(`${this.applyColor('yellow', 'warning:')} ${toPrintable(text)}`);
  }

  applyColor(color: 'yellow' | 'red' | 'bold', text: string): string {
    const { NO_COLOR: noColor, TERM: term } = this.world.env;
    if (this.world.stderr.isTTY !== true || noColor || term === 'dumb') return text;
    return styleText(color, text, { validateStream: false });
  }

  /** @param uncut titles of columns that are never cut, in addition to ids */
  printTable<Row>(rows: readonly Row[], columns: Columns<Row>, uncut?: readonly string[]): void {
    if (rows.length > 0) this.print(renderTable(rows, columns, this.#width, uncut));
  }

  printFields(fields: readonly (readonly [string, Cell])[]): void {
    this.print(renderFields(fields, null));
  }

  /** Columns of the terminal; null if the output goes to a file or a program. */
  get #width(): number | null {
    // A terminal that does not know its width reports 0.
    if (this.world.stdout.isTTY) return this.world.stdout.columns || 80;
    return null;
  }

  /** Columns of the terminal used for prompts. */
  get screenWidth(): number {
    return this.world.stderr.columns || 80;
  }

  /** Shows the answer, as JSON for programs or in a form for people, with its warnings. */
  printAnswer<Answer extends object>(answer: Answer, show: (answer: Answer) => void): void {
    if (this.json) this.print(JSON.stringify(answer, null, 2));
    else show(answer);
    showNotices(this, answer);
  }

  /** Makes a call and shows its answer. @throws ApiFailure if it failed */
  async showAnswer<Answer extends object>(
    call: Call<Answer>,
    show: (answer: Answer) => void,
  ): Promise<Answer> {
    const answer = await getAnswer(call);
    this.printAnswer(answer, show);
    return answer;
  }

  /** Reports that a person must decide something. */
  requirePerson(): void {
    this.exitCode = exitCodes.needsPerson;
  }

  get url(): string {
    return this.#getConnection().url;
  }

  /** @throws CommandFailure without a key */
  get api(): CompanyDataClient {
    const { url, apiKey } = this.#getConnection();
    return createClient({ baseUrl: url, apiKey, fetch: this.createFetch() });
  }

  /** For a last call after the user has interrupted the command. @throws CommandFailure without a key */
  openApiAfterInterruption(): CompanyDataClient {
    const { url, apiKey } = this.#getConnection();
    const world = { ...this.world, signal: new AbortController().signal };
    const { timeout, maxWait } = this.options;
    const fetch = createRetryingFetch(world, { timeoutSeconds: timeout, maxWaitSeconds: maxWait });
    return createClient({ baseUrl: url, apiKey, fetch });
  }

  /** The `fetch` of this run, with retries; `more` is for a call that shows its progress or takes longer. */
  createFetch(more: Partial<RetrySettings> = {}): (request: Request) => Promise<Response> {
    return createRetryingFetch(this.world, {
      timeoutSeconds: this.options.timeout,
      maxWaitSeconds: this.options.maxWait,
      onWait: (reason, seconds) => this.note(`${reason} Trying again in ${Math.ceil(seconds)} s.`),
      ...more,
    });
  }

  #getConnection(): { url: string; apiKey: string } {
    if (this.#settings) return this.#settings;
    const { url, apiKey, apiKeyFrom } = readSettings(this.world.env);
    const createKeyFailure = (message: string, recovery: string) =>
      new CommandFailure(exitCodes.notAuthorised, message, recovery);
    if (!apiKey) {
      throw createKeyFailure(
        `There is no API key for ${url}.`,
        'Set COMPANY_DATA_API_KEY, or store one with `company-data config set-key`.',
      );
    }
    if (!isApiKey(apiKey)) {
      throw createKeyFailure(
        `${apiKeyFrom} does not contain a valid API key: it is too short, too long, or has invalid characters.`,
        'Copy the whole key, as `npm start` or the operator printed it.',
      );
    }
    if (url.startsWith('http:') && !isThisMachine(url))
      this.warn(`The API key is sent to ${url} without encryption. Use https.`);
    this.#settings = { url, apiKey };
    return this.#settings;
  }
}

function isThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
