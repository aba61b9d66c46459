// The browser of the tests: BROWSER_EXECUTABLE if set; otherwise, on Linux with an x64 processor, Chromium from the package
// @sparticuz/chromium, unpacked once into .local; otherwise an installed Chrome or Chromium.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { projectRoot } from './bootstrap.mjs';
import { unfinishedBuild } from './build.mjs';

const installedPlaces = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  linux: ['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-browser'],
};

/** @returns the browser's program and what it needs in its environment; null if there is none that starts here */
export function findBrowser() {
  const chosen = process.env.BROWSER_EXECUTABLE;
  if (chosen) return [{ executablePath: chosen, env: {} }].find(starts) ?? null;
  const installed = (installedPlaces[process.platform] ?? []).map((executablePath) => ({
    executablePath,
    env: {},
  }));
  return [...unpackedChromium(), ...installed].find(starts) ?? null;
}

function starts({ executablePath, env }) {
  if (!existsSync(executablePath)) return false;
  const { status } = spawnSync(executablePath, ['--version', '--no-sandbox'], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return status === 0;
}

/** The package's browser: as it is, and with the package's copies of libraries that a machine may lack. */
function unpackedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const folder = path.join(projectRoot, 'node_modules', '@sparticuz', 'chromium');
  // An installation without development packages has no browser.
  if (!existsSync(folder)) return [];
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const place = path.join(projectRoot, '.local', `browser-${version}`);
  if (!existsSync(place)) unpack(path.join(folder, 'bin'), place);
  const executablePath = path.join(place, 'chromium');
  // Fonts of the package only, so that a page looks alike on each machine.
  const env = { FONTCONFIG_FILE: path.join(place, 'fonts.conf'), XDG_CACHE_HOME: place };
  return [
    { executablePath, env },
    { executablePath, env: { ...env, LD_LIBRARY_PATH: path.join(place, 'al2023', 'lib') } },
  ];
}

/** Two processes may do so at once: each unpacks into a folder of its own, and the first rename counts. */
function unpack(archives, place) {
  // The guard removes this folder if the process is killed.
  const folder = unfinishedBuild(process.pid);
  mkdirSync(folder, { recursive: true });
  const unpacked = (name) => brotliDecompressSync(readFileSync(path.join(archives, name)));
  try {
    writeFileSync(path.join(folder, 'chromium'), unpacked('chromium.br'), { mode: 0o755 });
    for (const name of ['fonts', 'al2023']) {
      mkdirSync(path.join(folder, name));
      const input = unpacked(`${name}.tar.br`);
      const { status, error } = spawnSync('tar', ['-x', '-C', path.join(folder, name)], { input });
      if (status !== 0) throw error ?? new Error(`${name}.tar.br of the browser cannot be unpacked`);
    }
    // Beside this file, so that the folder of the project can be moved or copied.
    const fonts =
      '<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fonts-cache</cachedir></fontconfig>';
    writeFileSync(path.join(folder, 'fonts.conf'), fonts);
    renameSync(folder, place);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}
