/** Watches requests to the engine, for metrics, traces and the slow-query log. */
export interface EngineWatch {
  /**
   * A request is about to be sent.
   * @param path with the alias and the operation: `/cds-companies/_search?…`
   * @param body JSON, or with `_msearch` several lines of it
   */
  beginRequest(path: string, body: string): EngineCall;
}

export interface EngineCall {
  /** The path to request instead: it also asks how long the engine took. */
  readonly path?: string;
  /** More headers for the engine: name, value, name, value, … */
  readonly headers?: readonly string[];
  /** @param answer null if the request failed */
  endRequest(answer: Buffer | null, error: unknown): void;
}
