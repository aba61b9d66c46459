/** The result of a command, for the shell. docs/command-line.md explains the same codes. */
export const exitCodes = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  needsPerson: 4,
  notAuthorised: 5,
  payment: 6,
  limit: 7,
  unavailable: 8,
  refused: 9,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesHelp = `
Exit codes:
  0    done
  1    unexpected: an error in this program, in the service, or in a download
  2    usage: unknown flag, wrong value, unreadable file
  3    not found: the company, source, List … does not exist, or no row of a table has a company
  4    needs a person: the result is ambiguous, or rows remain that a person must decide or correct
  5    not authorised: no key, an invalid key, or a key file that other users can read
  6    payment: not confirmed, above the maximum, or too few credits; nothing more was charged
  7    limit: rate limit or quota, after all retries
  8    unavailable: the service does not answer
  9    refused: the current state or the content does not allow it
  130  interrupted`;

/** Ends a command with a message and an exit code. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure';

  constructor(
    readonly exitCode: ExitCode,
    message: string,
    /** What the user can do about it. */
    readonly recovery?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function createUsageFailure(message: string, recovery?: string): CommandFailure {
  return new CommandFailure(exitCodes.usage, message, recovery);
}

export class Interrupted extends CommandFailure {
  constructor(message = 'Interrupted.', recovery = 'Run the same command again: you are not charged twice.') {
    super(exitCodes.interrupted, message, recovery);
  }
}
