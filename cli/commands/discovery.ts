import type { Command } from 'commander';
import type { Schema } from '../../client/index.ts';
import { answered } from '../calls.ts';
import { addCompanyFilters, type CompanyFilterOptions, companyFilters } from '../company-filters.ts';
import { companyColumns } from '../company-view.ts';
import { purchaseKey } from '../idempotency.ts';
import { showList } from '../list-view.ts';
import { showNextCommands, totalSentence } from '../notices.ts';
import { choiceOption, given, repeated, wholeNumber } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import { addPayingOptions, type PayingOptions, purchase } from '../paying.ts';
import type { Session } from '../session.ts';
import { type Order, orders } from '../vocabulary.ts';

/** Saved searches that can be refined step by step and saved as a List. */

/** Conditions that are not filters. */
const nonFilters = ['query', 'order'];

interface ConditionOptions extends CompanyFilterOptions {
  readonly query?: string;
  readonly order?: Order;
  readonly limit?: number;
}

interface RefineOptions extends ConditionOptions {
  readonly name?: string;
  readonly without?: string[];
}

export function addDiscoveryCommands(program: Command, open: () => Session): void {
  const discovery = program.command('discovery').description('Saved searches, which can be refined');

  const create = discovery
    .command('create')
    .description('Save a search and show its results')
    .argument('<name>');
  addConditionOptions(create);
  create.action((name: string, options: ConditionOptions) => createDiscovery(open(), name, options));

  const list = discovery.command('list').description("List the account's discoveries, newest first");
  addPageOptions(list);
  list.action((options: PageOptions) => listDiscoveries(open(), options));

  const show = discovery.command('show').description('Show its current results').argument('<discovery_id>');
  addPageOptions(show);
  show.action((discoveryId: string, options: PageOptions) => showDiscovery(open(), discoveryId, options));

  const refine = discovery
    .command('refine')
    .description('Make a new discovery with changed conditions; the others stay')
    .argument('<discovery_id>')
    .option('--name <name>', 'name of the new discovery')
    .option(
      '--without <condition>',
      "remove query, order, or a filter by the service's name for it (repeatable)",
      repeated,
    );
  addConditionOptions(refine);
  refine.action((discoveryId: string, options: RefineOptions) =>
    refineDiscovery(open(), discoveryId, options),
  );

  const materialize = discovery
    .command('materialize')
    .description('Save its current results as a List, for 1 basic credit per row; asks before charging')
    .argument('<discovery_id>')
    .option('--name <name>', "name of the List; default the discovery's name");
  addPayingOptions(materialize);
  materialize.action((discoveryId: string, options: PayingOptions & { name?: string }) =>
    materializeDiscovery(open(), discoveryId, options),
  );
}

function addConditionOptions(command: Command): void {
  addCompanyFilters(command)
    .option('--query <text>', 'name, identifier, domain or short term')
    .addOption(choiceOption('--order <order>', 'order of the companies', orders))
    .option('--limit <number>', 'maximum number of companies, 1 to 100', wholeNumber);
}

async function createDiscovery(session: Session, name: string, options: ConditionOptions): Promise<void> {
  const { query, order, limit } = options;
  const body = { name, ...given({ query, order, limit, filters: companyFilters(options) }) };
  const answer = await answered(session.api().POST('/api/service/discovery', { body }));
  session.answer(answer, () => showFound(session, answer));
  showNext(session, answer);
}

async function listDiscoveries(session: Session, options: PageOptions): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (query) => answered(api.GET('/api/service/discovery', { params: { query } })),
    ({ items }) =>
      session.table(
        [
          { title: 'discovery_id', cell: ({ discovery_id }) => discovery_id, whole: true },
          { title: 'name', cell: ({ name }) => name },
          { title: 'revision', cell: ({ revision }) => revision },
          { title: 'query', cell: ({ query }) => query },
          { title: 'filters', cell: ({ filters }) => JSON.stringify(filters) },
          { title: 'made', cell: ({ created_at }) => created_at.slice(0, 10) },
        ],
        items,
      ),
  );
}

async function showDiscovery(session: Session, discoveryId: string, options: PageOptions): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (query) =>
      answered(api.GET('/api/service/discovery/{discoveryId}', { params: { path: { discoveryId }, query } })),
    (answer) => showFound(session, answer),
  );
}

async function refineDiscovery(session: Session, discoveryId: string, options: RefineOptions): Promise<void> {
  const { name, query, order, limit, without = [] } = options;
  const filters = {
    ...companyFilters(options),
    ...nulls(without.filter((condition) => !nonFilters.includes(condition))),
  };
  const body = {
    ...given({ name, query, order, limit }),
    ...(Object.keys(filters).length > 0 && { filters }),
    ...nulls(without.filter((condition) => nonFilters.includes(condition))),
  };
  const answer = await answered(
    session.api().POST('/api/service/discovery/{discoveryId}/refine', {
      params: { path: { discoveryId } },
      body,
    }),
  );
  session.answer(answer, () => showFound(session, answer));
  showNext(session, answer);
}

/** The service removes a condition that is null. */
function nulls(conditions: readonly string[]): Record<string, null> {
  return Object.fromEntries(conditions.map((condition) => [condition, null]));
}

/** A discovery's conditions never change, so retries with the same name share one key. */
async function materializeDiscovery(
  session: Session,
  discoveryId: string,
  { name, ...paying }: PayingOptions & { name?: string },
): Promise<void> {
  const key =
    paying.idempotencyKey ??
    purchaseKey('discovery.materialize', { url: session.url, discovery_id: discoveryId, name });
  const api = session.api();
  const answer = await purchase(session, paying, 'Saving the List', (limits) =>
    answered(
      api.POST('/api/service/discovery/{discoveryId}/materialize', {
        params: { path: { discoveryId }, header: { 'Idempotency-Key': key } },
        body: { ...given({ name }), ...limits },
      }),
    ),
  );
  if (!answer) return;
  session.answer(answer, () => showList(session, answer.list));
}

function showFound(session: Session, { discovery, companies, meta }: Schema<'DiscoveryAnswer'>): void {
  session.fields([
    ['discovery_id', discovery.discovery_id],
    ['name', discovery.name],
    ['revision', discovery.revision],
    ['made from', discovery.parent_id],
    ['query', discovery.query],
    ['filters', JSON.stringify(discovery.filters)],
  ]);
  session.print('');
  session.table(
    companyColumns<Schema<'CompanyResult'>>(({ company }) => company),
    companies,
  );
  session.note(totalSentence(meta));
}

function showNext(session: Session, { discovery: { discovery_id: id } }: Schema<'DiscoveryAnswer'>): void {
  showNextCommands(
    session,
    `company-data discovery refine ${id} --prefecture 東京都`,
    `company-data discovery materialize ${id}`,
  );
}
