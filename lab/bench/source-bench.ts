import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withSession } from '../../indexers/operator/database-session.ts';
import { splitIntoPieces } from '../../src/database/rows.ts';
import { CompanyLookup } from '../../src/features/row-matching/lookup/company-lookup.ts';
import { runConcurrently } from '../../src/running/time-slices.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { toNameKeys } from '../../src/text/names/names.ts';
import { account, type BenchService } from './bench-service.ts';
import { Caller, type Imported } from './caller.ts';
import { type Comparison, compare, interleaved, median, watch } from './measure.ts';
import { writtenTables } from './written-tables.ts';

const resolvedRows = 20_000;
/** Tables that are resolved before any is measured: while the service and the engine still compile, one takes up to twice as long. */
const warmTables = 8;
const lookedUpRows = 1_000;
/** Companies from which on each name has so many namesakes that fewer rows a second are expected. */
const wholeCountry = 5_700_000;

/** Import of rows over HTTP against a COPY of the same rows, and how long other requests wait meanwhile. */
export async function benchImport(
  service: BenchService,
  { rounds, rows: count }: { readonly rounds: number; readonly rows: number },
): Promise<Comparison[]> {
  const caller = new Caller(service.url, (await account(service.databaseUrl)).apiKey);
  return await withSession(service.databaseUrl, async (client) => {
    const body = JSON.stringify(wideTable(count));
    const kept = await caller.send<Imported>('POST', '/sources/import', body);
    const rows = await copyTextOf(client, kept.source.source_id);
    const waits: number[] = [];
    const sides = await interleaved(
      rounds,
      async () => {
        const stop = watch(async () => {
          const health = await timed(async () => (await fetch(`${service.url}/healthz`)).arrayBuffer());
          return health.seconds * 1000;
        });
        const { result, seconds } = await timed(() => caller.send<Imported>('POST', '/sources/import', body));
        waits.push(Math.max(...(await stop())));
        await caller.send('DELETE', `/sources/${result.source.source_id}`);
        return count / seconds;
      },
      async () => {
        const { seconds } = await timed(() => copyInto(client, rows));
        return count / seconds;
      },
    );
    await caller.send('DELETE', `/sources/${kept.source.source_id}`);
    return [
      compare(`import of ${count.toLocaleString('en')} rows over HTTP, against COPY`, 'rows/s', sides, {
        atLeast: 0.6,
      }),
      compare(
        'longest wait of another request meanwhile, against 60 ms',
        'ms',
        { ours: median(waits), theirs: 60 },
        { atMost: 1 },
      ),
    ];
  });
}

/** A resolve that commits states, counts and ledger, against looking up the same rows one at a time without saving. */
export async function benchResolve(service: BenchService, rounds: number): Promise<Comparison[]> {
  const caller = new Caller(service.url, (await account(service.databaseUrl)).apiKey);
  const elasticsearch = openElasticsearch({ nodes: [service.elasticsearchUrl] });
  const lookup = new CompanyLookup({
    gateway: new SearchGateway(new Engine(elasticsearch)),
    alias: service.alias,
  });
  try {
    const rows = await companyRows(service.databaseUrl);
    const body = JSON.stringify({ headers: ['name', 'number'], rows });
    const resolve = async () => {
      const { source } = await caller.send<Imported>('POST', '/sources/import', body);
      const at = `/sources/${source.source_id}`;
      const columns = { name: 'name', corporate_number: 'number' };
      await caller.send('POST', `${at}/map`, { entity: 'company', columns });
      const guards = { execute: true, maxCredits: resolvedRows };
      const { seconds } = await timed(() => caller.send('POST', `${at}/resolve`, guards));
      await caller.send('DELETE', at);
      return rows.length / seconds;
    };
    // A single round only shows that it works.
    for (let table = 0; table < warmTables && rounds > 1; table += 1) await resolve();
    const sides = await interleaved(rounds, resolve, async () => {
      const some = rows.slice(0, lookedUpRows);
      const { seconds } = await timed(async () => {
        for (const { name, number } of some) {
          if (number) await lookup.findByIdentifiers([`corporate_number:${number}`]);
          else await lookup.findByNames(keysOfNames([name]));
        }
      });
      return some.length / seconds;
    });
    const of = `resolve against ${service.companies.toLocaleString('en')} companies`;
    const minRate = service.companies < wholeCountry ? 12_000 : 10_000;
    const rate = { ours: sides.ours, theirs: minRate };
    return [
      compare(`${of}, against one at a time`, 'rows/s', sides, { atLeast: 9 }),
      compare(`${of}, against ${minRate.toLocaleString('en')} rows/s`, 'rows/s', rate, { atLeast: 1 }),
    ];
  } finally {
    await elasticsearch.close();
  }
}

/** What a look-up takes: names with their keys. */
const keysOfNames = (names: readonly string[]) => new Map(names.map((name) => [name, toNameKeys(name)]));

const writtenRows = 12_000;
/** As many as a run looks up together, and as many at once. */
const namesTogether = 2000;
const lookupsAtOnce = 2;

/**
 * Tables of names without numbers: all as registered, and a third in forms that need more than exact look-ups. Beside them,
 * the exact look-ups alone, without saving anything.
 */
export async function benchWritten(service: BenchService, rounds: number): Promise<Comparison[]> {
  const caller = new Caller(service.url, (await account(service.databaseUrl)).apiKey);
  const elasticsearch = openElasticsearch({ nodes: [service.elasticsearchUrl] });
  const lookup = new CompanyLookup({
    gateway: new SearchGateway(new Engine(elasticsearch)),
    alias: service.alias,
  });
  try {
    const { clean, mixed } = await writtenTables(service.databaseUrl, writtenRows);
    const resolve = async (names: readonly string[]) => {
      const body = JSON.stringify({ headers: ['name'], rows: names.map((name) => ({ name })) });
      const { source } = await caller.send<Imported>('POST', '/sources/import', body);
      const at = `/sources/${source.source_id}`;
      await caller.send('POST', `${at}/map`, { entity: 'company', columns: { name: 'name' } });
      const guards = { execute: true, maxCredits: names.length };
      const { seconds } = await timed(() => caller.send('POST', `${at}/resolve`, guards));
      await caller.send('DELETE', at);
      return names.length / seconds;
    };
    const exactly = async () => {
      const { seconds } = await timed(() =>
        runConcurrently(splitIntoPieces(clean, namesTogether), lookupsAtOnce, async (names) => {
          await lookup.findByNames(keysOfNames(names));
        }),
      );
      return clean.length / seconds;
    };
    const rates: Record<'clean' | 'mixed' | 'exact', number[]> = { clean: [], mixed: [], exact: [] };
    // The first round warms up all three.
    for (let round = 0; round <= rounds; round += 1) {
      const [ofMixed, ofClean, ofExact] = [await resolve(mixed), await resolve(clean), await exactly()];
      if (round === 0) continue;
      rates.mixed.push(ofMixed);
      rates.clean.push(ofClean);
      rates.exact.push(ofExact);
    }
    const of = `against ${service.companies.toLocaleString('en')} companies`;
    const rate = (ours: 'clean' | 'mixed', theirs: number) => ({ ours: median(rates[ours]), theirs });
    return [
      compare(
        `written names ${of}, a third in other forms, against 3,000 rows/s`,
        'rows/s',
        rate('mixed', 3000),
        {
          atLeast: 1,
        },
      ),
      compare(
        'written names, a third in other forms, against all as registered',
        'rows/s',
        rate('mixed', median(rates.clean)),
        { atLeast: 0.5 },
      ),
      compare(
        'names as registered, against the exact look-ups alone',
        'rows/s',
        rate('clean', median(rates.exact)),
        { atLeast: 0.5 },
      ),
    ];
  } finally {
    await elasticsearch.close();
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const begun = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - begun) / 1000 };
}

function wideTable(count: number) {
  const headers = ['番号', '会社名', '法人番号', ...Array.from({ length: 7 }, (_, at) => `欄${at}`)];
  const rows = Array.from({ length: count }, (_, at) =>
    Object.fromEntries(
      headers.map((header, place) => [header, place === 0 ? `${at}` : `${header}の値 ${at}、"引用"`]),
    ),
  );
  return { headers, rows };
}

const copied = 'source_id, source_row_id, row_number, cells, issues';

async function copyTextOf(client: pg.Client, sourceId: string): Promise<Buffer> {
  const { rows } = await client.query<{ line: string }>(
    `SELECT concat_ws(E'\\t', source_id, source_row_id, row_number, replace(cells::text, '\\', '\\\\'), issues) AS line
     FROM source_rows WHERE source_id = $1 ORDER BY source_row_id`,
    [sourceId],
  );
  await client.query('DELETE FROM source_rows WHERE source_id = $1', [sourceId]);
  return Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
}

async function copyInto(client: pg.Client, rows: Buffer): Promise<void> {
  await client.query('BEGIN');
  const stream = client.query(copyFrom(`COPY source_rows (${copied}) FROM STDIN`));
  stream.end(rows);
  await finished(stream);
  await client.query('COMMIT');
  await client.query('DELETE FROM source_rows');
}

/** Three fifths have their number, half of those also the name; the rest have only the name. */
async function companyRows(databaseUrl: string): Promise<{ name: string; number: string }[]> {
  const { rows } = await withSession(databaseUrl, (client) =>
    client.query<{ name: string; number: string }>(
      `SELECT n.name, c.corporate_number AS number FROM companies c
       JOIN company_names n ON n.company_id = c.company_id AND n.kind = 'legal'
       WHERE c.corporate_number IS NOT NULL ORDER BY hashtext(c.company_id) LIMIT $1`,
      [resolvedRows],
    ),
  );
  return rows.map(({ name, number }, at) => ({
    name: at % 10 < 3 ? '' : name,
    number: at % 10 < 6 ? number : '',
  }));
}
