import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { RegisterCoverage } from '../../../contract/company-resolve/assurance.ts';
import { findNearMiss } from '../../../text/identifiers/corporate-number.ts';
import type { TypingSlip } from '../../../text/names/typing-slips.ts';
import type { HeadOffice } from '../../companies/company-record.ts';
import type { ListedFund } from '../listed-fund.ts';
import type { NameResult } from '../lookup/name-result.ts';
import type { NamesakeCount } from '../lookup/namesakes.ts';
import type { RowIdentifier, RowQuestion } from '../row-question.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { compareIds } from '../rules/match-scores.ts';
import type { HintHolders, HintVerdict, HintVerdicts } from '../rules/place-hints.ts';
import { orderByHints } from './order-by-hints.ts';

/** An identifier of the row, with the companies that have it. */
export interface FoundIdentifier extends RowIdentifier {
  readonly cards: readonly CompanyCard[];
  /** Whether a source says that they had it on the day that is meant. */
  readonly isConfirmed?: boolean;
  /** If no company has it: the fund of which it is the code. */
  readonly fund?: ListedFund | undefined;
}

/** A company that a person of the account chose for a name. */
export interface ChosenCompany {
  readonly card: CompanyCard;
  /** Whether the choice settles later rows by itself. */
  readonly always: boolean;
}

/** What was looked up for a row. */
export interface RowEvidence {
  readonly question: RowQuestion;
  readonly identifiers: readonly FoundIdentifier[];
  /** What the row's name found; null when it was not looked up (see `needsName`). */
  readonly found: NameResult | null;
  /** The fund on the list of an exchange that has the row's name, if no company has it. */
  readonly fund: ListedFund | null;
  /** How many companies have the name, if some of them may have been left out; otherwise null. */
  readonly nameCount: NamesakeCount | null;
  /** Who has the identifiers among the hints. */
  readonly hintHolders: HintHolders;
  /** Head offices of the companies that could match. Companies that are no longer in the database are absent. */
  readonly places: ReadonlyMap<string, HeadOffice>;
  /** The account's choices for this name, the latest first. */
  readonly chosen: readonly ChosenCompany[];
  readonly register: RegisterCoverage;
}

/** The companies that have all known identifiers of the row. */
export function listCommonHolders(identifiers: readonly FoundIdentifier[]): readonly CompanyCard[] {
  const [first, ...others] = identifiers.filter(({ cards }) => cards.length > 0);
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

/** The evidence for a company. */
export interface Case {
  readonly card: CompanyCard;
  readonly hit: MatchedCompany | undefined;
  /** Its place among the account's choices, after all of them when it was never chosen. */
  readonly choice: number;
  readonly wasChosen: boolean;
  /** Whether it was chosen for all rows with this name. */
  readonly always: boolean;
  readonly identifiers: readonly FoundIdentifier[];
  /** Place among the hits of the name, behind them for other companies. */
  readonly place: number;
  readonly agrees: HintVerdict['agrees'];
  readonly contradicted: boolean;
  readonly sameStreet: boolean;
  /** Numbers of the row, other than the company's own, that are one typing error away from it. */
  readonly nearMisses: readonly { readonly written: string; readonly miss: TypingSlip }[];
}

type MutableCase = { -readonly [Key in keyof Case]: Case[Key] } & { identifiers: FoundIdentifier[] };

/** Every company that something in the row supports. Previous choices of people first, then the most certain. */
export function collectCases(
  { question, identifiers, found, chosen }: RowEvidence,
  verdicts: HintVerdicts,
): Case[] {
  const nameHits = orderByHints(found?.hits ?? [], verdicts);
  const numbers = listWrittenNumbers(question);
  const cases = new Map<string, MutableCase>();
  const openCase = (card: CompanyCard): MutableCase => {
    const id = card.company.company_id;
    const known = cases.get(id);
    if (known) return known;
    const { agrees = [], contradicted = false, sameStreet = null } = verdicts.get(id) ?? {};
    const made: MutableCase = {
      card,
      hit: undefined,
      choice: chosen.length,
      wasChosen: false,
      always: false,
      identifiers: [],
      place: nameHits.length,
      agrees,
      contradicted,
      sameStreet: sameStreet === true,
      nearMisses: findNearMisses(card, numbers),
    };
    cases.set(id, made);
    return made;
  };
  for (const identifier of identifiers)
    for (const card of identifier.cards) {
      const { identifiers: naming } = openCase(card);
      if (!naming.includes(identifier)) naming.push(identifier);
    }
  // As of a day, the card of a hit has only the names of that day.
  for (const [place, hit] of nameHits.entries())
    Object.assign(openCase(hit.card), { card: hit.card, hit, place });
  for (const [choice, { card, always }] of chosen.entries())
    Object.assign(openCase(card), { card, choice, always, wasChosen: true });
  return [...cases.values()].sort(compareCases);
}

/** The corporate numbers of a row, also faulty ones. */
export function listWrittenNumbers({ faulty, identifiers }: RowQuestion): string[] {
  return [
    ...faulty.filter(({ field }) => field === 'corporate_number').map(({ text }) => text),
    ...identifiers.filter(({ field }) => field === 'corporate_number').map(({ value }) => value),
  ];
}

function findNearMisses({ company: { corporate_number: number } }: CompanyCard, written: readonly string[]) {
  if (number === null) return [];
  return written.flatMap((each) => {
    const miss = each !== number && findNearMiss(each, number);
    if (!miss) return [];
    return [{ written: each, miss }];
  });
}

function compareCases(one: Case, other: Case): number {
  return (
    one.choice - other.choice ||
    other.nearMisses.length - one.nearMisses.length ||
    other.identifiers.length - one.identifiers.length ||
    one.place - other.place ||
    Number(one.contradicted) - Number(other.contradicted) ||
    Number(other.sameStreet) - Number(one.sameStreet) ||
    other.agrees.length - one.agrees.length ||
    Number(other.card.company.status === 'active') - Number(one.card.company.status === 'active') ||
    compareIds(one, other)
  );
}
