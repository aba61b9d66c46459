import { createHash } from 'node:crypto';
import type { CompanyCard } from '../../../mappings/companies.ts';
import type { RowIssue } from '../../contract/source-answers.ts';
import { exactKey } from '../../text/names.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { HeadOffice } from '../companies/companies-store.ts';
import type { CompanyLookup } from '../company-resolve/company-lookup-service.ts';
import type { MatchedCompany } from '../matching/explain-match.ts';
import { identifierTerm } from '../matching/match-clauses.ts';
import { type MappedColumns, type RowReading, readRow } from './mapped-values.ts';
import {
  type FoundIdentifier,
  needsName,
  type RowEvidence,
  type RowOutcome,
  rowOutcome,
} from './row-state.ts';
import type { SourceChoicesStore } from './source-choices-store.ts';

export interface SourceMatchingParts {
  readonly lookup: CompanyLookup;
  readonly companies: CompaniesService;
  readonly choices: SourceChoicesStore;
}

const nowhere: HeadOffice = { prefecture: null, city: null, street: null, postal_code: null };

/** The cells of a row and what its import found wrong with its shape. */
export interface RowToMatch {
  readonly cells: readonly (string | null)[];
  readonly shapeIssues: readonly RowIssue[];
}

/** Under this key an account's choices for a name are kept. */
export function choiceKey(name: string): Buffer {
  return createHash('sha256').update(exactKey(name)).digest();
}

/** Finds out what rows would become, a batch at a time; writes nothing. */
export class SourceMatching {
  constructor(private readonly parts: SourceMatchingParts) {}

  /** In the order of the rows: identifiers by terms queries, names that are still needed by multi-search. */
  async match(accountId: string, rows: readonly RowToMatch[], columns: MappedColumns): Promise<RowOutcome[]> {
    const readings = rows.map(({ cells, shapeIssues }) => readRow(cells, shapeIssues, columns));
    const identified = await this.#identify(readings);
    const names = distinctNames(readings.filter((reading, at) => needsName(reading, identified[at] ?? [])));
    const [hits, chosen] = await Promise.all([
      this.parts.lookup.byNames(names),
      this.#chosen(accountId, names),
    ]);
    const evidence = readings.map((reading, at): Omit<RowEvidence, 'places'> => {
      const identifiers = identified[at] ?? [];
      const asked = needsName(reading, identifiers) && reading.name !== null;
      return {
        reading,
        identifiers,
        nameHits: asked ? hits.get(reading.name) : undefined,
        chosen: asked ? (chosen.get(reading.name) ?? []) : [],
      };
    });
    const places = await this.#places(settleable(evidence), columns.hints.length > 0);
    return evidence.map((each) => rowOutcome({ ...each, places }));
  }

  async #identify(readings: readonly RowReading[]): Promise<FoundIdentifier[][]> {
    const wanted = readings.flatMap(({ invalid, identifiers }) => (invalid ? [] : identifiers));
    const holders = await this.parts.lookup.byIdentifiers([...new Set(wanted.map(identifierTerm))], []);
    return readings.map(({ identifiers }) =>
      identifiers.map((identifier) => ({
        ...identifier,
        cards: holders.get(identifierTerm(identifier)) ?? [],
      })),
    );
  }

  /** Where companies are, if hints are to be compared with it; else only that they are. */
  async #places(ids: readonly string[], hinted: boolean): Promise<ReadonlyMap<string, HeadOffice>> {
    if (hinted) return this.parts.companies.headOffices(ids);
    return new Map([...(await this.parts.companies.existing(ids))].map((id) => [id, nowhere]));
  }

  /** By name, the companies chosen for it. A company joined with another since is found under its new id. */
  async #chosen(accountId: string, names: readonly string[]): Promise<Map<string, CompanyCard[]>> {
    const keys = new Map(names.map((name) => [name, choiceKey(name)]));
    const choices = await this.parts.choices.choicesFor(accountId, [...keys.values()]);
    if (choices.length === 0) return new Map();
    const ids = [...new Set(choices.map(({ company_id }) => company_id))];
    const cards = await this.parts.lookup.byIdentifiers([], ids);
    return new Map(
      [...keys].map(([name, key]) => {
        const ofName = choices.filter(({ name_key }) => name_key.equals(key));
        return [name, ofName.flatMap(({ company_id }) => cards.get(company_id) ?? [])];
      }),
    );
  }
}

function distinctNames(readings: readonly RowReading[]): string[] {
  return [...new Set(readings.flatMap(({ name }) => (name === null ? [] : [name])))];
}

/** The companies that rows could be settled on: only of these is asked what the database says now. */
function settleable(evidence: readonly Omit<RowEvidence, 'places'>[]): string[] {
  const ids = new Set<string>();
  for (const { identifiers, nameHits = [] } of evidence) {
    for (const { cards } of identifiers) for (const { company_id } of cards) ids.add(company_id);
    for (const hit of nameHits) if (couldSettle(hit)) ids.add(hit.card.company_id);
  }
  return [...ids];
}

function couldSettle({ card, matchedQueries }: MatchedCompany): boolean {
  return (
    card.status === 'active' && matchedQueries.some((rule) => rule === 'legal_exact' || rule === 'legal_core')
  );
}
