import { joined, type LegalParts, legalParts } from '../name-forms.ts';
import { halfWidth, largeKana, otherKanji, withoutLongVowels } from '../spellings.ts';
import { legalName, type NamedCompany } from '../written/fictional-companies.ts';
import type { CaseRule } from './case-rule.ts';

/** Other spellings that hardly two companies share, branches that nothing divides from the name, and units. */

const cyrillic: Readonly<Record<string, string>> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  O: 'О',
  P: 'Р',
  T: 'Т',
  a: 'а',
  e: 'е',
  o: 'о',
};
const BETWEEN_WORDS = /(?<=[ァ-ヺ])(?=[一-鿿])|(?<=[一-鿿])(?=[ァ-ヺ])|(?<=[一-鿿]{4})(?=[一-鿿]{4})/;
const places = ['東京', '大阪', '名古屋', '九州', '東北', '仙台', '札幌'];
const offices = ['支店', '支社', '営業所'];
/** Letters of kana. A kanji counts as two. Hardly two companies of the register's sample differ only in marks from here on. */
const long = 15;

function isLong(rest: string): boolean {
  const letters = rest.replaceAll(/[ー・]/g, '');
  if (!/^[一-鿿ァ-ヺぁ-ゖ]+$/.test(letters)) return false;
  return letters.length + letters.replaceAll(/[^一-鿿]/g, '').length >= long;
}

function writeParts(
  company: NamedCompany,
  change: (parts: LegalParts) => LegalParts,
): { name: string } | null {
  const parts = legalParts(legalName(company));
  if (!parts) return null;
  const name = joined(change(parts), parts.form);
  return name === legalName(company) ? null : { name };
}

const writeRest = (company: NamedCompany, change: (rest: string) => string) =>
  writeParts(company, (parts) => ({ ...parts, rest: change(parts.rest) }));

const turned = (parts: LegalParts): LegalParts => ({
  ...parts,
  position: parts.position === 'front' ? 'back' : 'front',
});

export const spellingRules: readonly CaseRule[] = [
  {
    class: 'a Cyrillic letter in a Latin word',
    write: (company) =>
      writeRest(company, (rest) =>
        /[A-Za-z]{2}/.test(halfWidth(rest))
          ? halfWidth(rest).replace(/(?<=[A-Za-z])[ABCEOPTaeo]/, (letter) => cyrillic[letter] ?? letter)
          : rest,
      ),
  },
  {
    class: 'another form of a kanji, six letters or more',
    write: (company) => writeRest(company, (rest) => ([...rest].length >= 6 ? otherKanji(rest) : rest)),
  },
  {
    class: 'long name, other kana and marks',
    write: (company) =>
      writeRest(company, (rest) => {
        if (!isLong(rest)) return rest;
        const changed = largeKana(withoutLongVowels(rest));
        return changed === rest ? rest.replace(BETWEEN_WORDS, '・') : changed;
      }),
  },
  {
    class: 'long name, form at the other end',
    write: (company) => writeParts(company, (parts) => (isLong(parts.rest) ? turned(parts) : parts)),
  },
  {
    class: 'short name, form at the other end',
    leavesOpen: true,
    write: (company) =>
      writeParts(company, (parts) => (/^[一-鿿ァ-ヺー]{2,6}$/.test(parts.rest) ? turned(parts) : parts)),
  },
  {
    class: 'branch at a known place, not divided',
    write: (company, draws) =>
      writeParts(company, (parts) =>
        parts.position === 'front' && [...parts.rest].length >= 3
          ? { ...parts, rest: `${parts.rest}${draws.pick(places)}${draws.pick(offices)}` }
          : parts,
      ),
  },
  {
    class: 'branch behind the second half of a name, not divided',
    leavesOpen: true,
    write: (company, draws) =>
      writeParts(company, (parts) =>
        parts.position === 'front' && /[ァ-ヺー]{3}$/.test(parts.rest)
          ? { ...parts, rest: `${parts.rest}${draws.pick(['夢幻社', '幻村組'])}${draws.pick(places)}支店` }
          : parts,
      ),
  },
  {
    class: 'unit of a legal person',
    onlyReal: true,
    write: (company, draws) => {
      const name = legalName(company);
      if (!/^.{1,5}[市町村]$/.test(name)) return null;
      return {
        name: `${name}${draws.pick(['教育委員会', '議会事務局', '消防団', '立架空小学校', '長', '農業委員会 農地係'])}`,
      };
    },
  },
  {
    class: 'unit of a legal person',
    onlyReal: true,
    write: (company) => {
      const [, prefecture] = /^一般社団法人(.{2,3}[都道府県])農業会議$/.exec(legalName(company)) ?? [];
      return prefecture === undefined ? null : { name: `${prefecture}農業委員会ネットワーク機構` };
    },
  },
  {
    class: 'unit of a legal person',
    onlyReal: true,
    leavesOpen: true,
    write: (company) => {
      const [, school] = /^学校法人(.{2,8}?)(?:学園)?$/.exec(legalName(company)) ?? [];
      return school === undefined ? null : { name: `${school}大学架空学部` };
    },
  },
];
