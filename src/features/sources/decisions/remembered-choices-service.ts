import type { LinePieces } from '../../../../tables/table-stream.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { buildCollection, type Collection } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import type {
  RememberedChoice,
  RememberedChoiceBody,
  RememberedChoicesQuery,
  RememberedRowsQuery,
  rememberedChoiceAnswer,
  rememberedRowsPage,
} from '../../../contract/sources/remembered-choices.ts';
import type { TableFileOptions } from '../../../contract/table-files.ts';
import type { PagePlace } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { StreamAnswer } from '../../../http/route.ts';
import { retryUntilPrepared } from '../../../idempotency/idempotency.ts';
import type { Paging } from '../../../paging/paging.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import { piecesOfLines, tableAnswer } from '../export/table-answer-service.ts';
import type { NamedCompanies } from '../records/named-companies-service.ts';
import type { ChoiceRecord, SourceChoicesStore } from '../records/source-choices-store.ts';
import { unknownCompany } from './decision-checks.ts';
import type { RememberedRows, SourcesToReopen } from './remembered-rows-service.ts';

export interface RememberedChoicesParts {
  readonly choices: SourceChoicesStore;
  readonly companies: CompaniesService;
  readonly named: NamedCompanies;
  readonly rows: RememberedRows;
  readonly paging: Paging;
}

type ChoiceAnswer = AnswerBody<typeof rememberedChoiceAnswer>;

interface Editor {
  readonly accountId: string;
  readonly keyId: string;
}

const rowsPerPiece = 1000;

const fileColumns = [
  'name',
  'company_id',
  'corporate_number',
  'company_name',
  'mark',
  'always',
  'note',
  'chosen_at',
  'key_label',
  'source_id',
  'source_row_id',
  'choice_id',
] as const;

/** What an account remembers for names: companies, and that none is meant. */
export class RememberedChoices {
  constructor(private readonly parts: RememberedChoicesParts) {}

  /** Newest first. @throws ServiceError invalid_cursor */
  async list(
    accountId: string,
    { q, always, ...query }: RememberedChoicesQuery,
  ): Promise<Collection<RememberedChoice>> {
    const { choices, paging } = this.parts;
    const binding = { kind: 'remembered-choices', accountId, q, always };
    const text = q?.trim() === '' ? undefined : q?.trim();
    const fetch = (place: PagePlace) => choices.list(accountId, { text, always }, place);
    const { shown, end } = await paging.fetchRows(query, binding, 'choice_id', fetch);
    return buildCollection(await this.#views(shown), end);
  }

  /** All choices, newest first. */
  export(accountId: string, options: TableFileOptions): Promise<StreamAnswer> {
    const fileName = 'remembered-choices';
    return tableAnswer(options, {
      fileName,
      sheetName: fileName,
      lines: () => this.#lines(accountId),
      lineCount: async () => 1 + (await this.parts.choices.count(accountId)),
    });
  }

  /** The rows that a choice settled. @throws ServiceError remembered_choice_not_found, invalid_cursor */
  async settledRows(
    accountId: string,
    choiceId: string,
    query: RememberedRowsQuery,
  ): Promise<AnswerBody<typeof rememberedRowsPage>> {
    const { choices, rows } = this.parts;
    const choice = await choices.find(accountId, choiceId);
    if (!choice) throw new ServiceError('remembered_choice_not_found');
    return rows.page(
      { accountId, nameKeys: [choice.name_key], companyIds: null, without: choice.choice_id },
      query,
    );
  }

  /** @throws ServiceError remembered_choice_not_found, company_not_found */
  async update(
    editor: Editor,
    choiceId: string,
    { companyId, always, note, reopen = false }: RememberedChoiceBody,
  ): Promise<ChoiceAnswer> {
    const { accountId, keyId } = editor;
    const { choices, named } = this.parts;
    if (!(await choices.find(accountId, choiceId))) throw new ServiceError('remembered_choice_not_found');
    const company = companyId === undefined ? undefined : (await named.find([companyId])).get(companyId);
    if (companyId !== undefined && !company)
      throw new ServiceError('company_not_found', {
        details: [{ field: 'companyId', message: unknownCompany(companyId) }],
      });
    const edit = { companyId: company?.company_id, always, note: note?.trim() ?? note };
    const isEdit = Object.values(edit).some((value) => value !== undefined);
    return this.#change(editor, choiceId, reopen, async (choice, transaction) =>
      // Reopening rows alone does not make the choice the editor's: it is forgotten with its decision as before.
      isEdit ? choices.edit(accountId, choiceId, edit, keyId, transaction) : choice,
    );
  }

  /** @throws ServiceError remembered_choice_not_found */
  delete(editor: Editor, choiceId: string, reopen = false): Promise<ChoiceAnswer> {
    return this.#change(editor, choiceId, reopen, async (choice, transaction) => {
      const forgotten = await this.parts.choices.forget(editor.accountId, choiceId, transaction);
      if (forgotten) return choice;
      return null;
    });
  }

  /**
   * Changes a choice, and finds the rows that none supports any more.
   * @param change returns null if the choice is gone
   */
  async #change(
    editor: Editor,
    choiceId: string,
    reopen: boolean,
    change: (choice: ChoiceRecord, transaction: Transaction) => Promise<ChoiceRecord | null>,
  ): Promise<ChoiceAnswer> {
    const { choices, rows } = this.parts;
    const { accountId, keyId } = editor;
    const sources: SourcesToReopen | null = reopen ? new Set() : null;
    const attempt = () =>
      choices.transaction(async (transaction) => {
        // Decisions lock their source before the choices, too.
        await rows.lockSources(accountId, sources ?? [], transaction);
        await choices.lock(accountId, transaction);
        const found = await choices.find(accountId, choiceId, transaction);
        const record = found && (await change(found, transaction));
        if (!record) return null;
        const names = { accountId, nameKeys: [record.name_key], companyIds: null };
        return { record, settled: await rows.settledBy(names, keyId, sources, transaction) };
      });
    const done = await retryUntilPrepared(attempt);
    const [choice] = done ? await this.#views([done.record]) : [];
    if (!done || !choice) throw new ServiceError('remembered_choice_not_found');
    return { ok: true, choice, settled: done.settled };
  }

  async *#lines(accountId: string): LinePieces {
    yield [fileColumns];
    let after: string | null = null;
    for (;;) {
      const place = { after, limit: rowsPerPiece };
      const records: ChoiceRecord[] = await this.parts.choices.list(accountId, {}, place);
      yield* piecesOfLines((await this.#views(records)).map(fileCells));
      if (records.length < rowsPerPiece) return;
      after = records.at(-1)?.choice_id ?? null;
    }
  }

  async #views(records: readonly ChoiceRecord[]): Promise<RememberedChoice[]> {
    const { companies } = this.parts;
    const canonical = await companies.findCanonicalIds([
      ...new Set(records.map(({ company_id }) => company_id)),
    ]);
    const summaries = await companies.findSummaries([...new Set(canonical.values())]);
    return records.map(({ chosen_at, key_id, key_label, company_id, ...record }) => {
      const current = canonical.get(company_id) ?? company_id;
      const summary = summaries.get(current);
      return {
        choice_id: record.choice_id,
        name: record.name,
        company_id: record.mark === null ? current : null,
        mark: record.mark,
        company_name: summary?.legal_name ?? null,
        corporate_number: summary?.corporate_number ?? null,
        always: record.always,
        note: record.note,
        chosen_at: chosen_at.toISOString(),
        key: key_id === null ? null : { key_id, label: key_label ?? '' },
        source_id: record.source_id,
        source_row_id: record.source_row_id,
      };
    });
  }
}

function fileCells(choice: RememberedChoice): string[] {
  return [
    choice.name ?? '',
    choice.company_id ?? '',
    choice.corporate_number ?? '',
    choice.company_name ?? '',
    choice.mark ?? '',
    String(choice.always),
    choice.note ?? '',
    choice.chosen_at,
    choice.key?.label ?? '',
    choice.source_id ?? '',
    choice.source_row_id ?? '',
    choice.choice_id,
  ];
}
