// The whole life of a List over HTTP: a source of up to 10,000 rows, resolved, saved, enriched, exported, published,
// refreshed, and its diff delivered. It spends credits of the account whose key it is given.
//
//   npm start                                  (another terminal; prints url and api_key)
//   node docs/lists-walkthrough.mjs <url> <api_key> [https://receiver]
//
// Without a receiver, the script starts its own on port 18099 of this machine. The service sends there only if it was
// started for tests: NODE_ENV=test DELIVERY_TEST_RECEIVERS=http://127.0.0.1:18099 npm start
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const [url, apiKey, receiverUrl] = process.argv.slice(2);
if (!url || !apiKey) {
  console.error('usage: node docs/lists-walkthrough.mjs <url> <api_key> [https://receiver]');
  process.exit(2);
}
const wantedRows = 10_000;
const ambiguousRows = 3;

async function call(method, path, body, { quiet = false, refused = false } = {}) {
  const begun = performance.now();
  const response = await fetch(`${url}/api/service${path}`, {
    method,
    headers: {
      'x-api-key': apiKey,
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (!quiet) {
    const ms = Math.round(performance.now() - begun);
    console.log(`${method} ${path.split('?')[0]} → ${response.status}, ${ms} ms`);
  }
  if (!answer.ok && !refused) throw new Error(JSON.stringify(answer.error, null, 2));
  return answer;
}

/** Active companies by name, as many as there are up to the wanted number. */
async function walkCompanies() {
  const companies = [];
  for (let cursor; ; ) {
    const page = await call('POST', '/search', { limit: 100, ...(cursor && { cursor }) }, { quiet: true });
    companies.push(...page.companies.map(({ company }) => company));
    cursor = page.meta.next_cursor;
    if (!cursor || companies.length >= wantedRows + 200) return companies;
  }
}

/** Rows by corporate number, and a few by a name that several companies have: those wait for a person. */
function makeRows(companies) {
  const byName = new Map();
  for (const company of companies)
    byName.set(company.legal_name, [...(byName.get(company.legal_name) ?? []), company]);
  const shared = [...byName].filter(([, named]) => named.length > 1).slice(0, ambiguousRows);
  const apart = new Set(shared.flatMap(([, named]) => named.map(({ company_id }) => company_id)));
  const certain = companies
    .filter(({ company_id, corporate_number }) => corporate_number && !apart.has(company_id))
    .slice(0, wantedRows - shared.length)
    .map(({ corporate_number, legal_name }) => ({ 法人番号: corporate_number, 会社名: legal_name }));
  return [...certain, ...shared.map(([name]) => ({ 法人番号: '', 会社名: name }))];
}

/** Resolves with the first message that comes. */
function listen() {
  return new Promise((resolve) => {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.end('ok');
      server.close();
      resolve({ headers: request.headers, body: JSON.parse(body) });
    });
    server.listen(18_099, '127.0.0.1').unref();
  });
}

const rows = makeRows(await walkCompanies());
const headers = ['法人番号', '会社名'];
const digest = createHash('sha256').update(JSON.stringify(rows)).update(randomUUID()).digest('hex');
const { source } = await call('POST', '/sources/import', {
  name: 'walkthrough',
  originalFilename: 'walkthrough.csv',
  contentSha256: `sha256:${digest}`,
  headers,
  rows,
});
await call('POST', `/sources/${source.source_id}/map`, {
  entity: 'company',
  columns: { corporate_number: '法人番号', name: '会社名' },
});
const resolved = await call('POST', `/sources/${source.source_id}/resolve`, {
  execute: true,
  maxCredits: rows.length,
});
console.log('  ', resolved.run, resolved.billing);

// Rows of a source are paid: the List is free, as it would be with POST /lists and the source_id.
const estimated = await call('POST', '/lists/estimate', { definition: { source_id: source.source_id } });
const { estimate_id } = estimated.estimate;
console.log('  ', estimated.estimate, estimated.billing.materialize);
const candidates = await call('GET', `/lists/candidates?estimate_id=${estimate_id}&limit=3`);
console.log(
  '  ',
  candidates.companies.map(({ company }) => company.display_name),
);
const preview = await call('GET', `/lists/${estimate_id}/export`, undefined, { refused: true });
console.log('  ', preview.error.code);

const saved = await call('POST', '/lists/materialize', {
  estimate_id,
  name: 'walkthrough',
  execute: true,
  maxCredits: estimated.billing.materialize.estimated_credits,
});
const { list_id } = saved.list;
console.log('  ', { saved_rows: saved.saved_rows, ...saved.billing });

const fields = ['website', 'employees', 'insured_persons', 'observations'];
const { estimate } = await call('POST', `/lists/${list_id}/enrichments/estimate`, { fields });
const enriched = await call('POST', `/lists/${list_id}/enrichments/run`, {
  fields,
  execute: true,
  maxCredits: estimate.estimated_max_credits,
});
console.log('  ', { found_count: enriched.run.found_count, ...enriched.billing });

const exported = await call('GET', `/lists/${list_id}/export?bom=true`);
const file = await fetch(`${url}${exported.path}`, { headers: { 'x-api-key': apiKey } });
const bytes = Buffer.from(await file.arrayBuffer());
const sha256 = createHash('sha256').update(bytes).digest('hex');
console.log('  ', {
  row_count: exported.row_count,
  bytes: bytes.length,
  sha256_right: sha256 === exported.sha256,
});

await call('POST', `/lists/${list_id}/publish`, {});
// A person settles the rows that had several candidates. The source now has more companies than were published.
const { rows: open } = await call(
  'GET',
  `/sources/${source.source_id}/review?status=multiple_candidates&limit=${ambiguousRows}`,
);
for (const { source_row_id, resolve_candidates } of open) {
  await call('POST', `/sources/${source.source_id}/select`, {
    row: source_row_id,
    companyId: resolve_candidates[0].company_id,
    maxCredits: 1,
  });
}
const { diff } = await call('POST', `/lists/${list_id}/refresh?limit=3`, {});
console.log('  ', diff.counts, diff.rows);

const received = receiverUrl ? null : listen();
const target = {
  type: 'webhook',
  url: receiverUrl ?? 'http://127.0.0.1:18099/',
  payload: 'diff',
};
const configured = await call('PATCH', `/lists/${list_id}/delivery`, target, { refused: true });
if (configured.ok) {
  const { delivery_id } = await call('POST', `/lists/${list_id}/deliver`, {});
  const message = received && (await Promise.race([received, wait(30_000)]));
  if (message)
    console.log('   received', message.headers['webhook-id'], message.body.data.latest_diff.counts);
  await wait(500);
  const { delivery } = await call('GET', `/lists/${list_id}/deliveries/${delivery_id}`);
  console.log('  ', delivery.status, delivery.attempts);
} else {
  console.log(`   not delivered: ${configured.error.message} See the head of this script.`);
}
process.exit(0);
