import { type Command, Option } from 'commander';
import { promotionStatuses, researchSourceTypes } from '../../client/index.ts';
import type { Body, Query } from '../calls.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import {
  addFlags,
  createChoiceOption,
  createNumberOption,
  type FlagsOf,
  omitUndefined,
  parseDecimalNumber,
  readFlagValues,
  readJsonFile,
  readTextFile,
} from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { addPayingOptions, type ChargingBody, makePurchase, type PayingOptions } from '../input/paying.ts';
import { formatQuantity } from '../output/text.ts';
import type { Run, Session } from '../session.ts';

/** Research notes about companies, kept separate from the service's own data. */

type Estimate = Body<'estimateResearch'>;
type Note = Body<'storeResearch'>;

const listFlag = new Option('--list <list_id>', 'the List that the work is done for');

const workFlags: FlagsOf<Pick<Estimate, 'job' | 'resultCount' | 'sourceCount' | 'pageCount'>> = {
  job: new Option('--job <text>', 'name of the work'),
  resultCount: createNumberOption('--results <number>', 'number of search results'),
  sourceCount: createNumberOption('--sources <number>', 'number of sources'),
  pageCount: createNumberOption('--pages <number>', 'number of pages'),
};

const estimateFlags: FlagsOf<Pick<Estimate, 'companyId' | 'sourceType' | 'listId'>> = {
  companyId: new Option('--company <company_id>', 'the company it is about'),
  sourceType: createChoiceOption(
    '--source-type <type>',
    'how the information is obtained',
    researchSourceTypes,
  ),
  listId: listFlag,
};

const noteFlags: FlagsOf<
  Omit<Note, 'companyId' | 'sourceType' | 'accountId' | 'estimate' | keyof ChargingBody>
> = {
  title: new Option('--title <text>', 'title'),
  contentMarkdown: new Option('--content <file>', 'the note as Markdown; - reads stdin').argParser(
    readTextFile,
  ),
  sourceUrl: new Option('--url <url>', 'public URL of the source'),
  promotionStatus: createChoiceOption('--promotion <status>', 'default session_only', promotionStatuses),
  dedupeKey: new Option('--dedupe-key <key>', 'prevents storing a second note with this key'),
  confidence: new Option('--confidence <number>', 'how certain you are, 0 to 1').argParser(
    parseDecimalNumber,
  ),
  evidence: new Option('--evidence <file>', 'JSON object with the evidence for the note').argParser(
    readJsonFile,
  ),
  producer: new Option('--producer <file>', 'JSON object that says who or what made the note').argParser(
    readJsonFile,
  ),
  structuredPayload: new Option('--payload <file>', 'JSON object of structured values').argParser(
    readJsonFile,
  ),
  observedAt: new Option('--observed-at <time>', 'when the facts were true, ISO 8601 with offset'),
  fetchedAt: new Option('--fetched-at <time>', 'when it was fetched, ISO 8601 with offset; default now'),
  listId: listFlag,
};

const listFlags: FlagsOf<Omit<Query<'listResearch'>, keyof PageOptions>> = {
  company_id: new Option('--company <company_id>', 'only notes about this company'),
  list_id: new Option('--list <list_id>', 'only notes in this List'),
};

export function addResearchCommands(program: Command, run: Run): void {
  const research = program.command('research').description('Your research notes about companies');

  const estimate = research.command('estimate').description('Estimate the cost of storing a note');
  addFlags(estimate, estimateFlags, workFlags).action(run(estimateItem));

  const add = research
    .command('add')
    .description('Store a note about a company; asks before charging')
    .argument('<company_id>');
  add.addArgument(add.createArgument('<source_type>').choices([...researchSourceTypes]));
  addPayingOptions(addFlags(add, noteFlags, workFlags)).action(run(addItem));

  const list = research.command('list').description("List the account's notes, newest first");
  addPageOptions(addFlags(list, listFlags)).action(run(listItems));
}

async function estimateItem(session: Session, options: object): Promise<void> {
  const body = { ...readFlagValues(workFlags, options), ...readFlagValues(estimateFlags, options) };
  const call = session.api.POST('/api/service/research/external/estimate', { body });
  await session.showAnswer(call, ({ estimate }) =>
    session.printFields([
      ['source type', estimate.source_type],
      ['price', formatQuantity(estimate.estimated_credits, `${estimate.credit_class} credit`)],
      ['pages charged', estimate.price.charged_pages],
    ]),
  );
}

/** Retries with the same note share one key; a changed note gets another. */
async function addItem(
  session: Session,
  companyId: string,
  sourceType: Note['sourceType'],
  options: PayingOptions,
): Promise<void> {
  const estimate = readFlagValues(workFlags, options);
  const body = {
    companyId,
    sourceType,
    ...readFlagValues(noteFlags, options),
    ...omitUndefined({ estimate }),
  };
  const key = options.idempotencyKey ?? computeIdempotencyKey('research.add', { url: session.url, body });
  const answer = await makePurchase(session, options, 'Storing the note', (limits) =>
    session.api.POST('/api/service/research/external/fetch', {
      params: { header: { 'Idempotency-Key': key } },
      body: { ...body, ...limits },
    }),
  );
  if (!answer) return;
  session.printAnswer(answer, ({ created, item }) => {
    session.printFields([
      ['research_item_id', item.research_item_id],
      ['company_id', item.company_id],
      ['promotion', item.promotion_status],
    ]);
    if (!created) session.note('A note with this dedupe key already exists; this is it.');
  });
}

async function listItems(session: Session, options: PageOptions): Promise<void> {
  const chosen = readFlagValues(listFlags, options);
  await showPages(
    session,
    options,
    (page) =>
      session.api.GET('/api/service/research/external', { params: { query: { ...chosen, ...page } } }),
    ({ items }) =>
      session.printTable(items, {
        research_item_id: 'research_item_id',
        company_id: 'company_id',
        type: 'source_type',
        promotion: 'promotion_status',
        fetched: ({ fetched_at }) => fetched_at.slice(0, 10),
        title: 'title',
      }),
  );
}
