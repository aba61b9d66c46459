import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { WrittenName } from '../../../contract/company-resolve/written-names.ts';
import type { NameInCell } from '../../../text/cells/name-in-cell.ts';
import { readWrittenName } from '../../../text/cells/written-name.ts';
import { looseKey, type NameKeys, nameKeys } from '../../../text/names/names.ts';
import type { HeadOffice } from '../../companies/company-record.ts';
import type { RowIdentifier, RowReading } from '../../sources/columns/mapped-values.ts';
import { type NameFound, writtenName } from '../lookup/name-found.ts';
import type { NamesakeCount } from '../lookup/namesake-count.ts';
import { type HintHolders, type HintVerdicts, hintVerdictsOf } from '../rules/place-hints.ts';
import type { Settling } from './assurance.ts';
import { withPlacesInName } from './places-in-name.ts';

/** What is known about a row when its outcome is decided. */

/** A name in its first spelling, and the keys that all spellings of the same question share. */
export interface RowName {
  readonly text: string;
  readonly keys: NameKeys;
}

/** An identifier of the row, with the companies that have it. */
export interface FoundIdentifier extends RowIdentifier {
  readonly cards: readonly CompanyCard[];
}

/** What the result of a row depends on. Rows with the same question have the same outcome, whatever their cells look like. */
export interface RowQuestion
  extends Pick<RowReading, 'identifiers' | 'hints' | 'asOf' | 'faulty' | 'invalid'> {
  readonly name: RowName | null;
  /** Companies that people took back for the row. None of them settles it. */
  readonly rejected: readonly string[];
  /** Whether all that the row has is a site or mail service that many companies share. */
  readonly onlySharedSite: boolean;
}

/** A company that a person of the account chose for a name. */
export interface ChosenCompany {
  readonly card: CompanyCard;
  /** Whether the choice settles later rows by itself. */
  readonly always: boolean;
}

export interface RowEvidence {
  readonly question: RowQuestion;
  readonly identifiers: readonly FoundIdentifier[];
  /** What the row's name found; null when it was not looked up (see `needsName`). */
  readonly found: NameFound | null;
  /** How many companies have the name, if some of them may have been left out; otherwise null. */
  readonly nameCount: NamesakeCount | null;
  /** Who has the identifiers among the hints. */
  readonly hintHolders: HintHolders;
  /** Head offices of the companies that could match. Companies that are no longer in the database are absent. */
  readonly places: ReadonlyMap<string, HeadOffice>;
  /** The account's choices for this name, the latest first. */
  readonly chosen: readonly ChosenCompany[];
  readonly settling: Settling;
}

/** By company, what the hints of the row, and places in its name, say about it. */
export function hintVerdicts(evidence: RowEvidence): HintVerdicts {
  const { found, places } = evidence;
  const ofHints = columnVerdicts(evidence);
  return found === null ? ofHints : withPlacesInName(ofHints, found, places);
}

/** By company, what only the hints of the row say about it. */
export function columnVerdicts({ question, found, chosen, places, hintHolders }: RowEvidence): HintVerdicts {
  const companies = [...(found?.hits ?? []), ...chosen];
  return hintVerdictsOf(question.hints, companies, { places, holders: hintHolders });
}

/** Identifiers that some company has. */
export function knownIdentifiers(identifiers: readonly FoundIdentifier[]): readonly FoundIdentifier[] {
  return identifiers.filter(({ cards }) => cards.length > 0);
}

/** The companies that have all known identifiers of the row. */
export function commonHolders(identifiers: readonly FoundIdentifier[]): readonly CompanyCard[] {
  const [first, ...others] = knownIdentifiers(identifiers);
  const holders = others.map(({ cards }) => new Set(cards.map(({ company }) => company.company_id)));
  return first?.cards.filter(({ company }) => holders.every((ids) => ids.has(company.company_id))) ?? [];
}

/**
 * Whether an unknown identifier outweighs the known ones. A company has only one corporate number, so that an unknown
 * one is of another company.
 */
export function surestIsUnknown(identifiers: readonly FoundIdentifier[]): boolean {
  return identifiers.some(
    ({ field, cards }, place) => cards.length === 0 && (place === 0 || field === 'corporate_number'),
  );
}

/**
 * Whether the company has or had this name, by the loosest key. `name`: all other text of the cell is understood.
 * `part`: the name is only a part of the text, or one of several. Null: it has no name in the text.
 */
export function nameIn(card: CompanyCard, name: RowName): 'name' | 'part' | null {
  const parts = partsNaming(card, name);
  if (parts === 'whole') return 'name';
  if (parts.length === 0) return null;
  return parts.some(({ way }) => way === 'name') ? 'name' : 'part';
}

/** How the text of the row is read, if something beside a name of the company was set aside. */
export function writtenIn(card: CompanyCard, name: RowName): WrittenName | null {
  const parts = partsNaming(card, name);
  const [first] = parts === 'whole' ? [] : parts.toSorted((one, other) => rankOf(one) - rankOf(other));
  return first ? writtenName({ ...first, keys: nameKeys(first.name) }) : null;
}

const rankOf = ({ way }: NameInCell): number => (way === 'name' ? 0 : 1);

/** The parts of the text that are names of the company; `whole` if the whole text is one. */
function partsNaming(card: CompanyCard, { text, keys }: RowName): readonly NameInCell[] | 'whole' {
  const { display_name } = card.company;
  // Most names are exactly those of the register, and keys are costly.
  if (display_name === text || card.names.some(({ name }) => name === text)) return 'whole';
  const own = new Set([display_name, ...card.names.map(({ name }) => name)].map(looseKey));
  if (own.has(keys.loose)) return 'whole';
  return readWrittenName(text)
    .steps.flat()
    .filter(({ name }) => own.has(looseKey(name)));
}

/** Whether the text of the row is a name of the company, with nothing else that is not understood. */
export function hasName(card: CompanyCard, name: RowName): boolean {
  return nameIn(card, name) === 'name';
}
