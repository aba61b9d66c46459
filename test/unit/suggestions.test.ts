import { describe, expect, it } from '@jest/globals';
import type { CompanyCard } from '../../mappings/companies.ts';
import { resultColumnGroups } from '../../src/contract/sources/columns/result-columns.ts';
import type { CurrentFacts, LocatedCompany } from '../../src/features/companies/company-record.ts';
import { describeOutcome } from '../../src/features/company-resolve/resolve-outcome.ts';
import {
  type NameResult,
  type NameSuggestion,
  wholeText,
} from '../../src/features/row-matching/lookup/name-result.ts';
import { ParsedName } from '../../src/features/row-matching/parsed-name.ts';
import { explainRow } from '../../src/features/row-matching/settling/explain-row.ts';
import type { RowEvidence } from '../../src/features/row-matching/settling/row-evidence.ts';
import { settleRow } from '../../src/features/row-matching/settling/settle-row.ts';
import { resultCells } from '../../src/features/sources/export/result-cells.ts';
import type { SourceRowRecord } from '../../src/features/sources/records/source-record.ts';
import { toNameKeys } from '../../src/text/names/names.ts';
import { corporateNumber } from '../support/companies.ts';
import { cardOf } from '../support/company-cards.ts';

const cards = [1, 2, 3, 4].map((last) => cardOf(last, `株式会社ミナミ電機${last}`));
const suggestions = cards.map(
  (card): NameSuggestion => ({
    card,
    name: card.company.legal_name,
    reason: last(card) > 1 ? 'slip' : 'same_reading',
  }),
);

function last({ company: { legal_name } }: CompanyCard): number {
  return Number(legal_name.at(-1));
}

const id = (place: number) => cards[place]?.company.company_id ?? '';

const text = '株式会社ミナミ電気';
const evidence: RowEvidence = {
  question: {
    name: new ParsedName(text),
    identifiers: [],
    hints: {},
    asOf: null,
    settleFrom: 'name_in_incomplete_register',
    faulty: [],
    invalid: false,
    rejected: [],
    onlySharedSite: false,
  },
  register: { complete: null, share: null, companies: 0 },
  identifiers: [],
  chosen: [],
  fund: null,
  nameCount: null,
  hintHolders: new Map(),
  places: new Map(
    cards.map(({ company }) => [
      company.company_id,
      { prefecture: null, city: null, street: null, postal_code: null },
    ]),
  ),
  found: wholeText(text, [], suggestions),
};

describe('suggestions of resolve', () => {
  const facts = (ids: readonly string[]) =>
    new Map(
      ids.map((company_id): [string, CurrentFacts] => [
        company_id,
        {
          company_id,
          status: 'active',
          hidden: false,
          website_url: null,
          listing_status: 'unknown',
          listings: [],
          superseded_by: null,
        },
      ]),
    );
  const shown = (found: Partial<NameResult>, known = cards.map(({ company }) => company.company_id)) => {
    const row = settleRow({ ...evidence, found: { ...wholeText(text, [], suggestions), ...found } });
    const item = { identifier_type: 'name', identifier: text } as const;
    return describeOutcome(
      { item, row, cards: [], fault: null, invoice: null },
      50,
      facts(known),
      '2026-11-27',
    );
  };

  it('are at most three, each with its reason, and leave the item not found', () => {
    const { data, gaps } = shown({});
    expect(data).toMatchObject({ status: 'not_found', company_id: null, candidates: [], candidate_count: 0 });
    expect(data.suggestions.map(({ company_id, reason }) => [company_id, reason])).toEqual([
      [id(0), 'same_reading'],
      [id(1), 'slip'],
      [id(2), 'slip'],
    ]);
    expect(data.suggestions[0]).toMatchObject({ name: '株式会社ミナミ電機1', prefecture: '大阪府' });
    expect(gaps.map(({ code }) => code)).toEqual(['identifier_unknown', 'suggestions_only']);
  });

  it('leave out companies that the database no longer has', () => {
    expect(shown({}, []).data.suggestions).toEqual([]);
    expect(shown({}, []).gaps.map(({ code }) => code)).toEqual(['identifier_unknown']);
  });

  it('are not shown beside a company that the name settles on', () => {
    const [card] = cards;
    if (!card) throw new Error('there are cards');
    const { data, gaps } = shown({ hits: [{ card, matchedQueries: ['legal_exact'] }] });
    expect(data).toMatchObject({ status: 'resolved', suggestions: [] });
    expect(gaps).toEqual([]);
  });

  it('come with how the name was read, and with the companies between which it passed', () => {
    const name = '株式会社ミナミ電機';
    const setAside = [{ kind: 'branch' as const, text: '大阪支店' }];
    const changedHands = [
      { company_id: id(0), legal_name: '株式会社ミナミ', from: null, to: '2023-04-01' },
      { company_id: id(1), legal_name: '株式会社ミナミ電機', from: '2023-04-01', to: null },
    ];
    const { data, gaps } = shown({ name, keys: toNameKeys(name), way: 'beginning', setAside, changedHands });
    expect(data.written).toEqual({ name, legal_form: 'kabushiki', set_aside: setAside });
    expect(gaps.map(({ code }) => code)).toEqual([
      'name_changed_hands',
      'identifier_unknown',
      'suggestions_only',
    ]);
    expect(gaps[0]).toMatchObject({ companies: changedHands });
    expect(gaps[0]?.message).toContain(`株式会社ミナミ (${id(0)} until 2023-04-01), then 株式会社ミナミ電機`);
  });
});

describe('suggestions of a row', () => {
  it('leave it not found, free of charge, with a reason of their own', () => {
    const {
      status,
      reason,
      companyId: settled,
      candidates,
      suggestions: shown,
      free,
    } = explainRow(settleRow(evidence));
    expect({ status, reason, settled, candidates, free }).toEqual({
      status: 'not_found',
      reason: 'suggestions_only',
      settled: null,
      candidates: [],
      free: false,
    });
    expect(shown.map(({ company_id }) => company_id)).toEqual([id(0), id(1), id(2)]);
  });

  it('leave out candidates, and companies that a person took back or that are gone', () => {
    const [hit] = cards;
    if (!hit) throw new Error('there are cards');
    const { status, suggestions: beside } = explainRow(
      settleRow({
        ...evidence,
        found: wholeText(text, [{ card: hit, matchedQueries: ['loose'] }], suggestions),
        question: { ...evidence.question, rejected: [id(1)] },
      }),
    );
    expect(status).toBe('multiple_candidates');
    expect(beside.map(({ company_id }) => company_id)).toEqual([id(2), id(3)]);
    const gone = explainRow(settleRow({ ...evidence, places: new Map() }));
    expect(gone).toMatchObject({ reason: 'nobody_found', suggestions: [] });
  });

  it('are exported with current facts while nobody has decided the row', () => {
    const { suggestions: stored } = explainRow(settleRow(evidence));
    const row: SourceRowRecord = {
      source_row_id: '01a2054e-089a-75af-a200-000193175ea8',
      row_number: 1,
      file_row: null,
      resolve_status: 'not_found',
      company_id: null,
      decision: null,
      cells: [],
      candidates: [],
      suggestions: stored,
      written: {
        name: '株式会社ミナミ電気',
        set_aside: [
          { kind: 'branch', text: '大阪支店' },
          { kind: 'honorific', text: '御中' },
        ],
      },
      issues: [],
      reason: 'suggestions_only',
      assurance: null,
      paid: false,
      rejected_company_ids: [],
      same_key: null,
      same_name_key: null,
      decided_at: null,
      skipped_at: null,
      skipped_by: null,
      skipped_by_label: null,
      mapping_version: 1,
    };
    const columns = [
      ...resultColumnGroups.suggestions.slice(0, 5),
      'resolve_set_aside',
      'candidate_count',
    ] as const;
    const now = { summary: { corporate_number: corporateNumber(1), legal_name: '株式会社ミナミ' } };
    const companies = new Map([[id(0), now as unknown as LocatedCompany]]);
    const context = {
      columns,
      language: null,
      companies,
      profiles: new Map(),
      groups: new Map(),
      sameCompanies: new Map(),
      successorNames: new Map(),
    };
    const cells = resultCells(row, context);
    expect(cells.slice(0, 3)).toEqual([id(0), corporateNumber(1), '株式会社ミナミ']);
    expect(cells.slice(4)).toEqual(['The names are read alike.', '大阪支店 / 御中', '0']);
    const decided: SourceRowRecord = { ...row, decision: 'none_of_these' };
    expect(resultCells(decided, context).slice(0, 5)).toEqual(['', '', '', '', '']);
  });
});
