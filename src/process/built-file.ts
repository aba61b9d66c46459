import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a built file, for example of a worker: next to the built service, or in `dist` when the sources are running. */
export function findBuiltFile(name: string): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const found = [path.join(folder, name), path.join(folder, 'dist', name)].find(existsSync);
    if (found) return found;
    const above = path.dirname(folder);
    if (above === folder) throw new Error(`${name} is not built: run npm run build`);
    folder = above;
  }
}
