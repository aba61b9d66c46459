import { type OutputOptions, shouldShowProgress } from '../../indexers/operator/output.ts';

/** Shows the operator what is being done, one line each, unless the output is for a program. */
export function createProgress(options: OutputOptions): (line: string) => void {
  return (line) => {
    if (shouldShowProgress(options)) console.error(line);
  };
}
