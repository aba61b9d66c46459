import { afterAll, describe, expect, it } from '@jest/globals';
import { companyFacts, corporateNumber } from '../support/companies.ts';
import { loggedOf } from '../support/logged.ts';
import { harmlessContents, hostileContents } from '../support/research-contents.ts';
import { serviceSuite } from '../support/service.ts';

const companyId = `cn_${corporateNumber(1)}`;

const { database, service, end } = await serviceSuite([companyFacts({ number: 1, name: '株式会社一番' })]);
afterAll(end);
const account = await service.createAccount();

function fetch(parts: object) {
  return service
    .as(account)
    .post('/api/service/research/external/fetch')
    .send({ companyId, sourceType: 'manual', ...parts });
}

const storedRows = async () => {
  const [row] = await database.knex('research_items').count<{ count: number }[]>('* as count');
  return Number(row?.count);
};

describe('content that must not be stored', () => {
  it('is tried in at least 60 forms', () => {
    expect(hostileContents.length).toBeGreaterThanOrEqual(60);
  });

  it.each(hostileContents)('%s is refused as %s', async (_, reason, parts) => {
    const before = await storedRows();
    const { status, body } = await fetch(parts);
    expect(body.error?.details?.map((detail: { reason: string }) => detail.reason)).toContain(reason);
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'research_content_rejected' });
    expect(await storedRows()).toBe(before);
  });

  it('is refused in any part, in the middle of a long text, under a repeated key, and in a dry run', async () => {
    const [, , parts] = hostileContents.find(([name]) => name === 'GitHub token') ?? [];
    const token = String(parts?.contentMarkdown);
    const long = `${'架空の文章。\n'.repeat(5_000)}${token}\n${'続き。\n'.repeat(5_000)}`;
    const { body } = await fetch({ contentMarkdown: long, dryRun: true }).expect(422);
    expect(body.error.details).toMatchObject([{ field: 'contentMarkdown', reason: 'secret', line: 5_001 }]);
    for (const field of ['evidence', 'producer', 'structuredPayload'])
      await fetch({ [field]: { a: [{ b: `x ${token}` }] } }).expect(422);
    await fetch({ estimate: { job: token } }).expect(422);
  });

  it('leaves no trace in answers, logs or tables', async () => {
    const [, , parts] = hostileContents.find(([name]) => name === 'GitHub token') ?? [];
    const token = String(parts?.contentMarkdown);
    const { body, text } = await fetch({ contentMarkdown: token, evidence: { [token]: token } })
      .set('Idempotency-Key', 'refused')
      .expect(422);
    expect(text).not.toContain(token);
    expect((await loggedOf(service.logLines, body.request_id)).at(-1)).toContain('422');
    expect(service.logLines.join('\n')).not.toContain(token);
    expect(await database.knex('idempotency_keys').where({ key: 'refused' })).toEqual([]);
    expect(await storedRows()).toBe(0);
  });
});

describe('content that looks similar', () => {
  it('is tried in at least 60 forms', () => {
    expect(harmlessContents.length).toBeGreaterThanOrEqual(60);
  });

  it.each(harmlessContents)('%s is stored unchanged', async (_, parts) => {
    const { body } = await fetch(parts);
    expect(body.error?.details).toBeUndefined();
    expect(body).toMatchObject({ ok: true, created: true });
    const row = await database
      .knex('research_items')
      .where({ research_item_id: body.item.research_item_id })
      .first();
    const columns = {
      contentMarkdown: row.content_markdown,
      title: row.title,
      sourceUrl: row.source_url,
      dedupeKey: row.dedupe_key,
      evidence: row.evidence,
      producer: row.producer,
      structuredPayload: row.structured_payload,
    };
    expect(columns).toMatchObject(parts);
  });
});
