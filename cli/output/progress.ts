import { SingleBar } from 'cli-progress';
import type { Session } from '../session.ts';
import { formatCount } from './text.ts';

export interface Progress {
  update(done: number): void;
  end(): void;
}

const silent: Progress = { update() {}, end() {} };

/** A progress bar on stderr; nothing without a terminal. */
export function startProgress(session: Session, what: string, total: number, unit: string): Progress {
  if (!session.watched || total <= 0) return silent;
  const bar = new SingleBar({
    format: `${what} [{bar}] {percentage}% {value}/{total} ${unit}`,
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    hideCursor: null,
    clearOnComplete: true,
    formatValue: (value, _, kind) =>
      kind === 'value' || kind === 'total' ? formatCount(value) : String(value),
    // The declared type permits only a process's own streams.
    stream: session.world.stderr as NodeJS.WritableStream,
  });
  bar.start(total, 0);
  return {
    update: (done) => bar.update(done),
    end: () => bar.stop(),
  };
}
