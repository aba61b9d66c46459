import { setTimeout as wait } from 'node:timers/promises';
import { scheduleRecurring } from '../running/recurring.ts';
import { DatabaseClient } from './database-client.ts';

export interface ListenOptions {
  readonly url: string;
  /** A fixed name, never a caller's text. */
  readonly channel: string;
  onMessage(payload: string): void;
  /** Called if messages may have been missed because the connection was lost. */
  onGap(): void;
  /** How often to ask the server whether it is still there, in milliseconds. */
  readonly lookEveryMs?: number;
}

export interface Listener {
  /** Whether messages arrive now. If not, data that depends on them must be read again. */
  readonly connected: boolean;
  stop(): Promise<void>;
}

const firstDelayMs = 100;
const maxDelayMs = 5_000;
/** How long the server may take to answer. */
const answerMs = 5_000;

/** Listens to a Postgres channel on a separate connection, and reconnects whenever it is lost. */
export function listenToChannel({
  url,
  channel,
  onMessage,
  onGap,
  lookEveryMs = 15_000,
}: ListenOptions): Listener {
  const stopping = new AbortController();
  const state = { connected: false };

  async function runSession(): Promise<void> {
    const client = new DatabaseClient({
      connectionString: url,
      application_name: 'company-data-service listener',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    let endSession: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      endSession = resolve;
    });
    client.once('end', endSession);
    client.once('error', endSession);
    stopping.signal.addEventListener('abort', endSession);
    // A lost connection may report several errors; without a listener, the second would end the process.
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await client.connect();
      const beginListening = () => client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      await beginListening();
      state.connected = true;
      // Nothing else tells when the way to the server is lost without a word. The same statement again changes nothing, and
      // pg_stat_activity keeps showing what the connection is for.
      const looking = scheduleRecurring(lookEveryMs, beginListening, () => void client.end());
      await ended.finally(() => looking.stop());
    } finally {
      // Else each session of an outage would leave one behind.
      stopping.signal.removeEventListener('abort', endSession);
      state.connected = false;
      onGap();
      await client.end().catch(() => undefined);
    }
  }

  async function keepListening(): Promise<void> {
    let delayMs = firstDelayMs;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      await runSession().catch(() => undefined);
      delayMs = performance.now() - began > maxDelayMs ? firstDelayMs : Math.min(delayMs * 2, maxDelayMs);
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = keepListening();
  return {
    get connected() {
      return state.connected;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
