import type { Argument, Command, Option } from 'commander';

/** What can be typed after each command; read from the command tree itself, so that it is always correct. */

/** A choice of words, a file, or any text. */
export type Value = readonly string[] | 'file' | 'free';

export interface FlagNode {
  readonly flag: string;
  readonly description: string;
  /** Null for a flag without a value. */
  readonly value: Value | null;
}

export interface CommandNode {
  /** Names of the command and its parents without the program's, for example `source import`. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly flags: readonly FlagNode[];
  readonly values: readonly Value[];
  /** The last value may be repeated. */
  readonly variadic: boolean;
}

export function listCommandNodes(program: Command): CommandNode[] {
  return collectNodes(program, [], listFlags(program));
}

function collectNodes(
  command: Command,
  path: readonly string[],
  globalFlags: readonly FlagNode[],
): CommandNode[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  const node: CommandNode = {
    path: path.join(' '),
    commands: below.map((each) => ({ name: each.name(), description: each.description() })),
    flags:
      path.length === 0
        ? globalFlags
        : [...listFlags(command), ...globalFlags.filter(({ flag }) => flag !== '--help')],
    values: command.registeredArguments.map(getArgumentValue),
    variadic: command.registeredArguments.at(-1)?.variadic === true,
  };
  return [node, ...below.flatMap((each) => collectNodes(each, [...path, each.name()], globalFlags))];
}

function listFlags(command: Command): FlagNode[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap((option) =>
      option.long
        ? [{ flag: option.long, description: option.description, value: getFlagValue(option) }]
        : [],
    );
}

function getFlagValue(option: Option): Value | null {
  if (!option.required && !option.optional) return null;
  if (option.argChoices) return option.argChoices;
  if (/<file>/.test(option.flags)) return 'file';
  return 'free';
}

function getArgumentValue(argument: Argument): Value {
  if (argument.argChoices) return argument.argChoices;
  if (argument.name() === 'file') return 'file';
  return 'free';
}
