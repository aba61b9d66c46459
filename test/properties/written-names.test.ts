import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseWrittenName } from '../../src/text/cells/written-name.ts';
import { normalizeText } from '../../src/text/letters/normalize.ts';
import { hasUnknownSign } from '../../src/text/names/unknown-sign.ts';
import { runs } from '../support/size.ts';

const RUNS = runs(500, 20_000);

const words = `
株式会社 (株) ㈱ 有限会社 医療法人 学校法人 協同組合 架空 空想 夢想 製作所 建設 工業 商店 クリニック 大学 支店 営業所 営業部 課 部長 代表取締役 御中 様
ほか 他3社 等 外 旧 現 代表機関 (代) 受注者： 旧: こと 幹事 共同企業体 JV ・ ／ / 、 , （ ） ( ) 【 】 「 」 東京都 大阪 千代田区1-1 〒100-0001 TEL 03-1234-5678 info@example.com https://example.com +81-3-1234-5678 (注1) [ ] 株 1301
T1180301018771 Co., Ltd. Branch Osaka & ① ※ - ー A B 山田 太郎 𠮷野 ﾔﾏﾀﾞ`
  .trim()
  .split(/\s+/);

/** Cells that have what people write beside names, in any order, and any text. */
const cell = fc.oneof(
  fc
    .array(fc.constantFrom(...words, ' ', '　'), { minLength: 1, maxLength: 9 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const SHORT_FORM = /kk|gk|yk|健保|\(協\)/i;
/** 架空社, 株会社架空: a form that has lost letters. */
const REST_OF_FORM = /社|株式会/;

/** Half of a surrogate pair. */
const HALF_LETTER = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const lettersOf = (text: string) => [...text].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).sort();

describe('a cell that is taken apart', () => {
  it('keeps every letter, in the name or beside it', () => {
    fc.assert(
      fc.property(cell, (text) => {
        for (const { name, way, setAside } of parseWrittenName(text).steps.flat()) {
          const parts = lettersOf([name, ...setAside.map((each) => each.text)].join(''));
          const all = lettersOf(normalizeText(text));
          const missing = all.filter((letter) => !parts.includes(letter)).join('');
          // The と between two names is part of neither, as ・ is not.
          if (way === 'one_of_several') expect(missing).toMatch(/^と*$/);
          // A unit stands aside as it is, and the name of its legal person has some of its letters again.
          else if (setAside.some(({ kind }) => kind === 'unit')) expect(missing).toBe('');
          // A shortened form is written out.
          else if (SHORT_FORM.test(text.normalize('NFKC'))) expect(missing).toMatch(/^[kgyKGY協健保]*$/);
          else if (REST_OF_FORM.test(normalizeText(text)) || hasUnknownSign(normalizeText(text)))
            expect(missing).toBe('');
          else expect(parts).toStrictEqual(all);
        }
      }),
      RUNS,
    );
  });

  it('contains names that are shorter than the text, and not too many', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const names = parseWrittenName(text).steps.flat();
        expect(names.length).toBeLessThanOrEqual(120);
        for (const { name, setAside } of names) {
          // (株架空 becomes (株)架空, 架空大学 学校法人架空学園, and 架空(協) 架空事業協同組合.
          const isCompleted =
            SHORT_FORM.test(text.normalize('NFKC')) || REST_OF_FORM.test(normalizeText(text));
          const more = isCompleted || setAside.some(({ kind }) => kind === 'unit') ? 6 : 2;
          expect(name.length).toBeLessThanOrEqual(normalizeText(text).length + more);
          if (!HALF_LETTER.test(normalizeText(text))) expect(HALF_LETTER.test(name)).toBe(false);
        }
      }),
      RUNS,
    );
  });

  it('reads a name the same, however its characters are written', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(parseWrittenName(normalizeText(text))).toStrictEqual(parseWrittenName(text));
      }),
      RUNS,
    );
  });
});
