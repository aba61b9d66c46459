/** Commands and what they print, as the documents show them in fenced blocks. */

export interface ShownCommand {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly command: string;
  /** null in a `sh` block, which shows no output. */
  readonly shown: string | null;
  /** The lines of the output, for rewriting them: from 0, excluding the last one. */
  readonly outputLines: readonly [from: number, to: number];
}

export interface ReadDocument {
  readonly commands: readonly ShownCommand[];
  /** Commands in the middle of a sentence or a table, as `company-data usage`. */
  readonly mentioned: readonly string[];
  /** Commands where no test would find them, and ids in commands that no output before shows. */
  readonly faults: readonly string[];
}

const programs = /^(npm|npx|node|company-data|curl|docker|hadolint|iconv|git|export|alias)\s/;
const mentionedPrograms = /^(npm (run |start|test)|npx |company-data |docker compose |node (dist|docs)\/)/;
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const fence = /^\s*(`{3,})\s*(\S*)/;

export function readDocument(text: string): ReadDocument {
  const lines = text.split('\n');
  const commands: ShownCommand[] = [];
  const mentioned: string[] = [];
  const faults: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, ticks, language = ''] = fence.exec(lines[at] ?? '') ?? [];
    if (ticks === undefined) {
      mentioned.push(...mentionedIn(lines[at] ?? ''));
      continue;
    }
    const end = lines.findIndex((line, place) => place > at && line.trim() === ticks);
    if (end < 0) throw new Error(`line ${at + 1}: the block has no end`);
    if (language === 'console') commands.push(...consoleCommands(lines, at + 1, end));
    else if (language === 'sh') commands.push(...shellCommands(lines, at + 1, end));
    else faults.push(...hiddenCommands(lines, at + 1, end, language));
    at = end;
  }
  return { commands, mentioned, faults: [...faults, ...unknownIds(commands)] };
}

function mentionedIn(line: string): string[] {
  const spans = [...line.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll('\\|', '|'));
  return spans.filter((span) => mentionedPrograms.test(span));
}

function consoleCommands(lines: readonly string[], from: number, to: number): ShownCommand[] {
  const commands: ShownCommand[] = [];
  for (let at = from; at < to; ) {
    if (!lines[at]?.startsWith('$ ')) throw new Error(`line ${at + 1}: output without a command`);
    const [command, next] = joinedLine(lines, at);
    const after = lines.findIndex((line, place) => place >= next && (place === to || line.startsWith('$ ')));
    commands.push({
      line: at + 1,
      command: command.slice(2),
      shown: lines.slice(next, after).join('\n'),
      outputLines: [next, after],
    });
    at = after;
  }
  return commands;
}

function shellCommands(lines: readonly string[], from: number, to: number): ShownCommand[] {
  const commands: ShownCommand[] = [];
  for (let at = from; at < to; ) {
    const [command, next] = joinedLine(lines, at);
    if (command.trim() !== '' && !command.startsWith('#'))
      commands.push({
        line: at + 1,
        command: command.replace(/\s+#\s.*$/, '').trim(),
        shown: null,
        outputLines: [next, next],
      });
    at = next;
  }
  return commands;
}

function unknownIds(commands: readonly ShownCommand[]): string[] {
  let seen = '';
  return commands.flatMap(({ line, command, shown }) => {
    const unknown = (command.match(uuid) ?? []).filter((id) => !seen.includes(id));
    seen += shown ?? '';
    return unknown.map((id) => `line ${line}: no output before this command shows ${id}`);
  });
}

/** A command continues if its line ends with a backslash. */
function joinedLine(lines: readonly string[], from: number): [command: string, next: number] {
  let at = from;
  while (lines[at]?.endsWith('\\')) at += 1;
  return [lines.slice(from, at + 1).join('\n'), at + 1];
}

function hiddenCommands(lines: readonly string[], from: number, to: number, language: string): string[] {
  return lines
    .slice(from, to)
    .flatMap((line, place) =>
      programs.test(line.replace(/^\s*(\$\s)?/, ''))
        ? [
            `line ${from + place + 1}: a command in a block of "${language}"; use console or sh: ${line.trim()}`,
          ]
        : [],
    );
}

/**
 * What a document shows instead of what differs on every machine: ids, the address, the key. Ids are learned: if a shown
 * output has as many different ones as the real output, they correspond in this order.
 */
export class Placeholders {
  readonly #shownToReal: Map<string, string>;

  constructor(known: Readonly<Record<string, string>>) {
    this.#shownToReal = new Map(Object.entries(known));
  }

  learn(shown: string, real: string): void {
    const shownIds = [...new Set(shown.match(uuid))];
    const realIds = [...new Set(real.match(uuid))];
    if (shownIds.length !== realIds.length) return;
    for (const [place, id] of shownIds.entries()) {
      const other = realIds[place];
      if (other !== undefined && !this.#shownToReal.has(id)) this.#shownToReal.set(id, other);
    }
  }

  toReal(text: string): string {
    return [...this.#shownToReal].reduce((done, [shown, real]) => done.replaceAll(shown, real), text);
  }

  toShown(text: string): string {
    return [...this.#shownToReal].reduce((done, [shown, real]) => done.replaceAll(real, shown), text);
  }
}

/** Whether the output is the one that is shown; `…` in it matches anything. */
export function isShown(shown: string, real: string): boolean {
  const parts = normalized(shown)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*?')}$`).test(normalized(real));
}

/** Without what differs between runs: times, days, durations, hashes, blanks at the end of lines. */
export function normalized(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '<time>')
    .replace(/\b20\d\d-\d\d-\d\d\b/g, '<day>')
    .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replace(/\b\d+(\.\d+)? (ms|s)\b/g, '<duration>')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n+$/, '');
}

/** The document with these outputs instead of the shown ones. */
export function rewritten(
  text: string,
  outputs: readonly { readonly at: ShownCommand['outputLines']; readonly output: string }[],
): string {
  const lines = text.split('\n');
  for (const { at, output } of [...outputs].reverse()) {
    const written = output.replace(/[ \t]+$/gm, '').replace(/\n+$/, '');
    lines.splice(at[0], at[1] - at[0], ...(written === '' ? [] : written.split('\n')));
  }
  return lines.join('\n');
}
