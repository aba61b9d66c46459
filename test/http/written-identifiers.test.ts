import { afterAll, describe, expect, it } from '@jest/globals';
import type { IdentifierType } from '../../src/text/identifiers/parsed-identifier.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { type Cells, sourceSuite } from '../support/sources.ts';
import { rarelyWrittenForms, writtenForms } from '../support/written-identifiers.ts';

const suite = await sourceSuite();
const caller = await suite.account(100_000);
afterAll(suite.end);

const number = corporateNumber(1);
const plain: Readonly<Partial<Record<IdentifierType, string>>> = {
  corporate_number: number,
  invoice_number: number,
  securities_code: '9203',
  domain: 'kakuu-jidosha.co.jp',
};
const columnOf: Readonly<Partial<Record<IdentifierType, string>>> = {
  corporate_number: 'number',
  invoice_number: 'number',
  securities_code: 'ticker',
  domain: 'url',
};
const written = [...writtenForms, ...rarelyWrittenForms].flatMap(([type, writings]) =>
  writings.map((write) => ({ type, text: write(plain[type] ?? '') })),
);

describe('an identifier in any form in which people write it', () => {
  it('is resolved', async () => {
    for (const { type, text } of written) {
      const { body } = await caller.post('/resolve', { identifier_type: type, identifier: text }).expect(200);
      expect([text, body.data.status, body.data.company_id]).toEqual([text, 'resolved', idOf(1)]);
      const gaps = type === 'invoice_number' ? ['invoice_registration_unknown'] : [];
      expect([text, body.gaps.map(({ code }: { code: string }) => code)]).toEqual([text, gaps]);
    }
  });

  it('is resolved in a batch', async () => {
    const items = written.map(({ type, text }, at) => ({
      key: String(at),
      identifier_type: type,
      identifier: text,
    }));
    const { body } = await caller.post('/resolve/batch', { items }).expect(200);
    const ids = body.items.map(({ data }: { data: { company_id: string } }) => data.company_id);
    expect(written.filter((_, at) => ids[at] !== idOf(1))).toEqual([]);
  });

  it('is found by a search', async () => {
    for (const { text } of written) {
      const { body } = await caller.post('/search', { query: text }).expect(200);
      const [first] = body.companies;
      expect([text, first?.company.company_id, first?.query_match.identifier_matched]).toEqual([
        text,
        idOf(1),
        true,
      ]);
    }
  });

  it('matches a row of a source', async () => {
    const rows = written.map(({ type, text }): Cells => ({ [columnOf[type] ?? '']: text }));
    const matched = await caller.rows(await caller.resolved(rows));
    expect(matched.map(({ cells, issues, company_id }) => ({ cells, issues, company_id }))).toEqual(
      matched.map(({ cells }) => ({ cells, issues: [], company_id: idOf(1) })),
    );
    expect(matched.length).toBe(written.length);
  });

  it('is a filter', async () => {
    const byId = await caller.post('/search', { filters: { company_ids: [`'cn_${number}`] } }).expect(200);
    expect(byId.body.companies.length).toBe(1);
    const website_domains = ['山田 <taro@kakuu-jidosha.co.jp>', 'a@x.co.jp; b@y.co.jp'];
    const bySite = await caller.post('/search', { filters: { website_domains } }).expect(200);
    const unknown = bySite.body.warnings.filter(
      ({ code }: { code: string }) => code === 'filter_value_unknown',
    );
    expect(unknown.map(({ value }: { value: string }) => value)).toEqual([website_domains[1]]);
  });

  it('is a company of a List', async () => {
    const definition = { company_ids: [`CN_${number}`, "'tse_9203", `cn_${number}`] };
    const { body } = await caller.post('/lists/estimate', { definition }).expect(200);
    expect(body.resolved_definition.company_ids).toEqual([idOf(1)]);
  });
});

describe('a cell without a value', () => {
  it.each(['未登録', '免税事業者', '申請中', '未上場', 'なし（個人事業主）', '#N/A', '#REF!', '０'])(
    '%s is empty to resolve and to a source',
    async (text) => {
      for (const type of ['corporate_number', 'invoice_number', 'securities_code', 'domain']) {
        const { body } = await caller
          .post('/resolve', { identifier_type: type, identifier: text })
          .expect(200);
        expect([body.data.status, body.gaps[0].code]).toEqual(['not_found', 'identifier_empty']);
      }
      const row = await caller.outcome({ name: '株式会社孤立電機', number: text, ticker: text, url: text });
      expect([row.resolve_status, row.company_id, row.issues]).toEqual(['matched', idOf(5), []]);
    },
  );

  it.each(['同上', '〃', '####'])('%s is an error to resolve and to a source', async (text) => {
    for (const type of ['corporate_number', 'securities_code', 'domain', 'name']) {
      const { body } = await caller.post('/resolve', { identifier_type: type, identifier: text }).expect(200);
      expect([body.data.status, body.gaps[0].code]).toEqual(['not_found', 'identifier_malformed']);
    }
    const named = await caller.outcome({ name: text, number });
    expect([named.resolve_status, named.issues[0]?.code]).toEqual(['invalid', 'name_malformed']);
    const numbered = await caller.outcome({ name: '株式会社孤立電機', number: text });
    expect([numbered.resolve_status, numbered.issues[0]?.code]).toEqual([
      'invalid',
      'corporate_number_malformed',
    ]);
  });
});
