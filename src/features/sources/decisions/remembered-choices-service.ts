import type { LinePieces } from '../../../../tables/table-stream.ts';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { buildCollection, type Collection } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxChangedNames } from '../../../contract/limits.ts';
import {
  flagTexts,
  getRememberedHeader,
  rememberedColumns,
  rememberedKinds,
} from '../../../contract/sources/columns/remembered-columns.ts';
import type { ExportLanguage } from '../../../contract/sources/columns/result-columns.ts';
import type {
  importRememberedAnswer,
  RememberedChoice,
  RememberedChoiceBody,
  RememberedChoicesQuery,
  RememberedRowsQuery,
  rememberedChoiceAnswer,
  rememberedRowsPage,
} from '../../../contract/sources/remembered-choices.ts';
import { rowDecisionTexts } from '../../../contract/sources/row-texts.ts';
import type { ReadableFileOptions } from '../../../contract/table-files.ts';
import { findWord } from '../../../contract/texts.ts';
import type { PagePlace } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { StreamAnswer } from '../../../http/route.ts';
import { retryUntilPrepared } from '../../../idempotency/idempotency.ts';
import type { Paging } from '../../../paging/paging.ts';
import { formatTokyoTime } from '../../../text/days/calendar.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import { piecesOfLines, tableAnswer } from '../export/table-answer-service.ts';
import type { NamedCompanies } from '../records/named-companies-service.ts';
import type { ChoiceRecord, SourceChoicesStore } from '../records/source-choices-store.ts';
import { makeRefusal } from './decision-answers.ts';
import { unknownCompany } from './decision-checks.ts';
import type { RememberedUpload } from './read-remembered.ts';
import type { RememberedRows, SourcesToReopen } from './remembered-rows-service.ts';
import { toWrittenChoices } from './written-choices.ts';

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
    return buildCollection(await this.#views(accountId, shown), end);
  }

  /** All choices, newest first. */
  export(accountId: string, { lang, ...options }: ReadableFileOptions): Promise<StreamAnswer> {
    const language = lang ?? null;
    const fileName = 'remembered-choices';
    return tableAnswer(options, {
      fileName,
      sheetName: language === 'ja' ? '記憶した選択' : fileName,
      kinds: rememberedKinds,
      lines: () => this.#lines(accountId, language),
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
    { companyId, always, enabled, note, reopen = false }: RememberedChoiceBody,
  ): Promise<ChoiceAnswer> {
    const { accountId, keyId } = editor;
    const { choices, named } = this.parts;
    if (!(await choices.find(accountId, choiceId))) throw new ServiceError('remembered_choice_not_found');
    const company = companyId === undefined ? undefined : (await named.find([companyId])).get(companyId);
    if (companyId !== undefined && !company)
      throw new ServiceError('company_not_found', {
        details: [{ field: 'companyId', message: unknownCompany(companyId) }],
      });
    const edit = { companyId: company?.company_id, always, enabled, note: note?.trim() ?? note };
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
   * Takes all choices of a file, or none.
   * @throws ServiceError invalid_request or company_not_found with every fault by its line
   */
  async import(
    { accountId, keyId }: Editor,
    { table, dryRun = false, reopen = false }: RememberedUpload,
  ): Promise<AnswerBody<typeof importRememberedAnswer>> {
    const { choices, named, rows } = this.parts;
    const companies = await named.find(
      table.lines.flatMap(({ companies: given }) => given.map(({ text }) => text)),
    );
    const sources: SourcesToReopen | null = reopen ? new Set() : null;
    const attempt = () =>
      choices.transaction(async (transaction) => {
        await rows.lockSources(accountId, sources ?? [], transaction);
        await choices.lock(accountId, transaction);
        const unnamed = table.lines.flatMap(({ name, choiceId }) =>
          name === null && choiceId !== null && isUuid(choiceId) ? [choiceId] : [],
        );
        const keys = await choices.nameKeysOf(accountId, unnamed, transaction);
        const { written, faults } = toWrittenChoices(table, companies, keys);
        if (faults.length > 0) throw makeRefusal(faults, 'Nothing was changed.');
        const touched = await choices.write(accountId, written, keyId, transaction);
        // Also names that did not change: rows can still be on a company before, from an import that reopened none.
        const nameKeys = [...new Set(written.map(({ name_key }) => name_key))];
        const names = { accountId, nameKeys, companyIds: null };
        const settled = await rows.settledBy(names, keyId, sources, transaction);
        const changed = touched.filter(({ isNew }) => !isNew);
        const imported = {
          read: written.length,
          added: touched.length - changed.length,
          changed: changed.length,
          changed_names: [...new Set(changed.flatMap(({ name }) => name ?? []))].slice(0, maxChangedNames),
          unchanged: written.length - touched.length,
        };
        const answer = { ok: true, imported, settled } as const;
        if (dryRun) throw new Trial(answer);
        return answer;
      });
    try {
      return await retryUntilPrepared(attempt);
    } catch (error) {
      // Nothing of it is kept.
      if (error instanceof Trial) return error.answer;
      throw error;
    }
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
    const [choice] = done ? await this.#views(accountId, [done.record]) : [];
    if (!done || !choice) throw new ServiceError('remembered_choice_not_found');
    return { ok: true, choice, settled: done.settled };
  }

  async *#lines(accountId: string, language: ExportLanguage): LinePieces {
    yield [rememberedColumns.map((column) => getRememberedHeader(column, language))];
    let after: string | null = null;
    for (;;) {
      const place = { after, limit: rowsPerPiece };
      const records: ChoiceRecord[] = await this.parts.choices.list(accountId, {}, place);
      yield* piecesOfLines(
        (await this.#views(accountId, records)).map((choice) => fileCells(choice, language)),
      );
      if (records.length < rowsPerPiece) return;
      after = records.at(-1)?.choice_id ?? null;
    }
  }

  async #views(accountId: string, records: readonly ChoiceRecord[]): Promise<RememberedChoice[]> {
    const { companies, rows } = this.parts;
    const [canonical, settled] = await Promise.all([
      companies.findCanonicalIds([...new Set(records.map(({ company_id }) => company_id))]),
      rows.countByChoice(
        accountId,
        records.map(({ choice_id }) => choice_id),
      ),
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
        enabled: record.enabled,
        settled_rows: settled.get(record.choice_id) ?? 0,
        note: record.note,
        chosen_at: chosen_at.toISOString(),
        key: key_id === null ? null : { key_id, label: key_label ?? '' },
        source_id: record.source_id,
        source_row_id: record.source_row_id,
      };
    });
  }
}

type ImportAnswer = AnswerBody<typeof importRememberedAnswer>;

/** Ends the transaction of a trial, with what it would have answered. */
class Trial extends Error {
  constructor(readonly answer: ImportAnswer) {
    super('a trial');
  }
}

function fileCells(choice: RememberedChoice, language: ExportLanguage): string[] {
  const flag = (value: boolean) => findWord(flagTexts, String(value), language);
  return [
    choice.name ?? '',
    choice.company_id ?? '',
    choice.corporate_number ?? '',
    choice.company_name ?? '',
    choice.mark === null ? '' : findWord(rowDecisionTexts, choice.mark, language),
    flag(choice.always),
    flag(choice.enabled),
    choice.note ?? '',
    language === null ? choice.chosen_at : formatTokyoTime(choice.chosen_at),
    choice.key?.label ?? '',
    choice.source_id ?? '',
    choice.source_row_id ?? '',
    choice.choice_id,
    String(choice.settled_rows),
  ];
}
