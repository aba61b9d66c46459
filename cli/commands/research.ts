import type { Command } from 'commander';
import { answered } from '../calls.ts';
import { purchaseKey } from '../idempotency.ts';
import {
  choiceOption,
  decimalNumber,
  given,
  readJsonFile,
  readTextFile,
  wholeNumber,
} from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import { addPayingOptions, type PayingOptions, purchase } from '../paying.ts';
import type { Session } from '../session.ts';
import {
  type PromotionStatus,
  promotionStatuses,
  type ResearchSourceType,
  researchSourceTypes,
} from '../vocabulary.ts';

/** Research notes about companies, kept separate from the service's own data. */

interface WorkOptions {
  readonly list?: string;
  readonly job?: string;
  readonly results?: number;
  readonly sources?: number;
  readonly pages?: number;
}

interface EstimateOptions extends WorkOptions {
  readonly company?: string;
  readonly sourceType?: ResearchSourceType;
}

interface AddOptions extends WorkOptions, PayingOptions {
  readonly title?: string;
  readonly content?: string;
  readonly url?: string;
  readonly promotion?: PromotionStatus;
  readonly dedupeKey?: string;
  readonly confidence?: number;
  readonly evidence?: string;
  readonly producer?: string;
  readonly payload?: string;
  readonly observedAt?: string;
  readonly fetchedAt?: string;
}

export function addResearchCommands(program: Command, open: () => Session): void {
  const research = program.command('research').description('Your research notes about companies');

  const estimate = research
    .command('estimate')
    .description('Estimate the cost of storing a note')
    .option('--company <company_id>', 'the company it is about')
    .addOption(choiceOption('--source-type <type>', 'how the information is obtained', researchSourceTypes));
  addWorkOptions(estimate);
  estimate.action((options: EstimateOptions) => estimateItem(open(), options));

  const add = research
    .command('add')
    .description('Store a note about a company; asks before charging')
    .argument('<company_id>');
  add
    .addArgument(add.createArgument('<source_type>').choices([...researchSourceTypes]))
    .option('--title <text>', 'title')
    .option('--content <file>', 'the note as Markdown; - reads stdin')
    .option('--url <url>', 'public URL of the source')
    .addOption(choiceOption('--promotion <status>', 'default session_only', promotionStatuses))
    .option('--dedupe-key <key>', 'prevents storing a second note with this key')
    .option('--confidence <number>', '0 to 1', decimalNumber)
    .option('--evidence <file>', 'JSON object')
    .option('--producer <file>', 'JSON object')
    .option('--payload <file>', 'JSON object of structured values')
    .option('--observed-at <time>', 'ISO 8601 with offset')
    .option('--fetched-at <time>', 'ISO 8601 with offset');
  addPayingOptions(addWorkOptions(add));
  add.action((companyId: string, sourceType: ResearchSourceType, options: AddOptions) =>
    addItem(open(), companyId, sourceType, options),
  );

  const list = research
    .command('list')
    .description("List the account's notes, newest first")
    .option('--company <company_id>', 'only notes about this company')
    .option('--list <list_id>', 'only notes in this List');
  addPageOptions(list);
  list.action((options: PageOptions & { company?: string; list?: string }) => listItems(open(), options));
}

function addWorkOptions(command: Command): Command {
  return command
    .option('--list <list_id>', 'the List that the work is done for')
    .option('--job <text>', 'name of the work')
    .option('--results <number>', 'number of search results', wholeNumber)
    .option('--sources <number>', 'number of sources', wholeNumber)
    .option('--pages <number>', 'number of pages', wholeNumber);
}

function workOf({ job, results, sources, pages }: WorkOptions) {
  return given({ job, resultCount: results, sourceCount: sources, pageCount: pages });
}

async function estimateItem(session: Session, options: EstimateOptions): Promise<void> {
  const { company, sourceType, list } = options;
  const answer = await answered(
    session.api().POST('/api/service/research/external/estimate', {
      body: { ...workOf(options), ...given({ companyId: company, sourceType, listId: list }) },
    }),
  );
  session.answer(answer, ({ estimate }) =>
    session.fields([
      ['source type', estimate.source_type],
      ['price', `${estimate.estimated_credits} ${estimate.credit_class} credits`],
      ['pages charged', estimate.price.charged_pages],
    ]),
  );
}

/** Retries with the same note share one key; a changed note gets another. */
async function addItem(
  session: Session,
  companyId: string,
  sourceType: ResearchSourceType,
  options: AddOptions,
): Promise<void> {
  const { title, content, url, promotion, dedupeKey, confidence, evidence, producer, payload, list } =
    options;
  const { observedAt, fetchedAt } = options;
  const work = workOf(options);
  const json = (file: string | undefined) => (file === undefined ? undefined : readJsonFile(file));
  const body = {
    companyId,
    sourceType,
    ...given({
      title,
      contentMarkdown: content === undefined ? undefined : readTextFile(content),
      sourceUrl: url,
      promotionStatus: promotion,
      dedupeKey,
      confidence,
      evidence: json(evidence),
      producer: json(producer),
      structuredPayload: json(payload),
      observedAt,
      fetchedAt,
      listId: list,
      estimate: Object.keys(work).length > 0 ? work : undefined,
    }),
  };
  const key = options.idempotencyKey ?? purchaseKey('research.add', { url: session.url, body });
  const api = session.api();
  const answer = await purchase(session, options, 'Storing the note', (limits) =>
    answered(
      api.POST('/api/service/research/external/fetch', {
        params: { header: { 'Idempotency-Key': key } },
        body: { ...body, ...limits },
      }),
    ),
  );
  if (!answer) return;
  session.answer(answer, ({ created, item }) => {
    session.fields([
      ['research_item_id', item.research_item_id],
      ['company_id', item.company_id],
      ['promotion', item.promotion_status],
    ]);
    if (!created) session.note('A note with this dedupe key already exists; this is it.');
  });
}

async function listItems(
  session: Session,
  { company, list, ...options }: PageOptions & { company?: string; list?: string },
): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (page) =>
      answered(
        api.GET('/api/service/research/external', {
          params: { query: given({ company_id: company, list_id: list, ...page }) },
        }),
      ),
    ({ items }) =>
      session.table(
        [
          { title: 'research_item_id', cell: ({ research_item_id }) => research_item_id, whole: true },
          { title: 'company_id', cell: ({ company_id }) => company_id, whole: true },
          { title: 'type', cell: ({ source_type }) => source_type },
          { title: 'promotion', cell: ({ promotion_status }) => promotion_status },
          { title: 'fetched', cell: ({ fetched_at }) => fetched_at.slice(0, 10) },
          { title: 'title', cell: ({ title }) => title },
        ],
        items,
      ),
  );
}
