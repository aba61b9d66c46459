import { describe, expect, it } from '@jest/globals';
import { linkTo, readAddress } from '../../desk/address.ts';
import { buildMapping, getUses } from '../../desk/pages/sources/column-uses.ts';
import { findRefusal, parsePastedTable } from '../../desk/pages/sources/preview/chosen-file.ts';
import { estimateTimeLeft } from '../../desk/pages/sources/run-pace.ts';

const more = { day: '', settleFrom: '' };

describe('the uses of columns', () => {
  it('are those that the service suggests, until the table is mapped', () => {
    const detected = { confidence: 1, valid_ratio: 1, sample_values: [] };
    const uses = getUses({
      mapping: null,
      detected_identifier_columns: [
        { ...detected, field: 'name', header: '会社名', suggested: true },
        { ...detected, field: 'name', header: '担当者', suggested: false },
      ],
      detected_hint_columns: [{ ...detected, field: 'address', header: '住所', suggested: true }],
    });
    expect([...uses]).toEqual([
      ['会社名', 'name'],
      ['住所', 'address'],
    ]);
  });

  it('become a mapping and come back from it', () => {
    const uses = new Map([
      ['会社名', 'name'],
      ['URL', 'hint_domain'],
      ['県', 'prefecture'],
      ['日付', 'as_of'],
    ] as const);
    const mapping = buildMapping(uses, { day: '2024-04-01', settleFrom: 'identifier' });
    expect(mapping).toEqual({
      entity: 'company',
      columns: { name: '会社名' },
      hints: { domain: 'URL', prefecture: '県' },
      as_of: { day: '2024-04-01', column: '日付' },
      settle_from: 'identifier',
    });
    const stored = {
      ...mapping,
      entity: 'company' as const,
      columns: mapping?.columns ?? {},
      hints: mapping?.hints ?? {},
    };
    expect(
      new Map(getUses({ mapping: stored, detected_identifier_columns: [], detected_hint_columns: [] })),
    ).toEqual(uses);
  });

  it('need a column that says who the company is', () => {
    expect(buildMapping(new Map([['県', 'prefecture']]), more)).toBeNull();
    expect(buildMapping(new Map([['会社名', 'name']]), more)).toEqual({
      entity: 'company',
      columns: { name: '会社名' },
    });
  });
});

describe('a chosen file', () => {
  it('is refused by its name or size only if the service would refuse it', () => {
    expect(findRefusal({ name: 'a.xlsx', size: 10 })).toBeNull();
    expect(findRefusal({ name: 'a.csv.txt', size: 10 })).toBeNull();
    expect(findRefusal({ name: 'a', size: 10 })).toBeNull();
    expect(findRefusal({ name: 'a.XLS', size: 10 })).toBe('type');
    expect(findRefusal({ name: 'a.csv', size: 0 })).toBe('empty');
    expect(findRefusal({ name: 'a.csv', size: 33_554_433 })).toBe('too_large');
  });

  it('can be pasted cells, but not a word', () => {
    expect(parsePastedTable('株式会社架空', '', 'x')).toBeNull();
    expect(parsePastedTable('a\tb', '', '貼り付けた表')).toMatchObject({
      isCells: true,
      file: { name: '貼り付けた表.tsv' },
    });
    // Text from elsewhere can have any separator, and a spreadsheet copies a table as HTML, too.
    expect(parsePastedTable('会社名,地域\nA, Inc.,x\n', '', 'x')).toMatchObject({ isCells: false });
    expect(parsePastedTable('会社名\nA, Inc.\n', '<TABLE><tr><td>会社名', 'x')).toMatchObject({
      isCells: true,
    });
  });
});

describe('the time that a run still takes', () => {
  it('follows from its pace, once there is one', () => {
    expect(estimateTimeLeft({ at: 0, rows: 0 }, { at: 500, rows: 100 }, 1000)).toBeNull();
    expect(estimateTimeLeft({ at: 0, rows: 0 }, { at: 2000, rows: 0 }, 1000)).toBeNull();
    expect(estimateTimeLeft({ at: 0, rows: 0 }, { at: 2000, rows: 200 }, 1000)).toEqual({
      rowsPerSecond: 100,
      seconds: 8,
    });
  });
});

describe('an address of the desk', () => {
  it('is read as it was made', () => {
    const href = linkTo(['sources', 'a/b c', 'review'], {
      row: '12',
      name: '株式会社&',
      none: undefined,
      empty: '',
    });
    const { path, query } = readAddress(href);
    expect(path).toEqual(['sources', 'a/b c', 'review']);
    expect([...query]).toEqual([
      ['row', '12'],
      ['name', '株式会社&'],
    ]);
    expect(readAddress('#/companies/%E0%A4%A').path).toEqual(['companies', '%E0%A4%A']);
  });
});
