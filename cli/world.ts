import type { Readable, Writable } from 'node:stream';

export type Input = Readable & { readonly isTTY?: boolean };
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The program's environment, which tests can replace. */
export interface World {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts if the user interrupts the program. */
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  now(): Date;
  /** Ends early and throws if the signal aborts. */
  sleep(milliseconds: number): Promise<void>;
}
