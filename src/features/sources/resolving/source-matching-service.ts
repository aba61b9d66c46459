import { hash } from 'node:crypto';
import type { CompanyCard } from '../../../../mappings/companies.ts';
import { usualSettleLevel } from '../../../contract/company-resolve/assurance.ts';
import type { RowIssue } from '../../../contract/sources/answers.ts';
import { InOrder, inTurns, type PlaceInOrder } from '../../../running/fair-turns.ts';
import { tokyoDay } from '../../../text/days/calendar.ts';
import { numbersNear } from '../../../text/identifiers/near-miss.ts';
import { exactKey, nameKeys } from '../../../text/names/names.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { HeadOffice } from '../../companies/company-record.ts';
import type { InvoiceRegisterService } from '../../invoice-register/invoice-register-service.ts';
import { registrationFault } from '../../invoice-register/registration-fault.ts';
import { type CompanyLookup, writtenQuestion } from '../../row-matching/lookup/company-lookup-service.ts';
import type { NameFound } from '../../row-matching/lookup/name-found.ts';
import { foundOn } from '../../row-matching/lookup/names-on-day.ts';
import { isCrowded } from '../../row-matching/lookup/namesake-count.ts';
import type { MatchedCompany } from '../../row-matching/rules/explain-match.ts';
import { identifierTerm } from '../../row-matching/rules/match-clauses.ts';
import type { HintHolders } from '../../row-matching/rules/place-hints.ts';
import { type NarrowedName, narrowByHints } from '../../row-matching/settling/hinted-names-service.ts';
import { settledByName } from '../../row-matching/settling/name-settlement.ts';
import { placesInName } from '../../row-matching/settling/places-in-name.ts';
import { writtenNumbers } from '../../row-matching/settling/row-candidates.ts';
import type {
  ChosenCompany,
  FoundIdentifier,
  RowEvidence,
  RowName,
  RowQuestion,
} from '../../row-matching/settling/row-evidence.ts';
import {
  type MatchedRow,
  needsName,
  type RowOutcome,
  rowOutcome,
} from '../../row-matching/settling/row-state.ts';
import {
  type MappedColumns,
  type RowIdentifier,
  type RowReading,
  readRow,
} from '../columns/mapped-values.ts';
import type { Choice, SourceChoicesStore } from '../records/source-choices-store.ts';
import type { SourceScope } from '../records/source-record.ts';

export interface MatchingParts {
  readonly lookup: CompanyLookup;
  readonly companies: CompaniesService;
  readonly choices: Pick<SourceChoicesStore, 'choicesFor'>;
  /** Without it, nothing is said about invoice numbers. */
  readonly invoiceRegister?: Pick<InvoiceRegisterService, 'registrations'>;
  readonly bounds?: CandidateBounds;
}

/**
 * A run keeps all outcomes in memory until they are written. 50,000 rows with fifty candidates each would take
 * gigabytes, and people do not look at so many candidates.
 */
interface CandidateBounds {
  /** Candidates of a run until its rows list fewer. Rows with the same question count once. */
  readonly ofRun: number;
  /** Candidates that each later row lists at most, the best. */
  readonly ofLaterRow: number;
}

const usualBounds: CandidateBounds = { ofRun: 100_000, ofLaterRow: 5 };

/** Of a row whose name is not looked up. */
const noHolders: HintHolders = new Map();

const nowhere: HeadOffice = { prefecture: null, city: null, street: null, postal_code: null };

/** The cells of a row, and issues that the import found with its keys. */
export interface RowToMatch {
  readonly cells: readonly (string | null)[];
  readonly shapeIssues: readonly RowIssue[];
  /** Companies that people took back for the row. */
  readonly rejected: readonly string[];
}

function sameKeyOf(question: string): string {
  return hash('sha256', question, 'hex').slice(0, 32);
}

/** The key under which an account's choices for a name are stored. */
export function choiceKey(name: string, exact = exactKey(name)): Buffer {
  return hash('sha256', exact, 'buffer');
}

/** A name of the run, which many rows can share. */
interface NamedQuestion extends RowName {
  readonly question: string;
  readonly sameNameKey: string;
}

/** What is found for a row, before its companies are compared with the places that it names. */
type RowFinding = Omit<RowEvidence, 'places' | 'settling'>;

/** Finds the outcomes of the rows of one source, one batch at a time. Each question is looked up and judged once. */
export class MatchingRun {
  /** By question, the judging of the first batch with it. */
  readonly #judging = new Map<string, Promise<void>>();
  readonly #outcomes = new Map<string, RowOutcome>();
  readonly #names = new Map<string, NamedQuestion>();
  /** By `sameNameKey`, the company that settles rows with the name. */
  readonly #always = new Map<string, string>();
  #candidates = 0;
  /** Batches are looked up at the same time, but decide in their order, so that the same rows always get the same. */
  readonly #asking = new InOrder();
  readonly #deciding = new InOrder();

  readonly #parts: MatchingParts;
  readonly #scope: SourceScope;
  readonly #columns: MappedColumns;

  constructor(parts: MatchingParts, scope: SourceScope, columns: MappedColumns) {
    this.#parts = parts;
    this.#scope = scope;
    this.#columns = columns;
  }

  /** Outcomes in the order of the rows. Looks up identifiers by terms queries, then the names that are still needed. */
  async match(rows: readonly RowToMatch[]): Promise<MatchedRow[]> {
    const [asking, deciding] = [this.#asking.join(), this.#deciding.join()];
    try {
      return await this.#matchInOrder(rows, asking, deciding);
    } finally {
      asking.leave();
      deciding.leave();
    }
  }

  async #matchInOrder(
    rows: readonly RowToMatch[],
    asking: PlaceInOrder,
    deciding: PlaceInOrder,
  ): Promise<MatchedRow[]> {
    const asked = await inTurns(rows, ({ cells, shapeIssues, rejected }) => {
      const reading = readRow(cells, shapeIssues, this.#columns);
      const { key: cellsKey, question } = this.#question(reading, rejected);
      // Rows say the same whatever people took back for them, but can have other outcomes.
      const key = rejected.length === 0 ? cellsKey : JSON.stringify([cellsKey, ...rejected.toSorted()]);
      const sameNameKey = question.name?.sameNameKey ?? null;
      return { question, reading, key, cellsKey, sameNameKey };
    });
    await asking.turn;
    const fresh = new Map<string, RowQuestion>();
    // An earlier batch may look up the same questions.
    for (const { key, question } of asked) if (!this.#judging.has(key)) fresh.set(key, question);
    const judging = this.#judge(fresh, deciding.turn);
    for (const key of fresh.keys()) this.#judging.set(key, judging);
    asking.leave();
    const unregistered = await this.#unregistered(asked.map(({ reading }) => reading));
    await Promise.all(new Set([judging, ...asked.map(({ key }) => this.#judging.get(key))]));
    return inTurns(asked, ({ reading, key, cellsKey, sameNameKey }): MatchedRow => {
      const outcome = this.#outcomes.get(key);
      if (!outcome) throw new Error('a row was not judged');
      const issues = [...reading.issues, ...outcome.issues, ...(unregistered.get(reading) ?? [])];
      const choice = outcome.reason === 'remembered' ? this.#always.get(sameNameKey ?? '') : undefined;
      return { outcome, issues, sameKey: sameKeyOf(cellsKey), sameNameKey, choice: choice ?? null };
    });
  }

  /** For rows with invoice numbers that are not registered on their day, what to know about them. */
  async #unregistered(
    readings: readonly RowReading[],
  ): Promise<ReadonlyMap<RowReading, readonly RowIssue[]>> {
    const today = tokyoDay(new Date());
    const cells = readings.flatMap((reading) => {
      const on = reading.asOf !== null && reading.asOf < today ? reading.asOf : today;
      return reading.invoices.map((cell) => ({ reading, ...cell, on }));
    });
    const registrations = (await this.#parts.invoiceRegister?.registrations(cells)) ?? [];
    const issues = new Map<RowReading, RowIssue[]>();
    for (const [at, registration] of registrations.entries()) {
      const fault = registration.status === 'unknown' ? null : registrationFault(registration);
      const cell = cells[at];
      if (fault === null || cell === undefined) continue;
      const issue = { ...fault, field: 'corporate_number', header: cell.header } as const;
      issues.set(cell.reading, [...(issues.get(cell.reading) ?? []), issue]);
    }
    return issues;
  }

  #question(
    { name, identifiers, hints, asOf, faulty, invalid, issues }: RowReading,
    rejected: readonly string[],
  ) {
    const named = name === null ? null : this.#named(name);
    const isBare = name === null && identifiers.length === 0;
    const onlySharedSite = isBare && issues.some(({ code }) => code === 'domain_not_identifying');
    const values = identifiers.map(({ field, value }) => [field, value]);
    const faults = faulty.map(({ field, text }) => [field, text]);
    const question: RowQuestion & { readonly name: NamedQuestion | null } = {
      name: named,
      identifiers,
      hints,
      asOf,
      faulty,
      invalid,
      rejected,
      onlySharedSite,
    };
    const key = JSON.stringify([
      named?.question ?? null,
      values,
      hints,
      asOf,
      faults,
      invalid,
      onlySharedSite,
    ]);
    return { key, question };
  }

  #named(text: string): NamedQuestion {
    const known = this.#names.get(text);
    if (known) return known;
    const keys = nameKeys(text);
    const named = { text, keys, question: writtenQuestion(text, keys), sameNameKey: sameKeyOf(keys.exact) };
    this.#names.set(text, named);
    return named;
  }

  async #judge(pending: ReadonlyMap<string, RowQuestion>, turn: Promise<void>): Promise<void> {
    const questions = [...pending.values()];
    const identified = await this.#identify(questions);
    const needs = await inTurns(questions, (question, at) => needsName(question, identified[at] ?? []));
    const named = questions.filter((_, at) => needs[at]);
    const keysOfNames = new Map(named.flatMap(({ name }) => (name ? [[name.text, name.keys]] : [])));
    const names = [...keysOfNames.keys()];
    const [hits, chosen] = await Promise.all([
      this.#parts.lookup.byWrittenNames(names, tokyoDay(new Date()), undefined, keysOfNames),
      this.#chosen(names),
    ]);
    const [near, narrowed, counts] = await Promise.all([
      this.#nearMisses(named, hits),
      this.#narrowed(named, hits),
      this.#parts.lookup.namesakes.counts(crowdedNames(hits)),
    ]);
    const evidence = await inTurns(questions, (question, at): RowFinding => {
      const identifiers = identified[at] ?? [];
      const text = needs[at] ? question.name?.text : undefined;
      const byName = narrowed.get(question);
      if (text === undefined || !byName) {
        return { question, identifiers, found: null, nameCount: null, hintHolders: noHolders, chosen: [] };
      }
      const more = near.get(question) ?? [];
      const all = more.length > 0 ? { ...byName.found, hits: joined(byName.found.hits, more) } : byName.found;
      return {
        question,
        identifiers,
        found: foundOn(all, question.asOf),
        nameCount: isCrowded(hits.get(text)?.hits ?? []) ? (counts.get(byName.found.name) ?? null) : null,
        hintHolders: byName.holders,
        chosen: chosen.get(text) ?? [],
      };
    });
    const [places, register] = await Promise.all([
      this.#places(evidence),
      this.#parts.companies.registerCoverage(),
    ]);
    const settling = { from: this.#columns.settleFrom ?? usualSettleLevel, register };
    const { ofRun, ofLaterRow } = this.#parts.bounds ?? usualBounds;
    const keys = [...pending.keys()];
    await turn;
    await inTurns(evidence, ({ question, identifiers, found, nameCount, hintHolders, chosen }, at) => {
      const maxCandidates = this.#candidates < ofRun ? undefined : ofLaterRow;
      const outcome = rowOutcome(
        { question, identifiers, found, nameCount, hintHolders, chosen, places, settling },
        maxCandidates,
      );
      this.#candidates += outcome.candidates.length;
      this.#outcomes.set(keys[at] ?? '', outcome);
    });
  }

  /**
   * Companies that a crowded name leaves out, although they have it and their number is one typing error away from that
   * of the row.
   */
  async #nearMisses(
    named: readonly RowQuestion[],
    hits: ReadonlyMap<string, NameFound>,
  ): Promise<ReadonlyMap<RowQuestion, readonly MatchedCompany[]>> {
    const asked = await inTurns(named, (question) => {
      const name = question.name?.text ?? '';
      const shown = hits.get(name)?.hits ?? [];
      const numbers = !isCrowded(shown) ? [] : writtenNumbers(question).flatMap(numbersNear);
      const keys = numbers.map((value) => identifierTerm({ type: 'corporate_number', value }));
      return { question, name, shown, keys };
    });
    const crowded = asked.filter(({ keys }) => keys.length > 0);
    const found = await this.#parts.lookup.byIdentifiersAndName(crowded);
    return new Map(
      crowded.map(({ question, shown }, at) => {
        const ids = new Set(shown.map(({ card }) => card.company.company_id));
        return [question, (found[at] ?? []).filter(({ card }) => !ids.has(card.company.company_id))];
      }),
    );
  }

  /** What the name of each question finds together with its hints. */
  async #narrowed(
    named: readonly RowQuestion[],
    hits: ReadonlyMap<string, NameFound>,
  ): Promise<ReadonlyMap<RowQuestion, NarrowedName>> {
    const names = named.flatMap((question) => {
      const found = hits.get(question.name?.text ?? '');
      return found ? [{ question, found, hints: question.hints }] : [];
    });
    const narrowed = await narrowByHints(this.#parts.lookup, names);
    return new Map(
      names.flatMap(({ question }, at) => {
        const found = narrowed[at];
        return found ? [[question, found] as const] : [];
      }),
    );
  }

  async #identify(questions: readonly RowQuestion[]): Promise<FoundIdentifier[][]> {
    const wanted = questions.flatMap(({ identifiers }) => identifiers);
    const holders = await this.#parts.lookup.byIdentifiers([...new Set(wanted.map(lookupKey))]);
    return questions.map(({ identifiers }) =>
      identifiers.map((identifier) => {
        const { field, type, value } = identifier;
        return { field, type, value, cards: holders.get(lookupKey(identifier)) ?? [] };
      }),
    );
  }

  /** Head offices, where hints or a place in the name are compared with them; else only which companies exist. */
  async #places(evidence: readonly RowFinding[]): Promise<ReadonlyMap<string, HeadOffice>> {
    const compared = settleable(evidence.filter(isHinted));
    const others = [...settleable(evidence)].flatMap(([id, card]) => (compared.has(id) ? [] : [card]));
    const [offices, existing] = await Promise.all([
      compared.size > 0 ? this.#parts.companies.headOffices([...compared.keys()]) : [],
      this.#parts.companies.existingOf(others),
    ]);
    return new Map([...offices, ...[...existing].map((id) => [id, nowhere] as const)]);
  }

  /** The companies chosen for each name. Companies that were joined with another since are found under their new id. */
  async #chosen(names: readonly string[]): Promise<Map<string, ChosenCompany[]>> {
    const keys = new Map(names.map((name) => [name, choiceKey(name, this.#names.get(name)?.keys.exact)]));
    const choices = await this.#parts.choices.choicesFor(this.#scope, [...keys.values()]);
    if (choices.length === 0) return new Map();
    const ids = [...new Set(choices.map(({ company_id }) => company_id))];
    const cards = await this.#parts.lookup.byIdentifiers(ids);
    const byKey = new Map<string, ChosenCompany[]>();
    for (const choice of choices) {
      const key = choice.name_key.toString('hex');
      if (choice.always) this.#always.set(key.slice(0, 32), choice.company_id);
      byKey.set(key, [...(byKey.get(key) ?? []), ...chosenCompanies(choice, cards)]);
    }
    return new Map([...keys].map(([name, key]) => [name, byKey.get(key.toString('hex')) ?? []]));
  }
}

function crowdedNames(hits: ReadonlyMap<string, NameFound>): string[] {
  return [...hits.values()].flatMap(({ name, hits: found }) => (isCrowded(found) ? [name] : []));
}

/** Each company once, where it comes first. */
function joined(...lists: readonly (readonly MatchedCompany[])[]): MatchedCompany[] {
  const hits = new Map<string, MatchedCompany>();
  for (const hit of lists.flat())
    if (!hits.has(hit.card.company.company_id)) hits.set(hit.card.company.company_id, hit);
  return [...hits.values()];
}

function lookupKey(identifier: RowIdentifier): string {
  return identifier.type === 'company_id' ? identifier.value : identifierTerm(identifier);
}

function chosenCompanies(
  { company_id, always }: Choice,
  cards: ReadonlyMap<string, readonly CompanyCard[]>,
): ChosenCompany[] {
  return (cards.get(company_id) ?? []).map((card) => ({ card, always }));
}

/** Whether the row says where its company is, beside the name or in it. */
function isHinted({ question, found }: RowFinding): boolean {
  return Object.keys(question.hints).length > 0 || (found !== null && placesInName(found).length > 0);
}

/** The companies that rows could match, or that hints are compared with. Only these are checked in the database. */
function settleable(evidence: readonly RowFinding[]): ReadonlyMap<string, CompanyCard> {
  const companies = new Map<string, CompanyCard>();
  const add = (card: CompanyCard) => companies.set(card.company.company_id, card);
  for (const each of evidence) {
    const { identifiers, found, chosen } = each;
    for (const { cards } of identifiers) for (const card of cards) add(card);
    const settled = found && settledByName(found);
    if (settled) add(settled.card);
    const nameHits = found?.hits ?? [];
    // Hints say which of all companies of the name are not meant, and order them.
    const areAll = isHinted(each) || nameHits.length === 1;
    for (const hit of nameHits) if (areAll || couldSettle(hit)) add(hit.card);
    for (const { card } of found?.suggestions ?? []) add(card);
    for (const { card, always } of chosen) if (always) add(card);
  }
  return companies;
}

function couldSettle({ card, matchedQueries }: MatchedCompany): boolean {
  return (
    card.company.status === 'active' &&
    matchedQueries.some((rule) => rule === 'legal_exact' || rule === 'legal_core')
  );
}
