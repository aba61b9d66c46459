import { describe, expect, it } from '@jest/globals';
import { isRowNumber } from '../../cli/sources/source-decisions.ts';
import { maxSourceRows } from '../../src/contract/limits.ts';
import { rowReferenceOf } from '../../src/features/sources/records/row-reference.ts';

describe('a row that is named by its number', () => {
  it('can be the last row of the largest source', () => {
    expect(rowReferenceOf(String(maxSourceRows))).toBe(maxSourceRows);
    expect(isRowNumber(String(maxSourceRows))).toBe(true);
  });

  it('is no row beyond that', () => {
    expect(rowReferenceOf(String(maxSourceRows + 1))).toBeNull();
    expect(rowReferenceOf('0')).toBeNull();
  });
});
