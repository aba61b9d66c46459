import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** What a page reads from the service. `data` stays while it is read again. */
export interface Loaded<Data> {
  readonly data: Data | null;
  readonly error: unknown;
  readonly loading: boolean;
  reload(): void;
}

/**
 * Reads data when the page opens and whenever `inputs` change. Of several readings, only the latest counts.
 * @param read its errors are returned, not thrown
 */
export function useLoaded<Data>(
  read: (signal: AbortSignal) => Promise<Data>,
  inputs: readonly unknown[],
): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({
    data: null,
    error: null,
    loading: true,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    setState((before) => ({ ...before, loading: true }));
    latest.current(signal).then(
      (data) => signal.aborted || setState({ data, error: null, loading: false }),
      (error) => signal.aborted || setState((before) => ({ ...before, error, loading: false })),
    );
    return () => aborter.abort();
  }, [...inputs, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { ...state, reload };
}

/** Something that a person starts with a button: it runs once at a time, and its error is kept to be shown. */
export interface Action<Given extends unknown[]> {
  readonly run: (...given: Given) => Promise<void>;
  readonly running: boolean;
  readonly error: unknown;
  clearError(): void;
}

export function useAction<Given extends unknown[]>(
  work: (...given: Given) => Promise<unknown>,
): Action<Given> {
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const busy = useRef(false);
  const latest = useRef(work);
  latest.current = work;
  const run = useCallback(async (...given: Given) => {
    if (busy.current) return;
    busy.current = true;
    setRunning(true);
    setError(null);
    try {
      await latest.current(...given);
    } catch (failure) {
      setError(failure);
    } finally {
      busy.current = false;
      setRunning(false);
    }
  }, []);
  return { run, running, error, clearError: () => setError(null) };
}
