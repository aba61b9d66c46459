import { runBuilt } from './run-built.mjs';

await runBuilt('bench', 'bench');
