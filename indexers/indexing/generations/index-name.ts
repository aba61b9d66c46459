/** Only this module builds and parses index names. Nothing matches a name by its prefix alone, so prefixes cannot mix. */

export const indexKinds = ['companies', 'observations'] as const;
export type IndexKind = (typeof indexKinds)[number];

export interface IndexName {
  readonly prefix: string;
  readonly kind: IndexKind;
  readonly mappingVersion: number;
  /** When building began, to the millisecond, in UTC. */
  readonly createdAt: Date;
}

/** The alias that the service queries. */
export function buildAliasName(prefix: string, kind: IndexKind): string {
  return `${prefix}${kind}`;
}

/** For example `cds-companies-v1-20260821T031500123Z`, in lower case as Elasticsearch requires. */
export function buildIndexName({ prefix, kind, mappingVersion, createdAt }: IndexName): string {
  const moment = createdAt.toISOString().replace(/[-:.]/g, '').toLowerCase();
  return `${buildAliasName(prefix, kind)}-v${mappingVersion}-${moment}`;
}

/** @returns null for a name that `buildIndexName` with this prefix did not make */
export function parseIndexName(name: string, prefix: string): IndexName | null {
  if (!name.startsWith(prefix)) return null;
  const parts = /^(companies|observations)-v(\d+)-(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z$/.exec(
    name.slice(prefix.length),
  );
  if (!parts) return null;
  const [, kind, version, year, month, day, hour, minute, second, millisecond] = parts;
  const createdAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  if (Number.isNaN(createdAt.getTime())) return null;
  const parsed = { prefix, kind: kind as IndexKind, mappingVersion: Number(version), createdAt };
  if (buildIndexName(parsed) === name) return parsed;
  return null;
}
