import type { ClientBase } from 'pg';

/** A command of an operator, or a change that one or a key made. */
export interface AuditEntry {
  readonly entry_id: string;
  readonly at: string;
  /** `changed` for a change; for a command `done`, `failed`, or `no end`: it runs, or was killed. */
  readonly state: 'changed' | 'done' | 'failed' | 'no end';
  readonly command_id: string | null;
  /** As its process said. */
  readonly actor: string;
  /** The role of the database that wrote it; null if it is older than that column. */
  readonly database_role: string | null;
  readonly action: string;
  readonly account_id: string | null;
  readonly arguments: unknown;
  readonly duration_ms: number | null;
  readonly result: unknown;
  readonly before: unknown;
  readonly after: unknown;
}

export interface AuditFilter {
  /** An account's name or account_id. */
  readonly account?: string;
  readonly actor?: string;
  /** The beginning of an action: `key`, `credits.granted`, `load nta`. */
  readonly action?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly command?: string;
  /** Only entries that are older than this one. */
  readonly before?: string;
  readonly limit: number;
}

/** Newest first. */
export async function listAuditEntries(client: ClientBase, filter: AuditFilter): Promise<AuditEntry[]> {
  const { rows } = await client.query<AuditEntry & { readonly at_time: Date }>(
    `SELECT e.entry_id, to_json(e.at) #>> '{}' AS at, e.command_id, e.actor, e.database_role, e.action, e.account_id,
       CASE e.event WHEN 'changed' THEN 'changed' ELSE coalesce(ended.outcome, 'no end') END AS state,
       e.arguments, ended.duration_ms, ended.result, e.before, e.after
     FROM audit_entries e
     LEFT JOIN audit_entries ended ON ended.command_id = e.command_id AND ended.event = 'ended' AND e.event = 'begun'
     WHERE e.event <> 'ended'
       AND ($1::text IS NULL OR e.account_id IN (SELECT account_id FROM accounts WHERE name = $1 OR account_id::text = lower($1)))
       AND ($2::text IS NULL OR e.actor = $2)
       AND ($3::text IS NULL OR starts_with(e.action, $3))
       AND ($4::timestamptz IS NULL OR e.at >= $4)
       AND ($5::timestamptz IS NULL OR e.at < $5)
       AND ($6::uuid IS NULL OR e.command_id = $6)
       AND ($7::uuid IS NULL OR e.entry_id < $7)
     ORDER BY e.entry_id DESC LIMIT $8`,
    [
      filter.account ?? null,
      filter.actor ?? null,
      filter.action ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.command ?? null,
      filter.before ?? null,
      filter.limit,
    ],
  );
  return rows;
}

export interface BegunCommand {
  readonly commandId: string;
  readonly actor: string;
  readonly action: string;
  readonly arguments: object;
}

/** In a transaction of its own, so that it stays if the command is killed. */
export async function noteBegun(client: ClientBase, begun: BegunCommand, at: Date): Promise<void> {
  await client.query(
    `INSERT INTO audit_entries (event, command_id, actor, action, arguments, at) VALUES ('begun', $1, $2, $3, $4, $5)`,
    [begun.commandId, begun.actor, begun.action, JSON.stringify(begun.arguments), at],
  );
}

export interface EndedCommand {
  readonly outcome: 'done' | 'failed';
  readonly durationMs: number;
  readonly result: unknown;
}

export async function noteEnded(
  client: ClientBase,
  { commandId, actor, action }: BegunCommand,
  { outcome, durationMs, result }: EndedCommand,
): Promise<void> {
  await client.query(
    `INSERT INTO audit_entries (event, command_id, actor, action, outcome, duration_ms, result)
     VALUES ('ended', $1, $2, $3, $4, $5, $6)`,
    [commandId, actor, action, outcome, Math.round(durationMs), JSON.stringify(result)],
  );
}
