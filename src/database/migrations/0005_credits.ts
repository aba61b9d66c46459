import type { Migration } from '../migration.ts';

/**
 * The credit ledger, idempotency keys, and the counters of limits and usage (docs/decisions/0010-ledger.md,
 * docs/decisions/0011-charging.md, docs/decisions/0012-limits-and-quotas.md). Triggers
 * derive balances and lots from ledger entries and refuse every other change, so that no program can make them disagree.
 */
export const credits: Migration = {
  name: '0005_credits',

  async up(knex) {
    await knex.raw(`
      CREATE DOMAIN credit_class AS text CHECK (VALUE IN ('basic', 'enrichment'));

      CREATE TABLE credit_ledger (
        -- Set by the trigger under the lock of the balance row. In one class, the ids are in the order of the entries.
        entry_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts,
        class credit_class NOT NULL,
        kind text NOT NULL CHECK (kind IN ('grant', 'charge', 'reversal', 'expiry')),
        amount bigint NOT NULL,
        balance_after bigint NOT NULL CHECK (balance_after >= 0),
        operation text NOT NULL CHECK (operation <> ''),
        subject_type text NOT NULL CHECK (subject_type <> ''),
        subject_id text NOT NULL CHECK (subject_id <> ''),
        idempotency_key text,
        reverses uuid CONSTRAINT credit_ledger_reversed_once UNIQUE REFERENCES credit_ledger,
        -- For a grant: when its remaining credits expire.
        expires_at timestamptz,
        -- The grants that an entry took its credits from, and how many. Reversing a charge returns them to these grants.
        drawn_from uuid[] NOT NULL DEFAULT '{}',
        drawn_amounts bigint[] NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL,
        CONSTRAINT credit_ledger_amount_has_the_sign_of_its_kind CHECK (
          CASE kind WHEN 'grant' THEN amount > 0 WHEN 'reversal' THEN amount <> 0 ELSE amount < 0 END),
        CONSTRAINT credit_ledger_reversal_names_an_entry CHECK ((kind = 'reversal') = (reverses IS NOT NULL)),
        CONSTRAINT credit_ledger_only_grants_expire CHECK (kind = 'grant' OR expires_at IS NULL)
      );
      CREATE INDEX credit_ledger_newest_first ON credit_ledger (account_id, entry_id);
      -- An operator's grant with a key is made only once.
      CREATE UNIQUE INDEX credit_ledger_grant_once ON credit_ledger (account_id, class, idempotency_key)
        WHERE kind = 'grant' AND idempotency_key IS NOT NULL;

      -- One row for each account and class with entries. Charges lock this row. fillfactor: updated in place.
      CREATE TABLE credit_balances (
        account_id uuid NOT NULL REFERENCES accounts,
        class credit_class NOT NULL,
        balance bigint NOT NULL CONSTRAINT credit_balances_never_negative CHECK (balance >= 0),
        PRIMARY KEY (account_id, class)
      ) WITH (fillfactor = 50);

      -- The remaining credits of each grant. An empty lot is removed, so that a charge reads only lots that it can use.
      CREATE TABLE credit_lots (
        grant_id uuid PRIMARY KEY REFERENCES credit_ledger,
        account_id uuid NOT NULL,
        class credit_class NOT NULL,
        remaining bigint NOT NULL CHECK (remaining > 0),
        expires_at timestamptz,
        FOREIGN KEY (account_id, class) REFERENCES credit_balances
      ) WITH (fillfactor = 50);
      CREATE INDEX credit_lots_in_order_of_expiry ON credit_lots (account_id, class, expires_at, grant_id);
      CREATE INDEX credit_lots_expiring ON credit_lots (expires_at) WHERE expires_at IS NOT NULL;

      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% of % is refused: entries are never changed, only reversed', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $$;

      CREATE FUNCTION refuse_change_without_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF pg_trigger_depth() < 2 THEN
          RAISE EXCEPTION '% of % is refused: it follows from the ledger alone', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
      END $$;

      CREATE FUNCTION check_reversal(entry credit_ledger) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        reversed credit_ledger;
      BEGIN
        SELECT * INTO reversed FROM credit_ledger WHERE entry_id = entry.reverses;
        IF reversed.account_id IS DISTINCT FROM entry.account_id OR reversed.class IS DISTINCT FROM entry.class
           OR reversed.amount IS DISTINCT FROM -entry.amount OR reversed.kind NOT IN ('grant', 'charge') THEN
          RAISE EXCEPTION 'a reversal undoes the whole of one grant or charge of the same account and class'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_ledger_reversal_fits';
        END IF;
      END $$;

      -- Credits that expire first are spent first. A reversed grant uses its own lot before others. One function,
      -- because it runs while the balance of the account is locked, and every call takes time.
      CREATE FUNCTION settle_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        lot record;
        taken bigint;
        missing bigint := -NEW.amount;
      BEGIN
        IF NEW.kind = 'reversal' THEN
          PERFORM check_reversal(NEW);
        END IF;
        LOOP
          UPDATE credit_balances SET balance = balance + NEW.amount
            WHERE account_id = NEW.account_id AND class = NEW.class
            RETURNING balance INTO NEW.balance_after;
          EXIT WHEN FOUND;
          INSERT INTO credit_balances VALUES (NEW.account_id, NEW.class, 0) ON CONFLICT DO NOTHING;
        END LOOP;
        NEW.entry_id := uuidv7();
        NEW.created_at := clock_timestamp();
        NEW.drawn_from := '{}';
        NEW.drawn_amounts := '{}';
        IF NEW.kind = 'expiry' THEN
          PERFORM expire_lot(NEW);
        ELSIF NEW.amount < 0 THEN
          FOR lot IN
            SELECT grant_id, remaining FROM credit_lots WHERE account_id = NEW.account_id AND class = NEW.class
            ORDER BY grant_id = NEW.reverses DESC NULLS LAST, expires_at NULLS LAST, grant_id
          LOOP
            taken := least(missing, lot.remaining);
            IF taken = lot.remaining THEN
              DELETE FROM credit_lots WHERE grant_id = lot.grant_id;
            ELSE
              UPDATE credit_lots SET remaining = remaining - taken WHERE grant_id = lot.grant_id;
            END IF;
            NEW.drawn_from := NEW.drawn_from || lot.grant_id;
            NEW.drawn_amounts := NEW.drawn_amounts || taken;
            missing := missing - taken;
            EXIT WHEN missing = 0;
          END LOOP;
          IF missing > 0 AND NEW.balance_after >= 0 THEN
            RAISE EXCEPTION 'the lots hold less than the balance' USING ERRCODE = 'data_corrupted';
          END IF;
        ELSIF NEW.kind = 'reversal' THEN
          INSERT INTO credit_lots AS held
            SELECT draw.grant_id, NEW.account_id, NEW.class, draw.amount, granted.expires_at
            FROM credit_ledger reversed, unnest(reversed.drawn_from, reversed.drawn_amounts) AS draw (grant_id, amount)
            JOIN credit_ledger granted ON granted.entry_id = draw.grant_id
            WHERE reversed.entry_id = NEW.reverses
            ON CONFLICT (grant_id) DO UPDATE SET remaining = held.remaining + excluded.remaining;
        END IF;
        RETURN NEW;
      END $$;

      CREATE FUNCTION expire_lot(entry credit_ledger) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM credit_lots
          WHERE grant_id = entry.subject_id::uuid AND account_id = entry.account_id AND class = entry.class
          AND remaining = -entry.amount AND expires_at IS NOT NULL;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'an expiry takes all that is left of one grant that expires'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_ledger_expiry_fits';
        END IF;
      END $$;

      CREATE FUNCTION open_lot() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO credit_lots VALUES (NEW.entry_id, NEW.account_id, NEW.class, NEW.amount, NEW.expires_at);
        RETURN NULL;
      END $$;

      CREATE TRIGGER settle_entry BEFORE INSERT ON credit_ledger FOR EACH ROW EXECUTE FUNCTION settle_entry();
      CREATE TRIGGER open_lot AFTER INSERT ON credit_ledger
        FOR EACH ROW WHEN (NEW.kind = 'grant') EXECUTE FUNCTION open_lot();
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_ledger
        EXECUTE FUNCTION refuse_change();
      CREATE TRIGGER by_entry_only BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON credit_balances
        EXECUTE FUNCTION refuse_change_without_entry();
      CREATE TRIGGER by_entry_only BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON credit_lots
        EXECUTE FUNCTION refuse_change_without_entry();

      -- Locks the balance, expires due credits, and returns the balance.
      CREATE FUNCTION lock_credit_balance(of_account uuid, of_class text, at timestamptz) RETURNS bigint
      LANGUAGE plpgsql AS $$
      DECLARE
        lot credit_lots;
        found_balance bigint;
      BEGIN
        SELECT balance INTO found_balance FROM credit_balances
          WHERE account_id = of_account AND class = of_class FOR UPDATE;
        FOR lot IN
          SELECT * FROM credit_lots WHERE account_id = of_account AND class = of_class AND expires_at <= at
          ORDER BY expires_at, grant_id
        LOOP
          INSERT INTO credit_ledger (account_id, class, kind, amount, operation, subject_type, subject_id)
            VALUES (of_account, of_class, 'expiry', -lot.remaining, 'credits.expire', 'grant', lot.grant_id::text)
            RETURNING balance_after INTO found_balance;
        END LOOP;
        RETURN coalesce(found_balance, 0);
      END $$;

      -- Answers to finished calls, by idempotency key.
      CREATE TABLE idempotency_keys (
        account_id uuid NOT NULL REFERENCES accounts,
        method text NOT NULL,
        path text NOT NULL,
        key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
        fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
        status smallint NOT NULL CHECK (status BETWEEN 200 AND 299),
        -- json, not jsonb, so that a replay has the same text.
        body json NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, method, path, key)
      );
      CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

      -- One round trip for lock and look-up. As a volatile function, it reads with a snapshot taken after the lock. It
      -- does not wait for the lock: with a key row alone, the second call would block instead of being answered
      -- (docs/traps.md#duplicate-keys-block).
      CREATE FUNCTION claim_idempotency_key(of_account uuid, of_method text, of_path text, of_key text)
      RETURNS TABLE (in_use boolean, fingerprint bytea, status smallint, body json) LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        IF NOT pg_try_advisory_xact_lock(
          hashtextextended(concat_ws(' ', 'idempotency', of_account, of_method, of_path, of_key), 0)) THEN
          RETURN QUERY SELECT true, NULL::bytea, NULL::smallint, NULL::json;
        ELSE
          RETURN QUERY SELECT false, stored.fingerprint, stored.status, stored.body FROM idempotency_keys stored
            WHERE account_id = of_account AND method = of_method AND path = of_path AND key = of_key;
        END IF;
      END $$;

      -- Requests of a limit that processes have leased, used or not.
      CREATE TABLE limit_leases (
        account_id uuid NOT NULL REFERENCES accounts,
        policy text NOT NULL,
        window_start timestamptz NOT NULL,
        window_end timestamptz NOT NULL CHECK (window_end > window_start),
        leased bigint NOT NULL CHECK (leased >= 0),
        PRIMARY KEY (account_id, policy, window_start)
      ) WITH (fillfactor = 50);
      CREATE INDEX limit_leases_over ON limit_leases (window_end);

      -- Answered requests by day in Asia/Tokyo.
      CREATE TABLE usage_days (
        account_id uuid NOT NULL REFERENCES accounts,
        day date NOT NULL,
        requests bigint NOT NULL CHECK (requests >= 0),
        searches bigint NOT NULL CHECK (searches >= 0),
        heavy bigint NOT NULL CHECK (heavy >= 0),
        PRIMARY KEY (account_id, day)
      ) WITH (fillfactor = 50);
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TABLE usage_days, limit_leases;
      DROP FUNCTION claim_idempotency_key;
      DROP TABLE idempotency_keys;
      DROP FUNCTION lock_credit_balance;
      DROP FUNCTION expire_lot, check_reversal;
      DROP TABLE credit_lots, credit_balances, credit_ledger;
      DROP FUNCTION open_lot, settle_entry, refuse_change_without_entry, refuse_change;
      DROP DOMAIN credit_class;
    `);
  },
};
