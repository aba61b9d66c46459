import type { Knex } from 'knex';
import type { CoverageTrend, RegisterState } from './freshness.ts';

/** Registers whose files say of themselves how far they are complete, by the kind of the file. */
const registerOfKind: Readonly<Record<string, string>> = {
  nta: 'corporate-numbers',
  invoice: 'invoice-issuers',
  edinet: 'edinet-codes',
  jpx: 'exchange-list',
  gbizinfo: 'gbizinfo',
};

/** A list is complete by itself, whoever has loaded it. A day of another register says nothing of those before it. */
const completeLists = ['edinet-codes', 'exchange-list'];

/** Reads how far the registers are loaded. Nothing here belongs to an account. */
export class FreshnessStore {
  /** @param timeoutMs maximum wait for an answer */
  constructor(
    private readonly knex: Knex,
    private readonly timeoutMs: number,
  ) {}

  /** By register, in alphabetical order. Of registers that are not followed, the newest file counts. */
  async listRegisters(): Promise<RegisterState[]> {
    const { rows } = await this.knex
      .raw<{ rows: RegisterState[] }>(
        `WITH files AS (
         SELECT of_kind.register, max(register_day) AS day
         FROM (SELECT kind, status, register_day FROM loads UNION ALL
               SELECT kind, status, register_day FROM earlier_loads) AS load
           JOIN json_each_text(?::json) AS of_kind (kind, register) USING (kind)
         WHERE status = 'done' AND register_day IS NOT NULL GROUP BY of_kind.register)
       SELECT register, complete_through IS NOT NULL AS followed, register = ANY (?) AS "isList",
         complete_through IS NULL AND day IS NULL AS "notBegun",
         (CASE WHEN complete_through IS NULL OR register = ANY (?) THEN greatest(complete_through, day)
           ELSE complete_through END)::text AS "completeThrough", published_through::text AS "publishedThrough",
         checked_at AS "checkedAt", coalesce(failures, 0) AS failures, failure, recent.ratio AS "rejectedRatio"
       FROM followed_registers FULL JOIN files USING (register)
         CROSS JOIN LATERAL (
           SELECT sum(rejected)::float8 / nullif(sum(rows_read), 0)::float8 AS ratio
           FROM (SELECT rejected, rows_read FROM followed_days AS of_day
             WHERE of_day.register = followed_registers.register ORDER BY day DESC LIMIT 7) AS days) AS recent
       ORDER BY register COLLATE "C"`,
        [JSON.stringify(registerOfKind), completeLists, completeLists],
      )
      .timeout(this.timeoutMs);
    return rows;
  }

  /** By signal, in alphabetical order: the coverage now, and on a day about a month ago, if it was measured then. */
  async listCoverage(): Promise<CoverageTrend[]> {
    const { rows } = await this.knex
      .raw<{ rows: CoverageTrend[] }>(
        `SELECT signal, companies_with_value::float8 AS "withValue", companies_total::float8 AS total,
           earlier.day::text AS "earlierDay", earlier.with_value::float8 AS "earlierWithValue",
           earlier.total::float8 AS "earlierTotal"
         FROM signal_coverage AS measured LEFT JOIN LATERAL (
           SELECT day, companies_with_value AS with_value, companies_total AS total FROM signal_coverage_days AS of_day
           WHERE of_day.signal = measured.signal AND day < (measured_at AT TIME ZONE 'Asia/Tokyo')::date
           ORDER BY abs(day - ((now() AT TIME ZONE 'Asia/Tokyo')::date - 30)), day LIMIT 1) AS earlier ON true
         ORDER BY signal COLLATE "C"`,
      )
      .timeout(this.timeoutMs);
    return rows;
  }
}
