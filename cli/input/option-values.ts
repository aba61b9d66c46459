import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createUsageFailure } from '../failure.ts';

/** Parsers of flag values. */

/** A whole number from 0. */
export function parseWholeNumber(given: string): number {
  if (!/^\d{1,15}$/.test(given)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(given);
}

/** The beginning of the headers of added columns, as the service takes it. */
export function parseHeaderPrefix(given: string): string {
  if (/^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}_. -]{0,29})?$/u.test(given)) return given;
  throw new InvalidArgumentError('It must have at most 30 letters, digits, _, ., - and spaces.');
}

export function parseDecimalNumber(given: string): number {
  const number = Number(given);
  if (given.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}

/** A flag that may be repeated, and whose value may be several values, separated by commas. */
export function appendValues(given: string, before: readonly string[] = []): string[] {
  const values = given
    .split(/[,，、]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return [...before, ...values];
}

/** A flag that may be repeated, each time with one value, which is not split. */
export function appendValue(given: string, before: readonly string[] = []): string[] {
  return [...before, given];
}

/** A `listed` flag with any values; some may be suggested for completion. */
export function createListOption(flags: string, description: string, some: readonly string[] = []): Option {
  const option = new Option(flags, `${description} (repeatable, or separated by commas)`);
  if (some.length > 0) option.choices(some);
  return option.argParser(appendValues);
}

/** A `listed` flag with fixed values. */
export function createWordListOption(flags: string, description: string, words: readonly string[]): Option {
  return createListOption(flags, description, words).argParser(
    (given: string, before: string[] | undefined) => {
      const values = appendValues(given, before);
      const unknown = values.filter((value) => !words.includes(value));
      if (unknown.length === 0) return values;
      throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Use ${words.join(', ')}.`);
    },
  );
}

/** A flag whose value is a whole number. */
export function createNumberOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(parseWholeNumber);
}

/** `--<name>` and `--no-<name>`. */
export function createYesNoOptions(name: string, yes: string, no: string): readonly [Option, Option] {
  return [new Option(`--${name}`, yes), new Option(`--no-${name}`, no)];
}

/** A flag with fixed values. */
export function createChoiceOption(flags: string, description: string, words: readonly string[]): Option {
  return new Option(flags, description).choices([...words]);
}

/** The text of a file; `-` reads stdin. */
export function readTextFile(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\ufeff/, '');
  } catch (cause) {
    throw createUsageFailure(`${file} cannot be read: ${(cause as Error).message}.`);
  }
}

/** A JSON object in a file; `-` reads stdin. */
export function readJsonFile(file: string): Readonly<Record<string, unknown>> {
  const text = readTextFile(file);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (cause) {
    throw createUsageFailure(`${file} is not JSON: ${(cause as Error).message}.`);
  }
  throw createUsageFailure(`${file} must contain a JSON object.`);
}

/** An object without its undefined values. */
type WithoutUndefined<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> };

export function omitUndefined<Shape extends object>(shape: Shape): WithoutUndefined<Shape> {
  const entries = Object.entries(shape).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as WithoutUndefined<Shape>;
}

declare const part: unique symbol;

/** The fields of a part of a request, each with the flags that set it. */
export type FlagsOf<Part> = {
  readonly [Field in keyof Part]-?: Option | readonly [Option, Option];
} & { readonly [part]?: Part };

export function addFlags(command: Command, ...groups: readonly object[]): Command {
  const options = groups.flatMap((flags) => Object.values<Option | readonly Option[]>({ ...flags }).flat());
  for (const option of options) command.addOption(option);
  return command;
}

/** The part of a request that the flags of a command line set; undefined if none was given. */
export function readFlagValues<Part>(flags: FlagsOf<Part>, options: object): Part | undefined {
  const values: Readonly<Record<string, unknown>> = { ...options };
  const fields = Object.entries<Option | readonly Option[]>(flags).flatMap(([field, option]) => {
    const [first] = [option].flat();
    const value = values[first?.attributeName() ?? ''];
    if (value === undefined) return [];
    return [[field, value]];
  });
  if (fields.length > 0) return Object.fromEntries(fields) as Part;
  return undefined;
}
