/** Called with one line of progress for people. */
export type OnProgress = (line: string) => void;

export type PartOptions = {
  /** The part's folder, with its data, logs and process record. */
  readonly folder: string;
  /** Default: any free port. */
  readonly port?: number | undefined;
  readonly onProgress: OnProgress;
};

/** A started part of the stack. */
export type StartedPart = {
  readonly url: string;
  /** Resolves with one sentence if the part stops unexpectedly. */
  readonly ended: Promise<string>;
  /** Stops the part and resolves when it has ended. */
  stop(): Promise<void>;
};

/** @param unexpected reported if the part exits without `stop` */
export function createStartedPart(
  url: string,
  exited: Promise<void>,
  unexpected: string,
  stop: () => Promise<void>,
): StartedPart {
  let stopping = false;
  const ended = exited.then(() => (stopping ? new Promise<never>(() => undefined) : unexpected));
  return {
    url,
    ended,
    stop: () => {
      stopping = true;
      return stop();
    },
  };
}
