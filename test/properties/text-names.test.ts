import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldLoosely } from '../../src/text/letters/loose-fold.ts';
import { isEmptyCell, normalizeText } from '../../src/text/letters/normalize.ts';
import { toRomajiKey } from '../../src/text/letters/romaji.ts';
import { toGlyphKey } from '../../src/text/names/glyph-key.ts';
import { listLookupGrams, makeLikenessMeasure } from '../../src/text/names/name-likeness.ts';
import {
  isBroadName,
  listIndexedPrefixKeys,
  listPrefixKeys,
  toCoreKey,
  toExactKey,
  toLooseKey,
  toNameKeys,
  toPrefixQueryKey,
  toReadingKey,
} from '../../src/text/names/names.ts';
import { findTypingSlip, listDeletionVariants } from '../../src/text/names/typing-slips.ts';
import { parsePrefecture } from '../../src/text/places/prefectures.ts';
import { runs } from '../support/size.ts';

/** Without the two ligatures of whole sentences that `src/text/letters/nfkc.ts` keeps as they are. */
const anyText = fc
  .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())
  .map((text) => text.replaceAll(/[\ufdfa\ufdfb]/g, ''));

const forms = [
  '株式会社',
  '㈱',
  '(株)',
  '（有）',
  '合同会社',
  '医療法人社団',
  '農業生産法人',
  'カブシキガイシャ',
  'ｶ)',
  '(カ',
];
const englishForms = [' Co., Ltd.', ' K.K.', ', Inc.', ' CORPORATION', ' & Co.', 'Ltd'];
const pieces = [
  'トヨタ',
  'ﾄﾖﾀﾞ',
  '髙',
  '関ヶ原',
  'が',
  '々',
  'ゞ',
  'ー',
  '‐',
  '・',
  '　',
  ' ',
  'Ａｂｃ',
  'abc',
  '一',
  '𠮷',
  'っ',
  '゛',
  '.',
  ',',
];
const namePart = fc.constantFrom(...forms, ...englishForms, ...pieces);
const japaneseName = fc.array(namePart, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const formless = fc
  .array(fc.constantFrom('ト', 'ヨ', '田', '髙', 'a', '7', 'ー'), { minLength: 1, maxLength: 8 })
  .map((letters) => `山${letters.join('')}川`);

function check<Ts>(property: fc.IProperty<Ts>): void {
  fc.assert(property, runs(300, 10_000));
}

describe('name keys', () => {
  it('accept any string, and the keys of a name that is not blank are not empty', () => {
    check(
      fc.property(fc.oneof(anyText, japaneseName), (name) => {
        const keys = toNameKeys(name);
        const blank = normalizeText(name) === '';
        for (const key of [keys.exact, keys.core, keys.loose, keys.looseExact, keys.alike])
          expect(key === '').toBe(blank);
        expect(keys.exact).not.toMatch(/\s/);
      }),
    );
  });

  it('exact keys are their own exact keys', () => {
    check(
      fc.property(fc.oneof(anyText, japaneseName), (name) => {
        expect(toExactKey(toExactKey(name))).toBe(toExactKey(name));
      }),
    );
  });

  it('exact keys are normalized where a removed space joins marks', () => {
    const key = toExactKey('\u{1d15e}\ufc5e');
    expect(toExactKey(key)).toBe(key);
  });

  it('core and loose keys of a name without a form are their own', () => {
    check(
      fc.property(formless, (name) => {
        expect(toCoreKey(toCoreKey(name))).toBe(toCoreKey(name));
        expect(toLooseKey(toLooseKey(name))).toBe(toLooseKey(name));
      }),
    );
  });

  it('folding twice is folding once', () => {
    check(
      fc.property(fc.oneof(anyText, japaneseName), (name) => {
        const once = foldLoosely(toExactKey(name));
        expect(foldLoosely(once)).toBe(once);
      }),
    );
  });

  it('do not depend on width, composition, case or spaces', () => {
    check(
      fc.property(fc.oneof(anyText, japaneseName), (name) => {
        const keys = toNameKeys(name);
        expect(toNameKeys(name.normalize('NFKC'))).toEqual(keys);
        expect(toNameKeys(name.normalize('NFD'))).toEqual(keys);
        expect(toNameKeys(`　${name}\u200b `)).toEqual(keys);
      }),
    );
  });

  it('of one form and one name agree, however the form is written, but differ by its position', () => {
    const spellings = [
      '株式会社',
      '㈱',
      '(株)',
      '（株）',
      '㍿',
      '株式會社',
      'カブシキガイシャ',
      'かぶしきがいしゃ',
    ];
    check(
      fc.property(
        formless,
        fc.constantFrom(...spellings),
        fc.constantFrom(...spellings),
        (name, one, other) => {
          expect(toExactKey(one + name)).toBe(toExactKey(other + name));
          expect(toExactKey(name + one)).toBe(toExactKey(name + other));
          expect(toExactKey(name + one)).not.toBe(toExactKey(one + name));
          expect(toCoreKey(name + one)).toBe(toCoreKey(name));
          expect(toCoreKey(one + name)).toBe(toCoreKey(name));
        },
      ),
    );
  });

  it('names that share a core share the loose key', () => {
    check(
      fc.property(japaneseName, (name) => {
        const { core, loose } = toNameKeys(name);
        expect(foldLoosely(core) || core).toBe(loose);
      }),
    );
  });
});

describe('keys of other writings', () => {
  const spelled = fc
    .array(
      fc.constantFrom(
        'エヌ',
        'ティ',
        'ー',
        '・',
        'データ',
        'ビー',
        '山',
        '二十',
        '一',
        '瓦斯',
        'ガス',
        'グループ',
        'HD',
      ),
      {
        minLength: 1,
        maxLength: 7,
      },
    )
    .map((parts) => parts.join(''));

  it('accept any string, and glyph keys are their own', () => {
    check(
      fc.property(fc.oneof(anyText, japaneseName, spelled), (name) => {
        const { loose, alike } = toNameKeys(name);
        expect(alike === '').toBe(loose === '');
        expect(toGlyphKey(toGlyphKey(loose))).toBe(toGlyphKey(loose));
        expect(toReadingKey(name)).toEqual(toReadingKey(toNameKeys(name)));
      }),
    );
  });

  it('likeness is symmetric, between 0 and 1, and 1 for itself', () => {
    check(
      fc.property(japaneseName, spelled, (one, other) => {
        expect(makeLikenessMeasure(one)(other)).toBe(makeLikenessMeasure(other)(one));
        expect(makeLikenessMeasure(one)(other)).toBeGreaterThanOrEqual(0);
        expect(makeLikenessMeasure(one)(other)).toBeLessThanOrEqual(1);
        expect(makeLikenessMeasure(one)(one)).toBe(1);
        expect(listLookupGrams(one).length).toBeLessThan(60);
      }),
    );
  });
});

describe('prefix keys', () => {
  it('a whole name is a prefix of itself, with and without its form', () => {
    check(
      fc.property(formless, fc.constantFrom('', '株式会社', '㈱'), (name, form) => {
        const keys = listPrefixKeys(form + name);
        for (const typed of [form + name, name]) {
          expect(keys.some((key) => key.startsWith(toPrefixQueryKey(typed)))).toBe(true);
        }
      }),
    );
  });

  it('are found by the index for every beginning that is typed', () => {
    const forms = fc.constantFrom('', '株式会社', '㈱', '(有)', '農業生産法人', '農業生産法人株式会社');
    check(
      fc.property(forms, formless, forms, (front, name, back) => {
        const whole = front + name + back;
        const begins = (keys: readonly string[], typed: string) =>
          keys.some((key) => key.startsWith(toPrefixQueryKey(typed)));
        for (let end = 1; end <= whole.length; end++) {
          const typed = whole.slice(0, end);
          expect([typed, begins(listIndexedPrefixKeys(toNameKeys(whole)), typed)]).toEqual([
            typed,
            begins(listPrefixKeys(whole), typed),
          ]);
        }
      }),
    );
  });

  it('accept any string', () => {
    check(
      fc.property(anyText, (text) => {
        expect(toPrefixQueryKey(text) === '').toBe(normalizeText(text) === '');
        expect(typeof isBroadName(text)).toBe('boolean');
      }),
    );
  });
});

describe('slips', () => {
  const word = fc.string({ unit: fc.constantFrom('ア', 'イ', 'ウ', '𠮷'), minLength: 3, maxLength: 12 });

  it('are symmetric, and two keys one slip apart share one of the keys with one character left out', () => {
    check(
      fc.property(word, word, (a, b) => {
        const [there, back] = [findTypingSlip(a, b), findTypingSlip(b, a)];
        expect(back).toBe(there === 'missing' ? 'added' : there === 'added' ? 'missing' : there);
        if (there === null) return;
        const ofA = new Set([a, ...listDeletionVariants(a)]);
        expect([b, ...listDeletionVariants(b)].some((variant) => ofA.has(variant))).toBe(true);
      }),
    );
  });

  it('every key with one character left out is one slip away', () => {
    check(
      fc.property(word, (key) => {
        for (const variant of listDeletionVariants(key)) expect(findTypingSlip(variant, key)).toBe('missing');
      }),
    );
  });
});

describe('text', () => {
  it('normalising twice is normalising once, and blanks are empty cells', () => {
    check(
      fc.property(anyText, (text) => {
        const once = normalizeText(text);
        expect(normalizeText(once)).toBe(once);
        if (once === '') expect(isEmptyCell(text)).toBe(true);
      }),
    );
  });

  it('romaji keys are their own, and contain only Latin letters and digits', () => {
    check(
      fc.property(
        fc.oneof(anyText, fc.string({ unit: fc.constantFrom(...'アイウカキャュョッンシチツフーtoukyosh') })),
        (text) => {
          const key = toRomajiKey(text);
          expect(key).toMatch(/^[a-z0-9]*$/);
          expect(toRomajiKey(key)).toBe(key);
        },
      ),
    );
  });

  it('reading a prefecture never throws', () => {
    check(
      fc.property(anyText, (text) => {
        const found = parsePrefecture(text);
        if (found !== undefined) expect(parsePrefecture(found.name)).toEqual(found);
      }),
    );
  });
});
