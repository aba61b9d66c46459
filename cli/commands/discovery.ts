import { type Command, Option } from 'commander';
import { companyOrders, maxPageItems, prices, type Schema } from '../../client/index.ts';
import type { Body } from '../calls.ts';
import { addCompanyFilters, readCompanyFilters } from '../input/company-filters.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import {
  addFlags,
  appendValue,
  createChoiceOption,
  createNumberOption,
  type FlagsOf,
  omitUndefined,
  readFlagValues,
} from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { addPayingOptions, makePurchase, type PayingOptions } from '../input/paying.ts';
import { buildCompanyColumns } from '../output/company-view.ts';
import { showList } from '../output/list-view.ts';
import { describeTotal, showNextCommands } from '../output/notices.ts';
import type { Run, Session } from '../session.ts';

/** Saved searches that can be refined step by step and saved as a List. */

/** Conditions that are not filters. */
const conditionFlags: FlagsOf<Pick<Body<'createDiscovery'>, 'query' | 'order' | 'limit'>> = {
  query: new Option('--query <text>', 'name, identifier, domain or short term'),
  order: createChoiceOption('--order <order>', 'order of the companies', companyOrders),
  limit: createNumberOption('--limit <number>', `maximum number of companies, 1 to ${maxPageItems}`),
};

interface RefineOptions {
  readonly name?: string;
  readonly without?: string[];
}

export function addDiscoveryCommands(program: Command, run: Run): void {
  const discovery = program.command('discovery').description('Saved searches, which can be refined');

  const create = discovery
    .command('create')
    .description('Save a search and show its results')
    .argument('<name>');
  addFlags(addCompanyFilters(create), conditionFlags).action(run(createDiscovery));

  const list = discovery.command('list').description("List the account's discoveries, newest first");
  addPageOptions(list).action(run(listDiscoveries));

  const show = discovery.command('show').description('Show its current results').argument('<discovery_id>');
  addPageOptions(show).action(run(showDiscovery));

  const refine = discovery
    .command('refine')
    .description('Make a new discovery with changed conditions; the others stay')
    .argument('<discovery_id>')
    .option('--name <name>', 'name of the new discovery')
    .option(
      '--without <condition>',
      "remove query, order, or a filter by the service's name for it (repeatable)",
      appendValue,
    );
  addFlags(addCompanyFilters(refine), conditionFlags).action(run(refineDiscovery));

  const materialize = discovery
    .command('materialize')
    .description(
      `Save its current results as a List, for ${prices.savedRow.text} per row; asks before charging`,
    )
    .argument('<discovery_id>')
    .option('--name <name>', "name of the List; default the discovery's name");
  addPayingOptions(materialize).action(run(materializeDiscovery));
}

async function createDiscovery(session: Session, name: string, options: object): Promise<void> {
  const filters = readCompanyFilters(options);
  const body = { name, ...readFlagValues(conditionFlags, options), ...omitUndefined({ filters }) };
  const call = session.api.POST('/api/service/discovery', { body });
  showNext(session, await session.showAnswer(call, (answer) => showDiscoveryCompanies(session, answer)));
}

async function listDiscoveries(session: Session, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) => session.api.GET('/api/service/discovery', { params: { query } }),
    ({ items }) =>
      session.printTable(items, {
        discovery_id: 'discovery_id',
        name: 'name',
        revision: 'revision',
        query: 'query',
        filters: ({ filters }) => JSON.stringify(filters),
        made: ({ created_at }) => created_at.slice(0, 10),
      }),
  );
}

async function showDiscovery(session: Session, discoveryId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) =>
      session.api.GET('/api/service/discovery/{discoveryId}', { params: { path: { discoveryId }, query } }),
    (answer) => showDiscoveryCompanies(session, answer),
  );
}

async function refineDiscovery(
  session: Session,
  discoveryId: string,
  { name, without = [], ...options }: RefineOptions,
): Promise<void> {
  const isFilter = (condition: string) => condition !== 'query' && condition !== 'order';
  const filters = { ...readCompanyFilters(options), ...toNulls(without.filter(isFilter)) };
  const body = {
    ...omitUndefined({ name }),
    ...readFlagValues(conditionFlags, options),
    ...(Object.keys(filters).length > 0 && { filters }),
    ...toNulls(without.filter((condition) => !isFilter(condition))),
  };
  const call = session.api.POST('/api/service/discovery/{discoveryId}/refine', {
    params: { path: { discoveryId } },
    body,
  });
  showNext(session, await session.showAnswer(call, (answer) => showDiscoveryCompanies(session, answer)));
}

/** The service removes a condition that is null. */
function toNulls(conditions: readonly string[]): Record<string, null> {
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
    computeIdempotencyKey('discovery.materialize', { url: session.url, discovery_id: discoveryId, name });
  const answer = await makePurchase(session, paying, 'Saving the List', (limits) =>
    session.api.POST('/api/service/discovery/{discoveryId}/materialize', {
      params: { path: { discoveryId }, header: { 'Idempotency-Key': key } },
      body: { ...omitUndefined({ name }), ...limits },
    }),
  );
  if (answer) session.printAnswer(answer, ({ list }) => showList(session, list));
}

function showDiscoveryCompanies(
  session: Session,
  { discovery, companies, meta }: Schema<'DiscoveryAnswer'>,
): void {
  session.printFields([
    ['discovery_id', discovery.discovery_id],
    ['name', discovery.name],
    ['revision', discovery.revision],
    ['made from', discovery.parent_id],
    ['query', discovery.query],
    ['filters', JSON.stringify(discovery.filters)],
  ]);
  session.print('');
  session.printTable(
    companies,
    buildCompanyColumns<Schema<'CompanyResult'>>(({ company }) => company),
  );
  session.note(describeTotal(meta));
}

function showNext(session: Session, { discovery: { discovery_id: id } }: Schema<'DiscoveryAnswer'>): void {
  showNextCommands(
    session,
    `company-data discovery refine ${id} --prefecture 東京都`,
    `company-data discovery materialize ${id}`,
  );
}
