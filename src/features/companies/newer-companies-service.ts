import type { RecurringTask } from '../../running/recurring.ts';
import type { CardOrigin } from './company-record.ts';
import type { ChangePosition, ChangesSeen, CompanyChange } from './newer-companies-store.ts';

/** How old an answer may be, in milliseconds. */
export const freshnessMs = 1_000;
/** How long an answer of the index may take to arrive; longer than the service waits for one. */
const answerMs = 30_000;
const defaultMaxChanges = 100_000;
/** After a flood of changes, how long until the index is expected to have most of them. */
const floodMs = 5_000;

export interface NewerCompaniesParts {
  /** The alias of the index of companies. */
  readonly alias: string;
  readonly store: { readChanges(alias: string, since: string | null, limit: number): Promise<ChangesSeen> };
  /** How many changes that an index lacks are kept. */
  readonly maxChanges?: number;
  /** A clock that never goes back, in milliseconds. */
  elapsed(): number;
}

/**
 * Knows which companies are newer in Postgres than in the index, so that only these are read again
 * (docs/decisions/0044-freshness-by-exception.md). It follows the change feed: every change that was committed more than
 * `freshnessMs` before an answer is in the card, or known here. While it cannot be sure, no card counts as current.
 */
export class NewerCompanies {
  /** The newest known change of each company that an index may lack. */
  readonly #newest = new Map<string, CompanyChange>();
  #indexes: ChangesSeen['indexes'] = new Map();
  #snapshot: string | null = null;
  #timeline: string | null = null;
  /** Everything committed before this moment is known. */
  #knownUntil = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  /** Up to where all indexes have everything, and when that was seen; oldest first. */
  #covered: { readonly at: number; readonly upTo: ChangePosition }[] = [];
  #running: Promise<void> | null = null;

  constructor(private readonly parts: NewerCompaniesParts) {}

  /** Whether the card is as new as Postgres was `freshnessMs` ago, or newer. */
  isCurrent({ companyId, version, index }: Omit<CardOrigin, 'reread'>): boolean {
    if (this.parts.elapsed() - this.#knownUntil > freshnessMs) return false;
    if (index === undefined || !this.#indexes.has(index)) return false;
    const newest = this.#newest.get(companyId);
    return newest === undefined || newest.version <= version;
  }

  /** Reads what has changed. Calls during a read share the next one, because the running one may have begun too early. */
  async readChanges(): Promise<void> {
    await this.#running?.catch(() => undefined);
    this.#running ??= this.#readNow().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  get task(): RecurringTask {
    return {
      everyMs: freshnessMs / 4,
      run: () => this.readChanges(),
      failure: 'changes of companies could not be read',
    };
  }

  async #readNow(): Promise<void> {
    const begun = this.parts.elapsed();
    if (begun < this.#notBefore) return;
    const { alias, store, maxChanges = defaultMaxChanges } = this.parts;
    // After a failure, one try a second is enough: until one succeeds, everything is read from Postgres in any case.
    this.#notBefore = begun + freshnessMs;
    const { snapshot, timeline, indexes, changes } = await store.readChanges(
      alias,
      this.#snapshot,
      maxChanges,
    );
    this.#notBefore = begun;
    // An index that was not followed may lack changes from before the last snapshot, and that of another primary says nothing.
    const isFollowed =
      timeline === this.#timeline && [...indexes.keys()].every((index) => this.#indexes.has(index));
    if (this.#snapshot !== null && !isFollowed) {
      this.#forgetChanges();
      return this.#readNow();
    }
    if (changes === null || this.#newest.size + changes.length > 2 * maxChanges) {
      this.#forgetChanges();
      this.#notBefore = begun + floodMs;
      return;
    }
    for (const change of changes) {
      const known = this.#newest.get(change.companyId);
      if (!known || known.version < change.version) this.#newest.set(change.companyId, change);
    }
    this.#indexes = indexes;
    this.#snapshot = snapshot;
    this.#timeline = timeline;
    this.#knownUntil = begun;
    this.#dropCovered(begun);
  }

  #forgetChanges(): void {
    this.#newest.clear();
    this.#indexes = new Map();
    this.#snapshot = null;
    this.#knownUntil = Number.NEGATIVE_INFINITY;
    this.#covered = [];
  }

  /** Drops changes that every index has, once no answer from before that can still arrive. */
  #dropCovered(now: number): void {
    const [first, ...others] = this.#indexes.values();
    if (!first) return;
    const upTo = others.reduce((least, other) => (isAfter(least, other) ? other : least), first);
    const last = this.#covered.at(-1);
    if (!last || isAfter(upTo, last.upTo)) this.#covered.push({ at: now, upTo });
    const sure = this.#covered.findLast(({ at }) => now - at >= answerMs);
    if (!sure) return;
    this.#covered = this.#covered.filter(({ at }) => at >= sure.at);
    for (const [id, change] of this.#newest) if (!isAfter(change, sure.upTo)) this.#newest.delete(id);
  }
}

function isAfter(one: ChangePosition, other: ChangePosition): boolean {
  return one.xid > other.xid || (one.xid === other.xid && one.changeId > other.changeId);
}
