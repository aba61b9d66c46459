import { runBuilt } from './run-built.mjs';

await runBuilt('client-schema');
