import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findJdk, findMaven, parseFeatureVersion } from '../../engine/elasticsearch/java-runtime.ts';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'java-runtime-')));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(file: string, script = 'exit 0'): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** A folder that looks like a Java home: with a release file, or only a `java` that prints its version. */
function javaHome(name: string, options: { release?: string; says?: string; compiler?: boolean }): string {
  const home = path.join(folder, name);
  program(
    path.join(home, 'bin/java'),
    options.says ? `echo 'openjdk version "${options.says}"' >&2` : 'exit 1',
  );
  if (options.compiler ?? true) program(path.join(home, 'bin/javac'));
  if (options.release)
    writeFileSync(path.join(home, 'release'), `IMPLEMENTOR="x"\nJAVA_VERSION="${options.release}"\n`);
  return home;
}

describe('featureVersion', () => {
  it.each([
    ['1.8.0_402', 8],
    ['17.0.15', 17],
    ['21.0.4+7-LTS', 21],
    ['25-ea', 25],
    ['25', 25],
  ])('reads %s as %i', (text, version) => {
    expect(parseFeatureVersion(text)).toBe(version);
  });

  it('returns null for what is not a version', () => {
    expect(parseFeatureVersion('unknown')).toBeNull();
  });
});

describe('findJdk', () => {
  it('uses JAVA_HOME if it is new enough, even with a newer kit installed', () => {
    const named = javaHome('named', { release: '21.0.4' });
    javaHome('jvms/newer', { release: '25.0.1' });
    const found = findJdk({ JAVA_HOME: named, PATH: '' }, [path.join(folder, 'jvms')]);
    expect(found).toEqual({ home: named, version: 21 });
  });

  it('skips a JAVA_HOME and a PATH that are too old and takes the newest installed', () => {
    const old = javaHome('jvms/java-17', { release: '17.0.15' });
    javaHome('jvms/java-21', { release: '21.0.4' });
    const newest = javaHome('jvms/java-25', { release: '25.0.3' });
    const environment = { JAVA_HOME: old, PATH: path.join(old, 'bin') };
    expect(findJdk(environment, [path.join(folder, 'jvms')])).toEqual({ home: newest, version: 25 });
  });

  it('runs the program to get its version if there is no release file', () => {
    const home = javaHome('plain', { says: '22.0.1' });
    expect(findJdk({ PATH: path.join(home, 'bin') }, [])).toEqual({ home, version: 22 });
  });

  it('finds a kit in the layout of macOS', () => {
    const home = javaHome('jvms/temurin-25.jdk/Contents/Home', { release: '25.0.3' });
    expect(findJdk({ PATH: '' }, [path.join(folder, 'jvms')])).toEqual({ home, version: 25 });
  });

  it('skips a runtime without a compiler', () => {
    javaHome('jvms/jre-25', { release: '25.0.3', compiler: false });
    expect(() => findJdk({ PATH: '' }, [path.join(folder, 'jvms')])).toThrow(
      /Java 21 or newer, but none was found/,
    );
  });

  it('says what is needed and what was found if all are too old', () => {
    javaHome('jvms/java-17', { release: '17.0.15' });
    expect(() => findJdk({ PATH: '' }, [path.join(folder, 'jvms')])).toThrow(
      /the newest one found is Java 17. Install one/,
    );
  });
});

describe('findMaven', () => {
  it('uses Maven from PATH, else from MAVEN_HOME', () => {
    program(path.join(folder, 'path/mvn'));
    program(path.join(folder, 'maven/bin/mvn'));
    const MAVEN_HOME = path.join(folder, 'maven');
    expect(findMaven({ PATH: path.join(folder, 'path'), MAVEN_HOME })).toBe(path.join(folder, 'path/mvn'));
    expect(findMaven({ PATH: '', MAVEN_HOME })).toBe(path.join(folder, 'maven/bin/mvn'));
  });

  it('says what to install when there is none', () => {
    expect(() => findMaven({ PATH: '' })).toThrow(/Maven is needed once/);
  });
});
