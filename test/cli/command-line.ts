import { PassThrough, Readable } from 'node:stream';
import { runCompanyData } from '../../cli/program.ts';
import type { Output, World } from '../../cli/world.ts';

/** Runs the command line as a shell would, with streams that a test can read and type into. */

export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, as a terminal mixes them. */
  readonly output: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The content of stdin if no person is at the terminal. */
  readonly input?: string;
  /** A person at a terminal, who types each answer after the words before it have appeared. */
  readonly person?: readonly (readonly [seen: string, typed: string])[];
  readonly columns?: number;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
  /** Called for every wait; the test does not actually wait. */
  readonly slept?: (milliseconds: number) => void;
}

export async function run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { person, columns = 100 } = options;
  const all: Buffer[] = [];
  const stdout = collected(all, person && columns);
  const stderr = collected(all, person && columns);
  const stdin = person
    ? Object.assign(new PassThrough(), { isTTY: true })
    : Readable.from([options.input ?? '']);
  if (person) typeAnswers(person, stdin as unknown as PassThrough, stderr);
  const world: World = {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { NO_COLOR: '1', ...options.env },
    signal: options.signal ?? new AbortController().signal,
    fetch: options.fetch ?? fetch,
    now: () => new Date(),
    sleep: async (milliseconds) => options.slept?.(milliseconds),
  };
  const exitCode = await runCompanyData(args, world);
  return {
    exitCode,
    stdout: stdout.text(),
    stderr: stderr.text(),
    output: plainText(Buffer.concat(all).toString()),
  };
}

interface Collected {
  readonly stream: Output;
  text(): string;
  onText(listener: () => void): void;
}

function collected(all: Buffer[], columns: number | undefined): Collected {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    all.push(chunk);
  });
  // Like the streams of a process, it does not end with what is piped into it.
  const endless = { end: () => stream };
  return {
    stream: Object.assign(stream, endless, columns === undefined ? {} : { isTTY: true, columns }),
    text: () => plainText(Buffer.concat(chunks).toString()),
    onText: (listener) => stream.on('data', listener),
  };
}

/** Without the sequences that move the cursor. */
function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '');
}

function typeAnswers(
  person: readonly (readonly [seen: string, typed: string])[],
  stdin: PassThrough,
  stderr: Collected,
): void {
  const waiting = [...person];
  let read = 0;
  stderr.onText(() => {
    const [next] = waiting;
    const at = next ? stderr.text().indexOf(next[0], read) : -1;
    if (!next || at < 0) return;
    read = at + next[0].length;
    waiting.shift();
    // After the prompt has started to listen.
    setTimeout(() => stdin.write(next[1]), 20);
  });
}

export const enter = '\r';
