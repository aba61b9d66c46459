import type { ClientBase } from 'pg';
import { runInSnapshot, withSession } from '../../../indexers/operator/database-session.ts';
import { OperatorError } from '../../../indexers/operator/operator-error.ts';
import { readNames } from '../company-samples.ts';
import type { RelevanceContext } from '../suite.ts';
import { bigramPeer } from './bigram-peer.ts';
import { type Peer, PeerUnavailable } from './peer.ts';
import { trigramPeer } from './trigram-peer.ts';
import { unifiedName } from './written-class.ts';
import type { WrittenRun } from './written-suite.ts';

/** Numbers of rows, unless stated otherwise. */
export type PeerScores =
  | { readonly name: string; readonly unavailable: string }
  | {
      readonly name: string;
      readonly rows: number;
      readonly found_first: number;
      readonly found_in_five: number;
      /** It has a first result, and that is another company. */
      readonly first_is_wrong: number;
      readonly behind_in_five: number;
      readonly otherwise_in_five: number;
      readonly everyday: {
        readonly rows: number;
        readonly found_first: number;
        readonly found_in_five: number;
      } | null;
      readonly rows_per_second: number;
    };

/** Searches the names of a run whose company is in the database, by other ways. What they store is removed afterwards. */
export async function runPeers(
  { databaseUrl, elasticsearch, indexPrefix }: RelevanceContext,
  run: Pick<WrittenRun, 'written' | 'everyday'>,
  onProgress: (line: string) => void,
): Promise<PeerScores[]> {
  return await withSession(databaseUrl, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('relevance peers', 0)) AS locked",
    );
    if (!rows[0]?.locked)
      throw new OperatorError('Another run with --peers uses this database: wait until it ends.');
    const scores: PeerScores[] = [];
    for (const peer of [trigramPeer(databaseUrl), bigramPeer(elasticsearch, indexPrefix)]) {
      scores.push(await removedAfterwards(peer, () => scoresOf(peer, client, run, onProgress)));
    }
    return scores;
  });
}

/** Also on Ctrl-C: what the peer stored is removed before the process ends. */
async function removedAfterwards(peer: Peer, work: () => Promise<PeerScores>): Promise<PeerScores> {
  const stop = () => {
    peer
      .remove()
      .catch((error: unknown) => console.error(`${peer.name} could not be removed: ${String(error)}`))
      .finally(() => process.exit(130));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work();
  } catch (error) {
    if (error instanceof PeerUnavailable) return { name: peer.name, unavailable: error.message };
    throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await peer.remove();
  }
}

async function scoresOf(
  peer: Peer,
  client: ClientBase,
  run: Pick<WrittenRun, 'written' | 'everyday'>,
  onProgress: (line: string) => void,
): Promise<PeerScores> {
  onProgress(`${peer.name}: storing the names of all companies …`);
  await peer.remove();
  await peer.create();
  await runInSnapshot(client, async () => {
    for await (const names of readNames(client, 'true')) {
      await peer.add(names.map(([companyId, , name]) => ({ companyId, plain: unifiedName(name) })));
    }
  });
  await peer.complete();
  const loaded = run.written.map(({ name }) => name).filter((name) => name.class !== null);
  const started = performance.now();
  const found = await searchAll(peer, loaded, onProgress);
  const seconds = (performance.now() - started) / 1000;
  const everyday = run.everyday.map(({ name }) => name);
  const foundEveryday = await searchAll(peer, everyday, onProgress);
  const inFive = found.filter(isInFive);
  return {
    name: peer.name,
    rows: found.length,
    found_first: found.filter(isFirst).length,
    found_in_five: inFive.length,
    first_is_wrong: found.filter((one) => one.ids.length > 0 && !isFirst(one)).length,
    behind_in_five: inFive.filter(({ name }) => name.class === 'behind').length,
    otherwise_in_five: inFive.filter(({ name }) => name.class === 'otherwise').length,
    everyday:
      everyday.length === 0
        ? null
        : {
            rows: everyday.length,
            found_first: foundEveryday.filter(isFirst).length,
            found_in_five: foundEveryday.filter(isInFive).length,
          },
    rows_per_second: Math.round(found.length / Math.max(seconds, 0.001)),
  };
}

interface Found<Name> {
  readonly name: Name;
  readonly ids: readonly string[];
}

type Meant = { readonly text: string; readonly right: readonly string[] };

const isFirst = ({ name, ids }: Found<Meant>) => name.right.includes(ids[0] ?? '');
const isInFive = ({ name, ids }: Found<Meant>) => ids.some((id) => name.right.includes(id));

const searchedAtOnce = 100;

async function searchAll<Name extends Meant>(
  peer: Peer,
  names: readonly Name[],
  onProgress: (line: string) => void,
): Promise<Found<Name>[]> {
  const found: Found<Name>[] = [];
  for (let at = 0; at < names.length; at += searchedAtOnce) {
    const some = names.slice(at, at + searchedAtOnce);
    const results = await peer.search(some.map(({ text }) => unifiedName(text)));
    found.push(...some.map((name, place) => ({ name, ids: results[place] ?? [] })));
    if (at % 1000 === 0) onProgress(`${peer.name}: ${at} of ${names.length} names`);
  }
  return found;
}
