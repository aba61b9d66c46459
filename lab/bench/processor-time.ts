import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hasProc, listProcesses } from '../../engine/processes/process-table.mjs';

/** Milliseconds of processor time since the start of a process and of all that it started. */
export interface ProcessorTimes {
  readonly service: number;
  /** Service, engine, Postgres with all its backends, and this process, which makes the load. */
  readonly all: number;
}

/** Linux counts processor time in hundredths of a second for every program. */
const millisecondsOfTick = 10;

export interface ProcessorReading extends ProcessorTimes {
  readonly engine: number;
  readonly postgres: number;
  readonly load: number;
}

export type ProcessorClock = () => ProcessorReading | null;

/** @returns a clock that reads nothing if the processes cannot be found here; then the reason is reported */
export function processorClock(
  service: { readonly pid: number; readonly databaseUrl: string; readonly elasticsearchUrl: string },
  onProgress: (line: string) => void,
): ProcessorClock {
  const leaveOut = (reason: string) => {
    onProgress(`Processor time is left out: ${reason}.`);
    return () => null;
  };
  if (!hasProc) return leaveOut('only Linux has /proc');
  const database = listenerOn(portOf(service.databaseUrl));
  const engine = listenerOn(portOf(service.elasticsearchUrl));
  if (database === undefined) return leaveOut('the process of Postgres cannot be found on this machine');
  if (engine === undefined) return leaveOut('the process of Elasticsearch cannot be found on this machine');
  return () => {
    const { user, system } = process.cpuUsage();
    const parts = {
      service: timeOf(service.pid),
      engine: timeOf(engine),
      postgres: timeOf(database),
      load: (user + system) / 1000,
    };
    return { ...parts, all: parts.service + parts.engine + parts.postgres + parts.load };
  };
}

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return Number(port) || (usualPorts[protocol] ?? 5432);
}

/** The process that listens on a port of this machine. */
function listenerOn(port: number): number | undefined {
  const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => inodesIn(file, port)));
  const holders = listProcesses().filter(({ pid }) => sockets(pid).some((inode) => inodes.has(inode)));
  const pids = new Set(holders.map(({ pid }) => pid));
  // Children may inherit the socket.
  return holders.find(({ parent }) => !pids.has(parent))?.pid;
}

const stateListening = '0A';

function inodesIn(file: string, port: number): string[] {
  const [, ...lines] = linesOf(file);
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === stateListening && Number.parseInt(local.split(':')[1] ?? '', 16) === port ? [inode] : [];
  });
}

/** The inodes of the sockets that a process has open; none if it belongs to another user. */
function sockets(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return (ifThere(() => readdirSync(folder)) ?? []).flatMap((fd) => {
    const target = ifThere(() => readlinkSync(`${folder}/${fd}`)) ?? '';
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
  });
}

function linesOf(file: string): string[] {
  return (ifThere(() => readFileSync(file, 'latin1')) ?? '').trim().split('\n');
}

/** Processes and their files may be gone at any time. */
function ifThere<Content>(read: () => Content): Content | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Of the process and its descendants, including those that have ended. */
function timeOf(pid: number): number {
  const children = new Map<number, number[]>();
  for (const { pid: child, parent } of listProcesses())
    children.set(parent, [...(children.get(parent) ?? []), child]);
  const ofTree = (root: number): number =>
    ticksOf(root) + (children.get(root) ?? []).reduce((sum, child) => sum + ofTree(child), 0);
  return ofTree(pid) * millisecondsOfTick;
}

/** utime, stime, and cutime and cstime of its children that have ended. */
function ticksOf(pid: number): number {
  const [stat = ''] = linesOf(`/proc/${pid}/stat`);
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0);
}
