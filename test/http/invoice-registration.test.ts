import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadFile } from '../../indexers/registers/index.ts';
import { InvoiceRegisterStore } from '../../src/features/invoice-register/invoice-register-store.ts';
import { type IssuerCells, invoiceCsv, issuer } from '../indexers/registers/invoice/samples.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { dayFromToday } from '../support/days.ts';
import { type SourceAccount, sourceSuite } from '../support/sources.ts';

const suite = await sourceSuite();
const { service, database } = suite;
const folder = mkdtempSync(path.join(tmpdir(), 'cds-invoice-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await suite.end();
});

async function load(name: string, ...rows: readonly IssuerCells[]) {
  const file = path.join(folder, name);
  writeFileSync(file, invoiceCsv(...rows.map(issuer)));
  return loadFile('invoice', { databaseUrl: database.url, stateFolder: folder, file });
}

let account: SourceAccount;
beforeAll(async () => {
  await load(
    'diff_20260821_csv.csv',
    { number: 1 },
    { number: 2, process: '04', updateDate: '2025-02-03', disposalDate: '2025-02-01' },
    { number: 3, process: '03', updateDate: '2024-01-05', expireDate: '2024-01-01' },
    { number: 4, registrationDate: dayFromToday(30), updateDate: '2026-08-21', tradeName: '同名屋' },
    { number: 900, address: '', addressInside: '東京都港区' },
  );
  await service.reindexCompanies();
  account = await suite.account();
});

const resolve = async (number: number, more: object = {}) => {
  const { body } = await service
    .as(account.account)
    .post('/api/service/resolve')
    .send({ identifier_type: 'invoice_number', identifier: `T${corporateNumber(number)}`, ...more })
    .expect(200);
  return { ...body.data, gaps: body.gaps.map(({ code }: { code: string }) => code) };
};

it('is among the facts that an export can add', async () => {
  const id = await account.resolved([{ number: corporateNumber(1) }, { number: corporateNumber(3) }]);
  const columns = 'invoice_number,invoice_status,invoice_registered_on,invoice_ended_on,facts_from';
  const { text } = await account.get(`/sources/${id}/export?lang=ja&columns=${columns}`).expect(200);
  const [, one = '', three = ''] = text.split('\r\n');
  expect(one).toContain(`,T${corporateNumber(1)},適格請求書発行事業者として登録済み,2023-10-01,,`);
  expect(one).toMatch(/インボイス登録日、インボイス登録の終了日: 適格請求書発行事業者公表サイト 2023-04-03/);
  expect(three).toMatch(/,登録失効,\d{4}-\d\d-\d\d,2024-01-01,/);
});

describe('POST /resolve of an invoice number', () => {
  it('says whether it is registered today', async () => {
    expect(await resolve(1)).toMatchObject({
      status: 'resolved',
      company_id: idOf(1),
      gaps: [],
      invoice: {
        registration_number: `T${corporateNumber(1)}`,
        status: 'registered',
        registered_on: '2023-10-01',
        name: '株式会社架空製作',
        stated_on: '2023-04-03',
        register_day: '2026-08-21',
      },
    });
    expect(await resolve(2)).toMatchObject({
      status: 'resolved',
      gaps: ['invoice_registration_cancelled'],
      invoice: { status: 'cancelled', cancelled_on: '2025-02-01' },
    });
    expect(await resolve(3)).toMatchObject({
      gaps: ['invoice_registration_expired'],
      invoice: { status: 'expired', expired_on: '2024-01-01' },
    });
    expect(await resolve(4)).toMatchObject({
      gaps: ['invoice_not_yet_registered'],
      invoice: { status: 'not_yet_registered', trade_name: '同名屋' },
    });
    expect(await resolve(5)).toMatchObject({
      company_id: idOf(5),
      gaps: ['invoice_registration_unknown'],
      invoice: { status: 'unknown', registered_on: null },
    });
  });

  it('says whether it was registered on a day', async () => {
    const onDay = async (number: number, as_of: string) => (await resolve(number, { as_of })).invoice;
    expect(await onDay(2, '2025-01-31')).toMatchObject({ status: 'registered', on: '2025-01-31' });
    expect(await onDay(2, '2025-02-01')).toMatchObject({ status: 'cancelled' });
    expect(await onDay(1, '2023-09-30')).toMatchObject({ status: 'not_yet_registered' });
    const future = await resolve(4, { as_of: dayFromToday(60) });
    expect(future).toMatchObject({ invoice: { status: 'not_yet_registered', on: dayFromToday(0) } });
    expect(future.gaps).toEqual(['invoice_not_yet_registered', 'as_of_in_future']);
  });

  it('says it also of a corporation that is not loaded', async () => {
    expect(await resolve(900)).toMatchObject({
      status: 'not_found',
      invoice: { status: 'registered', address: '東京都港区' },
      gaps: ['identifier_unknown'],
    });
    expect(await resolve(901)).toMatchObject({
      invoice: { status: 'unknown' },
      gaps: ['identifier_unknown'],
    });
  });

  it('has none for other identifiers, and in a batch one for each item', async () => {
    let key = 0;
    const item = (identifier_type: string, number: number, as_of?: string) => ({
      key: String(key++),
      identifier_type,
      identifier: `${identifier_type === 'invoice_number' ? 'T' : ''}${corporateNumber(number)}`,
      ...(as_of && { as_of }),
    });
    const { body } = await service
      .as(account.account)
      .post('/api/service/resolve/batch')
      .send({
        items: [
          item('corporate_number', 1),
          item('invoice_number', 1),
          item('invoice_number', 2, '2024-01-01'),
          item('invoice_number', 2),
        ],
      })
      .expect(200);
    expect(
      body.items.map(
        ({ data }: { data: { invoice: { status: string } | null } }) => data.invoice?.status ?? null,
      ),
    ).toEqual([null, 'registered', 'registered', 'cancelled']);
  });
});

describe('the profile of a company', () => {
  const invoiceOf = async (number: number) => {
    const { body } = await service
      .as(account.account)
      .get(`/api/service/companies/${idOf(number)}`)
      .expect(200);
    return body.identifiers.find(
      ({ identifier_type }: { identifier_type: string }) => identifier_type === 'invoice_number',
    );
  };

  it('shows the validity of its invoice number', async () => {
    expect(await invoiceOf(1)).toMatchObject({
      valid_from: '2023-10-01',
      valid_to: null,
      source: 'invoice_registry',
      observed_at: '2023-04-03',
      derived_from: null,
      current: true,
      registration: { status: 'registered' },
    });
    expect(await invoiceOf(2)).toMatchObject({ valid_to: '2025-02-01', current: false });
    expect(await invoiceOf(5)).toMatchObject({
      source: null,
      derived_from: 'corporate_number',
      current: null,
      registration: { status: 'unknown' },
    });
  });
});

describe('the rows of a source', () => {
  it('say what is wrong with the registration of their invoice number, on the day of the row', async () => {
    const cells = [
      { number: `T${corporateNumber(1)}`, day: '' },
      { number: `Ｔ${corporateNumber(2)}`, day: '' },
      { number: `T${corporateNumber(2)}`, day: '2024-06-01' },
      { number: corporateNumber(2), day: '' },
      { number: `T${corporateNumber(5)}`, day: '' },
    ];
    const { body } = await account
      .post('/sources/import', { headers: ['number', 'day'], rows: cells })
      .expect(200);
    const sourceId: string = body.source.source_id;
    const mapping = { entity: 'company', columns: { corporate_number: 'number' }, as_of: { column: 'day' } };
    await account.post(`/sources/${sourceId}/map`, mapping).expect(200);
    await account.resolve(sourceId).expect(200);
    const rows = await account.rows(sourceId);
    expect(rows.map(({ resolve_status }) => resolve_status)).toEqual(Array(5).fill('matched'));
    expect(rows.map(({ issues }) => issues.map(({ code, field }) => [code, field]))).toEqual([
      [],
      [['invoice_registration_cancelled', 'corporate_number']],
      [],
      [],
      [],
    ]);
  });
});

describe('the register', () => {
  it('is complete when all its files of one day are loaded, and then lists every registered number', async () => {
    const state = () => new InvoiceRegisterStore(database.knex).getState();
    expect(await state()).toEqual({ complete: false, day: '2026-08-21' });
    for (const part of ['1', '2', '3', '4', '5'])
      await load(`h_all_20260831_00${part}.csv`, { number: 10 + Number(part) });
    expect(await state()).toEqual({ complete: false, day: '2026-08-31' });
    await load('j_all_20260731.csv', { number: 20 });
    expect((await state()).complete).toBe(false);
    await load('j_all_20260831_csv.csv', { number: 21 });
    expect(await state()).toEqual({ complete: true, day: '2026-08-31' });
  });

  it('is known up to the day before the first that is missing', async () => {
    const state = () => new InvoiceRegisterStore(database.knex).getState();
    await load('diff_20260930_csv.csv', { number: 22 });
    expect(await state()).toEqual({ complete: true, day: '2026-08-31' });
    await load('diff_20260911_csv.csv', { number: 23 });
    expect(await state()).toEqual({ complete: true, day: '2026-09-11' });
    await load('diff_20260918_csv.csv', { number: 24 });
    expect(await state()).toEqual({ complete: true, day: '2026-09-30' });
  });
});
