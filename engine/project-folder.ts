import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root: both `engine/` and the built `dist/` lie directly in it. */
export const projectFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
