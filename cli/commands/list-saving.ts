import type { Command } from 'commander';
import { type ListStatus, listStatuses, prices, type Schema } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { addDefinitionOptions, type DefinitionOptions, readDefinition } from '../definition.ts';
import { createUsageFailure } from '../failure.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { createChoiceOption, omitUndefined } from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { addPayingOptions, makePurchase, type PayingOptions } from '../input/paying.ts';
import { buildCompanyColumns } from '../output/company-view.ts';
import { showList, showLists } from '../output/list-view.ts';
import { showNextCommands } from '../output/notices.ts';
import { escapeShellWord, formatQuantity } from '../output/text.ts';
import type { Run, Session } from '../session.ts';
import { requestSource } from '../sources/source-view.ts';

/** Making Lists (estimate, candidates, materialize, create) and finding them. */

interface MaterializeOptions extends PayingOptions {
  readonly name?: string;
  readonly into?: string;
}

interface CreateOptions {
  readonly source?: string;
  readonly idempotencyKey?: string;
}

export function addListSavingCommands(list: Command, run: Run): void {
  const estimate = list
    .command('estimate')
    .description('Freeze the companies of a List for 24 hours, and estimate the cost of saving it');
  addDefinitionOptions(estimate).action(run(estimateList));

  const candidates = list
    .command('candidates')
    .description('Show the companies of an estimate')
    .argument('<estimate_id>');
  addPageOptions(candidates).action(run(showCandidates));

  const materialize = list
    .command('materialize')
    .description(`Save an estimate as a List, for ${prices.savedRow.text} per row; asks before charging`)
    .argument('<estimate_id>')
    .option('--name <name>', 'name of the new List')
    .option('--into <list_id>', 'add the missing rows to this List instead');
  addPayingOptions(materialize).action(run(materializeList));

  list
    .command('create')
    .description('Make a List, empty or from the matched rows of a source, free of charge')
    .argument('<name>')
    .option('--source <source_id>', 'use the matched rows of this source')
    .option('--idempotency-key <key>', 'use this key instead of the one derived from the command')
    .action(run(createList));

  const all = list
    .command('list')
    .description('List the saved Lists, newest first')
    .addOption(createChoiceOption('--status <status>', 'only this status', listStatuses));
  addPageOptions(all).action(run(listLists));

  list
    .command('show')
    .description('Show a List with its definition and row counts')
    .argument('<list_id>')
    .action(run(showDetail));
}

async function estimateList(session: Session, options: DefinitionOptions): Promise<void> {
  const definition = readDefinition(options);
  const call = session.api.POST('/api/service/lists/estimate', { body: { definition } });
  const { estimate } = await session.showAnswer(call, ({ estimate, resolved_definition, billing }) =>
    session.printFields([
      ['estimate_id', estimate.estimate_id],
      ['rows', estimate.row_count],
      ['total', estimate.total_kind],
      [
        'price',
        formatQuantity(billing.materialize.estimated_credits, `${billing.materialize.credit_class} credit`),
      ],
      ['valid until', estimate.expires_at],
      ['definition', JSON.stringify(resolved_definition)],
    ]),
  );
  showNextCommands(
    session,
    `company-data list candidates ${estimate.estimate_id}`,
    `company-data list materialize ${estimate.estimate_id} --name '<name>'`,
  );
}

async function showCandidates(session: Session, estimateId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (page) =>
      session.api.GET('/api/service/lists/candidates', {
        params: { query: { estimate_id: estimateId, ...page } },
      }),
    ({ companies, estimate }) => {
      session.printTable(
        companies,
        buildCompanyColumns<{ readonly company: Schema<'CompanySummary'> }>(({ company }) => company),
      );
      session.note(`${formatQuantity(estimate.row_count, 'row')}, valid until ${estimate.expires_at}.`);
    },
  );
}

/** An estimate is frozen, so retries with the same name or List share one key. */
async function materializeList(
  session: Session,
  estimateId: string,
  { name, into, ...paying }: MaterializeOptions,
): Promise<void> {
  if ((name === undefined) === (into === undefined))
    throw createUsageFailure('Give either --name or --into.');
  const body = { estimate_id: estimateId, ...omitUndefined({ name, list_id: into }) };
  const key =
    paying.idempotencyKey ?? computeIdempotencyKey('list.materialize', { url: session.url, ...body });
  const answer = await makePurchase(session, paying, 'Saving the List', (limits) =>
    session.api.POST('/api/service/lists/materialize', {
      params: { header: { 'Idempotency-Key': key } },
      body: { ...body, ...limits },
    }),
  );
  if (!answer) return;
  session.printAnswer(answer, ({ list, saved_rows, already_saved_rows }) => {
    showList(session, list);
    session.note(`Saved ${formatQuantity(saved_rows, 'row')}; the List already had ${already_saved_rows}.`);
  });
  showNextAfterSaving(session, answer.list.list_id);
}

/**
 * Free. Retries with the same name and the same state of the source share one key, so that a retry after an interruption
 * finds the List that was made.
 */
async function createList(
  session: Session,
  name: string,
  { source, idempotencyKey }: CreateOptions,
): Promise<void> {
  const api = session.api;
  const inspected = source === undefined ? undefined : await getAnswer(requestSource(session, source));
  const body = { name, ...omitUndefined({ source_id: source }) };
  const key =
    idempotencyKey ??
    computeIdempotencyKey('list.create', {
      url: session.url,
      ...body,
      updated_at: inspected?.source.updated_at,
    });
  const call = api.POST('/api/service/lists', { params: { header: { 'Idempotency-Key': key } }, body });
  const { list } = await session.showAnswer(call, (answer) => showList(session, answer.list));
  const { response } = await call;
  if (response.headers.get('Idempotent-Replayed') === 'true') {
    session.note(
      `The same command already made this List. To make another one, use another name, or --idempotency-key ${escapeShellWord('<key>')}`,
    );
  }
  showNextAfterSaving(session, list.list_id);
}

function showNextAfterSaving(session: Session, listId: string): void {
  showNextCommands(
    session,
    `company-data list preview ${listId}`,
    `company-data list enrich ${listId} --field website,employees`,
    `company-data list export ${listId} --out list.csv`,
  );
}

async function listLists(
  session: Session,
  { status, ...options }: PageOptions & { status?: ListStatus },
): Promise<void> {
  await showPages(
    session,
    options,
    (page) =>
      session.api.GET('/api/service/lists', { params: { query: { ...omitUndefined({ status }), ...page } } }),
    ({ items }) => showLists(session, items),
  );
}

async function showDetail(session: Session, listId: string): Promise<void> {
  const call = session.api.GET('/api/service/lists/{listId}', { params: { path: { listId } } });
  await session.showAnswer(call, ({ list, definition, row_counts: counts }) => {
    showList(session, list);
    session.printFields([
      ['suppressed', counts.suppressed],
      ['excluded', counts.excluded],
      ['definition', definition && JSON.stringify(definition)],
    ]);
  });
}
