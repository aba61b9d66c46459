// Builds dist/: one bundle per program; those that start while somebody waits contain their packages. Type checking is separate
// (`npm run typecheck`).
// A service may be running from dist/ meanwhile, so nothing that it may still load is removed: each file is replaced by
// a rename, shared parts have the hash of their content in their name, and those of the previous build are kept.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensurePackages, projectRoot } from './bootstrap.mjs';

const entryPoints = {
  main: 'src/main.ts',
  ops: 'engine/ops-command.ts',
  start: 'engine/start.ts',
  stack: 'engine/stack-command.ts',
  bench: 'lab/bench/run.ts',
  sizing: 'lab/bench/sizing/sizing.ts',
  weeks: 'lab/weeks/weeks.ts',
  'simulated-clock': 'lab/weeks/simulated-clock.ts',
  'event-loop-probe': 'lab/bench/blocking/event-loop-probe.ts',
  'expensive-callers': 'lab/bench/scale/expensive-callers.ts',
  'source-outcomes': 'lab/bench/source-outcomes.ts',
  'open-stack': 'engine/open-stack.ts',
  'research-worker': 'src/features/research/research-worker.ts',
  'xls-worker': 'indexers/loading/files/xls-worker.ts',
  'client-schema': 'client/write-schema.ts',
  'company-data': 'cli/main.ts',
};

/**
 * Programs that the service starts while somebody waits: each is one file, packages included, because finding and compiling
 * hundreds of files takes most of the time until it is ready.
 */
const quickPrograms = {
  'import-worker': 'src/features/sources/uploads/import-worker.ts',
};

export const sourceFolders = [
  'src',
  'indexers',
  'mappings',
  'engine',
  'lab',
  'client',
  'cli',
  'tables',
  'desk',
  'assistant',
];
const dist = path.join(projectRoot, 'dist');
const manifestFile = path.join(dist, '.build.json');

/** The types and the values of the API for the client: made from the contract and not kept in the repository. */
const clientTypes = path.join('client', 'schema.ts');
const clientValues = path.join('client', 'values.ts');
/** What the package of the client contains. */
const clientBuild = path.join('client', 'dist');
const contractFolders = ['src/contract', 'src/openapi', 'src/text'];

function hashOf(folders, otherFiles) {
  const hash = createHash('sha256');
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs|json|sql|css|html)$/.test(name))
      .map((name) => path.join(folder, name))
      .filter((file) => file !== clientTypes && file !== clientValues && !file.startsWith(clientBuild)),
  );
  for (const file of [...files.sort(), ...otherFiles]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(projectRoot, file)));
  }
  return hash.digest('hex');
}

function readManifest() {
  try {
    return JSON.parse(readFileSync(manifestFile, 'utf8'));
  } catch {
    // It does not exist, or a build was killed while it wrote it.
    return { sources: '', client: '', files: [] };
  }
}

/** Where a process keeps a folder of .local until it is complete. */
export function unfinishedBuild(pid) {
  return path.join(projectRoot, '.local', `dist-${pid}`);
}

/** Imports a program of dist/. */
export function importBuilt(program) {
  return import(pathToFileURL(path.join(dist, `${program}.js`)).href);
}

/** Opens a stack with the program of dist/. @returns undefined, after printing why, if it cannot run */
export async function openBuiltStack(options) {
  const { openStack } = await importBuilt('open-stack');
  try {
    return await openStack({ ...options, onProgress: (line) => console.error(line) });
  } catch (error) {
    console.error(error.name === 'StackError' ? error.message : error);
  }
}

/** Builds dist/ unless it was built from the same sources. @returns whether it built */
export async function build() {
  ensurePackages();
  const sources = hashOf(sourceFolders, ['scripts/build.mjs', 'package-lock.json']);
  const before = readManifest();
  const made = [clientValues, ...before.files.map((file) => path.join('dist', file))];
  if (before.sources === sources && made.every((file) => existsSync(path.join(projectRoot, file))))
    return false;
  const { build: bundle, stop } = await import('esbuild');
  const fresh = unfinishedBuild(process.pid);
  const options = {
    absWorkingDir: projectRoot,
    outdir: fresh,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourceRoot: dist,
    logLevel: 'warning',
  };
  await writeClientValues(bundle, fresh, sources);
  await bundle({
    ...options,
    entryPoints,
    splitting: true,
    // Also for parts that are loaded when they are needed, so that the image has them.
    chunkNames: 'chunk-[hash]',
    packages: 'external',
  });
  await bundle({
    ...options,
    entryPoints: quickPrograms,
    // Some packages are not ES modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  await bundleDesk(bundle, fresh);
  // Its process would otherwise stay as long as the program that runs next.
  await stop();
  moveIntoDist(fresh, sources, before.files);
  return true;
}

/** The command line and the desk are bundled with these values, so they are made first. */
async function writeClientValues(bundle, folder, version) {
  const outfile = path.join(folder, 'render-values.mjs');
  await bundle({
    absWorkingDir: projectRoot,
    entryPoints: ['client/render-values.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  });
  const { renderValues } = await import(`${pathToFileURL(outfile)}?${version}`);
  writeFileSync(path.join(projectRoot, clientValues), renderValues());
  rmSync(outfile);
}

/** Bundles the web page of the desk. The names of its parts have the hash of their content, so browsers may keep them. */
async function bundleDesk(bundle, folder) {
  const { outputFiles } = await bundle({
    absWorkingDir: projectRoot,
    entryPoints: { desk: 'desk/main.tsx' },
    entryNames: '[name]-[hash]',
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
    write: false,
  });
  const names = {};
  for (const { path: file, contents } of outputFiles) {
    writeFileSync(file, contents);
    names[path.extname(file)] = path.basename(file);
  }
  const page = readFileSync(path.join(projectRoot, 'desk', 'index.html'), 'utf8');
  writeFileSync(
    path.join(folder, 'desk.html'),
    page.replace('{style}', names['.css']).replace('{script}', names['.js']),
  );
}

/**
 * Makes what only the compiler and other programs read, so that what starts a program need not wait for it: the types of
 * the client, generated from the contract with a program of dist/, and the package of the client.
 */
export async function makeClient() {
  // An installation without development packages has no compiler.
  if (!existsSync(path.join(projectRoot, 'node_modules', 'openapi-typescript'))) return;
  const types = hashOf(contractFolders, ['client/render-schema.ts', 'package.json']);
  const manifest = readManifest();
  if (manifest.client !== types || !existsSync(path.join(projectRoot, clientTypes))) {
    runToEnd([path.join(dist, 'client-schema.js')], 'The types of the client could not be made.');
    writeFileSync(manifestFile, JSON.stringify({ ...manifest, client: types }));
  }
  await makeClientPackage();
}

function runToEnd(args, failure) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: projectRoot });
  if (status !== 0) throw new Error(failure);
}

/** JavaScript and declarations of the client, for `npm pack`. */
async function makeClientPackage() {
  const sources = hashOf(
    ['client'],
    [clientTypes, clientValues, 'scripts/build.mjs', 'package-lock.json', 'LICENSE', 'NOTICE'],
  );
  const folder = path.join(projectRoot, clientBuild);
  const stamp = path.join(folder, '.sources');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  const fresh = unfinishedBuild(process.pid);
  const { build: bundle, stop } = await import('esbuild');
  await bundle({
    absWorkingDir: projectRoot,
    entryPoints: { index: 'client/index.ts', webhooks: 'client/webhooks.ts' },
    outdir: fresh,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    packages: 'external',
    external: ['node:*'],
    logLevel: 'warning',
  });
  await stop();
  const compiler = path.join(projectRoot, 'node_modules', 'typescript7', 'bin', 'tsc');
  runToEnd(
    [compiler, '-p', 'client', '--outDir', fresh],
    'The declarations of the client could not be made.',
  );
  for (const name of readdirSync(fresh).filter((each) => each.endsWith('.d.ts'))) {
    const file = path.join(fresh, name);
    // The compiler leaves the names of source files in declarations.
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
  for (const name of ['LICENSE', 'NOTICE'])
    copyFileSync(path.join(projectRoot, name), path.join(projectRoot, 'client', name));
  writeFileSync(path.join(fresh, path.basename(stamp)), sources);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

function moveIntoDist(fresh, sources, filesBefore) {
  mkdirSync(dist, { recursive: true });
  const files = readdirSync(fresh);
  // Shared parts first: a program never imports a part that does not exist yet.
  const names = Object.keys({ ...entryPoints, ...quickPrograms });
  const programs = new Set([...names.map((name) => `${name}.js`), 'desk.html']);
  for (const file of files.sort((a, b) => Number(programs.has(a)) - Number(programs.has(b)))) {
    renameSync(path.join(fresh, file), path.join(dist, file));
  }
  rmSync(fresh, { recursive: true, force: true });
  const kept = new Set([...files, ...filesBefore, path.basename(manifestFile)]);
  for (const file of readdirSync(dist)) {
    if (!kept.has(file)) rmSync(path.join(dist, file), { recursive: true, force: true });
  }
  writeFileSync(manifestFile, JSON.stringify({ sources, client: readManifest().client, files }));
}

/** Like build(), for a program that needs it: if the build fails, prints only the compiler's messages and exits. */
export async function buildOrExit() {
  try {
    await build();
  } catch (error) {
    // The compiler has printed the messages.
    console.error(
      error instanceof Error && 'errors' in error ? 'The build failed: see the lines above.' : error,
    );
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildOrExit();
  await makeClient();
}
