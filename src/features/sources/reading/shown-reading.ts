import { setAsideShown } from '../../../contract/limits.ts';
import type { SourceFileReport } from '../../../contract/sources/source-file.ts';

/** How a file was read, for an answer: only the first lines that are not empty. */
export function shownReading(reading: SourceFileReport): SourceFileReport {
  const shown = reading.set_aside.filter(({ kind }) => kind !== 'blank').slice(0, setAsideShown);
  return { ...reading, set_aside: shown };
}
