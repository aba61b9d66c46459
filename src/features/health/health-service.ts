import type { Gap } from '../../contract/envelope.ts';
import type { Readiness, ReadinessChecks, RegisterView } from '../../contract/health/health.ts';
import { makeCachedRead } from '../../running/cached-read.ts';

type IndexState = ReadinessChecks['companies_index'];

/** The kinds of index that endpoints need. */
type IndexKind = 'companies' | 'observations';

export interface HealthParts {
  /** Throws when Postgres does not answer. */
  appliedMigrations(): Promise<readonly string[]>;
  /** Null when there is no index. Throws when Elasticsearch does not answer. */
  indexMappingVersion(kind: IndexKind): Promise<number | null>;
  /** How fresh the data is. Throws when Postgres does not answer. */
  registers(): Promise<readonly RegisterView[]>;
  readonly knownMigrations: readonly string[];
  readonly knownMappingVersions: Readonly<Record<IndexKind, number>>;
  /** Called with the reason of a failed check, at most once a second. Callers see only that it failed. */
  onFailure(part: 'postgres' | 'elasticsearch', error: unknown): void;
}

/** Any number of probes causes at most one check in this time. */
const freshMs = 1_000;
/** Whether this process can currently answer searches. */
export class HealthService {
  #stopping = false;
  readonly #freshChecks = makeCachedRead(freshMs, () => this.#runChecks());

  constructor(private readonly parts: HealthParts) {}

  /** Makes the process not ready, so that it gets no new requests. */
  beginStopping(): void {
    this.#stopping = true;
  }

  async getReadiness(): Promise<Readiness> {
    const [checks, registers] = await Promise.all([
      this.#freshChecks(),
      this.parts.registers().catch(() => []),
    ]);
    const status = this.#chooseStatus(checks);
    return {
      ok: status === 'ready',
      status,
      checks,
      registers: [...registers],
      gaps: findGaps(checks),
    };
  }

  #chooseStatus(checks: ReadinessChecks): Readiness['status'] {
    if (this.#stopping) return 'stopping';
    if (Object.values(checks).every((outcome) => outcome === 'ok')) return 'ready';
    return 'not_ready';
  }

  async #runChecks(): Promise<ReadinessChecks> {
    const [postgres, engine] = await Promise.all([this.#checkPostgres(), this.#checkEngine()]);
    return { postgres, ...engine };
  }

  async #checkPostgres(): Promise<ReadinessChecks['postgres']> {
    try {
      const applied = new Set(await this.parts.appliedMigrations());
      if (this.parts.knownMigrations.every((name) => applied.has(name))) return 'ok';
      return 'behind';
    } catch (error) {
      this.parts.onFailure('postgres', error);
      return 'unavailable';
    }
  }

  async #checkEngine(): Promise<Omit<ReadinessChecks, 'postgres'>> {
    try {
      const [companies_index, observations_index] = await Promise.all([
        this.#checkIndex('companies'),
        this.#checkIndex('observations'),
      ]);
      return { elasticsearch: 'ok', companies_index, observations_index };
    } catch (error) {
      this.parts.onFailure('elasticsearch', error);
      return { elasticsearch: 'unavailable', companies_index: 'unknown', observations_index: 'unknown' };
    }
  }

  async #checkIndex(kind: IndexKind): Promise<IndexState> {
    const version = await this.parts.indexMappingVersion(kind);
    if (version === null) return 'missing';
    if (version === this.parts.knownMappingVersions[kind]) return 'ok';
    return 'other_version';
  }
}

function findGaps(checks: ReadinessChecks): Gap[] {
  const message = 'The database schema lacks migrations of this build. Run `migrate`.';
  return [
    checks.postgres === 'behind' && { code: 'schema_behind', message, field: 'postgres' },
    ...findIndexGaps('companies', checks),
    ...findIndexGaps('observations', checks),
  ].filter((each) => each !== false);
}

function findIndexGaps(kind: IndexKind, checks: ReadinessChecks): Gap[] {
  const field = `${kind}_index` as const;
  if (checks[field] === 'missing') {
    const message = `There is no index of ${kind}. Run \`reindex ${kind}\`, even if no ${kind} are loaded yet.`;
    return [{ code: 'index_missing', message, field }];
  }
  if (checks[field] !== 'other_version') return [];
  const message = `The index of ${kind} was made by another build. Run \`reindex ${kind}\` with this build.`;
  return [{ code: 'index_of_other_version', message, field }];
}
