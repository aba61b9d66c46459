import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Outcome {
  readonly exitCode: number;
  /** stdout and stderr, as a terminal mixes them. */
  readonly output: string;
}

/** The words of a command in which a shell would replace nothing and redirect nothing; null for another one. */
export function plainWords(command: string): string[] | null {
  if (!/^(\s*('[^']*'|[^\s'"$|<>;&\\*?~`#()]+)(?=\s|$))+$/.test(command)) return null;
  return [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

const marker = '-- end of the command --';
const maxWaitMs = 60_000;

/** One bash in which commands run one after another, as if a person typed them. */
export class Shell {
  readonly #bash: ChildProcessWithoutNullStreams;
  #text = '';

  constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.#bash = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, stdio: 'pipe' });
    this.#bash.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#text += text;
    });
    // A terminal's shell knows aliases.
    this.#bash.stdin.write('exec 2>&1; shopt -s expand_aliases; status=0\n');
  }

  async run(command: string): Promise<Outcome> {
    this.#text = '';
    const quoted = `'${command.replaceAll("'", `'\\''`)}'`;
    // In an eval a wrong command ends only itself, and `$?` is the exit code of the previous command.
    this.#bash.stdin.write(
      `(exit $status); eval ${quoted} </dev/null; status=$?; printf '\\n%s %s\\n' '${marker}' $status\n`,
    );
    const deadline = AbortSignal.timeout(maxWaitMs);
    for (;;) {
      const [output = '', status] = this.#text.split(`\n${marker} `);
      if (status?.endsWith('\n')) return { exitCode: Number(status), output: output.replace(/\n$/, '') };
      if (this.#bash.exitCode !== null) throw new Error(`the shell ended at: ${command}\n${this.#text}`);
      await once(this.#bash.stdout, 'data', { signal: deadline }).catch((cause) => {
        throw new Error(`no end after ${maxWaitMs / 1000} s: ${command}\n${this.#text}`, { cause });
      });
    }
  }

  /** For `$?`: the exit code of a command that ran elsewhere. */
  remember(exitCode: number): void {
    this.#bash.stdin.write(`status=${exitCode}\n`);
  }

  async end(): Promise<void> {
    if (this.#bash.exitCode !== null) return;
    const ended = once(this.#bash, 'close');
    this.#bash.stdin.end();
    await ended;
  }
}
