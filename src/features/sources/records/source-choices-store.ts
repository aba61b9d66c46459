import type { Knex } from 'knex';
import type { RowMark } from '../../../contract/sources/decisions.ts';
import { fetchRows, type PagePlace } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { ChoiceToRemember, DecisionBatch, SettlingChoice, WrittenChoice } from './decision.ts';
import { decisionsOf } from './row-conditions.ts';
import type { SourceScope } from './source-record.ts';

export interface Choice {
  /** SHA-256 of a name's exact key. */
  readonly name_key: Buffer;
  readonly company_id: string;
  /** How rows are marked instead; with `noCompanyId`. */
  readonly mark: RowMark | null;
  /** Whether it settles rows with the name by itself. A name has one such choice at most. */
  readonly always: boolean;
}

/** A remembered choice as people see it. */
export interface ChoiceRecord {
  readonly choice_id: string;
  /** In hexadecimal digits. */
  readonly name_key: string;
  readonly name: string | null;
  readonly company_id: string;
  readonly mark: RowMark | null;
  readonly always: boolean;
  /** False: switched off, so that it neither settles rows nor is among candidates. */
  readonly enabled: boolean;
  readonly note: string | null;
  readonly chosen_at: Date;
  readonly key_id: string | null;
  readonly key_label: string | null;
  readonly source_id: string | null;
  readonly source_row_id: string | null;
}

export interface ChoicesFilter {
  /** A text in the name or note. */
  readonly text?: string | undefined;
  readonly always?: boolean | undefined;
}

export interface ChoiceEdit {
  readonly companyId?: string | undefined;
  readonly always?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly note?: string | null | undefined;
}

/**
 * Whether the key of a statement reaches the whole account. Choices hold for all sources, so a key for one source neither
 * makes, changes nor forgets any.
 */
export const reachesAccount = `NOT EXISTS (SELECT FROM api_keys own
    WHERE own.key_id = CAST(:keyId AS uuid) AND own.source_id IS NOT NULL)`;

/**
 * The end of a statement that deletes choices `c` in `forgotten`: a choice whose place as `always` they took has it again,
 * or when the choice goes that took theirs since, unless it is forgotten with them.
 */
export const andRestoring = `
    RETURNING c.choice_id, c.account_id, c.name_key, c.company_id, c.batch_id, c.always, c.replaced_in),
  restored AS (
    UPDATE source_choices c SET always = f.always, replaced_in = CASE WHEN NOT f.always THEN f.replaced_in END
    FROM forgotten f
    WHERE (f.always OR f.replaced_in IS NOT NULL) AND NOT c.always
      AND c.account_id = f.account_id AND c.name_key = f.name_key AND c.replaced_in = f.batch_id
      AND NOT EXISTS (SELECT FROM forgotten g WHERE g.choice_id = c.choice_id)`;

/** Whether a forgotten choice settles rows by itself, or did so until another company took its place. */
export const hasSettled = '(always OR replaced_in IS NOT NULL)';

/** The number under which the choices of an account are locked. */
const choicesOf = "hashtextextended('source_choices ' || ?, 0)";

const columns = [
  'choice_id',
  'name',
  'company_id',
  'mark',
  'always',
  'enabled',
  'note',
  'chosen_at',
  'c.key_id',
  'k.label as key_label',
  'c.source_id',
] as const;

/** Companies that an account chose for a name. */
export class SourceChoicesStore {
  constructor(private readonly knex: Knex) {}

  /**
   * The latest choice first. What keys for one source remembered, which they no longer can, holds for that source.
   * @param sourceId the source whose rows have the names
   */
  async choicesFor({ accountId, sourceId }: SourceScope, nameKeys: readonly Buffer[]): Promise<Choice[]> {
    if (nameKeys.length === 0) return [];
    const { rows } = await this.knex.raw<{ rows: Choice[] }>(
      `SELECT c.name_key, c.company_id, c.mark, c.always FROM source_choices c LEFT JOIN api_keys k USING (key_id)
       WHERE c.account_id = ? AND c.name_key = ANY (CAST(? AS bytea[])) AND c.enabled
         AND (k.source_id IS NULL OR k.source_id = ?)
       ORDER BY c.chosen_at DESC, c.company_id`,
      [accountId, [...nameKeys], sourceId],
    );
    return rows;
  }

  /**
   * Remembers companies for names. A company that is remembered as `always` replaces another one of the name, which
   * becomes a suggestion; a suggestion does not change what is remembered as `always`. Decisions of a key for one source
   * are not remembered.
   * @param choices each name with each company once
   * @returns those that were replaced
   */
  async remember(
    accountId: string,
    sourceId: string,
    batch: DecisionBatch,
    choices: readonly ChoiceToRemember[],
    transaction: Transaction,
  ): Promise<SettlingChoice[]> {
    if (choices.length === 0) return [];
    await this.lock(accountId, transaction);
    // A choice that repeats an earlier one still goes when that is undone.
    const comesFrom = `coalesce((SELECT d.batch_id FROM ${decisionsOf('g.source_row_id')} d JOIN source_rows r
         ON r.source_id = d.source_id AND r.source_row_id = d.source_row_id AND r.decision = 'chosen'
       ORDER BY d.decision_id DESC LIMIT 1), CAST(:batchId AS uuid))`;
    const given = `jsonb_to_recordset(CAST(:choices AS jsonb)) AS g (name_key text, company_id text, mark text, name text,
      always boolean, source_row_id uuid)`;
    const bindings = { accountId, sourceId, ...batch, choices: JSON.stringify(choices) };
    const { rows: replaced } = await transaction.raw<{ rows: SettlingChoice[] }>(
      `UPDATE source_choices c SET always = false, replaced_in = ${comesFrom} FROM ${given}
       WHERE c.account_id = :accountId AND c.name_key = decode(g.name_key, 'hex') AND g.always AND c.always
         AND c.company_id <> g.company_id AND ${reachesAccount} RETURNING g.name_key, c.company_id`,
      bindings,
    );
    await transaction.raw(
      `INSERT INTO source_choices AS c (account_id, name_key, company_id, mark, name, always, source_id, source_row_id,
         batch_id, key_id, chosen_at)
       SELECT :accountId, decode(g.name_key, 'hex'), g.company_id, g.mark, g.name, g.always, :sourceId, g.source_row_id,
         ${comesFrom}, CAST(:keyId AS uuid), CAST(:decidedAt AS timestamptz)
       FROM ${given} WHERE ${reachesAccount}
       ON CONFLICT (account_id, name_key, company_id) DO UPDATE SET chosen_at = excluded.chosen_at, mark = excluded.mark,
         -- A suggestion comes with every decision: it switches nothing on.
         enabled = c.enabled OR excluded.always,
         (name, always, source_id, source_row_id, batch_id, key_id) = (SELECT
           CASE WHEN kept THEN c.name ELSE excluded.name END, kept OR excluded.always,
           CASE WHEN kept THEN c.source_id ELSE excluded.source_id END,
           CASE WHEN kept THEN c.source_row_id ELSE excluded.source_row_id END,
           CASE WHEN kept THEN c.batch_id ELSE excluded.batch_id END,
           CASE WHEN kept THEN c.key_id ELSE excluded.key_id END
         FROM (SELECT c.always AND NOT excluded.always AND NOT EXISTS (SELECT FROM api_keys k
           WHERE k.key_id = c.key_id AND k.source_id IS NOT NULL) AS kept) AS which)`,
      bindings,
    );
    return replaced;
  }

  /**
   * Whether each of these choices still settles rows. Until the transaction ends, nobody changes choices of the account.
   * @param settled the first half of the key of a name, in hexadecimal digits, a blank, and the company as it is stored
   */
  async stillSettle(
    accountId: string,
    settled: ReadonlySet<string>,
    transaction: Transaction,
  ): Promise<boolean> {
    if (settled.size === 0) return true;
    await transaction.raw(`SELECT pg_advisory_xact_lock_shared(${choicesOf})`, [accountId]);
    const { rows } = await transaction.raw<{ rows: object[] }>(
      // As one list of all choices: looked up for each name, thousands would take minutes.
      `SELECT FROM unnest(CAST(:settled AS text[])) AS u (choice)
       WHERE (decode(split_part(u.choice, ' ', 1), 'hex'), split_part(u.choice, ' ', 2)) NOT IN (
         SELECT substring(name_key FROM 1 FOR 16), company_id FROM source_choices WHERE account_id = :accountId AND always AND enabled)
       LIMIT 1`,
      { accountId, settled: [...settled] },
    );
    return rows.length === 0;
  }

  /** Two calls that change the same choices would otherwise wait for each other. */
  async lock(accountId: string, transaction: Transaction): Promise<void> {
    await transaction.raw(`SELECT pg_advisory_xact_lock(${choicesOf})`, [accountId]);
  }

  /**
   * Forgets what a call remembered, and what was remembered since for rows that still have the company that the call
   * chose.
   * @param keyId who undoes the call; a key for one source makes the account forget nothing
   * @returns those that `hasSettled`
   */
  async forgetCall(
    { accountId, sourceId }: SourceScope,
    { batchId, keyId }: Pick<DecisionBatch, 'batchId' | 'keyId'>,
    transaction: Transaction,
  ): Promise<SettlingChoice[]> {
    const { rows } = await transaction.raw<{ rows: SettlingChoice[] }>(
      `WITH forgotten AS (
         DELETE FROM source_choices c WHERE c.account_id = :accountId AND c.batch_id IS NOT NULL AND ${reachesAccount}
           AND (c.batch_id = CAST(:batchId AS uuid) OR (c.source_row_id, c.company_id) IN (
             SELECT r.source_row_id, r.company_id FROM source_decisions d
               JOIN source_rows r ON r.source_id = d.source_id AND r.source_row_id = d.source_row_id
             WHERE d.source_id = :sourceId AND d.batch_id = CAST(:batchId AS uuid)
               AND r.company_id = d.after_company_id AND NOT EXISTS (SELECT FROM source_decisions later
                 WHERE later.source_row_id = d.source_row_id AND later.decision_id > d.decision_id)))
       ${andRestoring}) SELECT encode(name_key, 'hex') AS name_key, company_id FROM forgotten WHERE ${hasSettled}`,
      { accountId, sourceId, batchId, keyId },
    );
    return rows;
  }

  /** How many choices an account has. */
  async count(accountId: string): Promise<number> {
    const found = this.knex('source_choices').where({ account_id: accountId });
    const [counted] = await found.count<{ count: string }[]>('* as count');
    return Number(counted?.count ?? 0);
  }

  /** Newest first. */
  list(accountId: string, { text, always }: ChoicesFilter, place: PagePlace): Promise<ChoiceRecord[]> {
    const listed = this.#choices(accountId);
    if (always !== undefined) listed.where({ always });
    if (text !== undefined) {
      const folded =
        "position(lower(normalize(?, NFKC)) IN lower(normalize(coalesce(name, '') || ' ' || coalesce(note, ''), NFKC))) > 0";
      listed.whereRaw(folded, [text]);
    }
    return fetchRows<ChoiceRecord>(listed, 'choice_id', 'desc', place);
  }

  async find(accountId: string, choiceId: string, transaction?: Transaction): Promise<ChoiceRecord | null> {
    if (!isUuid(choiceId)) return null;
    const found = this.#choices(accountId, transaction).where({ choice_id: choiceId });
    return (await found.first<ChoiceRecord | undefined>()) ?? null;
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.knex.transaction(work);
  }

  /** Changes a choice; choices are locked. @returns null when the account has no such choice */
  async edit(
    accountId: string,
    choiceId: string,
    { companyId, always, enabled, note }: ChoiceEdit,
    keyId: string,
    transaction: Transaction,
  ): Promise<ChoiceRecord | null> {
    if (!(await this.find(accountId, choiceId, transaction))) return null;
    const own = transaction('source_choices').where({ account_id: accountId, choice_id: choiceId });
    const others = () =>
      transaction('source_choices')
        .where({ account_id: accountId, name_key: own.clone().select('name_key') })
        .whereNot({ choice_id: choiceId });
    // The edited choice takes the place of another one of the name with the same company.
    if (companyId !== undefined) await others().where({ company_id: companyId }).delete();
    if (always) await others().where({ always: true }).update({ always: false });
    await own.clone().update({
      // It is the editor's now: undoing the decision that it came from does not forget it.
      batch_id: null,
      replaced_in: null,
      ...(companyId !== undefined && {
        company_id: companyId,
        mark: null,
        source_id: null,
        source_row_id: null,
        key_id: keyId,
        chosen_at: transaction.fn.now(),
      }),
      ...(always !== undefined && { always }),
      ...(enabled !== undefined && { enabled }),
      ...(note !== undefined && { note }),
    });
    return this.find(accountId, choiceId, transaction);
  }

  /**
   * Switches the choices off that settled these rows, which a person takes back. @param rows ids, with the keys of their names
   * @returns what was switched off
   */
  async switchOff(
    { accountId, sourceId }: SourceScope,
    rows: readonly { readonly source_row_id: string; readonly name_key: string }[],
    keyId: string | null,
    transaction: Transaction,
  ): Promise<SettlingChoice[]> {
    if (rows.length === 0) return [];
    await this.lock(accountId, transaction);
    const { rows: switched } = await transaction.raw<{ rows: SettlingChoice[] }>(
      `UPDATE source_choices c SET enabled = false
       FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS g (source_row_id uuid, name_key text)
         JOIN source_rows r ON r.source_id = CAST(:sourceId AS uuid) AND r.source_row_id = g.source_row_id
         LEFT JOIN company_aliases a ON a.alias_id = r.company_id
       WHERE c.account_id = :accountId AND c.name_key = decode(g.name_key, 'hex') AND c.always AND c.enabled
         AND r.resolve_status = 'matched' AND r.reason = 'remembered' AND r.decision IS NULL AND ${reachesAccount}
         AND coalesce((SELECT b.company_id FROM company_aliases b WHERE b.alias_id = c.company_id), c.company_id)
           = coalesce(a.company_id, r.company_id)
       RETURNING g.name_key, c.company_id`,
      { accountId, sourceId, keyId, rows: JSON.stringify(rows) },
    );
    return switched;
  }

  /**
   * Writes choices as they are given, also over those that the account has; choices are locked.
   * @param choices each name with each company once, and with one `always` at most
   * @returns the choices that changed, with their names, and which of them are new
   */
  async write(
    accountId: string,
    choices: readonly WrittenChoice[],
    keyId: string,
    transaction: Transaction,
  ): Promise<readonly { readonly name: string | null; readonly isNew: boolean }[]> {
    const given = `jsonb_to_recordset(CAST(:choices AS jsonb)) AS g (name_key text, company_id text, mark text, name text,
      always boolean, enabled boolean, note text)`;
    const stored = await this.#underStoredIds(accountId, choices, transaction);
    const bindings = { accountId, keyId, choices: JSON.stringify(stored) };
    // Compared with lists, not joined: for a name, the planner takes any index of the account, and reads all of its choices.
    await transaction.raw(
      `UPDATE source_choices c SET always = false, replaced_in = NULL WHERE c.account_id = :accountId AND c.always
         AND (c.name_key IN (SELECT decode(g.name_key, 'hex') FROM ${given} WHERE g.always)) IS TRUE
         AND (c.name_key, CAST(c.company_id AS text)) NOT IN (
           SELECT decode(g.name_key, 'hex'), g.company_id FROM ${given} WHERE g.always)`,
      bindings,
    );
    const { rows } = await transaction.raw<{ rows: { name: string | null; is_new: boolean }[] }>(
      `INSERT INTO source_choices AS c (account_id, name_key, company_id, mark, name, always, enabled, note, key_id, chosen_at)
       SELECT :accountId, decode(g.name_key, 'hex'), g.company_id, g.mark, g.name, g.always, g.enabled, g.note,
         CAST(:keyId AS uuid), now() FROM ${given} ORDER BY g.always
       ON CONFLICT (account_id, name_key, company_id) DO UPDATE SET mark = excluded.mark, always = excluded.always,
         enabled = excluded.enabled, note = excluded.note, key_id = excluded.key_id, chosen_at = excluded.chosen_at, batch_id = NULL, replaced_in = NULL
       WHERE (c.mark, c.always, c.enabled, c.note)
         IS DISTINCT FROM (excluded.mark, excluded.always, excluded.enabled, excluded.note)
       RETURNING c.name, xmax = 0 AS is_new`,
      bindings,
    );
    return rows.map(({ name, is_new }) => ({ name, isNew: is_new }));
  }

  /** The same choices under the ids that the account has them with: a company may have another one by now. */
  async #underStoredIds(
    accountId: string,
    choices: readonly WrittenChoice[],
    transaction: Transaction,
  ): Promise<WrittenChoice[]> {
    const { rows } = await transaction.raw<{ rows: { choice: string; company_id: string }[] }>(
      `SELECT concat_ws(' ', encode(c.name_key, 'hex'), coalesce(a.company_id, c.company_id)) AS choice, c.company_id
       FROM source_choices c LEFT JOIN company_aliases a ON a.alias_id = c.company_id WHERE c.account_id = :accountId
         AND (c.name_key IN (SELECT decode(k, 'hex') FROM unnest(CAST(:nameKeys AS text[])) AS k)) IS TRUE
       ORDER BY c.company_id DESC`,
      { accountId, nameKeys: choices.map(({ name_key }) => name_key) },
    );
    const ids = new Map(rows.map(({ choice, company_id }) => [choice, company_id]));
    return choices.map((each) => ({
      ...each,
      company_id: ids.get(`${each.name_key} ${each.company_id}`) ?? each.company_id,
    }));
  }

  /** The names of choices by their ids, for those that the account has. */
  async nameKeysOf(
    accountId: string,
    choiceIds: readonly string[],
    transaction: Transaction,
  ): Promise<Map<string, string>> {
    const found = await this.#choices(accountId, transaction).whereIn('choice_id', [...choiceIds]);
    return new Map(found.map(({ choice_id, name_key }: ChoiceRecord) => [choice_id, name_key]));
  }

  /** @returns whether the account had the choice */
  async forget(accountId: string, choiceId: string, transaction: Transaction): Promise<boolean> {
    const own = transaction('source_choices').where({ account_id: accountId, choice_id: choiceId });
    return (await own.delete()) > 0;
  }

  #choices(accountId: string, connection = this.knex) {
    return connection('source_choices as c')
      .leftJoin('api_keys as k', 'k.key_id', 'c.key_id')
      .where({ 'c.account_id': accountId })
      .select(
        ...columns,
        connection.raw("encode(name_key, 'hex') AS name_key"),
        // The row was deleted with its source.
        connection.raw('CASE WHEN c.source_id IS NOT NULL THEN source_row_id END AS source_row_id'),
      );
  }
}
