import { SingleBar } from 'cli-progress';
import type { Session } from '../session.ts';
import { figure } from './text.ts';

export interface Progress {
  to(done: number): void;
  end(): void;
}

const silent: Progress = { to() {}, end() {} };

/** A progress bar on stderr; nothing without a terminal. */
export function startProgress(session: Session, what: string, total: number, unit: string): Progress {
  if (!session.watched || total <= 0) return silent;
  const bar = new SingleBar({
    format: `${what} [{bar}] {percentage}% {value}/{total} ${unit}`,
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    hideCursor: null,
    clearOnComplete: true,
    formatValue: (value, _, kind) => (kind === 'value' || kind === 'total' ? figure(value) : String(value)),
    // The declared type permits only a process's own streams.
    stream: session.world.stderr as NodeJS.WritableStream,
  });
  bar.start(total, 0);
  return {
    to: (done) => bar.update(done),
    end: () => bar.stop(),
  };
}
