import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { guessIdentifierType } from '../../cli/input/identifier-type.ts';
import { mappedColumns, parseRow } from '../../src/features/row-matching/parse-row.ts';
import { parseQuery } from '../../src/features/row-matching/rules/parsed-query.ts';
import {
  computeCheckDigit,
  findNearMiss,
  listNearNumbers,
} from '../../src/text/identifiers/corporate-number.ts';
import { parseRegistrableDomain } from '../../src/text/identifiers/domains.ts';
import { parseIdentifier, parseIdentifiers } from '../../src/text/identifiers/identifiers.ts';
import { identifierTypes } from '../../src/text/identifiers/parsed-identifier.ts';
import { runs } from '../support/size.ts';
import { fullWidth, rarelyWrittenForms, writtenForms } from '../support/written-identifiers.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.webUrl(),
  fc.emailAddress(),
);
const last12 = fc.stringMatching(/^\d{12}$/);
const corporateNumber = last12.map((digits) => `${computeCheckDigit(digits)}${digits}`);
const RUNS = runs(100, 10_000);

describe('corporate numbers', () => {
  it('with their check digit are accepted in any width and grouping', () => {
    fc.assert(
      fc.property(
        corporateNumber,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(' ', '-', '‐', '－', '　'),
        (number, at, mark) => {
          const grouped = `${number.slice(0, at)}${mark}${number.slice(at)}`;
          for (const written of [number, fullWidth(number), grouped]) {
            expect(parseIdentifier('corporate_number', written)).toMatchObject({ ok: true, value: number });
          }
        },
      ),
      RUNS,
    );
  });

  it('with another check digit are refused', () => {
    fc.assert(
      fc.property(corporateNumber, fc.integer({ min: 0, max: 9 }), (number, digit) => {
        fc.pre(String(digit) !== number.charAt(0));
        expect(parseIdentifier('corporate_number', `${digit}${number.slice(1)}`)).toMatchObject({
          reason: 'check_digit',
        });
      }),
      RUNS,
    );
  });

  // Weighted by 1 or 2 modulo 9, a digit changed by d moves the sum by d or 2d: only 0 for 9 and 9 for 0 go unseen.
  it('with one digit mistyped are refused, unless 0 and 9 were exchanged', () => {
    fc.assert(
      fc.property(
        corporateNumber,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 9 }),
        (number, at, digit) => {
          const change = Math.abs(digit - Number(number.charAt(at)));
          fc.pre(change !== 0 && change !== 9);
          const mistyped = number.slice(0, at) + String(digit) + number.slice(at + 1);
          expect(parseIdentifier('corporate_number', mistyped)).toMatchObject({
            ok: false,
            reason: 'check_digit',
          });
        },
      ),
      RUNS,
    );
  });
});

describe('identifiers', () => {
  const good = fc.oneof(
    corporateNumber.map((value) => ['corporate_number', value] as const),
    corporateNumber.map((value) => ['invoice_number', `T${value}`] as const),
    corporateNumber.map((value) => ['company_id', `cn_${value}`] as const),
    fc
      .stringMatching(/^[1-9][0-9ACDFGHJKLMNPRSTUWXY][0-9][0-9ACDFGHJKLMNPRSTUWXY][1-9]?$/)
      .map((value) => ['securities_code', value] as const),
    fc.stringMatching(/^E\d{5}$/).map((value) => ['edinet_code', value] as const),
    fc
      .stringMatching(/^(tse|nse|sse|fse)_[1-9][0-9A][0-9][0-9A]$/)
      .map((value) => ['company_id', value] as const),
  );

  it('in their stored form are read back unchanged, in any width and case, and found in a free query', () => {
    fc.assert(
      fc.property(good, ([type, value]) => {
        for (const written of [
          value,
          value.toLowerCase(),
          value.toUpperCase(),
          fullWidth(value),
          ` ${value}　`,
        ]) {
          expect(parseIdentifier(type, written)).toEqual({ ok: true, type, value });
          expect(parseIdentifiers(written)).toContainEqual({ ok: true, type, value });
        }
      }),
      RUNS,
    );
  });

  it('of any type read any text without throwing, and what they accept they accept again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...identifierTypes), anyText, (type, text) => {
        const parsed = parseIdentifier(type, text);
        expect(parsed.type).toBe(type);
        if (parsed.ok) expect(parseIdentifier(type, parsed.value)).toEqual(parsed);
        else expect(parsed.message).not.toBe('');
      }),
      RUNS,
    );
  });
});

describe('identifiers as people write them', () => {
  const values = fc.record({
    corporate_number: corporateNumber,
    invoice_number: corporateNumber,
    securities_code: fc.stringMatching(/^[1-9][0-9ACDFGHJKLMNPRSTUWXY][0-9][0-9ACDFGHJKLMNPRSTUWXY][1-9]?$/),
    domain: fc.stringMatching(/^[a-z][a-z0-9]{2,10}\.(co\.jp|jp|com)$/),
  });
  const columns = mappedColumns(
    {
      entity: 'company',
      columns: { corporate_number: 'number', ticker: 'code', domain: 'site' },
      hints: {},
    },
    ['number', 'code', 'site'],
  );
  const cellOf = { corporate_number: 0, invoice_number: 0, securities_code: 1, domain: 2 } as const;
  const forms = [...writtenForms, ...rarelyWrittenForms].flatMap(([type, writings, prefix], at) =>
    writings.map((write, form) => {
      const isCommon = at < writtenForms.length;
      return { type, write, prefix, isCommon, form: `${type} ${isCommon ? '' : 'rarely '}${form}` };
    }),
  );

  it('mean the same to resolve, to a row of a source, to a search and to the command line', () => {
    fc.assert(
      fc.property(values, (drawn) => {
        for (const { type, write, prefix, form, isCommon } of forms) {
          const plain = drawn[type as keyof typeof drawn];
          const written = write(plain);
          const value = prefix + plain;
          expect([form, parseIdentifier(type, written)]).toEqual([form, { ok: true, type, value }]);

          const cells = ['', '', ''];
          cells[cellOf[type as keyof typeof cellOf]] = written;
          const row = parseRow(cells, [], columns);
          expect([form, row.issues, row.identifiers.map((identifier) => identifier.value)]).toEqual([
            form,
            [],
            [plain],
          ]);

          expect([form, parseQuery(written)?.identifiers]).toEqual([
            form,
            expect.arrayContaining([{ type, value }]),
          ]);
          if (isCommon) expect([form, guessIdentifierType(written)]).toEqual([form, type]);
        }
      }),
      runs(20, 1_000),
    );
  });

  it('are one typing error away from a number, or are not', () => {
    const places = fc.record({
      number: corporateNumber,
      at: fc.integer({ min: 0, max: 12 }),
      digit: fc.integer({ min: 0, max: 9 }).map(String),
      write: fc.constantFrom(...(writtenForms[0]?.[1].slice(0, 4) ?? [])),
    });
    fc.assert(
      fc.property(places, ({ number, at, digit, write }) => {
        const before = number.slice(0, at);
        const after = number.slice(at + 1);
        expect(findNearMiss(number, number)).toBeNull();
        expect(findNearMiss(before + after, number)).toBe('missing');
        expect(findNearMiss(before + digit + number.slice(at), number)).toBe('added');
        if (digit !== number[at])
          expect(findNearMiss(write(before + digit + after), number)).toBe('replaced');
        const wrong = [before + after, before + digit + number.slice(at)];
        if (digit !== number[at]) wrong.push(`T${before}${digit}${after}`);
        for (const each of wrong)
          expect([each, listNearNumbers(each)]).toEqual([each, expect.arrayContaining([number])]);
        for (const near of listNearNumbers(before + after))
          expect(findNearMiss(before + after, near)).toBe('missing');
        if (at < 12 && number[at] !== number[at + 1]) {
          const swapped = `${before}${number[at + 1]}${number[at]}${number.slice(at + 2)}`;
          expect(findNearMiss(`T${swapped}`, number)).toBe('swapped');
          expect(listNearNumbers(swapped)).toContain(number);
        }
      }),
      RUNS,
    );
  });

  it('are no typing error if two digits are wrong', () => {
    fc.assert(
      fc.property(corporateNumber, corporateNumber, (written, number) => {
        const differing = [...written].filter((digit, at) => digit !== number[at]).length;
        fc.pre(differing > 2);
        expect(findNearMiss(written, number)).toBeNull();
      }),
      RUNS,
    );
  });
});

describe('registrable domains', () => {
  it('are their own registrable domain, and any page or address below them leads to them', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), anyText), (text) => {
        const parsed = parseRegistrableDomain(text);
        if (!parsed.ok) return;
        for (const written of [
          parsed.domain,
          `https://www.${parsed.domain}/a?b`,
          `taro@${parsed.domain}`,
          parsed.domain.toUpperCase(),
        ]) {
          expect(parseRegistrableDomain(written)).toEqual(parsed);
        }
      }),
      RUNS,
    );
  });
});
