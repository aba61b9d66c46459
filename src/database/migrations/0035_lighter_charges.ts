import type { Migration } from '../migration.ts';

/**
 * Less work while the balance of an account is locked (docs/benchmarks.md#ledger): a charge that one lot covers needs one
 * statement for it, and credits are expired and keys looked up only if there are any.
 */
export const lighterCharges: Migration = {
  name: '0035_lighter_charges',

  async up(knex) {
    await knex.raw(`
      CREATE OR REPLACE FUNCTION settle_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
        IF NEW.kind = 'charge' THEN
          -- Most charges take a part of the lot that expires first.
          UPDATE credit_lots SET remaining = remaining - missing
            WHERE remaining > missing AND grant_id = (
              SELECT grant_id FROM credit_lots WHERE account_id = NEW.account_id AND class = NEW.class
              ORDER BY expires_at, grant_id LIMIT 1)
            RETURNING ARRAY[grant_id], ARRAY[missing] INTO NEW.drawn_from, NEW.drawn_amounts;
          IF FOUND THEN
            RETURN NEW;
          END IF;
        END IF;
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

      CREATE OR REPLACE FUNCTION lock_spending(of_account uuid, of_class text, at timestamptz, by_key uuid,
        OUT available bigint, OUT key_max bigint, OUT key_spent bigint)
      LANGUAGE plpgsql AS $$
      BEGIN
        SELECT balance INTO available FROM credit_balances
          WHERE account_id = of_account AND class = of_class FOR UPDATE;
        IF EXISTS (
          SELECT FROM credit_lots WHERE account_id = of_account AND class = of_class AND expires_at <= at) THEN
          available := lock_credit_balance(of_account, of_class, at);
        END IF;
        available := coalesce(available, 0);
        IF by_key IS NOT NULL THEN
          SELECT max_credits, credits_spent INTO key_max, key_spent FROM api_keys
            WHERE account_id = of_account AND key_id = by_key FOR NO KEY UPDATE;
        END IF;
      END $$;
    `);
  },

  async down(knex) {
    await knex.raw(`
      CREATE OR REPLACE FUNCTION lock_spending(of_account uuid, of_class text, at timestamptz, by_key uuid,
        OUT available bigint, OUT key_max bigint, OUT key_spent bigint)
      LANGUAGE plpgsql AS $$
      BEGIN
        available := lock_credit_balance(of_account, of_class, at);
        SELECT max_credits, credits_spent INTO key_max, key_spent FROM api_keys
          WHERE account_id = of_account AND key_id = by_key FOR NO KEY UPDATE;
      END $$;

      CREATE OR REPLACE FUNCTION settle_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
    `);
  },
};
