import type { CompanyCard } from '../../../mappings/companies.ts';
import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import type { RegisterCoverage } from '../../contract/company-resolve/assurance.ts';
import { splitIntoPieces } from '../../database/rows.ts';
import type { Transaction } from '../../database/transaction.ts';
import { makeCachedRead } from '../../running/cached-read.ts';
import { parseCompanyId } from '../../text/identifiers/identifiers.ts';
import type { CompaniesStore, RegisteredCompanies } from './companies-store.ts';
import type { CardOrigin, CurrentFacts, HeadOffice, LocatedCompany } from './company-record.ts';
import { toCompanySummary } from './company-summary.ts';
import { getCardFacts, toCurrentFacts } from './current-facts.ts';
import type { NewerCompanies } from './newer-companies-service.ts';

const coverageMaxAgeMs = 60_000;
/** Fewer companies say nothing about a register of millions. */
const minCompaniesCompared = 100;
/** Below 1: a whole register misses numbers that were assigned after its day, and other files have errors. */
const wholeShare = 0.995;

/** @param named companies that other sources name, and how many of them the register states */
function computeCoverage({ companies, stated }: RegisteredCompanies): RegisterCoverage {
  if (companies < minCompaniesCompared) return { complete: null, share: null, companies };
  const share = stated / companies;
  return { complete: share >= wholeShare, share, companies };
}

/** Current facts from Postgres about companies that features found in the index. */
export class CompaniesService {
  /** How much of the register of corporate numbers is loaded, at most a minute ago. */
  readonly registerCoverage: () => Promise<RegisterCoverage>;

  /** @param newer by default, every company is read from Postgres */
  constructor(
    private readonly store: CompaniesStore,
    private readonly newer: Pick<NewerCompanies, 'isCurrent'> = { isCurrent: () => false },
  ) {
    this.registerCoverage = makeCachedRead(coverageMaxAgeMs, async () =>
      computeCoverage(await store.countRegisteredCompanies()),
    );
  }

  /** By id; an id that is gone is absent from the answer. */
  async findCurrentFacts(companyIds: readonly string[]): Promise<Map<string, CurrentFacts>> {
    const facts = new Map<string, CurrentFacts>();
    for (const ids of splitIntoPieces(companyIds))
      for (const now of await this.store.findCurrentFacts(ids))
        facts.set(now.company_id, toCurrentFacts(now));
    return facts;
  }

  /**
   * Whether all that an answer shows of the company is in its card: as Postgres had it at most a second ago
   * (docs/decisions/0044-freshness-by-exception.md).
   */
  isCurrent(origin: CardOrigin): boolean {
    return !origin.reread && this.newer.isCurrent(origin);
  }

  /**
   * What answers show of the companies with these cards: from the card if it is current, otherwise from Postgres.
   * By id; a company that is gone is absent from the answer.
   */
  async findFactsForCards(cards: readonly CompanyCard[]): Promise<Map<string, CurrentFacts>> {
    const older = cards.filter((card) => !this.isCurrent(getCardOrigin(card)));
    const facts = await this.findCurrentFacts([...new Set(older.map(({ company }) => company.company_id))]);
    if (older.length === cards.length) return facts;
    const reread = new Set(older);
    for (const card of cards) if (!reread.has(card)) facts.set(card.company.company_id, getCardFacts(card));
    return facts;
  }

  /** By id; an id that is gone is absent from the answer. */
  async findSummaries(companyIds: readonly string[], transaction?: Transaction) {
    const summaries = new Map<string, CompanySummary>();
    for (const ids of splitIntoPieces(companyIds))
      for (const record of await this.store.findRecords(ids, transaction))
        summaries.set(record.company_id, toCompanySummary(record));
    return summaries;
  }

  /** The canonical id for each current or former id, as given. Hidden and unknown companies are absent. */
  async findCanonicalIds(givenIds: readonly string[]): Promise<Map<string, string>> {
    const owners = new Map<string, string>();
    for (const piece of splitIntoPieces(givenIds)) {
      const canonical = await this.store.findCanonicalIds([...new Set(piece.map(normalizeCompanyId))]);
      for (const given of piece) {
        const owner = canonical.get(normalizeCompanyId(given));
        if (owner !== undefined) owners.set(given, owner);
      }
    }
    return owners;
  }

  /** Legal names by given id, current or former; an id that is gone is absent. */
  async findLegalNames(givenIds: readonly string[]): Promise<Map<string, string>> {
    const current = await this.findCanonicalIds(givenIds);
    const summaries = await this.findSummaries([...new Set(current.values())]);
    return new Map(
      [...current].flatMap(([given, id]) => {
        const name = summaries.get(id)?.legal_name;
        if (name === undefined) return [];
        return [[given, name] as const];
      }),
    );
  }

  /** Head offices by company_id; an id that is gone is absent. */
  findHeadOffices(companyIds: readonly string[]): Promise<Map<string, HeadOffice>> {
    return this.store.findHeadOffices(companyIds);
  }

  /** Which of the companies with these cards exist. A current card needs no question. */
  async findExistingCompanies(cards: readonly CompanyCard[]): Promise<Set<string>> {
    const existing = new Set<string>();
    const older: string[] = [];
    for (const card of cards)
      if (this.isCurrent(getCardOrigin(card))) existing.add(card.company.company_id);
      else older.push(card.company.company_id);
    for (const ids of splitIntoPieces(older))
      for (const id of await this.store.findExistingIds(ids)) existing.add(id);
    return existing;
  }

  /** The current id for each id that is a former one. Other ids are absent. */
  async findReplacements(givenIds: readonly string[]): Promise<Map<string, string>> {
    const replaced = new Map<string, string>();
    for (const ids of splitIntoPieces([...new Set(givenIds)]))
      for (const [former, current] of await this.store.findAliasOwners(ids)) replaced.set(former, current);
    return replaced;
  }

  /** With head offices, by given id, which may be a former one; an id that is gone is absent. */
  async findLocatedCompanies(givenIds: readonly string[]): Promise<Map<string, LocatedCompany>> {
    const located = new Map<string, LocatedCompany>();
    for (const ids of splitIntoPieces([...new Set(givenIds)])) {
      const owners = await this.store.findAliasOwners(ids);
      const current = [...new Set(ids.map((id) => owners.get(id) ?? id))];
      const [summaries, offices] = await Promise.all([
        this.findSummaries(current),
        this.findHeadOffices(current),
      ]);
      for (const id of ids) {
        const owner = owners.get(id);
        const summary = summaries.get(owner ?? id);
        if (!summary) continue;
        const supersededBy = owner ?? summary.superseded_by;
        located.set(id, { summary, office: offices.get(owner ?? id), supersededBy });
      }
    }
    return located;
  }

  /** The id that replaced each company's id, or the id of its successor. Companies without either are absent. */
  async findSuccessors(companyIds: readonly string[]): Promise<Map<string, string>> {
    const [facts, owners] = await Promise.all([
      this.findCurrentFacts(companyIds),
      this.store.findAliasOwners(companyIds),
    ]);
    return new Map(
      companyIds.flatMap((id) => {
        const next = owners.get(id) ?? facts.get(id)?.superseded_by;
        if (next) return [[id, next] as const];
        return [];
      }),
    );
  }
}

export function getCardOrigin({ company, version, index, reread }: CompanyCard): CardOrigin {
  return { companyId: company.company_id, version, index, reread: reread === true };
}

function normalizeCompanyId(companyId: string): string {
  const parsed = parseCompanyId(companyId);
  if (parsed.ok) return parsed.value;
  return companyId;
}
