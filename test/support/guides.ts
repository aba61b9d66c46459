import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Programs in the guides of docs/: the blocks of one language are one program, from the first to the last. */

const root = path.resolve(import.meta.dirname, '../..');

export interface Guide {
  readonly program: string;
  /** What lines of the program print, as a comment beside them says: `console.log(1); // 1`. */
  readonly printed: readonly string[];
}

/** @param comment what begins a comment, for example `//` */
export function readGuide(file: string, language: string, comment: string): Guide {
  const text = readFileSync(path.join(root, file), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))];
  const program = blocks.map(([, block = '']) => block).join('\n');
  const printed = program
    .split('\n')
    .filter((line) => /\b(console\.log|print)\(/.test(line) && line.includes(` ${comment} `))
    .map((line) => line.slice(line.lastIndexOf(` ${comment} `) + comment.length + 2));
  return { program, printed };
}

/** The lines of the guide that were not printed, in the order of the guide. */
export function notPrinted({ printed }: Guide, output: string): string[] {
  const lines = output.split('\n');
  let from = 0;
  return printed.filter((line) => {
    const at = lines.indexOf(line, from);
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}
