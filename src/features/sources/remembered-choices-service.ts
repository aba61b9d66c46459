import type { LinePieces } from '../../../tables/table-stream.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { type Collection, collection } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import type {
  RememberedChoice,
  RememberedChoiceBody,
  RememberedChoicesQuery,
  rememberedChoiceAnswer,
} from '../../contract/sources/remembered-choices.ts';
import type { TableFileOptions } from '../../contract/table-files.ts';
import type { PagePlace } from '../../database/rows.ts';
import type { StreamAnswer } from '../../http/route.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { unknownCompany } from './decision-checks.ts';
import type { NamedCompanies } from './named-companies-service.ts';
import type { ChoiceRecord, SourceChoicesStore } from './source-choices-store.ts';
import { piecesOfLines, tableAnswer } from './table-answer-service.ts';

export interface RememberedChoicesParts {
  readonly choices: SourceChoicesStore;
  readonly companies: CompaniesService;
  readonly named: NamedCompanies;
  readonly paging: Paging;
}

type ChoiceAnswer = AnswerBody<typeof rememberedChoiceAnswer>;

const rowsPerPiece = 1000;

const fileColumns = [
  'name',
  'company_id',
  'corporate_number',
  'company_name',
  'always',
  'note',
  'chosen_at',
  'key_label',
  'source_id',
  'source_row_id',
  'choice_id',
] as const;

/** Companies that an account remembers for a name. */
export class RememberedChoices {
  readonly #parts: RememberedChoicesParts;

  constructor(parts: RememberedChoicesParts) {
    this.#parts = parts;
  }

  /** Newest first. @throws ServiceError invalid_cursor */
  async list(
    accountId: string,
    { q, always, ...query }: RememberedChoicesQuery,
  ): Promise<Collection<RememberedChoice>> {
    const { choices, paging } = this.#parts;
    const binding = { kind: 'remembered-choices', accountId, q, always };
    const text = q?.trim() === '' ? undefined : q?.trim();
    const fetch = (place: PagePlace) => choices.list(accountId, { text, always }, place);
    const { shown, end } = await paging.rows(query, binding, 'choice_id', fetch);
    return collection(await this.#views(shown), end);
  }

  /** All choices, newest first. */
  export(accountId: string, options: TableFileOptions): Promise<StreamAnswer> {
    const fileName = 'remembered-choices';
    return tableAnswer(options, {
      fileName,
      sheetName: fileName,
      lines: () => this.#lines(accountId),
      lineCount: async () => 1 + (await this.#parts.choices.count(accountId)),
    });
  }

  /** @throws ServiceError remembered_choice_not_found, company_not_found */
  async update(
    { accountId, keyId }: { readonly accountId: string; readonly keyId: string },
    choiceId: string,
    { companyId, always, note }: RememberedChoiceBody,
  ): Promise<ChoiceAnswer> {
    const { choices, named } = this.#parts;
    if (!(await choices.find(accountId, choiceId))) throw new ServiceError('remembered_choice_not_found');
    const company = companyId === undefined ? undefined : (await named.find([companyId])).get(companyId);
    if (companyId !== undefined && !company)
      throw new ServiceError('company_not_found', {
        details: [{ field: 'companyId', message: unknownCompany(companyId) }],
      });
    const edit = { companyId: company?.company_id, always, note: note?.trim() ?? note };
    return this.#answer(await choices.edit(accountId, choiceId, edit, keyId));
  }

  /** @throws ServiceError remembered_choice_not_found */
  async delete(accountId: string, choiceId: string): Promise<ChoiceAnswer> {
    const { choices } = this.#parts;
    const found = await choices.find(accountId, choiceId);
    return this.#answer(found && (await choices.forget(accountId, choiceId)) ? found : null);
  }

  async #answer(record: ChoiceRecord | null): Promise<ChoiceAnswer> {
    const [choice] = record ? await this.#views([record]) : [];
    if (!choice) throw new ServiceError('remembered_choice_not_found');
    return { ok: true, choice };
  }

  async *#lines(accountId: string): LinePieces {
    yield [fileColumns];
    let after: string | null = null;
    for (;;) {
      const place = { after, limit: rowsPerPiece };
      const records: ChoiceRecord[] = await this.#parts.choices.list(accountId, {}, place);
      yield* piecesOfLines((await this.#views(records)).map(fileCells));
      if (records.length < rowsPerPiece) return;
      after = records.at(-1)?.choice_id ?? null;
    }
  }

  async #views(records: readonly ChoiceRecord[]): Promise<RememberedChoice[]> {
    const { companies } = this.#parts;
    const canonical = await companies.canonicalIds([...new Set(records.map(({ company_id }) => company_id))]);
    const summaries = await companies.summaries([...new Set(canonical.values())]);
    return records.map(({ chosen_at, key_id, key_label, company_id, ...record }) => {
      const current = canonical.get(company_id) ?? company_id;
      const summary = summaries.get(current);
      return {
        choice_id: record.choice_id,
        name: record.name,
        company_id: current,
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
    choice.company_id,
    choice.corporate_number ?? '',
    choice.company_name ?? '',
    String(choice.always),
    choice.note ?? '',
    choice.chosen_at,
    choice.key?.label ?? '',
    choice.source_id ?? '',
    choice.source_row_id ?? '',
    choice.choice_id,
  ];
}
