import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { waitForLock } from '../processes/folder-lock.ts';
import type { OnProgress } from '../processes/local-part.ts';
import { assertDisk } from '../processes/machine-resources.ts';
import { StackError } from '../processes/stack-error.ts';
import { projectFolder } from '../project-folder.ts';
import { findMaven, type Jdk } from './java-runtime.ts';

const sources = path.join(projectFolder, 'engine', 'java');
const homes = path.join(projectFolder, '.local', 'engine');

// Increase this when the layout below changes, so that homes with the old layout are rebuilt.
const layoutVersion = 1;

/** Jars that belong to a module or plugin, by the beginning of their names; all others belong to the server. */
const foldersOfJars = [
  { folder: 'modules/transport-netty4', jars: ['netty-', 'transport-netty4-', 'elasticsearch-ssl-config-'] },
  { folder: 'plugins/analysis', jars: ['lucene-analysis-kuromoji-', 'lucene-analysis-icu-', 'icu4j-'] },
];

/** The version of Elasticsearch that the engine is built from. */
function readElasticsearchVersion(): string {
  const pom = readFileSync(path.join(sources, 'pom.xml'), 'utf8');
  const version = /<elasticsearch\.version>([^<]+)</.exec(pom)?.[1];
  if (version === undefined) throw new Error('engine/java/pom.xml has no elasticsearch.version');
  return version;
}

/**
 * The folder with the server, its modules and our plugin, built on the first call for these sources and then kept. The
 * build uses a temporary folder that is renamed when complete, so that a killed build never looks finished. Only one
 * process builds at a time.
 */
export async function ensureEngineHome(jdk: Jdk, onProgress: OnProgress): Promise<string> {
  const home = path.join(homes, hashSources());
  if (existsSync(home)) return home;
  const lock = await waitForLock(homes, 'build.lock', () =>
    onProgress('Waiting for another process to build the local Elasticsearch.'),
  );
  try {
    if (!existsSync(home)) await buildEngine(home, jdk, onProgress);
    return home;
  } finally {
    lock.release();
  }
}

function hashSources(): string {
  const hash = createHash('sha256').update(`layout ${layoutVersion}`);
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(java|xml|properties)$/.test(name)) continue;
    hash.update(name).update(readFileSync(path.join(sources, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function buildEngine(home: string, jdk: Jdk, onProgress: OnProgress): Promise<void> {
  assertDisk(homes);
  const maven = findMaven();
  onProgress(
    `Building the local Elasticsearch ${readElasticsearchVersion()} (once; about 65 MB from Maven Central).`,
  );
  for (const left of readdirSync(homes).filter((name) => name.startsWith('building-'))) {
    rmSync(path.join(homes, left), { recursive: true, force: true });
  }
  const work = path.join(homes, `building-${process.pid}`);
  mkdirSync(work);
  await runMaven(maven, jdk, path.join(work, 'maven'), onProgress);
  installBuiltFiles(path.join(work, 'maven'), path.join(work, 'home'));
  renameSync(path.join(work, 'home'), home);
  rmSync(work, { recursive: true, force: true });
}

async function runMaven(maven: string, jdk: Jdk, folder: string, onProgress: OnProgress): Promise<void> {
  const goals = ['dependency:copy-dependencies', 'compiler:compile', 'jar:jar@launcher', 'jar:jar@plugin'];
  const child = spawn(
    maven,
    ['-B', '-Dstyle.color=never', '-f', path.join(sources, 'pom.xml'), `-DbuildFolder=${folder}`, ...goals],
    { env: { ...process.env, JAVA_HOME: jdk.home }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const stopChild = (): boolean => child.kill();
  process.once('exit', stopChild);
  const logFile = path.join(homes, 'build.log');
  const log = createWriteStream(logFile);
  child.stderr.pipe(log, { end: false });
  let fetched = 0;
  let firstError: string | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    log.write(`${line}\n`);
    if (/^\[?(INFO)?\]?\s*Downloaded from .*\.jar/.test(line)) {
      fetched += 1;
      if (fetched % 20 === 0) onProgress(`${fetched} files downloaded …`);
    }
    if (line.startsWith('[ERROR]')) firstError ??= line.slice('[ERROR]'.length).trim();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.off('exit', stopChild);
  log.end();
  if (code !== 0) {
    const why = firstError?.replace(/ -> \[Help \d+\]$/, '') ?? `exit code ${code}`;
    throw new StackError(
      `Maven could not build the local Elasticsearch: ${why} (log: ${logFile}). Check that Maven Central or a mirror is reachable.`,
    );
  }
}

function installBuiltFiles(built: string, home: string): void {
  for (const folder of ['lib', 'launcher', 'config', ...foldersOfJars.map((entry) => entry.folder)]) {
    mkdirSync(path.join(home, folder), { recursive: true });
  }
  for (const jar of readdirSync(path.join(built, 'jars'))) {
    const owner = foldersOfJars.find((entry) => entry.jars.some((begin) => jar.startsWith(begin)));
    renameSync(path.join(built, 'jars', jar), path.join(home, owner?.folder ?? 'lib', jar));
  }
  renameSync(path.join(built, 'engine-launcher.jar'), path.join(home, 'launcher', 'launcher.jar'));
  renameSync(path.join(built, 'engine-plugin.jar'), path.join(home, 'plugins', 'analysis', 'analysis.jar'));
  writeDescriptor(home, 'plugins/analysis', 'analysis');
  writeDescriptor(home, 'modules/transport-netty4', 'transport-netty4');
  copyFileSync(
    path.join(sources, 'src/main/home/config/log4j2.properties'),
    path.join(home, 'config', 'log4j2.properties'),
  );
}

/** The descriptor with which the server loads a module or plugin. */
function writeDescriptor(home: string, folder: string, name: string): void {
  const text = readFileSync(
    path.join(sources, 'src/main/home', name, 'plugin-descriptor.properties'),
    'utf8',
  );
  writeFileSync(
    path.join(home, folder, 'plugin-descriptor.properties'),
    text.replaceAll('@elasticsearch.version@', readElasticsearchVersion()),
  );
}
