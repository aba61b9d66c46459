import { parseRequestedConditions } from '../../src/features/company-search/filters/requested-conditions.ts';
import { parseTokens } from '../../src/features/observations/read-request.ts';
import { parseReconcileQuery } from '../../src/features/reconcile/parsed-reconcile-query.ts';
import { findBankSigns, isIbanAlone } from '../../src/features/research/bank-details.ts';
import { findCustomerSecretSigns } from '../../src/features/research/customer-secrets.ts';
import { detectName } from '../../src/features/research/person-names.ts';
import { findPrivateUrlSigns, findSourceUrlFault } from '../../src/features/research/private-urls.ts';
import { toReadable } from '../../src/features/research/readable-text.ts';
import { isSecretValue } from '../../src/features/research/secrets.ts';
import * as speech from '../../src/features/research/speech.ts';
import { parseValues } from '../../src/features/research/talk-values.ts';
import { findTranscriptSigns } from '../../src/features/research/transcripts.ts';
import { compareLetters, prepareNearName } from '../../src/features/row-matching/lookup/near-name.ts';
import { parseNameCell } from '../../src/features/row-matching/parse-row.ts';
import { parseQuery } from '../../src/features/row-matching/rules/parsed-query.ts';
import * as columnRoles from '../../src/features/sources/columns/column-roles.ts';
import { detectColumns } from '../../src/features/sources/columns/detect-columns.ts';
import { isResultHeader } from '../../src/features/sources/columns/earlier-export.ts';
import * as headerWords from '../../src/features/sources/columns/header-words.ts';
import * as tableWords from '../../src/features/sources/columns/table-words.ts';
import { decodeText } from '../../src/features/sources/parsing/text-encoding.ts';
import { cellPattern } from '../../src/features/sources/review/cell-search.ts';
import { maskPath } from '../../src/http/request-log.ts';
import * as besideNameWords from '../../src/text/cells/beside-name-words.ts';
import * as branchPlaces from '../../src/text/cells/branch-places.ts';
import { isNoCompanyWord, isWithoutName, LIST_NUMBER } from '../../src/text/cells/no-name.ts';
import * as placeWords from '../../src/text/cells/place-words.ts';
import { findPersonsOfUnit } from '../../src/text/cells/unit-names.ts';
import { hasNamesInside, parseWrittenName } from '../../src/text/cells/written-name.ts';
import * as writtenNameWords from '../../src/text/cells/written-name-words.ts';
import * as writtenDays from '../../src/text/days/written-days.ts';
import * as codeCells from '../../src/text/identifiers/code-cells.ts';
import * as corporateNumbers from '../../src/text/identifiers/corporate-number.ts';
import { findNearMiss, listNearNumbers } from '../../src/text/identifiers/corporate-number.ts';
import * as domains from '../../src/text/identifiers/domains.ts';
import * as identifiers from '../../src/text/identifiers/identifiers.ts';
import { parseSecuritiesCode } from '../../src/text/identifiers/securities-code.ts';
import { isUuid } from '../../src/text/identifiers/uuid.ts';
import { isLatin } from '../../src/text/letters/is-latin.ts';
import { foldKanjiVariants, listKanjiVariants } from '../../src/text/letters/kanji-variants.ts';
import { foldLoosely } from '../../src/text/letters/loose-fold.ts';
import { foldLookalikes } from '../../src/text/letters/loose-letters.ts';
import * as nfkc from '../../src/text/letters/nfkc.ts';
import * as normalize from '../../src/text/letters/normalize.ts';
import * as placeholders from '../../src/text/letters/placeholders.ts';
import { foldRadicals } from '../../src/text/letters/radicals.ts';
import { toRomajiKey } from '../../src/text/letters/romaji.ts';
import { toAlikeKey } from '../../src/text/names/alike-key.ts';
import * as alikeWords from '../../src/text/names/alike-words.ts';
import * as calledNames from '../../src/text/names/called-names.ts';
import * as compoundWords from '../../src/text/names/compound-words.ts';
import { beginsWithCut, findCutBeginning } from '../../src/text/names/cut-name.ts';
import * as englishWords from '../../src/text/names/english-words.ts';
import { isFrequentWord } from '../../src/text/names/frequent-words.ts';
import { toGlyphKey } from '../../src/text/names/glyph-key.ts';
import * as nameLikeness from '../../src/text/names/name-likeness.ts';
import { takeApart } from '../../src/text/names/name-parts.ts';
import * as nameWords from '../../src/text/names/name-words.ts';
import * as names from '../../src/text/names/names.ts';
import * as sameName from '../../src/text/names/same-name.ts';
import { listShortForms } from '../../src/text/names/short-forms.ts';
import { isShortFor } from '../../src/text/names/short-names.ts';
import { replaceSpelledLetters } from '../../src/text/names/spelled-letters.ts';
import * as typingSlips from '../../src/text/names/typing-slips.ts';
import { findSign, findUnknownSign, fitGap, hasUnknownSign } from '../../src/text/names/unknown-sign.ts';
import * as addresses from '../../src/text/places/addresses.ts';
import * as latinPlaces from '../../src/text/places/latin-places.ts';
import * as municipalities from '../../src/text/places/municipalities.ts';
import { parsePrefecture } from '../../src/text/places/prefectures.ts';

/** A rule that sees texts of outsiders, and the longest text that a permitted request can give it, in UTF-16 units. */
export interface TextRule {
  readonly name: string;
  readonly maxLength: number;
  apply(text: string): unknown;
}

const cell = 10_000;
const identifier = 1_000;
const content = 100_000;
/** Names of registers have at most 150 characters. */
const registeredName = 300;
const companyName = '架空商事株式会社';
const keysOf = (text: string): names.NameKeys => names.toNameKeys(text);
const named = (text: string): calledNames.KnownName[] => [
  { kind: 'legal', name: text },
  { kind: 'english', name: text },
];

type Rules = Readonly<Record<string, readonly [maxLength: number, apply: (text: string) => unknown]>>;

/** All functions of src/text that take text; a test compares their names with what the modules export. */
export const textFunctions: Rules = {
  parseAddress: [cell, addresses.parseAddress],
  readPlaceInLatin: [cell, latinPlaces.readPlaceInLatin],
  isInLatin: [cell, latinPlaces.isInLatin],
  listCityKeys: [identifier, addresses.listCityKeys],
  listCityHintKeys: [identifier, addresses.listCityHintKeys],
  listCityStarts: [identifier, addresses.listCityStarts],
  hasCityAtStart: [cell, addresses.hasCityAtStart],
  parseStreet: [identifier, addresses.parseStreet],
  listTownKeys: [identifier, addresses.listTownKeys],
  listTownHintKeys: [identifier, addresses.listTownHintKeys],
  isSameTown: [cell, (text) => addresses.isSameTown(text, text)],
  isSameStreet: [cell, (text) => addresses.isSameStreet(text, text)],
  parsePostalCode: [cell, addresses.parsePostalCode],
  listPostalKeys: [cell, addresses.listPostalKeys],
  toAlikeKey: [cell, (text) => toAlikeKey(text, foldLoosely(text))],
  stripNameEnd: [cell, alikeWords.stripNameEnd],
  foldSounds: [cell, alikeWords.foldSounds],
  normalizeWords: [cell, alikeWords.normalizeWords],
  expandWords: [cell, alikeWords.expandWords],
  listLookupKeys: [registeredName, (text) => calledNames.listLookupKeys(keysOf(text))],
  listCalledKeys: [registeredName, (text) => calledNames.listCalledKeys(named(text))],
  listCallings: [registeredName, (text) => named(text).map(calledNames.listCallings)],
  isLatin: [registeredName, isLatin],
  listCompanyCallings: [registeredName, (text) => calledNames.listCompanyCallings(named(text))],
  stripForm: [registeredName, (text) => nameWords.stripForm(text, names.toCoreKey(text))],
  splitWords: [registeredName, nameWords.splitWords],
  splitNameWords: [registeredName, nameWords.splitNameWords],
  listShortForms: [registeredName, (text) => listShortForms(nameWords.splitNameWords(text), text)],
  addSite: [registeredName, (text) => calledNames.addSite(named(text), text)],
  listFullNameKeys: [registeredName, (text) => calledNames.listFullNameKeys(named(text))],
  cutCompounds: [identifier, compoundWords.cutCompounds],
  listInnerWords: [identifier, compoundWords.listInnerWords],
  cutCompoundsIn: [identifier, compoundWords.cutCompoundsIn],
  parseRegistrableDomain: [cell, domains.parseRegistrableDomain],
  normalizeBeginning: [cell, domains.normalizeBeginning],
  findDomainInCell: [cell, domains.findDomainInCell],
  isOnlyAddresses: [identifier, (text) => domains.isOnlyAddresses(normalize.normalizeText(text))],
  listTranslatedReadings: [cell, englishWords.listTranslatedReadings],
  isFrequentWord: [cell, isFrequentWord],
  toGlyphKey: [cell, toGlyphKey],
  computeCheckDigit: [cell, corporateNumbers.computeCheckDigit],
  readNumber: [cell, corporateNumbers.readNumber],
  parseCorporateNumber: [cell, corporateNumbers.parseCorporateNumber],
  replaceNumero: [cell, codeCells.replaceNumero],
  unwrapCode: [cell, codeCells.unwrapCode],
  parseSecuritiesCode: [cell, parseSecuritiesCode],
  parseEdinetCode: [cell, identifiers.parseEdinetCode],
  parseDomain: [cell, identifiers.parseDomain],
  parseCompanyId: [cell, identifiers.parseCompanyId],
  parseIdentifier: [cell, (text) => identifiers.parseIdentifier('corporate_number', text)],
  parseIdentifiers: [identifier, identifiers.parseIdentifiers],
  foldLoosely: [cell, foldLoosely],
  listLookupGrams: [cell, nameLikeness.listLookupGrams],
  makeLikenessMeasure: [cell, (text) => nameLikeness.makeLikenessMeasure(text)(text)],
  takeApart: [cell, takeApart],
  toNameKeys: [cell, names.toNameKeys],
  toExactKey: [cell, names.toExactKey],
  toCoreKey: [cell, names.toCoreKey],
  toLooseKey: [cell, names.toLooseKey],
  toReadingKey: [cell, names.toReadingKey],
  listPrefixKeys: [cell, names.listPrefixKeys],
  listIndexedPrefixKeys: [cell, (text) => names.listIndexedPrefixKeys(keysOf(text))],
  toPrefixQueryKey: [identifier, names.toPrefixQueryKey],
  isLegalFormOnly: [cell, names.isLegalFormOnly],
  isShortFor: [cell, (text) => isShortFor(text, `日${text}`)],
  isBroadName: [identifier, names.isBroadName],
  findNearMiss: [cell, (text) => findNearMiss(text, '1180301018771')],
  listNearNumbers: [cell, listNearNumbers],
  toNfkc: [cell, nfkc.toNfkc],
  toNfd: [cell, nfkc.toNfd],
  normalizeText: [content, normalize.normalizeText],
  foldCase: [content, normalize.foldCase],
  isInvisible: [content, normalize.isInvisible],
  isEmptyCell: [content, normalize.isEmptyCell],
  isEmptyText: [content, placeholders.isEmptyText],
  isEmptyName: [content, placeholders.isEmptyName],
  isEmptyCode: [content, placeholders.isEmptyCode],
  explainUnreadable: [content, placeholders.explainUnreadable],
  parsePrefecture: [cell, parsePrefecture],
  readAddress: [cell, municipalities.readAddress],
  findStreetOfMunicipality: [cell, municipalities.findStreetOfMunicipality],
  foldKanjiVariants: [cell, foldKanjiVariants],
  listKanjiVariants: [identifier, listKanjiVariants],
  foldRadicals: [cell, foldRadicals],
  listBranchPlaces: [identifier, branchPlaces.listBranchPlaces],
  listPlacesOfBranchCell: [identifier, branchPlaces.listPlacesOfBranchCell],
  removeBranches: [identifier, branchPlaces.removeBranches],
  isAtBranchPlace: [identifier, (text) => branchPlaces.isAtBranchPlace(text, text)],
  toRomajiKey: [cell, toRomajiKey],
  replaceSpelledLetters: [cell, replaceSpelledLetters],
  findTypingSlip: [cell, (text) => typingSlips.findTypingSlip(text, `${text}a`)],
  findSlippedLetters: [cell, (text) => typingSlips.findSlippedLetters(text, `${text}a`)],
  listDeletionVariants: [cell, typingSlips.listDeletionVariants],
  isUuid: [cell, isUuid],
  isCalendarDay: [cell, writtenDays.isCalendarDay],
  parseYear: [cell, writtenDays.parseYear],
  parseWrittenDay: [cell, writtenDays.parseWrittenDay],
  parseDayInCell: [cell, writtenDays.parseDayInCell],
  parseWrittenName: [300, parseWrittenName],
  hasNamesInside: [300, hasNamesInside],
  isWithoutName: [300, isWithoutName],
  findListNumber: [cell, (text) => LIST_NUMBER.test(text)],
  hasSurePartAtEnd: [300, writtenNameWords.hasSurePartAtEnd],
  isPlace: [300, placeWords.isPlace],
  isTownOfMunicipality: [300, placeWords.isTownOfMunicipality],
  canBeginInName: [300, writtenNameWords.canBeginInName],
  isStreetAddress: [300, writtenNameWords.isStreetAddress],
  canBeInName: [300, writtenNameWords.canBeInName],
  isBranchAtPlace: [300, writtenNameWords.isBranchAtPlace],
  isPlainPart: [300, writtenNameWords.isPlainPart],
  isPartAtKnownPlace: [300, writtenNameWords.isPartAtKnownPlace],
  canEndName: [300, writtenNameWords.canEndName],
  isBusiness: [300, writtenNameWords.isBusiness],
  stripPlaceWords: [300, placeWords.stripPlaceWords],
  markReferenceEnds: [content, (text) => normalize.markReferenceEnds(text, '\ufdd0')],
  isNoCompanyWord: [content, isNoCompanyWord],
  isPlaceholderNumber: [content, placeholders.isPlaceholderNumber],
  findPlaceholder: [content, placeholders.findPlaceholder],
  isPlaceholderPostalCode: [content, placeholders.isPlaceholderPostalCode],
  isPlaceholderCode: [content, placeholders.isPlaceholderCode],
  findPersonsOfUnit: [cell, findPersonsOfUnit],
  foldLookalikes: [cell, foldLookalikes],
  differOnlyInTyping: [cell, (text) => sameName.differOnlyInTyping(keysOf(text), keysOf(text))],
  isDistinctive: [cell, (text) => sameName.isDistinctive(keysOf(text))],
  areSpellingsOfOne: [cell, (text) => sameName.areSpellingsOfOne(keysOf(text), keysOf(text))],
  findCutBeginning: [cell, (text) => findCutBeginning(text, foldLoosely(text))],
  beginsWithCut: [cell, (text) => beginsWithCut(text, text)],
  hasUnknownSign: [cell, hasUnknownSign],
  findUnknownSign: [cell, findUnknownSign],
  findSign: [cell, findSign],
  fitGap: [
    cell,
    (text) =>
      fitGap(keysOf(text), {
        before: text,
        behind: text,
        written: [text, text],
        length: text.length,
        isLetter: true,
      }),
  ],
};

/** Exported functions that take no text of an outsider. */
export const notText: readonly string[] = [
  'buildAlternatives',
  'buildRunPattern',
  'buildEndPattern',
  'combineExpressions',
  'buildOnlyWordsPattern',
  'buildLatinPattern',
  'makeCodeParser',
  'makeEmptyFault',
  'makePlaceholderFault',
  'makeMalformedFault',
  'makeCheckDigitFault',
  'hasRightCheckDigit',
  'trimCode',
  'toSureBeginning',
  'toParsedIdentifier',
  'toIdentifierFault',
  'isTranslation',
  'listTranslatedForms',
  'fitsForm',
  'isKanji',
  'resolveRepeat',
  'foldGaBetweenKanji',
  'countSlips',
  'toTokyoDay',
  'toTokyoMonth',
  'getTokyoDayStart',
  'formatTokyoDayStart',
  'formatTokyoTime',
  'compareTexts',
  'addDays',
  'parsePeriod',
];

/** Steps of `parseWrittenName`, which is measured as a whole. */
export const stepsOfReading: readonly string[] = `
  splitFrontBracket canBeFormOfNext splitClosingBracket hasFormAtEnd hasFormInside hasName isFormOfBefore isNamed isPart isSure detectKind detectKindInBrackets findMatches detectCompanyPart trimMarks
  findBeginnings splitAtSpaces findTails findBehindPlace findPartInFront findPartAtEnd stripEnds makeUnstripped addSurroundings splitBareNames splitMembers stripNumber
  findNamesAfterRole findOtherNames findNamesInBrackets completeHalfForm findTransferNames findPersonsOfUnit findBilingualNames findLastPlace`
  .trim()
  .split(/\s+/);

/** Functions of features that read texts of outsiders. */
const featureFunctions: Rules = {
  parseRequestedConditions: [identifier, parseRequestedConditions],
  parseQuery: [identifier, parseQuery],
  parseTokens: [identifier, parseTokens],
  parseReconcileQuery: [identifier, (query) => parseReconcileQuery({ query, type_strict: 'any', limit: 10 })],
  prepareNearName: [identifier, (text) => prepareNearName(text, keysOf(text))],
  compareLetters: [identifier, (text) => compareLetters(keysOf(text).loose)(keysOf(companyName).loose)],
  bankSigns: [content, findBankSigns],
  isIbanAlone: [content, isIbanAlone],
  customerSecretSigns: [content, findCustomerSecretSigns],
  nameOf: [content, detectName],
  privateUrlSigns: [content, findPrivateUrlSigns],
  sourceUrlFault: [2_000, findSourceUrlFault],
  readable: [content, toReadable],
  isSecretValue: [content, (text) => isSecretValue('password', text)],
  valuesIn: [content, parseValues],
  transcriptSigns: [content, findTranscriptSigns],
  ...Object.fromEntries(
    Object.entries(speech).flatMap(([name, rule]) =>
      typeof rule === 'function'
        ? [
            [
              `speech ${name}`,
              [
                content,
                (text: string) => (rule as (text: string, more: string) => unknown)(text, text),
              ] as const,
            ],
          ]
        : [],
    ),
  ),
  cellPattern: [200, cellPattern],
  isResultHeader: [cell, (text) => isResultHeader({ prefix: text, language: 'ja' }, text)],
  detectColumns: [cell, (text) => detectColumns([text, 'a'], [[text, text]])],
  parseNameCell: [cell, parseNameCell],
  isAttribute: [cell, headerWords.isAttribute],
  readHeader: [cell, (header) => headerWords.readHeader({ field: 'name', header })],
  detectRole: [cell, columnRoles.detectRole],
  namesParty: [cell, columnRoles.namesParty],
  namesThing: [cell, columnRoles.namesThing],
  isHeaderWord: [cell, headerWords.isHeaderWord],
  ...Object.fromEntries(
    Object.entries(tableWords).flatMap(([name, rule]) =>
      typeof rule === 'function'
        ? [
            [
              `tableWords ${name}`,
              [
                cell,
                (text: string) =>
                  (rule as (text: string, more: object) => unknown)(text, { rowsAreWide: true }),
              ] as const,
            ],
          ]
        : [],
    ),
  ),
  decodeText: [content, (text) => decodeText(Buffer.from(text))],
  pathOf: [16_000, (url) => maskPath({ url })],
};

/** Each exported expression of the words beside a name, which see at most a cell of 300 units. */
const expressions: Rules = Object.fromEntries(
  Object.entries({ ...writtenNameWords, ...besideNameWords }).flatMap(([name, pattern]) =>
    pattern instanceof RegExp
      ? [[`words ${name}`, [300, (text: string) => normalize.normalizeText(text).match(pattern)] as const]]
      : [],
  ),
);

export const textRules: readonly TextRule[] = Object.entries({
  ...textFunctions,
  ...featureFunctions,
  ...expressions,
}).map(([name, [maxLength, apply]]) => ({ name, maxLength, apply }));
