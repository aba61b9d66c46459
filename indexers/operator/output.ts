import { InvalidArgumentError } from 'commander';

/** How every command answers: with `--json` the result as it is, else in lines. */
export interface OutputOptions {
  readonly json?: true;
}

export function print(options: OutputOptions, result: object, ...lines: readonly string[]): void {
  console.log(options.json ? JSON.stringify(result) : lines.join('\n'));
}

/** Whether to show progress: to a person, and not to a program that reads the output. */
export function showsProgress(options: OutputOptions): boolean {
  return options.json !== true && process.stderr.isTTY;
}

/** Reads an option that is a whole number with at most so many digits. */
export function wholeNumber(maxDigits: number): (text: string) => number {
  return (text) => {
    if (!/^\d+$/.test(text) || text.length > maxDigits)
      throw new InvalidArgumentError('It must be a whole number.');
    return Number(text);
  };
}
