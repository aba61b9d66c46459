import { InvalidArgumentError } from 'commander';

/** How every command prints its result: as JSON with `--json`, otherwise as lines of text. */
export interface OutputOptions {
  readonly json?: true;
}

export function print(options: OutputOptions, result: object, ...lines: readonly string[]): void {
  console.log(options.json ? JSON.stringify(result) : lines.join('\n'));
}

/** Progress is for a person, not for a program that reads the output. */
export function showsProgress(options: OutputOptions): boolean {
  return options.json !== true && process.stderr.isTTY;
}

/** Reads an option that is a whole number of at most `maxDigits` digits. */
export function wholeNumber(maxDigits: number): (text: string) => number {
  return (text) => {
    if (!/^\d+$/.test(text) || text.length > maxDigits)
      throw new InvalidArgumentError('It must be a whole number.');
    return Number(text);
  };
}
