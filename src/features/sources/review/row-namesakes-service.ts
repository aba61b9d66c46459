import { z } from 'zod';
import type { DataAsOf } from '../../../contract/as-of.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { buildPageMeta } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type { NamesakesQuery, namesakesAnswer } from '../../../contract/sources/namesakes.ts';
import type { Paging } from '../../../paging/paging.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import { prefectures } from '../../../text/places/prefectures.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import { mergeCurrentFacts } from '../../companies/current-facts.ts';
import type { CompanyLookup } from '../../row-matching/lookup/company-lookup.ts';
import type { NameResult } from '../../row-matching/lookup/name-result.ts';
import { findWrittenNames } from '../../row-matching/lookup/written-names-lookup.ts';
import { mappedColumns, parseRow } from '../../row-matching/parse-row.ts';
import { ParsedName } from '../../row-matching/parsed-name.ts';
import { explainMatch } from '../../row-matching/rules/explain-match.ts';
import type { RowCellsStore } from '../records/row-cells-store.ts';
import type { SourceScope } from '../records/source-record.ts';
import type { SourcesStore } from '../records/sources-store.ts';

export interface RowNamesakesParts {
  readonly sources: SourcesStore;
  readonly cells: RowCellsStore;
  readonly companies: CompaniesService;
  readonly lookup: CompanyLookup;
  readonly paging: Paging;
  dataAsOf(): Promise<DataAsOf>;
}

const position = z.array(z.union([z.string(), z.number()])).length(2);

/** Lists every company that has the name of a row: a row itself shows only the best. */
export class RowNamesakes {
  constructor(private readonly parts: RowNamesakesParts) {}

  /** @throws ServiceError source_not_found, source_mapping_required, source_row_not_found, invalid_cursor */
  async list(
    scope: SourceScope,
    rowId: string,
    { prefecture, city, ...query }: NamesakesQuery,
    signal?: AbortSignal,
  ): Promise<AnswerBody<typeof namesakesAnswer>> {
    const { companies, lookup, paging, dataAsOf } = this.parts;
    const asked = await this.#findName(scope, rowId, signal);
    const { accountId, sourceId } = scope;
    const binding = {
      kind: 'source-namesakes',
      accountId,
      sourceId,
      rowId,
      name: asked?.name ?? null,
      prefecture,
      city,
    };
    const page = paging.getPage(query, binding, position);
    const { limit } = page;
    if (asked === null) {
      const meta = { ...buildPageMeta([], { limit, nextCursor: null }), data_as_of: await dataAsOf() };
      return { ok: true, name: null, total: 0, by_prefecture: [], items: [], meta };
    }
    const { name, keys } = asked;
    const { found, total, everywhere } = await lookup.namesakes.readPage(
      keys,
      { prefecture, city },
      { size: limit + 1, after: page.after },
      signal,
    );
    const { shown, nextCursor } = page.cut(found, ({ sort }) => [...sort]);
    const facts = await companies.findFactsForCards(shown.map(({ card }) => card));
    const asName = { text: name, identifiers: [], companyIds: [], name: keys, prefix: null };
    const items = shown.flatMap((hit) => {
      const company = mergeCurrentFacts(hit.card, facts);
      if (company) return [{ ...company, matched_by: explainMatch(hit, asName) }];
      return [];
    });
    return {
      ok: true,
      name,
      total,
      by_prefecture: prefectureCounts(everywhere.prefectures),
      items,
      meta: { ...buildPageMeta(items, { limit, nextCursor }), data_as_of: await dataAsOf() },
    };
  }

  /** The part of the row's text that is the name, as resolving it reads it. */
  async #findName(
    scope: SourceScope,
    rowId: string,
    signal: AbortSignal | undefined,
  ): Promise<Pick<NameResult, 'name' | 'keys'> | null> {
    const { sources, cells: stored, lookup } = this.parts;
    const { mapping, headers } = await sources.find(scope);
    if (mapping === null) throw new ServiceError('source_mapping_required');
    const cells = isUuid(rowId) ? (await stored.findCells(scope, [rowId])).get(rowId) : undefined;
    if (!cells) throw new ServiceError('source_row_not_found');
    const { name: text } = parseRow(cells, [], mappedColumns(mapping, headers));
    const name = text === null ? null : new ParsedName(text);
    if (name === null || name.keys.exact === '') return null;
    const found = await findWrittenNames(lookup, [name], signal);
    return found.get(name.text) ?? { name: name.text, keys: name.keys };
  }
}

function prefectureCounts(counts: ReadonlyMap<string, number>) {
  return [...counts].flatMap(([code, count]) => {
    const prefecture = prefectures.find((each) => each.code === code)?.name;
    if (prefecture === undefined) return [];
    return [{ prefecture, count }];
  });
}
