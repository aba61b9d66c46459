import { spawnSync } from 'node:child_process';
import { mkdirSync, rmdirSync, statfsSync } from 'node:fs';

/** A file system of its own, whose size a test can change. It lies in memory, and needs root on Linux. */
export interface SmallDisk {
  /** Leaves so many bytes free. */
  leave(bytes: number): void;
  /** As large as at the start. */
  release(): void;
  remove(): void;
}

const megabyte = 1024 * 1024;

/** @returns null if this machine does not let us make one */
export function makeSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  const mount = (...args: readonly string[]) => spawnSync('mount', args, { encoding: 'utf8' });
  const made = mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder);
  if (made.status !== 0) return null;
  const resize = (bytes: number) => {
    const { status, stderr } = mount('-o', `remount,size=${Math.ceil(bytes / 4096) * 4}k`, folder);
    if (status !== 0) throw new Error(stderr);
  };
  return {
    leave(bytes) {
      const { blocks, bfree, bsize } = statfsSync(folder);
      resize((blocks - bfree) * bsize + bytes);
    },
    release: () => resize(megabytes * megabyte),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
