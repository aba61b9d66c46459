/** A started part of the stack. */
export type StartedPart = {
  readonly url: string;
  /** Resolves with one sentence when the part stops without having been asked to. */
  readonly ended: Promise<string>;
  /** Stops the part and resolves once it is gone. */
  stop(): Promise<void>;
};
