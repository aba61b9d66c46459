import type { CompanyCard } from '../../../mappings/companies.ts';
import type { RegisterCoverage } from '../../contract/company-resolve/assurance.ts';
import { mapInSlices } from '../../running/time-slices.ts';
import { listNearNumbers } from '../../text/identifiers/corporate-number.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { HeadOffice } from '../companies/company-record.ts';
import type { IdentifierHoldersStore } from './identifier-holders-store.ts';
import { isCorporation, type ListedFund, toFundKey } from './listed-fund.ts';
import type { ListedFundsStore } from './listed-funds-store.ts';
import type { CompanyLookup } from './lookup/company-lookup.ts';
import type { NameResult } from './lookup/name-result.ts';
import { noteChangeOfHands, restrictToDay } from './lookup/names-in-time.ts';
import { isCrowded, mergeHits } from './lookup/namesakes.ts';
import { findWrittenNames } from './lookup/written-names-lookup.ts';
import { ParsedName } from './parsed-name.ts';
import { identifierKey, type RowIdentifier, type RowQuestion } from './row-question.ts';
import type { MatchedCompany } from './rules/explain-match.ts';
import { identifierTerm } from './rules/match-clauses.ts';
import { narrowByHints } from './settling/narrowing-lookup.ts';
import { readPlaces } from './settling/places-in-name.ts';
import type { ChosenCompany, FoundIdentifier, RowEvidence } from './settling/row-evidence.ts';
import { listWrittenNumbers } from './settling/row-evidence.ts';
import { settleByName } from './settling/settle-name.ts';
import { needsName, type SettledRow, settleRow } from './settling/settle-row.ts';

export interface RowMatchingParts {
  readonly lookup: CompanyLookup;
  readonly companies: CompaniesService;
  /** Only for identifiers of a day. */
  readonly holders?: IdentifierHoldersStore;
  /** Only for codes and names that no company has. */
  readonly funds?: ListedFundsStore;
}

export interface MatchOptions {
  /** `YYYY-MM-DD`, in Asia/Tokyo. */
  readonly today: string;
  /** What people chose for these names before; by default nothing. */
  readonly findChoices?: ((names: readonly ParsedName[]) => Promise<Choices>) | undefined;
  /** Whether the caller reads the current facts of what is found, so that it sees which companies still exist. */
  readonly readsFacts?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** By text of the name. */
export type Choices = ReadonlyMap<
  string,
  readonly { readonly companyId: string; readonly always: boolean }[]
>;

/** What is looked up for a row, before its companies are compared with the places that it names. */
type Finding = Omit<RowEvidence, 'places' | 'register'>;

/** What the name of a row finds; none for a row whose name is not looked up. */
type NameEvidence = Pick<RowEvidence, 'found' | 'fund' | 'nameCount' | 'hintHolders' | 'chosen'>;

const noName: NameEvidence = {
  found: null,
  fund: null,
  nameCount: null,
  hintHolders: new Map(),
  chosen: [],
};
const nowhere: HeadOffice = { prefecture: null, city: null, street: null, postal_code: null };
/** Identifiers need no register. */
const unknownCoverage: RegisterCoverage = { complete: null, share: null, companies: 0 };

/** From what cells say to the companies that are meant: every row, item and query goes this way. */
export class RowMatching {
  constructor(private readonly parts: RowMatchingParts) {}

  /** In the order of the questions: a few queries for any number of identifiers, multi-searches for the names still needed. */
  async match(questions: readonly RowQuestion[], options: MatchOptions): Promise<SettledRow[]> {
    const identified = await this.#findHolders(questions, options.signal);
    const needed = await mapInSlices(questions, (question, at) => needsName(question, identified[at] ?? []));
    const named = questions.filter((_, at) => needed[at]);
    const names = named.length > 0 ? await this.#findNames(named, options) : new Map<RowQuestion, never>();
    const findings = questions.map((question, at): Finding => {
      const name = names.get(question) ?? noName;
      return { question, identifiers: identified[at] ?? [], ...name };
    });
    const [places, register] = await Promise.all([
      this.#findPlaces(findings, options),
      named.length > 0 ? this.parts.companies.registerCoverage() : unknownCoverage,
    ]);
    return mapInSlices(findings, (finding) => settleRow({ ...finding, places, register }));
  }

  /** The funds of which codes are, by code. */
  async findFunds(codes: readonly string[]): Promise<ReadonlyMap<string, ListedFund>> {
    return (await this.parts.funds?.findFunds(codes)) ?? new Map();
  }

  /** The companies that have each identifier of each question, now or on the day that it asks about. */
  async #findHolders(
    questions: readonly RowQuestion[],
    signal: AbortSignal | undefined,
  ): Promise<FoundIdentifier[][]> {
    const identifiers = questions.flatMap((question) => question.identifiers);
    if (identifiers.length === 0) return questions.map(() => []);
    const { holders, lookup } = this.parts;
    const past = identifiers.flatMap((one) =>
      one.heldOn === undefined ? [] : [{ ...one, day: one.heldOn, one }],
    );
    const answers = (past.length > 0 && (await holders?.findHolders(past))) || [];
    const then = new Map(past.map(({ one }, at) => [one, answers[at] ?? []] as const));
    signal?.throwIfAborted();
    const keysOfEach = new Map(
      identifiers.map((one) => {
        const held = then.get(one)?.map(({ company_id }) => company_id);
        return [one, held ?? [identifierKey(one)]] as const;
      }),
    );
    const cards = await lookup.findByIdentifiers([...new Set([...keysOfEach.values()].flat())], signal);
    const find = (one: RowIdentifier) => ({
      ...one,
      cards: keysOfEach.get(one)?.flatMap((key) => cards.get(key) ?? []) ?? [],
      isConfirmed: then.get(one)?.some(({ since_known }) => since_known) ?? true,
    });
    const found = questions.map(({ identifiers: each }) =>
      each.map(find).filter(({ isOfMail, cards: holders }) => !isOfMail || holders.length > 0),
    );
    return this.#addFunds(found, signal);
  }

  /** Of the codes that no company has, those of funds: of an investment corporation, that company. */
  async #addFunds(found: FoundIdentifier[][], signal: AbortSignal | undefined): Promise<FoundIdentifier[][]> {
    const isUnknownCode = ({ type, cards }: FoundIdentifier) =>
      type === 'securities_code' && cards.length === 0;
    const codes = found.flat().flatMap((one) => (isUnknownCode(one) ? [one.value] : []));
    const funds = await this.findFunds(codes);
    if (funds.size === 0) return found;
    const corporations = await this.findCorporations([...funds.values()], signal);
    const addFund = (one: FoundIdentifier): FoundIdentifier => {
      const card = corporations.get(one.value);
      return card ? { ...one, cards: [card] } : { ...one, fund: funds.get(one.value) };
    };
    return found.map((identifiers) => identifiers.map((one) => (isUnknownCode(one) ? addFund(one) : one)));
  }

  /** The investment corporations among funds, by code: the only active companies with exactly their names. */
  async findCorporations(
    funds: readonly ListedFund[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, CompanyCard>> {
    const names = funds.filter(isCorporation).map(({ name }) => new ParsedName(name));
    const found = await findWrittenNames(this.parts.lookup, names, signal);
    return new Map(
      funds.flatMap(({ code, name }) => {
        const each = found.get(name);
        const settled = each && settleByName(each);
        return settled?.rule === 'full_name' ? [[code, settled.card]] : [];
      }),
    );
  }

  /** The funds that are named by texts which are no company's name as a whole, by `toFundKey`. */
  async #findNamedFunds(found: Iterable<NameResult>): Promise<ReadonlyMap<string, ListedFund>> {
    const texts = [...found].filter((each) => !isWholeName(each)).map(({ text }) => text);
    return (await this.parts.funds?.findFundsByName(texts)) ?? new Map();
  }

  /** What the names of these questions find, with their hints, their day, and earlier choices. */
  async #findNames(
    named: readonly RowQuestion[],
    { today, findChoices, signal }: MatchOptions,
  ): Promise<ReadonlyMap<RowQuestion, NameEvidence>> {
    const { lookup } = this.parts;
    const names = new Map(named.flatMap(({ name }) => (name ? [[name.text, name] as const] : [])));
    const [written, chosen] = await Promise.all([
      findWrittenNames(lookup, [...names.values()], signal),
      this.#findChosen([...names.values()], findChoices),
    ]);
    const found = new Map(
      await mapInSlices(written, ([text, each]) => [text, noteChangeOfHands(each, today)] as const),
    );
    const asked = named.flatMap((question) => {
      const alone = found.get(question.name?.text ?? '');
      if (alone) return [{ question, found: alone, hints: question.hints }];
      return [];
    });
    const crowded = [...found.values()].filter(({ hits }) => isCrowded(hits));
    const [near, narrowed, counts, funds] = await Promise.all([
      this.#findNearNumbers(asked),
      narrowByHints(lookup, asked, signal),
      lookup.namesakes.countCompanies(new Map(crowded.map(({ name, keys }) => [name, keys])), signal),
      this.#findNamedFunds(found.values()),
    ]);
    return new Map(
      await mapInSlices(asked.entries(), ([at, { question, found: alone }]) => {
        const { found: all = alone, holders = noName.hintHolders } = narrowed[at] ?? {};
        const more = near.get(question) ?? [];
        const evidence: NameEvidence = {
          found: restrictToDay(
            more.length > 0 ? { ...all, hits: mergeHits(all.hits, more) } : all,
            question.asOf,
          ),
          fund: funds.get(toFundKey(alone.text)) ?? null,
          nameCount: isCrowded(alone.hits) ? (counts.get(alone.name) ?? null) : null,
          hintHolders: holders,
          chosen: chosen.get(alone.text) ?? [],
        };
        return [question, evidence] as const;
      }),
    );
  }

  /** Companies that were joined with another since they were chosen are found under their new id. */
  async #findChosen(
    names: readonly ParsedName[],
    findChoices: MatchOptions['findChoices'],
  ): Promise<ReadonlyMap<string, readonly ChosenCompany[]>> {
    const choices: Choices = (await findChoices?.(names)) ?? new Map();
    const ids = [...choices.values()].flat().map(({ companyId }) => companyId);
    if (ids.length === 0) return new Map();
    const cards = await this.parts.lookup.findByIdentifiers([...new Set(ids)]);
    return new Map(
      [...choices].map(([text, each]) => [
        text,
        each.flatMap(({ companyId, always }) =>
          (cards.get(companyId) ?? []).map((card) => ({ card, always })),
        ),
      ]),
    );
  }

  /**
   * Companies that a crowded name leaves out, although they have it and their number is one typing error away from that
   * of the row.
   */
  async #findNearNumbers(
    asked: readonly { readonly question: RowQuestion; readonly found: NameResult }[],
  ): Promise<ReadonlyMap<RowQuestion, readonly MatchedCompany[]>> {
    const numbered = await mapInSlices(asked, ({ question, found: { hits } }) => {
      const numbers = isCrowded(hits) ? listWrittenNumbers(question).flatMap(listNearNumbers) : [];
      const identifiers = numbers.map((value) => identifierTerm({ type: 'corporate_number', value }));
      return { question, identifiers };
    });
    const crowded = numbered.flatMap(({ question, identifiers }) => {
      if (!question.name || identifiers.length === 0) return [];
      const { text, keys } = question.name;
      return [{ question, identifiers, name: [text, keys] as const }];
    });
    if (crowded.length === 0) return new Map();
    const near = await this.parts.lookup.findByIdentifiersAndName(crowded);
    return new Map(crowded.map(({ question }, at) => [question, near[at] ?? []]));
  }

  /** Head offices, where hints or a place in the name are compared with them; else only which companies exist. */
  async #findPlaces(
    findings: readonly Finding[],
    { readsFacts = false }: MatchOptions,
  ): Promise<ReadonlyMap<string, HeadOffice>> {
    const { companies } = this.parts;
    const compared = listSettleable(findings.filter(isHinted));
    const others = [...listSettleable(findings)].flatMap(([id, card]) => (compared.has(id) ? [] : [card]));
    const [offices, existing] = await Promise.all([
      compared.size > 0 ? companies.findHeadOffices([...compared.keys()]) : [],
      readsFacts ? others.map(({ company }) => company.company_id) : companies.findExistingCompanies(others),
    ]);
    return new Map([...offices, ...[...existing].map((id) => [id, nowhere] as const)]);
  }
}

/** Whether companies were found by the whole text. */
function isWholeName({ way, name, text, hits }: NameResult): boolean {
  return way === 'name' && name === text && hits.length > 0;
}

/** Whether the row says where its company is, beside the name or in it. */
function isHinted({ question, found }: Finding): boolean {
  return Object.keys(question.hints).length > 0 || (found !== null && readPlaces(found).length > 0);
}

/** The companies that rows could match, or that hints are compared with. Only these are checked in the database. */
function listSettleable(findings: readonly Finding[]): ReadonlyMap<string, CompanyCard> {
  const cards = findings.flatMap((finding) => {
    const { identifiers, found, chosen } = finding;
    const hits = found?.hits ?? [];
    // Hints say which of all companies of the name are not meant, and order them.
    const areAll = isHinted(finding) || hits.length === 1;
    const compared = hits.filter(
      ({ card, matchedQueries }) =>
        areAll ||
        (card.company.status === 'active' &&
          matchedQueries.some((rule) => rule === 'legal_exact' || rule === 'legal_core')),
    );
    return [
      ...identifiers.flatMap((identifier) => identifier.cards),
      ...[(found && settleByName(found)) ?? [], ...compared, ...(found?.suggestions ?? [])]
        .flat()
        .map(({ card }) => card),
      ...chosen.filter(({ always }) => always).map(({ card }) => card),
    ];
  });
  return new Map(cards.map((card) => [card.company.company_id, card]));
}
