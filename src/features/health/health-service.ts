/** `behind`: the schema lacks migrations of this build. `missing`: no index. `other_version`: an index of another build. */
export interface ReadinessChecks {
  readonly postgres: 'ok' | 'unavailable' | 'behind';
  readonly elasticsearch: 'ok' | 'unavailable';
  readonly index: 'ok' | 'missing' | 'other_version' | 'unknown';
}

export interface Readiness {
  readonly ok: boolean;
  readonly status: 'ready' | 'not_ready' | 'stopping';
  readonly checks: ReadinessChecks;
}

export interface HealthParts {
  /** Throws when Postgres does not answer. */
  appliedMigrations(): Promise<readonly string[]>;
  /** null when there is no index. Throws when Elasticsearch does not answer. */
  indexMappingVersion(): Promise<number | null>;
  readonly knownMigrations: readonly string[];
  readonly knownMappingVersion: number;
  /** Told why a check failed, at most once a second; callers are shown only that it did. */
  onFailure(part: 'postgres' | 'elasticsearch', error: unknown): void;
}

/** So that any number of probes costs one check a second. */
const freshMs = 1_000;
const unchecked: ReadinessChecks = {
  postgres: 'unavailable',
  elasticsearch: 'unavailable',
  index: 'unknown',
};

/** Whether this process can answer searches now. */
export class HealthService {
  private stopping = false;
  private latest = { checks: Promise.resolve(unchecked), at: Number.NEGATIVE_INFINITY };

  constructor(private readonly parts: HealthParts) {}

  /** From now on not ready, so that no new requests are sent here. */
  beginStopping(): void {
    this.stopping = true;
  }

  async readiness(): Promise<Readiness> {
    if (performance.now() - this.latest.at > freshMs) {
      this.latest = { checks: this.check(), at: performance.now() };
    }
    const checks = await this.latest.checks;
    const ok = !this.stopping && Object.values(checks).every((outcome) => outcome === 'ok');
    return { ok, status: this.stopping ? 'stopping' : ok ? 'ready' : 'not_ready', checks };
  }

  private async check(): Promise<ReadinessChecks> {
    const [postgres, engine] = await Promise.all([this.checkPostgres(), this.checkEngine()]);
    return { postgres, ...engine };
  }

  private async checkPostgres(): Promise<ReadinessChecks['postgres']> {
    try {
      const applied = new Set(await this.parts.appliedMigrations());
      return this.parts.knownMigrations.every((name) => applied.has(name)) ? 'ok' : 'behind';
    } catch (error) {
      this.parts.onFailure('postgres', error);
      return 'unavailable';
    }
  }

  private async checkEngine(): Promise<Pick<ReadinessChecks, 'elasticsearch' | 'index'>> {
    try {
      const version = await this.parts.indexMappingVersion();
      const index =
        version === null ? 'missing' : version === this.parts.knownMappingVersion ? 'ok' : 'other_version';
      return { elasticsearch: 'ok', index };
    } catch (error) {
      this.parts.onFailure('elasticsearch', error);
      return { elasticsearch: 'unavailable', index: 'unknown' };
    }
  }
}
