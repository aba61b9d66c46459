import type { Readable, Writable } from 'node:stream';

export type Input = Readable & { readonly isTTY?: boolean };
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything outside of the program that it meets, so that a test can put its own in place. */
export interface World {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the person interrupts. */
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  now(): Date;
  /** Ends early, and throws, when the signal aborts. */
  sleep(milliseconds: number): Promise<void>;
}
