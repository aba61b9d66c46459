import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hasProc, listProcesses } from '../../../engine/processes/process-table.mjs';

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** Processor time of a shorter run would be mostly rounding. */
export const measurableSeconds = 0.5;

/** A process and everything that it started. @throws where there is no /proc */
export function processesFrom(root: number): number[] {
  if (!hasProc) throw new Error('This benchmark reads /proc, which only Linux has.');
  const all = listProcesses();
  const found = [root];
  for (const pid of found)
    found.push(...all.filter(({ parent }) => parent === pid).map((each: { pid: number }) => each.pid));
  return found;
}

/** The process that listens on the address, and everything that it started. @throws if it is not on this machine */
export function processesBehind(address: string): number[] {
  const { port } = new URL(address);
  const inodes = new Set(
    ['tcp', 'tcp6'].flatMap((table) => listeningOn(read(`/proc/net/${table}`), Number(port))),
  );
  const owner = listProcesses().find(({ pid }: { pid: number }) =>
    socketsOf(pid).some((inode) => inodes.has(inode)),
  );
  if (!owner)
    throw new Error(`This benchmark needs the processes of its stores, and finds none on port ${port}.`);
  return processesFrom(owner.pid);
}

/** The inodes of the sockets that listen on a port. */
function listeningOn(table: string, port: number): string[] {
  const listening = '0A';
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === listening && Number.parseInt(local.split(':')[1] ?? '', 16) === port ? [inode] : [];
  });
}

function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`${folder}/${fd}`))?.[1] ?? [],
    );
  } catch {
    // It has ended, or belongs to somebody else.
    return [];
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

/** Processor time of processes and of children of theirs that have ended, in milliseconds. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = read(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) * tickMs;
  }, 0);
}

/** Memory that is resident, in bytes. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
    return sum + Number(kilobytes) * 1024;
  }, 0);
}

/** Empty for a process that has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
