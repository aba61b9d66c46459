/** A started part of the stack. */
export type StartedPart = {
  readonly url: string;
  /** Resolves with one sentence if the part stops unexpectedly. */
  readonly ended: Promise<string>;
  /** Stops the part and resolves when it has ended. */
  stop(): Promise<void>;
};
