import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findJdk, findMaven } from '../../engine/elasticsearch/java-runtime.ts';

export interface ReconciledColumn {
  /** One for each row. OpenRefine chose `match`, and keeps the candidates for the user. */
  readonly results: readonly {
    readonly match: string | null;
    readonly candidates: number;
    readonly error: string | null;
  }[];
  /** The corporate number that was fetched for each matched company, by its id. */
  readonly extended: Readonly<Record<string, string>>;
}

const root = path.resolve(import.meta.dirname, '../..');
const sources = path.join(import.meta.dirname, 'open-refine-program');
const version = /<version>(\d+\.\d+\.\d+)</.exec(readFileSync(path.join(sources, 'pom.xml'), 'utf8'))?.[1];
const jars = path.join(root, '.local', `open-refine-${version}`);

/**
 * Reconciles a column with OpenRefine's own classes, in Java. They come from Maven Central once, about 20 MB.
 * @param service the address with the key @throws Error without Java, Maven or, the first time, the network
 */
export function reconcileWithOpenRefine(
  service: string,
  batchSize: number,
  rows: readonly { readonly name: string; readonly number: number | null }[],
): Promise<ReconciledColumn> {
  const { home } = findJdk();
  if (!existsSync(jars)) fetchJars();
  return new Promise((resolve, reject) => {
    const program = path.join(sources, 'Reconcile.java');
    const child = execFile(
      path.join(home, 'bin', 'java'),
      ['-cp', `${jars}/*`, program, service, String(batchSize)],
      { maxBuffer: 50_000_000, timeout: 300_000 },
      (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout))),
    );
    child.stdin?.end(JSON.stringify(rows));
  });
}

function fetchJars(): void {
  const fresh = `${jars}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    execFileSync(findMaven(), [
      '--quiet',
      '--batch-mode',
      '--file',
      path.join(sources, 'pom.xml'),
      'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
      `-DoutputDirectory=${fresh}`,
      '-DincludeScope=runtime',
    ]);
    renameSync(fresh, jars);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
