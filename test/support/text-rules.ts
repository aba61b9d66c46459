import { parseRequestedConditions } from '../../src/features/company-search/filters/requested-conditions.ts';
import { parseTokens } from '../../src/features/observations/read-request.ts';
import { parseReconcileQuery as readReconcileQuery } from '../../src/features/reconcile/query-readings.ts';
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
import { readQuery } from '../../src/features/row-matching/rules/query-reading.ts';
import { nameAfter } from '../../src/features/sources/columns/earlier-export.ts';
import { detectColumns } from '../../src/features/sources/columns/identifier-columns.ts';
import { nameIn } from '../../src/features/sources/columns/mapped-values.ts';
import * as tableWords from '../../src/features/sources/columns/table-words.ts';
import { decodeText } from '../../src/features/sources/reading/text-encoding.ts';
import { cellPattern } from '../../src/features/sources/review/cell-search.ts';
import { maskPath } from '../../src/http/request-log.ts';
import { isNoCompanyWord } from '../../src/text/cells/no-company-words.ts';
import { hasNumberOfList, isWithoutName } from '../../src/text/cells/without-name.ts';
import { hasNamesInside, parseWrittenName } from '../../src/text/cells/written-name.ts';
import * as writtenNameWords from '../../src/text/cells/written-name-words.ts';
import * as writtenDays from '../../src/text/days/written-days.ts';
import * as domains from '../../src/text/identifiers/domains.ts';
import * as identifiers from '../../src/text/identifiers/identifiers.ts';
import { findNearMiss, listNearNumbers } from '../../src/text/identifiers/near-miss.ts';
import { isUuid } from '../../src/text/identifiers/uuid.ts';
import * as references from '../../src/text/letters/character-references.ts';
import { foldLoosely } from '../../src/text/letters/loose-fold.ts';
import * as nfkc from '../../src/text/letters/nfkc.ts';
import * as normalize from '../../src/text/letters/normalize.ts';
import * as placeholders from '../../src/text/letters/placeholders.ts';
import { toRomajiKey } from '../../src/text/letters/romaji.ts';
import { toAlikeKey } from '../../src/text/names/alike-key.ts';
import * as alikeWords from '../../src/text/names/alike-words.ts';
import * as calledNames from '../../src/text/names/called-names.ts';
import * as compoundWords from '../../src/text/names/compound-words.ts';
import * as englishWords from '../../src/text/names/english-words.ts';
import { toGlyphKey } from '../../src/text/names/glyph-key.ts';
import * as nameLikeness from '../../src/text/names/name-likeness.ts';
import { takeApart } from '../../src/text/names/name-parts.ts';
import * as names from '../../src/text/names/names.ts';
import { replaceSpelledLetters } from '../../src/text/names/spelled-letters.ts';
import * as typingSlips from '../../src/text/names/typing-slips.ts';
import * as addresses from '../../src/text/places/addresses.ts';
import { isMunicipality } from '../../src/text/places/municipalities.ts';
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
  readAddress: [cell, addresses.parseAddress],
  cityKeys: [identifier, addresses.listCityKeys],
  cityHintKeys: [identifier, addresses.listCityHintKeys],
  cityStarts: [identifier, addresses.listCityStarts],
  beginsWithCity: [cell, addresses.hasCityAtStart],
  readStreet: [identifier, addresses.parseStreet],
  townKeys: [identifier, addresses.listTownKeys],
  townHintKeys: [identifier, addresses.listTownHintKeys],
  sameTown: [cell, (text) => addresses.isSameTown(text, text)],
  sameStreet: [cell, (text) => addresses.isSameStreet(text, text)],
  readPostalCode: [cell, addresses.parsePostalCode],
  postalKeys: [cell, addresses.listPostalKeys],
  alikeKey: [cell, (text) => toAlikeKey(text, foldLoosely(text))],
  shortenEnd: [cell, alikeWords.stripNameEnd],
  foldSounds: [cell, alikeWords.foldSounds],
  unifyWords: [cell, alikeWords.normalizeWords],
  inFullWords: [cell, alikeWords.expandWords],
  calledAs: [registeredName, (text) => calledNames.listLookupKeys(keysOf(text))],
  calledKeys: [registeredName, (text) => calledNames.listCalledKeys(named(text))],
  wordKeys: [registeredName, (text) => calledNames.listWordKeys(named(text))],
  shortKeys: [registeredName, (text) => calledNames.listShortKeys(named(text))],
  namesAndSite: [registeredName, (text) => calledNames.addSite(named(text), text)],
  fullyCalledKeys: [registeredName, (text) => calledNames.listFullNameKeys(named(text))],
  cutCompounds: [identifier, compoundWords.cutCompounds],
  wordsInside: [identifier, compoundWords.listInnerWords],
  cutCompoundsIn: [identifier, compoundWords.cutCompoundsIn],
  registrableDomain: [cell, domains.parseRegistrableDomain],
  beginningOf: [cell, domains.normalizeBeginning],
  domainIn: [cell, domains.findDomainInCell],
  isOnlyAddresses: [identifier, (text) => domains.isOnlyAddresses(normalize.normalizeText(text))],
  translatedReadings: [cell, englishWords.listTranslatedReadings],
  glyphKey: [cell, toGlyphKey],
  corporateNumberCheckDigit: [cell, identifiers.computeCheckDigit],
  readNumber: [cell, identifiers.readNumber],
  parseCorporateNumber: [cell, identifiers.parseCorporateNumber],
  parseSecuritiesCode: [cell, identifiers.parseSecuritiesCode],
  parseEdinetCode: [cell, identifiers.parseEdinetCode],
  parseDomain: [cell, identifiers.parseDomain],
  parseCompanyId: [cell, identifiers.parseCompanyId],
  parseIdentifier: [cell, (text) => identifiers.parseIdentifier('corporate_number', text)],
  identifiersIn: [identifier, identifiers.parseIdentifiers],
  looseFold: [cell, foldLoosely],
  lookupGrams: [cell, nameLikeness.listLookupGrams],
  likenessTo: [cell, (text) => nameLikeness.makeLikenessMeasure(text)(text)],
  takeApart: [cell, takeApart],
  nameKeys: [cell, names.toNameKeys],
  exactKey: [cell, names.toExactKey],
  coreKey: [cell, names.toCoreKey],
  looseKey: [cell, names.toLooseKey],
  readingKey: [cell, names.toReadingKey],
  prefixKeys: [cell, names.listPrefixKeys],
  indexedPrefixKeys: [cell, (text) => names.listIndexedPrefixKeys(keysOf(text))],
  prefixQueryKey: [identifier, names.toPrefixQueryKey],
  isLegalFormOnly: [cell, names.isLegalFormOnly],
  isBroadName: [identifier, names.isBroadName],
  nearMiss: [cell, (text) => findNearMiss(text, '1180301018771')],
  numbersNear: [cell, listNearNumbers],
  nfkc: [cell, nfkc.toNfkc],
  nfd: [cell, nfkc.toNfd],
  normalizeText: [content, normalize.normalizeText],
  foldCase: [content, normalize.foldCase],
  isInvisible: [content, normalize.isInvisible],
  isEmptyCell: [content, normalize.isEmptyCell],
  isEmptyText: [content, placeholders.isEmptyText],
  isEmptyName: [content, placeholders.isEmptyName],
  isEmptyCode: [content, placeholders.isEmptyCode],
  unreadable: [content, placeholders.explainUnreadable],
  parsePrefecture: [cell, parsePrefecture],
  romajiKey: [cell, toRomajiKey],
  unspellLetters: [cell, replaceSpelledLetters],
  typingSlip: [cell, (text) => typingSlips.findTypingSlip(text, `${text}a`)],
  deletionVariants: [cell, typingSlips.listDeletionVariants],
  isUuid: [cell, isUuid],
  isCalendarDay: [cell, writtenDays.isCalendarDay],
  yearOf: [cell, writtenDays.parseYear],
  dayOf: [cell, writtenDays.parseWrittenDay],
  dayInCell: [cell, writtenDays.parseDayInCell],
  readWrittenName: [300, parseWrittenName],
  hasNamesInside: [300, hasNamesInside],
  isWithoutName: [300, isWithoutName],
  hasNumberOfList: [cell, hasNumberOfList],
  endsInSurePart: [300, writtenNameWords.hasSurePartAtEnd],
  isPlace: [300, writtenNameWords.isPlace],
  canBeginInName: [300, writtenNameWords.canBeginInName],
  isAddress: [300, writtenNameWords.isAddress],
  isStreetAddress: [300, writtenNameWords.isStreetAddress],
  isLatin: [300, writtenNameWords.isLatin],
  alsoInNames: [300, writtenNameWords.canBeInName],
  isBranchAtPlace: [300, writtenNameWords.isBranchAtPlace],
  isOfficeAlone: [300, writtenNameWords.isOfficeAlone],
  isWholePrefecture: [300, writtenNameWords.isWholePrefecture],
  isMunicipality: [300, isMunicipality],
  isPlainPart: [300, writtenNameWords.isPlainPart],
  isPartAtKnownPlace: [300, writtenNameWords.isPartAtKnownPlace],
  canEndName: [300, writtenNameWords.canEndName],
  isBusiness: [300, writtenNameWords.isBusiness],
  placeSaid: [300, writtenNameWords.stripPlaceWords],
  readReferences: [content, references.readReferences],
  markReferenceEnds: [content, (text) => references.markReferenceEnds(text, '\ufdd0')],
  meansNoCompany: [content, isNoCompanyWord],
  isPlaceholderNumber: [content, placeholders.isPlaceholderNumber],
  placeholderIn: [content, placeholders.findPlaceholder],
};

/** Exported functions that take no text of an outsider. */
export const notText: readonly string[] = [
  'identifierFault',
  'isTranslation',
  'isKanji',
  'repeated',
  'foldGaBetweenKanji',
  'slipsBetween',
  'tokyoDay',
  'tokyoMonth',
  'tokyoDayStart',
  'daysLater',
  'momentsBetween',
];

/** Steps of `readWrittenName`, which is measured as a whole. */
export const stepsOfReading: readonly string[] = `
  bracketInFront canBeFormOfNext closingBracket endsInForm hasFormInside hasName isFormOfBefore isNamed isPart isSure kindOf matchesOf partOfCompany trimmed
  cuts divided tails atFront atEnd peel unpeeled within severalBare together withoutNumber
  afterRole calledOtherwise inBrackets inHalfForm`
  .trim()
  .split(/\s+/);

/** Functions of features that read texts of outsiders. */
const featureFunctions: Rules = {
  requestedConditions: [identifier, parseRequestedConditions],
  readQuery: [identifier, readQuery],
  readTokens: [identifier, parseTokens],
  readReconcileQuery: [identifier, (query) => readReconcileQuery({ query, type_strict: 'any', limit: 10 })],
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
  nameAfter: [cell, (text) => nameAfter(text, text)],
  detectColumns: [cell, (text) => detectColumns([text, 'a'], [[text, text]])],
  nameIn: [cell, nameIn],
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
  Object.entries(writtenNameWords).flatMap(([name, pattern]) =>
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
