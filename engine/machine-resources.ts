import { existsSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StackError } from './stack-error.ts';

const megabyte = 1024 * 1024;
const memoryBesideHeapMb = 512;
const diskNeededMb = 2048;

/** A JVM heap size such as `1500m` or `2g`, in megabytes. */
export function heapMegabytes(heap: string): number {
  const match = /^(\d+)([mg])$/i.exec(heap.trim());
  const [, amount = '0', unit = 'm'] = match ?? [];
  const megabytes = Number(amount) * (unit.toLowerCase() === 'g' ? 1024 : 1);
  if (megabytes < 256)
    throw new StackError(`A heap of "${heap}" is not usable: write 256m or more, such as 1500m or 2g.`);
  return megabytes;
}

/** Throws a StackError when the machine has less free memory than the heap and what the JVM and Postgres need beside it. */
export function assertMemory(heapMb: number, availableMb = availableMemoryMb()): void {
  const needed = heapMb + memoryBesideHeapMb;
  if (availableMb >= needed) return;
  throw new StackError(
    `Too little free memory: the local Elasticsearch needs ${needed} MB (heap ${heapMb} MB), and ${Math.floor(availableMb)} MB are free: close something, or give it a smaller heap (npm start -- --heap 1g).`,
  );
}

/** Throws a StackError when the disk that holds `folder` has too little room. */
export function assertDisk(folder: string, availableMb = availableDiskMb(folder)): void {
  if (availableMb >= diskNeededMb) return;
  throw new StackError(
    `Too little free disk: ${diskNeededMb} MB are needed for ${folder}, and ${Math.floor(availableMb)} MB are free.`,
  );
}

function availableMemoryMb(): number {
  // Outside Linux "free" leaves out what the system gives back on demand, and would refuse a healthy machine.
  if (process.platform !== 'linux') return os.totalmem() / 2 / megabyte;
  const limited = 'availableMemory' in process ? process.availableMemory() : os.freemem();
  return Math.min(limited, os.freemem()) / megabyte;
}

function availableDiskMb(folder: string): number {
  let existing = path.resolve(folder);
  while (!existsSync(existing)) existing = path.dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  return (bavail * bsize) / megabyte;
}
