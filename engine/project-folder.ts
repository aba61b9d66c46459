import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root, which directly contains both `engine/` and the built `dist/`. */
export const projectFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
