import { styleText } from 'node:util';
import { type CompanyDataClient, createClient } from '../client/index.ts';
import { isApiKey, readSettings } from './config-file.ts';
import { CommandFailure, type ExitCode, exitCodes } from './failure.ts';
import { showNotices } from './notices.ts';
import { retryingFetch, type Tries } from './retrying-fetch.ts';
import { type Cell, type Column, renderFields, renderTable } from './table.ts';
import { printable } from './text.ts';
import type { World } from './world.ts';

/** Flags that every command takes. */
export interface GlobalOptions {
  readonly json?: true;
  readonly timeout: number;
  readonly maxWait: number;
}

/** One run of one command: its world, its flags, and the two ways to speak. */
export class Session {
  exitCode: ExitCode = exitCodes.ok;
  #settings: { url: string; apiKey: string } | undefined;

  constructor(
    readonly world: World,
    readonly options: GlobalOptions,
  ) {}

  get json(): boolean {
    return this.options.json === true;
  }

  /** A person sits there who can be asked. */
  get interactive(): boolean {
    return this.world.stdin.isTTY === true && this.world.stderr.isTTY === true;
  }

  /** A terminal shows what passes and is gone, such as progress. */
  get watched(): boolean {
    return this.world.stderr.isTTY === true && !this.json;
  }

  /** What the command was asked for. */
  print(text: string): void {
    this.world.stdout.write(`${text}\n`);
  }

  /** What a person should know beside it. */
  note(text: string): void {
    this.world.stderr.write(`${text}\n`);
  }

  warn(text: string): void {
    this.note(`${this.colored('yellow', 'warning:')} ${printable(text)}`);
  }

  colored(color: 'yellow' | 'red' | 'bold', text: string): string {
    const { NO_COLOR: noColor, TERM: term } = this.world.env;
    if (this.world.stderr.isTTY !== true || noColor || term === 'dumb') return text;
    return styleText(color, text, { validateStream: false });
  }

  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
    if (rows.length > 0) this.print(renderTable(columns, rows, this.width));
  }

  fields(fields: readonly (readonly [string, Cell])[]): void {
    this.print(renderFields(fields, null));
  }

  /** Columns of the terminal; null when what is printed goes to a file or a program. */
  get width(): number | null {
    // A terminal that does not know says 0.
    return this.world.stdout.isTTY ? this.world.stdout.columns || 80 : null;
  }

  /** Columns of the terminal on which a person is asked. */
  get screenWidth(): number {
    return this.world.stderr.columns || 80;
  }

  /** The answer alone for programs, or as a person reads it, with what keeps it from being read as more than it is. */
  answer<Answer extends object>(answer: Answer, show: (answer: Answer) => void): void {
    if (this.json) this.print(JSON.stringify(answer, null, 2));
    else show(answer);
    showNotices(this, answer);
  }

  /** A person has to decide something before this is finished. */
  needsPerson(): void {
    this.exitCode = exitCodes.needsPerson;
  }

  get url(): string {
    return this.#connection().url;
  }

  /** @throws CommandFailure without a key */
  api(): CompanyDataClient {
    const { url, apiKey } = this.#connection();
    return createClient({ baseUrl: url, apiKey, fetch: this.fetch() });
  }

  /** The `fetch` of this run, with tries; for one call that shows its progress. */
  fetch(more: Pick<Tries, 'onSent'> = {}): (request: Request) => Promise<Response> {
    return retryingFetch(this.world, {
      timeoutSeconds: this.options.timeout,
      maxWaitSeconds: this.options.maxWait,
      onWait: (reason, seconds) => this.note(`${reason} Trying again in ${Math.ceil(seconds)} s.`),
      ...more,
    });
  }

  #connection(): { url: string; apiKey: string } {
    if (this.#settings) return this.#settings;
    const { url, apiKey, apiKeyFrom } = readSettings(this.world.env);
    if (!apiKey) {
      throw new CommandFailure(
        exitCodes.notAuthorised,
        `There is no API key for ${url}.`,
        'Set COMPANY_DATA_API_KEY, or store one with `company-data config set-key`.',
      );
    }
    if (!isApiKey(apiKey)) {
      throw new CommandFailure(
        exitCodes.notAuthorised,
        `What stands in ${apiKeyFrom} is no API key: it is too short, too long, or has characters that no key has.`,
        'Copy the whole key, as `npm start` or the operator printed it.',
      );
    }
    if (url.startsWith('http:') && !isThisMachine(url))
      this.warn(`The API key goes to ${url} unencrypted; use https.`);
    this.#settings = { url, apiKey };
    return this.#settings;
  }
}

function isThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
