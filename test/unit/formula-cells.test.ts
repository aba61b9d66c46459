import { describe, expect, it } from '@jest/globals';
import { mayRunAsFormula } from '../../tables/formula-cells.ts';
import { attacks, harmless } from '../support/formula-cells.ts';

describe('a cell that a spreadsheet would run', () => {
  it.each(attacks)('is recognised: %j', (cell) => {
    expect(mayRunAsFormula(cell)).toBe(true);
  });
});

describe('a cell that only begins like a formula', () => {
  it.each(harmless)('is left alone: %j', (cell) => {
    expect(mayRunAsFormula(cell)).toBe(false);
  });
});
