import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identifierOf, idOf } from '../support/companies.ts';
import { type SourceAccount, sourceSuite } from '../support/sources.ts';

const suite = await sourceSuite({}, [{ company_identifiers: [identifierOf(5, 'domain', 'koritsu.co.jp')] }]);
afterAll(suite.end);

interface Row {
  readonly resolve_status: string;
  readonly company_id: string | null;
  readonly issues: readonly { readonly code: string; readonly header: string | null }[];
  readonly resolve_candidates: readonly { readonly company_id: string }[];
}

const lines = [
  ['', '', 'a@kakuu-jidosha.co.jp'],
  ['', '準備中', 'a@kakuu-jidosha.co.jp'],
  ['', 'https://www.kakuu-jidosha.co.jp/', 'a@mail.kakuu-jidosha.co.jp'],
  ['', 'https://www.kakuu-jidosha.co.jp/', 'b@koritsu.co.jp'],
  ['', 'https://www.kakuu-jidosha.co.jp/', 'c@nobody.co.jp'],
  ['', 'https://nobody.co.jp', 'a@kakuu-jidosha.co.jp'],
  ['株式会社孤立電機', '', 'd@gmail.com'],
  ['株式会社孤立電機', '', 'd@nobody.co.jp'],
  ['株式会社孤立電機', '', 'a@kakuu-jidosha.co.jp'],
];
const table = Buffer.from(['会社名,会社URL,代表メール', ...lines.map((cells) => cells.join())].join('\n'));

describe('mail addresses beside sites', () => {
  let rows: readonly Row[];
  let caller: SourceAccount;
  let hints: unknown;
  beforeAll(async () => {
    caller = await suite.account();
    const { body } = await caller.upload('/sources/files', table, 'text/csv').expect(200);
    const { source_id: id, detected_identifier_columns: columns, detected_hint_columns } = body.source;
    const suggested = (detected: readonly { suggested: boolean; field: string; header: string }[]) =>
      Object.fromEntries(
        detected.filter((each) => each.suggested).map(({ field, header }) => [field, header]),
      );
    hints = suggested(detected_hint_columns);
    const mapping = { entity: 'company', columns: suggested(columns), hints };
    await caller.post(`/sources/${id}/map`, mapping).expect(200);
    await caller.resolve(id).expect(200);
    const review = await caller.get(
      `/sources/${id}/review?status=matched,multiple_candidates,not_found,invalid`,
    );
    rows = review.body.rows.toSorted(
      (one: { row_number: number }, other: { row_number: number }) => one.row_number - other.row_number,
    );
  });

  it('are proposed to stand in for them', () => {
    expect(hints).toEqual({ email: '代表メール' });
  });

  it.each([
    [1, 'where there is no site', 1],
    [2, 'where the site cannot be read', 1],
    [3, 'and agree with it', 1],
    [5, 'and say nothing if nobody is known by them', 1],
    [7, 'and say nothing as free mail', 5],
    [8, 'and do not stop a name if nobody is known by them', 5],
  ])('row %d: %s', (row, _, company) => {
    expect(rows[row - 1]).toMatchObject({ resolve_status: 'matched', company_id: idOf(company) });
  });

  it.each([
    [4, [1, 5]],
    [6, [1]],
    [9, [1, 5]],
  ])('row %d: never settle against a site or a name', (row, companies) => {
    const { resolve_status, company_id, resolve_candidates } = rows[row - 1] as Row;
    expect([resolve_status, company_id]).toEqual(['multiple_candidates', null]);
    const ids = resolve_candidates.map((candidate) => candidate.company_id).sort();
    expect(ids).toEqual(companies.map(idOf).sort());
  });

  it('say where they differ from the site', () => {
    const differs = rows.map(({ issues }) => issues.some(({ code }) => code === 'email_differs'));
    expect(differs).toEqual([false, false, false, true, true, true, false, false, false]);
  });

  it('that say nothing are named where a row has nothing else', async () => {
    const cells = ['not-an-address', 'a@kakuu-jidosha.co.jp b@koritsu.co.jp', 'd@gmail.com', ''];
    const file = Buffer.from(
      `会社名,代表メール,番号\n${cells.map((mail, at) => `,${mail},${at}`).join('\n')}`,
    );
    const { body } = await caller.upload('/sources/files?header_row=1', file, 'text/csv').expect(200);
    const id = body.source.source_id;
    const mapping = { entity: 'company', columns: { name: '会社名' }, hints: { email: '代表メール' } };
    await caller.post(`/sources/${id}/map`, mapping).expect(200);
    await caller.resolve(id).expect(200);
    const issues = (await caller.rows(id)).map((row) => row.issues.map(({ code }) => code));
    expect(issues).toEqual([['email_unusable'], ['email_unusable'], ['email_unusable'], ['no_identifier']]);
  });
});
