import pg from 'pg';
import { withSession } from '../../../indexers/operator/database-session.ts';
import { DatabaseClient } from '../../../src/database/database-client.ts';
import { replaceDatabase, splitHostUrls } from '../../../src/database/hosts.ts';
import { type Peer, PeerUnavailable } from './peer.ts';
import { maxLookedAt } from './written-scoring.ts';

/**
 * Postgres pg_trgm with a GIN index and its default threshold (0.3), in a scratch database, because an extension must not be
 * added to the service's.
 */
export function trigramPeer(databaseUrl: string): Peer {
  const url = new URL(splitHostUrls(databaseUrl)[0]);
  // A name in Postgres has at most 63 bytes.
  const database = `${decodeURIComponent(url.pathname.slice(1)).slice(0, 40)}_relevance_peers`;
  let scratch: pg.Client | undefined;
  /** On a connection of its own, because neither statement may be part of a transaction. */
  const onService = (statement: string) => withSession(databaseUrl, (client) => client.query(statement));
  const connected = () => {
    if (!scratch) throw new Error('the scratch database was not created');
    return scratch;
  };
  return {
    name: 'Postgres pg_trgm, similarity ≥ 0.3',
    async create() {
      const locale = await letterLocale(databaseUrl);
      await refusedAs('The database role may not create a database.', () =>
        onService(
          `CREATE DATABASE ${pg.escapeIdentifier(database)} TEMPLATE template0 ENCODING 'UTF8' LC_CTYPE ${pg.escapeLiteral(locale)}`,
        ),
      );
      scratch = new DatabaseClient({
        connectionString: replaceDatabase(databaseUrl, database),
        application_name: 'company-data-indexing',
      });
      // Dropping the database ends the connection.
      scratch.on('error', () => undefined);
      await scratch.connect();
      await refusedAs('The extension pg_trgm is not installed, or the database role may not create it.', () =>
        connected().query('CREATE EXTENSION pg_trgm'),
      );
      await scratch.query('CREATE TABLE names (company_id text NOT NULL, name text NOT NULL)');
    },
    async add(names) {
      await connected().query('INSERT INTO names SELECT * FROM unnest($1::text[], $2::text[])', [
        names.map(({ companyId }) => companyId),
        names.map(({ plain }) => plain),
      ]);
    },
    async complete() {
      await connected().query('CREATE INDEX ON names USING gin (name gin_trgm_ops)');
      await connected().query('ANALYZE names');
    },
    async search(texts) {
      const found: string[][] = [];
      for (const text of texts) {
        const { rows } = await connected().query<{ company_id: string }>({
          name: 'alike',
          text: `SELECT company_id FROM names WHERE name % $1 GROUP BY company_id
                 ORDER BY max(similarity(name, $1)) DESC, company_id LIMIT ${maxLookedAt}`,
          values: [text],
        });
        found.push(rows.map(({ company_id }) => company_id));
      }
      return found;
    },
    async remove() {
      await onService(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)} WITH (FORCE)`);
      await scratch?.end().catch(() => undefined);
      scratch = undefined;
    },
  };
}

/** A locale of the server in which kanji and kana are letters. In locale C, pg_trgm ignores them. */
async function letterLocale(databaseUrl: string): Promise<string> {
  const { rows } = await withSession(databaseUrl, (client) =>
    client.query<{ locale: string }>(
      `SELECT collctype AS locale FROM pg_collation WHERE collprovider = 'c' AND collctype ~* 'utf-?8$'
       ORDER BY collctype ILIKE 'C.%' DESC, collctype LIMIT 1`,
    ),
  );
  const [first] = rows;
  if (!first)
    throw new PeerUnavailable('The database server has no UTF-8 locale, which pg_trgm needs for Japanese.');
  return first.locale;
}

/** SQLSTATEs of a missing privilege, and of an extension that is not there. */
const refusals: ReadonlySet<string | undefined> = new Set(['42501', '0A000', '58P01']);

async function refusedAs(reason: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && refusals.has(error.code)) throw new PeerUnavailable(reason);
    throw error;
  }
}
