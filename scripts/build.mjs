// Builds dist/: one bundle per program, packages left outside. Type checking is a check of its own (`npm run typecheck`).
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages, projectRoot } from './bootstrap.mjs';

const entryPoints = {
  main: 'src/main.ts',
  ops: 'indexers/ops.ts',
  start: 'engine/start.ts',
  stack: 'engine/stack-command.ts',
};

export async function build() {
  ensurePackages();
  const { build: bundle } = await import('esbuild');
  rmSync(path.join(projectRoot, 'dist'), { recursive: true, force: true });
  await bundle({
    absWorkingDir: projectRoot,
    entryPoints,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
