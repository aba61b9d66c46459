import { mapInSlices } from '../../../running/time-slices.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { CompanyLookup } from '../../row-matching/lookup/company-lookup.ts';
import { mappedColumns, moveColumns, parseRow } from '../../row-matching/parse-row.ts';
import { identifierKey } from '../../row-matching/row-question.ts';
import { listIdentifierHints } from '../../row-matching/rules/place-hints.ts';
import { judgedActions } from '../records/decision.ts';
import type { ReviewRowsStore } from '../records/review-rows-store.ts';
import type { RowCellsStore } from '../records/row-cells-store.ts';
import { rowReferenceOf } from '../records/row-reference.ts';
import type { SourceRecord, SourceScope } from '../records/source-record.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import type { AskedDecision, DecisionFacts } from './decision-checks.ts';
import type { OtherRows, RowDecisionsStore, RowsOfName } from './row-decisions-store.ts';
import { companyJudge, nobodyJudge, placesOf } from './same-name.ts';

export interface SameNamesParts {
  readonly sources: SourcesStore;
  readonly cells: RowCellsStore;
  readonly reviewed: ReviewRowsStore;
  readonly decisions: RowDecisionsStore;
  readonly companies: CompaniesService;
  readonly lookup: CompanyLookup;
}

/** Says which rows with the same name fit a decision: nothing in them contradicts it (docs/sources.md#decisions). */
export class SameNames {
  constructor(private readonly parts: SameNamesParts) {}

  /**
   * To be read before the transaction, because it asks the index. The cells of rows never change, and rows that come
   * later are left out.
   */
  async fitting(
    scope: SourceScope,
    asked: readonly AskedDecision[],
    companies: DecisionFacts['companies'],
  ): Promise<OtherRows['fitting']> {
    const wanted = [...asked.entries()].filter(
      ([, { applyTo, action }]) => applyTo === 'same_name' && judgedActions.some((each) => each === action),
    );
    if (wanted.length === 0) return [];
    const { sources, reviewed } = this.parts;
    const source = await sources.find(scope);
    const fitting: { place: number; key: string }[] = [];
    // Two decisions for one name are refused later.
    const seen = new Set<string>();
    for (const [place, each] of wanted) {
      const reference = rowReferenceOf(each.row);
      const row = reference === null ? null : await reviewed.named(scope, reference);
      const nameKey = row?.same_name_key?.toString('hex');
      const sameKey = row?.same_key?.toString('hex');
      if (!row || !nameKey || !sameKey || row.mapping_version !== source.mapping_version) continue;
      if (seen.has(nameKey)) continue;
      seen.add(nameKey);
      const named = { nameKey, mappingVersion: row.mapping_version, sameKey };
      const company = each.companyId === undefined ? null : (companies.get(each.companyId) ?? null);
      if (each.action === 'choose' && !company) continue;
      for (const key of await this.#keys(scope, source, named, company)) fitting.push({ place, key });
    }
    return fitting;
  }

  /** `same_key` of the rows that fit; rows that say the same as the named one always do. */
  async #keys(
    scope: SourceScope,
    source: SourceRecord,
    named: { readonly nameKey: string; readonly mappingVersion: number; readonly sameKey: string },
    company: { readonly company_id: string; readonly corporate_number: string | null } | null,
  ): Promise<string[]> {
    const { cells, decisions, lookup, companies } = this.parts;
    const { mapping, headers } = source;
    if (mapping === null) return [];
    const all = mappedColumns(mapping, headers, await cells.findEarlierExport(scope, source));
    const places = placesOf(all);
    const columns = moveColumns(all, ({ place }) => places.indexOf(place));
    const groups = await decisions.sameNames(scope, named, places, company?.company_id ?? null);
    const read = await mapInSlices(groups, (group: RowsOfName) => ({
      ...group,
      parsed: parseRow(group.cells, [], columns),
    }));
    const own = read.find(({ key }) => key === named.sameKey);
    const fits = await (async () => {
      if (company === null) return nobodyJudge(own?.parsed ?? null);
      const keys = read.flatMap(({ parsed: { identifiers, hints } }) => [
        ...identifiers.filter(({ type }) => type !== 'corporate_number').map(identifierKey),
        ...listIdentifierHints(hints).map(({ key }) => key),
      ]);
      const [cards, offices] = await Promise.all([
        lookup.findByIdentifiers([...new Set(keys)]),
        companies.findHeadOffices([company.company_id]),
      ]);
      return companyJudge({
        company,
        office: offices.get(company.company_id),
        holders: new Map(
          [...cards].map(([key, found]) => [
            key,
            new Set(found.map(({ company: { company_id } }) => company_id)),
          ]),
        ),
        day: own?.parsed.asOf ?? null,
      });
    })();
    const judged = await mapInSlices(read, ({ key, parsed, candidate }) =>
      key === named.sameKey || fits(parsed, candidate === true) ? [key] : [],
    );
    return [...new Set([named.sameKey, ...judged.flat()])];
  }
}
