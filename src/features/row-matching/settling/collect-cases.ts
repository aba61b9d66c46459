import type { CompanyCard } from '../../../../mappings/companies.ts';
import { findNearMiss } from '../../../text/identifiers/corporate-number.ts';
import type { TypingSlip } from '../../../text/names/typing-slips.ts';
import type { RowQuestion } from '../row-question.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import type { HintVerdict, HintVerdicts } from '../rules/place-hints.ts';
import type { FoundIdentifier, RowEvidence } from './row-evidence.ts';
import { orderByHints } from './settle-name.ts';

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
  const numbers = writtenNumbers(question);
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
export function writtenNumbers({ faulty, identifiers }: RowQuestion): string[] {
  return [
    ...faulty.flatMap(({ field, text }) => (field === 'corporate_number' ? [text] : [])),
    ...identifiers.flatMap(({ field, value }) => (field === 'corporate_number' ? [value] : [])),
  ];
}

function findNearMisses({ company: { corporate_number: number } }: CompanyCard, written: readonly string[]) {
  if (number === null) return [];
  return written.flatMap((each) => {
    const miss = each === number ? null : findNearMiss(each, number);
    if (miss === null) return [];
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
    (one.card.company.company_id < other.card.company.company_id ? -1 : 1)
  );
}
