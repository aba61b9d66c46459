import type { LinePieces } from '../../../../tables/table-stream.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { formatLimit, maxJoinedLines } from '../../../contract/limits.ts';
import {
  type ExportLanguage,
  getColumnTitle,
  getDefaultPrefix,
} from '../../../contract/sources/columns/result-columns.ts';
import type { SourceJoinExportQuery, sourceJoinAnswer } from '../../../contract/sources/join.ts';
import type { StreamAnswer } from '../../../http/route.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { LocatedCompany } from '../../companies/company-record.ts';
import type { RowCellsStore } from '../records/row-cells-store.ts';
import type { SourceRecord, SourceRowRecord, SourceScope } from '../records/source-record.ts';
import type { SourceRowsStore } from '../records/source-rows-store.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { piecesOfLines, tableAnswer } from './table-answer-service.ts';

interface SourceJoiningParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly cells: RowCellsStore;
  readonly companies: CompaniesService;
}

interface Side {
  readonly scope: SourceScope;
  readonly source: SourceRecord;
  /** The settled rows of each company, under its current id, in the order of the upload. */
  readonly rowsOf: ReadonlyMap<string, readonly string[]>;
}

interface Join {
  readonly own: Side;
  readonly other: Side;
  /** Rows of the other source beside each row that has some. */
  readonly partnersOf: ReadonlyMap<string, readonly string[]>;
  readonly counts: Omit<AnswerBody<typeof sourceJoinAnswer>, 'ok'>;
}

interface Pair {
  readonly row: Pick<SourceRowRecord, 'cells' | 'company_id'>;
  readonly partnerId: string | null;
}

const companyColumns = ['company_id', 'corporate_number', 'legal_name'] as const;
/** Small enough that reading and writing does not block other requests. */
const rowsPerPiece = 100;
const bytesPerPiece = 512 * 1024;

/** Joins two sources of an account on the companies of their settled rows. */
export class SourceJoining {
  constructor(private readonly parts: SourceJoiningParts) {}

  /** @throws ServiceError source_not_found, invalid_query for too many lines or twice the same source */
  async count(scope: SourceScope, otherId: string): Promise<AnswerBody<typeof sourceJoinAnswer>> {
    const { counts } = await this.#join(scope, otherId);
    return { ok: true, ...counts };
  }

  /** @throws ServiceError source_not_found, invalid_query for too many lines or twice the same source */
  async export(
    scope: SourceScope,
    { other, lang, ...options }: SourceJoinExportQuery,
  ): Promise<StreamAnswer> {
    const join = await this.#join(scope, other);
    const { lines } = join.counts;
    if (lines > maxJoinedLines) throw tooManyLines(lines);
    const answer = await tableAnswer(options, {
      fileName: `source-${join.own.source.source_id}-joined`,
      sheetName: join.own.source.name,
      lines: () => this.#lines(join, lang ?? null),
    });
    return { ...answer, headers: { ...answer.headers, 'Joined-Lines': String(lines) } };
  }

  async #join(scope: SourceScope, otherId: string): Promise<Join> {
    const own = await this.#side(scope);
    const other = await this.#side({ ...scope, sourceId: otherId });
    if (own.source.source_id === other.source.source_id) throw sameSource();
    const shared = [...own.rowsOf].flatMap(([companyId, rows]) => {
      const partners = other.rowsOf.get(companyId);
      return partners ? [{ rows, partners }] : [];
    });
    const countRows = (of: readonly { readonly rows: readonly string[] }[]) =>
      of.reduce((sum, { rows }) => sum + rows.length, 0);
    const withPartner = countRows(shared);
    const pairs = shared.reduce((sum, { rows, partners }) => sum + rows.length * partners.length, 0);
    const { row_count: rows } = own.source;
    const { row_count: otherRows } = other.source;
    return {
      own,
      other,
      partnersOf: new Map(shared.flatMap((each) => each.rows.map((id) => [id, each.partners] as const))),
      counts: {
        lines: rows - withPartner + pairs,
        rows,
        rows_with_partner: withPartner,
        rows_with_several_partners: countRows(shared.filter(({ partners }) => partners.length > 1)),
        companies: shared.length,
        other_rows: otherRows,
        other_rows_left_out: otherRows - shared.reduce((sum, { partners }) => sum + partners.length, 0),
      },
    };
  }

  async #side(scope: SourceScope): Promise<Side> {
    const { sources, rows, companies } = this.parts;
    const source = await sources.find(scope);
    const matched = await rows.matchedRows(scope);
    const replaced = await companies.findReplacements(matched.map(({ company_id }) => company_id));
    const rowsOf = new Map<string, string[]>();
    for (const { company_id, source_row_id } of matched) {
      const current = replaced.get(company_id) ?? company_id;
      const listed = rowsOf.get(current);
      if (listed) listed.push(source_row_id);
      else rowsOf.set(current, [source_row_id]);
    }
    return { scope, source, rowsOf };
  }

  async *#lines(join: Join, language: ExportLanguage): LinePieces {
    const { own, other, partnersOf } = join;
    const { rows, sources, companies } = this.parts;
    yield [nameHeaders(own.source.headers, [...nameCompanyColumns(language), ...other.source.headers])];
    const pieces = rows.pieces(own.scope, { limit: rowsPerPiece, maxBytes: bytesPerPiece });
    for await (const piece of pieces) {
      const ids = piece.rows.flatMap(({ company_id: id }) => (id === null ? [] : [id]));
      const located = await companies.findLocatedCompanies(ids);
      const pairs = piece.rows.flatMap((row): Pair[] =>
        (partnersOf.get(row.source_row_id) ?? [null]).map((partnerId) => ({ row, partnerId })),
      );
      for (let at = 0; at < pairs.length; at += rowsPerPiece)
        yield* this.#linesOf(join, pairs.slice(at, at + rowsPerPiece), located);
    }
    // A file that ends early would look complete.
    await sources.find(own.scope);
    await sources.find(other.scope);
  }

  async *#linesOf(
    { own, other }: Join,
    pairs: readonly Pair[],
    located: ReadonlyMap<string, LocatedCompany>,
  ): LinePieces {
    const partnerIds = pairs.flatMap(({ partnerId }) => (partnerId === null ? [] : [partnerId]));
    const cellsOf = await this.parts.cells.findCells(other.scope, [...new Set(partnerIds)]);
    yield* piecesOfLines(
      pairs.map(({ row, partnerId }) => [
        ...fill(row.cells, own.source.headers.length),
        ...companyCells(row.company_id === null ? undefined : located.get(row.company_id)),
        ...fill((partnerId !== null && cellsOf.get(partnerId)) || [], other.source.headers.length),
      ]),
    );
  }
}

function companyCells(company: LocatedCompany | undefined): string[] {
  if (!company) return companyColumns.map(() => '');
  const { company_id, corporate_number, legal_name } = company.summary;
  return [company_id, corporate_number ?? '', legal_name];
}

function fill(cells: readonly (string | null)[], width: number): string[] {
  return Array.from({ length: width }, (_, place) => cells[place] ?? '');
}

function nameCompanyColumns(language: ExportLanguage): string[] {
  return companyColumns.map((column) => getDefaultPrefix(language) + getColumnTitle(column, language));
}

/** Headers with further ones behind them; those that are there already get a number. */
function nameHeaders(own: readonly string[], further: readonly string[]): string[] {
  const headers = [...own];
  const taken = new Set(headers.map((header) => normalizeText(header)));
  for (const header of further) {
    let name = header;
    for (let number = 2; taken.has(normalizeText(name)); number += 1) name = `${header} (${number})`;
    taken.add(normalizeText(name));
    headers.push(name);
  }
  return headers;
}

function refused(message: string): ServiceError {
  return new ServiceError('invalid_query', { details: [{ field: 'other', message }] });
}

function sameSource(): ServiceError {
  return refused('must be another source than the one in the path');
}

function tooManyLines(lines: number): ServiceError {
  return refused(
    `gives ${lines.toLocaleString('en')} lines, at most ${formatLimit(maxJoinedLines)}: both sources have many rows of the same companies`,
  );
}
