import { bankAbbreviations } from '../names/legal-forms.ts';
import { minName, type NameInCell, type SetAside } from './name-in-cell.ts';
import words from './transfer-words.json' with { type: 'json' };

/**
 * Payers and account holders as banks print them: in capital kana, with abbreviations in brackets for the legal form, the office
 * and the business. Source: the abbreviations of the Japanese Bankers Association for transfers (法人略語, 営業所略語, 事業略語). The
 * short forms before and behind a name are those of all names (`legal-forms.ts`).
 */

const forms = buildLongestFirst(bankAbbreviations);
/** No bank prints more. */
const maxPrinted = 100;
const PRINTED = /^(?=.*[ァ-ヺ])[ァ-ヺー\da-z .,&'()/*:-]+$/i;
/** What a statement of an account says before the name. A word of Latin letters or kana needs a space or mark behind it. */
const ENTRY_WORDS = new RegExp(
  `^(?:(?:${words.entries.kanji.join('|')})(?:[\\s*:・-]+|(?=[ァ-ヺ(]))|(?:${words.entries.others.join('|')})\\d?[\\s*:・-]+)+`,
  'i',
);
/** Names of companies begin in such words too. */
const ALSO_IN_NAMES = /[a-zァ-ヺ]/i;
const CAN_BE_DIVIDED = /[()\s]/;

const FORM_INSIDE = new RegExp(`^(.{2,}?)\\s?\\((${forms})\\)\\s?(.+)$`);
/** カブ エービー: the form without a bracket. */
const BARE_FORM = /^カブ\s+(?=.{2})|(?<=.{2})\s+カブ$/;

/** カ)カブシキガイシャカクウ: the form is said twice. */
const FORM_IN_FULL = /[ガカ]イシ[ャヤ]|ホウジン/;
const SHORT_FORM = new RegExp(`^(?:${forms})\\)|\\((?:${forms})$`);

const businesses: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(words.businesses).map(([short, readings]) => [short, readings.split(' ')]),
);
const shortBusinesses = buildLongestFirst([...businesses.keys()]);
/** In a bracket, and the longer ones also at the end. */
const BUSINESS = new RegExp(
  `^(${shortBusinesses})\\)|\\((${shortBusinesses})(?:\\)|(?=\\()|$)|(?<=.{2})(${buildLongestFirst(words.bareBusinesses)})(?=\\((?:${forms})$|$)`,
);

/** What shows that a bank printed the name. */
const ABBREVIATIONS = [SHORT_FORM, FORM_INSIDE, BUSINESS];

const OFFICE_AT_END = new RegExp(`[(\\s)]?(?:${buildLongestFirst(words.offices)})\\)?$`);
/** Kana of a place before the word for an office, where nothing divides it from the name. */
const maxPlace = 9;
const minBeforePlace = 3;

/** The names that a transfer may mean, beside the whole text, the likeliest first. None settles that the whole text would not settle. */
export function findTransferNames(text: string): NameInCell[] {
  if (text.length > maxPrinted) return [];
  const [before = ''] = ENTRY_WORDS.exec(text) ?? [];
  const printed = text.slice(before.length);
  const front: SetAside[] = before === '' ? [] : [{ kind: 'note', text: before.trim() }];
  const names: NameInCell[] = [];
  const isPrinted = PRINTED.test(printed);
  const isOfBank = isPrinted && ABBREVIATIONS.some((each) => each.test(printed));
  // A reading does not settle anyway.
  const isSure = !ALSO_IN_NAMES.test(before) || (SHORT_FORM.test(printed) && !/[a-z]/i.test(printed));
  const add = (name: string, behind = '') => {
    if ([...name].length < minName) return;
    const setAside: SetAside[] = behind === '' ? front : [...front, { kind: 'branch', text: behind }];
    names.push({ name, way: name === printed && isSure ? 'name' : 'beginning', setAside });
  };
  if (before !== '' && (isPrinted || !ALSO_IN_NAMES.test(before))) add(printed);
  if (!isPrinted) return names;
  for (const written of writeInFull(printed)) {
    if (written !== printed) add(written);
    if (FORM_IN_FULL.test(written) && SHORT_FORM.test(written)) add(written.replace(SHORT_FORM, ''));
    const [, stem = '', form = '', behind = ''] = FORM_INSIDE.exec(written) ?? [];
    if (form !== '') {
      add(stem + behind);
      add(`${stem}(${form}`, behind);
    }
    const beforeOffice = isOfBank || before !== '' ? listBeforeOffice(written) : [];
    for (const name of beforeOffice) add(name, written.slice(name.length).replace(/^[\s(]+/, ''));
  }
  return names;
}

/** The text, and the same with the abbreviations in full. */
function writeInFull(printed: string): string[] {
  if (!CAN_BE_DIVIDED.test(printed) && !BUSINESS.test(printed)) return [printed];
  const bare = BARE_FORM.exec(printed);
  if (bare) {
    const name = printed.replace(BARE_FORM, '');
    return [bare.index === 0 ? `カ)${name}` : `${name}(カ`];
  }
  const found = BUSINESS.exec(printed);
  if (!found) return [printed];
  const short = found.slice(1).find((each) => each !== undefined) ?? '';
  const readings = businesses.get(short) ?? [];
  return readings.map(
    (reading) => printed.slice(0, found.index) + reading + printed.slice(found.index + found[0].length),
  );
}

/** カ)架空オオサカシテン: the place can begin anywhere, unless a space or bracket is before it. The longest name first. */
function listBeforeOffice(written: string): string[] {
  const office = OFFICE_AT_END.exec(written);
  if (!office) return [];
  const stem = written.slice(0, office.index);
  const divided = /^(.*\S)[\s]+\S*$/.exec(stem)?.[1];
  if (divided !== undefined) return [stem, divided];
  const least = Math.max(stem.length - maxPlace, stem.indexOf(')') + 1 + minBeforePlace);
  return Array.from({ length: stem.length - least + 1 }, (_, cut) => stem.slice(0, stem.length - cut));
}

function buildLongestFirst(all: readonly string[]): string {
  return all.toSorted((one, other) => other.length - one.length).join('|');
}
