import { existsSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StackError } from './stack-error.ts';

const megabyte = 1024 * 1024;
const memoryBesideHeapMb = 512;
const diskNeededMb = 2048;

/** A JVM heap size such as `1500m` or `2g`, in megabytes. */
export function parseHeapMegabytes(heap: string): number {
  const [, amount = '0', gigabytes] = /^(\d+)(?:(g)|m)$/i.exec(heap.trim()) ?? [];
  const megabytes = Number(amount) * (gigabytes ? 1024 : 1);
  if (megabytes < 256)
    throw new StackError(`The heap size "${heap}" is invalid: use 256m or more, such as 1500m or 2g.`);
  return megabytes;
}

/** Throws a StackError if the free memory is less than the heap and the further needs of the JVM and Postgres. */
export function assertMemory(heapMb: number, availableMb = readAvailableMemoryMb()): void {
  const needed = heapMb + memoryBesideHeapMb;
  if (availableMb >= needed) return;
  throw new StackError(
    `Not enough free memory: the local Elasticsearch needs ${needed} MB (heap ${heapMb} MB), but only ${Math.floor(availableMb)} MB are free. Close other programs, or use a smaller heap (npm start -- --heap 1g).`,
  );
}

/** Throws a StackError if the disk of `folder` has too little free space. */
export function assertDisk(folder: string, availableMb = readAvailableDiskMb(folder)): void {
  if (availableMb >= diskNeededMb) return;
  throw new StackError(
    `Not enough free disk space: ${folder} needs ${diskNeededMb} MB, but only ${Math.floor(availableMb)} MB are free.`,
  );
}

function readAvailableMemoryMb(): number {
  // Outside Linux, "free" excludes memory that the system can reclaim, so the check would refuse a healthy machine.
  if (process.platform !== 'linux') return os.totalmem() / 2 / megabyte;
  const limited = 'availableMemory' in process ? process.availableMemory() : os.freemem();
  return Math.min(limited, os.freemem()) / megabyte;
}

function readAvailableDiskMb(folder: string): number {
  let existing = path.resolve(folder);
  while (!existsSync(existing)) existing = path.dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  return (bavail * bsize) / megabyte;
}
