import type {
  DetectedColumn,
  DetectedField,
  SuggestedColumn,
  SuggestedHint,
} from '../../../contract/sources/answers.ts';
import { type MappingField, mappingFields } from '../../../contract/sources/sources.ts';
import { isMailAddress } from './column-fit.ts';
import {
  assignOwners,
  type ColumnRole,
  detectRole,
  extractFirst,
  extractOwner,
  isPartner,
  namesParty,
  otherParty,
  removeNumber,
} from './column-roles.ts';
import { namesCompanyPlace } from './company-places.ts';
import { type HeaderMeaning, isAttribute, readHeader } from './header-words.ts';

/**
 * Which of the detected columns are proposed: those of one party, the company that the table is about. If two columns
 * could be it, none is proposed, because the wrong one would settle every row on another company.
 */

export interface Suggestions {
  readonly identifiers: readonly SuggestedColumn[];
  readonly hints: readonly SuggestedHint[];
  readonly unclear: readonly UnclearField[];
}

/** A field whose column a person must choose. */
export interface UnclearField {
  readonly field: MappingField;
  readonly headers: readonly string[];
}

interface Judged {
  readonly column: DetectedField;
  readonly role: ColumnRole;
  /** Whether it can be proposed, by its cells. */
  readonly fits: boolean;
  readonly meaning: HeaderMeaning;
}

/** Guesses with less confidence are shown but not suggested. */
export const minSuggested = 0.5;

export function isIdentifier(column: DetectedField): column is DetectedColumn {
  return mappingFields.some((field) => field === column.field);
}

/** Whether the column can be suggested as an identifier, by its confidence. */
export function isSuggestable(column: DetectedField): boolean {
  return isIdentifier(column) && column.confidence >= minSuggested;
}

/** A table has one column of these for each party; of sites, it can have several for one. */
const decisive: readonly MappingField[] = ['name', 'corporate_number', 'ticker'];

/** Of the sources that are in memory: one answer asks several times, and long headers take tens of milliseconds. */
const known = new WeakMap<
  readonly string[],
  { readonly detected: readonly DetectedField[]; readonly suggestions: Suggestions }
>();

/**
 * @param detected the most certain first
 * @param headers all of the table, in order
 */
export function suggestColumns(detected: readonly DetectedField[], headers: readonly string[]): Suggestions {
  const before = known.get(headers);
  if (before?.detected === detected) return before.suggestions;
  const suggestions = computeSuggestions(detected, headers);
  known.set(headers, { detected, suggestions });
  return suggestions;
}

function computeSuggestions(detected: readonly DetectedField[], headers: readonly string[]): Suggestions {
  if (detected.length === 0) return { identifiers: [], hints: [], unclear: [] };
  const names = detected.filter(({ field, confidence }) => field === 'name' && confidence >= minSuggested);
  const named = new Set(names.map(({ header }) => header));
  const findOwner = assignOwners(headers, (header) => !named.has(header) && isAttribute(header));
  const judged = detected.map((column): Judged => {
    const { field, header, confidence } = column;
    return {
      column,
      role: findOwner(header, field),
      fits: confidence >= minSuggested,
      meaning: readHeader(column),
    };
  });
  const { chosen: all, unclear } = chooseIdentifiers(
    judged.filter(({ column }) => isIdentifier(column)),
    headers,
  );
  const mail = findMail(all, judged);
  const chosen = all.filter((one) => !isMail(one) || (!mail && isMostlyValid(one)));
  const open = judged.filter(({ column }) =>
    unclear.some((each) => each.field === column.field && each.headers.includes(column.header)),
  );
  const owners = new Set(chosen.map(({ column }) => extractOwner(column.header)));
  const others = headers.filter((header) => namesParty(header) && !owners.has(extractOwner(header)));
  const ofName = [...chosen, ...open].flatMap(({ column }) =>
    column.field === 'name' ? [column.header] : [],
  );
  const hints = judged.filter(
    ({ column, role, fits }) =>
      !isIdentifier(column) &&
      fits &&
      namesCompanyPlace(column.header, ofName) &&
      !isOfAnother(column.header, others) &&
      (chosen.some((one) => isSameParty(role, one.role)) || isOfAll(role, open, headers)),
  );
  const taken = new Set<string>();
  const suggested = new Set<DetectedField>();
  // Identifiers first: a column that can be both is worth more as an identifier.
  for (const { column } of [...chosen, ...hints]) {
    const keys = [`field ${column.field}`, `header ${column.header}`];
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    suggested.add(column);
  }
  const views = { identifiers: [] as SuggestedColumn[], hints: [] as SuggestedHint[] };
  for (const column of detected)
    if (isIdentifier(column)) views.identifiers.push({ ...column, suggested: suggested.has(column) });
    else views.hints.push({ ...column, suggested: suggested.has(column) });
  if (mail) views.hints.push({ ...mail.column, field: 'email', suggested: true });
  return { ...views, unclear };
}

/** The columns that identify the company; none if it is unclear in which column its name is. */
function chooseIdentifiers(
  identifying: readonly Judged[],
  headers: readonly string[],
): { readonly chosen: readonly Judged[]; readonly unclear: readonly UnclearField[] } {
  // A header that names the company counts although its cells do not fit: another party does not take its place.
  const named = identifying.filter(({ fits, meaning }) => fits || meaning === 'sure');
  const ranked = named.some(isDecisive) ? named.filter(isDecisive) : named;
  const best = Math.min(...ranked.map(({ role }) => role.rank));
  const partners = ranked.filter(({ role }) => isPartner(role)).map(({ column }) => column.field);
  const mayBeCompany = ({ column, role }: Judged) => {
    if (role.rank === otherParty) return best === otherParty;
    // 申請者 beside 落札者法人番号 is somebody else.
    const isFurther = role.rank > 0 && !isVariant(role);
    return !isFurther || partners.length === 0 || partners.includes(column.field);
  };
  const chosen: Judged[] = [];
  const unclear: UnclearField[] = [];
  for (const field of mappingFields) {
    const ofField = named.filter(({ column }) => column.field === field);
    const { picks, rivals } = findPicks(ofField.filter(mayBeCompany), ofField);
    // A site says more than a mail address.
    const pick = picks.find((each) => field !== 'domain' || !isMail(each)) ?? picks[0];
    if (pick && (picks.length + rivals.length === 1 || !isDecisive(pick))) chosen.push(pick);
    else if (rivals.length > 0 || picks.length > 0)
      unclear.push({ field, headers: [...picks, ...rivals].map(({ column }) => column.header) });
  }
  const [first] = chosen;
  if (best === otherParty && first) {
    // 親会社名 beside 発注者法人番号 or 施設名: neither is the company more than the other.
    const kind = first.role.kind;
    const others = [
      ...chosen.filter((one) => isDecisive(one) && one.role.kind !== kind).map(({ column }) => column.header),
      ...headers.filter((header) => isOtherParty(header, kind)),
    ];
    const { header } = first.column;
    const field = mappingFields.find((each) => each === first.column.field);
    if (others.length > 0 && field)
      return { chosen: [], unclear: [{ field, headers: [...new Set([header, ...others])] }, ...unclear] };
  }
  if (unclear.some(({ field }) => field === 'corporate_number')) {
    const names = findNamesOfRank(named.filter(mayBeCompany));
    if (names.length > 1 && !unclear.some(({ field }) => field === 'name'))
      unclear.push({ field: 'name', headers: names });
  }
  if (unclear.some(({ field }) => field === 'name'))
    return { chosen: [], unclear: unclear.map((each) => addPeers(each, identifying)) };
  return { chosen, unclear };
}

/** Between numbers of two companies, each name may be of either: 名称 and 登録名称 beside 法人番号 and 登録番号. */
function findNamesOfRank(columns: readonly Judged[]): readonly string[] {
  const names = columns.filter(
    ({ column, fits, meaning }) => column.field === 'name' && fits && meaning !== 'unknown',
  );
  const rank = Math.min(...names.map(({ role }) => role.rank));
  return names.filter(({ role }) => role.rank === rank).map(({ column }) => column.header);
}

/** 建築主 with bare names beside 設計者 and 施工者 with forms: a person may mean it, too. */
function addPeers({ field, headers }: UnclearField, identifying: readonly Judged[]): UnclearField {
  const ofField = identifying.filter(({ column }) => column.field === field);
  const open = ofField.filter(({ column }) => headers.includes(column.header));
  const peers = ofField.filter(
    ({ role, meaning }) =>
      meaning !== 'unknown' && open.some((one) => one.role.kind === role.kind && role.kind !== 'plain'),
  );
  return { field, headers: [...new Set([...open, ...peers].map(({ column }) => column.header))] };
}

/**
 * The mail addresses of the party that is chosen: they stand in for its sites, also if most are of free mail, which says nothing.
 * Without another column that identifies the company, they are all that does.
 */
function findMail(chosen: readonly Judged[], judged: readonly Judged[]): Judged | undefined {
  const named = chosen.filter((one) => !isMail(one));
  return judged.find(
    (one) => one.fits && isMail(one) && named.some(({ role }) => isSameParty(one.role, role)),
  );
}

function isMostlyValid({ column }: Judged): boolean {
  return column.valid_ratio >= minSuggested;
}

/** 加盟店住所 beside 加盟店名, which is not the company. */
function isOfAnother(header: string, others: readonly string[]): boolean {
  const owner = extractOwner(header);
  return owner !== '' && others.some((other) => extractOwner(other) === owner);
}

/** Whether a place can be that of each of the parties between which a person must choose, and of nobody else: 住所 beside 会社名 and 取引先名. */
function isOfAll(role: ColumnRole, open: readonly Judged[], headers: readonly string[]): boolean {
  if (headers.some((header) => detectRole(header).rank === otherParty)) return false;
  return open.length > 0 && open.every((one) => isSameParty(role, one.role));
}

function isMail({ column }: Judged): boolean {
  const { field, sample_values } = column;
  return field === 'domain' && sample_values.length > 0 && sample_values.every(isMailAddress);
}

function isVariant({ kind }: ColumnRole): boolean {
  return kind === 'variant';
}

function isDecisive({ column }: Judged): boolean {
  return decisive.some((field) => field === column.field);
}

/** Whether a header names a party, whatever its cells are. */
function isOtherParty(header: string, than: string): boolean {
  const { kind } = detectRole(header);
  return kind !== 'plain' && kind !== 'variant' && kind !== than && namesParty(header);
}

/** Of the columns of a field that may be the company, those that are it as surely as each other, and who else could be it. */
function findPicks(
  columns: readonly Judged[],
  all: readonly Judged[],
): { readonly picks: readonly Judged[]; readonly rivals: readonly Judged[] } {
  const rank = Math.min(...columns.map(({ role }) => role.rank));
  const top = columns.filter(({ role }) => role.rank === rank);
  const fitting = top.filter(({ fits }) => fits);
  const named = fitting.filter(({ meaning }) => meaning !== 'unknown');
  // A number is unmistakable: 取引先登録番号 beside 適格請求書発行事業者登録番号 may be the one that is meant.
  const sure = named.filter(
    ({ column, meaning }) => meaning === 'sure' || column.field === 'corporate_number',
  );
  const surest = removeGeneral(rank === 0 && sure.length > 0 ? sure : named);
  const variants = columns.filter(
    ({ role, fits, meaning }) => isVariant(role) && fits && meaning !== 'unknown',
  );
  if (surest.length > 0) {
    const firsts = new Set(surest.map(({ column }) => removeNumber(column.header)));
    const further = variants.filter(
      (one) => !surest.includes(one) && firsts.has(extractFirst(one.column.header) ?? ''),
    );
    return { picks: surest, rivals: [...findUnnamedRivals(surest, all), ...further] };
  }
  // A guess by values alone is not the company beside a header that names a party; nor is a header that its cells contradict.
  const others = all.filter(
    ({ role, fits, meaning }) => fits && meaning !== 'unknown' && role.rank > rank && !isVariant(role),
  );
  // 屋号 with companies beside お客様名 with persons.
  if (others.length === 0) return { picks: fitting.length > 0 ? fitting : variants, rivals: [] };
  return fitting.length > 0
    ? { picks: fitting, rivals: others }
    : { picks: top, rivals: [...variants, ...others] };
}

/**
 * Who else may be meant beside a party that is so only towards another one (元請会社, 印刷会社): companies below a header
 * that is not understood, and parties that come after them. Beside 会社名 or 落札者, they are not.
 */
function findUnnamedRivals(picks: readonly Judged[], all: readonly Judged[]): readonly Judged[] {
  if (picks.some(({ role }) => ['plain', 'variant', 'partner'].includes(role.kind))) return [];
  const isOpen = picks.every(({ role }) => ['related', 'some'].includes(role.kind));
  return all.filter(
    ({ column, role, fits, meaning }) =>
      fits &&
      column.field === 'name' &&
      role.kind !== 'variant' &&
      !picks.some((pick) => pick.column === column) &&
      (meaning === 'unknown' ? role.kind === 'plain' : isOpen && role.rank < otherParty),
  );
}

const generalHeader = /^(名称|名前|名|name)(\s*[(（]\d+[)）])?$/i;

/** 名称, without a word for whose name it is. */
export function isGeneralHeader(header: string): boolean {
  return generalHeader.test(header.trim());
}

/** 名称 beside 設置者名称 or 落札者名 is the name of something else. */
function removeGeneral(columns: readonly Judged[]): readonly Judged[] {
  if (!columns.some(({ role }) => isPartner(role))) return columns;
  return columns.filter(({ column }) => !isGeneralHeader(column.header));
}

/** Whether a place can be that of the party. The address to which bills go is usually the company's. */
function isSameParty(place: ColumnRole, party: ColumnRole): boolean {
  if (place.kind === 'plain' || place.kind === party.kind || place.kind === 'billed') return true;
  if (place.kind === 'shop') return false;
  return place.rank < otherParty && party.rank < otherParty && (isPartner(place) || place.kind === 'variant');
}
