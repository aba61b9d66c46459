import type { LinePieces } from '../../../../tables/table-stream.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import type { ExportLanguage } from '../../../contract/sources/columns/result-columns.ts';
import { decisionEndpoints } from '../../../contract/sources/decision-endpoints.ts';
import {
  type OpenStatus,
  openStatuses,
  type Remembering,
  type SourceCandidatesQuery,
  type sourceChoicesAnswer,
} from '../../../contract/sources/decisions.ts';
import type { StreamAnswer } from '../../../http/route.ts';
import type { KeyedAnswer } from '../../../idempotency/idempotency.ts';
import { mapInSlices } from '../../../running/time-slices.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { ChargeCall, Charging } from '../../credits/charging-service.ts';
import { type MappedColumns, mappedColumns } from '../../row-matching/parse-row.ts';
import { linesOfRows, piecesOfLines, tableAnswer } from '../export/table-answer-service.ts';
import { rowsOf, shownBatch } from '../records/decision.ts';
import type { ReviewRowsStore } from '../records/review-rows-store.ts';
import type { SourceRecord, SourceRowRecord, SourceScope } from '../records/source-record.ts';
import type { SourceRowsStore } from '../records/source-rows-store.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { reviewOf, sourceEnvelope } from '../view/source-view.ts';
import { buildChoiceHeaders, buildChoiceLines, listChoiceKinds } from './choice-lines.ts';
import { askedBy } from './choice-table.ts';
import type { SourcesToReopen } from './remembered-rows-service.ts';
import type { RowDecisions } from './row-decisions-service.ts';
import { choicesOf, type SentChoices } from './sent-choices.ts';

export interface ChoiceTablesParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly reviewed: ReviewRowsStore;
  readonly decisions: RowDecisions;
  readonly companies: CompaniesService;
  readonly charging: Charging;
}

type ChoicesAnswer = AnswerBody<typeof sourceChoicesAnswer>;

/** Small enough that reading and writing does not block other requests. */
const rowsPerPiece = 500;
const bytesPerPiece = 512 * 1024;

/** Writes the candidates of open rows as a table, and takes it back with choices. */
export class ChoiceTables {
  constructor(private readonly parts: ChoiceTablesParts) {}

  /** @throws ServiceError source_not_found */
  async export(
    scope: SourceScope,
    { status = [], lang, ...options }: SourceCandidatesQuery,
  ): Promise<StreamAnswer> {
    const source = await this.parts.sources.find(scope);
    const language = lang ?? null;
    const statuses = status.length === 0 ? openStatuses : [...new Set(status)];
    return tableAnswer(options, {
      fileName: `candidates-${source.source_id}`,
      sheetName: language === 'ja' ? '候補' : 'candidates',
      kinds: listChoiceKinds(columnsOf(source)),
      lines: () => this.#lines(scope, source, statuses, language),
      lineCount: () => this.#lineCount(scope, statuses),
    });
  }

  async #lineCount(scope: SourceScope, statuses: readonly OpenStatus[]): Promise<number> {
    let count = 1;
    for await (const candidates of this.parts.reviewed.listCandidateCounts(scope, statuses))
      for (const ofRow of candidates) count += ofRow + 1;
    return count;
  }

  async *#lines(
    scope: SourceScope,
    source: SourceRecord,
    statuses: readonly OpenStatus[],
    language: ExportLanguage,
  ): LinePieces {
    const columns = columnsOf(source);
    yield [buildChoiceHeaders(columns, language)];
    const page = { statuses, undecided: true, limit: rowsPerPiece, maxBytes: bytesPerPiece };
    for await (const { rows } of this.parts.rows.pieces(scope, page)) {
      const facts = await this.#facts(rows);
      yield* piecesOfLines(linesOfRows(rows, (row) => buildChoiceLines(row, columns, facts, language)));
    }
    // A file that ends early would look complete.
    await this.parts.sources.find(scope);
  }

  async #facts(rows: readonly SourceRowRecord[]) {
    const { companies } = this.parts;
    const ids = [
      ...new Set(
        rows.flatMap(({ candidates, suggestions }) =>
          [...candidates, ...suggestions].map(({ company_id }) => company_id),
        ),
      ),
    ];
    const [summaries, offices] = await Promise.all([
      companies.findSummaries(ids),
      companies.findHeadOffices(ids),
    ]);
    return { summaries, offices };
  }

  /**
   * Makes the decisions of a returned table, or none.
   * @param table as it was read
   * @throws ServiceError source_not_found, source_mapping_required, those of `DecisionFault`, and those of charging
   */
  import(
    call: ChargeCall & {
      readonly body: { readonly remember: Remembering; readonly reopen?: boolean | undefined };
    },
    sourceId: string,
    { copy, empty, faults }: SentChoices,
  ): Promise<KeyedAnswer<200, ChoicesAnswer>> {
    const scope = { accountId: call.accountId, sourceId };
    const { sources, decisions, charging } = this.parts;
    const reopening: SourcesToReopen | null = call.body.reopen ? new Set() : null;
    return charging.chargeOnce(decisionEndpoints.importSourceChoices.charge, call, {
      prepare: async () => {
        await sources.find(scope);
        const choices = (await mapInSlices(copy, choicesOf)).flat();
        const asked = await mapInSlices(choices, (choice) => askedBy(choice, call.body.remember));
        return { asked, known: await decisions.prepare(scope, asked) };
      },
      work: async (transaction, { asked, known }) => {
        const by = { madeBy: 'choices', keyId: call.keyId, reopening } as const;
        const done = await decisions.decideIn(scope, by, asked, known, transaction, faults);
        const { source, cost } = done;
        const changed = rowsOf(done.changes);
        const batch_id = shownBatch(done.batch, done.changes, call.body.dryRun);
        const count = (action: string) => asked.filter((each) => each.action === action).length;
        return {
          cost,
          subject: { type: 'source', id: sourceId },
          answer: (billing): ChoicesAnswer => ({
            ...sourceEnvelope('choices', source, { undo: batch_id }),
            choices: {
              read: asked.length,
              empty,
              changed,
              unchanged: asked.length - changed,
              chosen: count('choose'),
              companies: new Set(asked.flatMap(({ companyId }) => companyId ?? [])).size,
              none_of_these: count('none_of_these'),
              not_a_company: count('not_a_company'),
            },
            settled: done.settled,
            batch_id,
            billing,
            review: reviewOf(source),
          }),
        };
      },
    });
  }
}

function columnsOf({ mapping, headers }: SourceRecord): MappedColumns {
  return mapping ? mappedColumns(mapping, headers) : { fields: [], hints: [], own: [] };
}
