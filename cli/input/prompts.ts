import { createUsageFailure, exitCodes, Interrupted } from '../failure.ts';
import type { Session } from '../session.ts';

/** Prompts, on stderr, so that stdout has only the answer. The library is loaded only for a prompt. */

async function runPrompt<Answer>(
  session: Session,
  question: (
    prompts: typeof import('@inquirer/prompts'),
    context: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream; signal: AbortSignal },
  ) => Promise<Answer>,
): Promise<Answer> {
  const { stdin: input, stderr: output, signal } = session.world;
  try {
    return await question(await import('@inquirer/prompts'), { input, output, signal });
  } catch (error) {
    if (error instanceof Error && /^(ExitPromptError|AbortPromptError)$/.test(error.name))
      throw new Interrupted();
    throw error;
  }
}

export function askWhether(session: Session, message: string): Promise<boolean> {
  return runPrompt(session, ({ confirm }, context) => confirm({ message, default: false }, context));
}

/** Whether to delete something: by `--yes`, or by a person's answer. Reports if nothing is deleted. */
export async function mayDelete(session: Session, what: string, yes: true | undefined): Promise<boolean> {
  if (yes) return true;
  if (!session.interactive) throw createUsageFailure('Deleting needs --yes if there is no terminal.');
  if (await askWhether(session, `Delete ${what}?`)) return true;
  session.exitCode = exitCodes.usage;
  session.note('Not deleted.');
  return false;
}

/** @param check returns true, or what is wrong with the answer; a refused answer is cleared */
export function askLine(
  session: Session,
  message: string,
  check: (line: string) => true | string,
  initial?: string,
): Promise<string> {
  return runPrompt(session, ({ input }, context) =>
    input(
      {
        message,
        validate: check,
        theme: { validationFailureMode: 'clear' },
        ...(initial !== undefined && { default: initial }),
      },
      context,
    ),
  );
}

/** Without echo. */
export function askSecret(session: Session, message: string): Promise<string> {
  return runPrompt(session, ({ password }, context) => password({ message }, context));
}

export function askChoice<Value extends string | null>(
  session: Session,
  message: string,
  choices: readonly { readonly name: string; readonly value: Value }[],
  initial: Value,
): Promise<Value> {
  return runPrompt(session, ({ select }, context) =>
    select<Value>({ message, choices: [...choices], default: initial, pageSize: 12 }, context),
  );
}
