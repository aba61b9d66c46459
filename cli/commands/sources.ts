import type { Command } from 'commander';
import { answered } from '../calls.ts';
import { downloadTo } from '../download.ts';
import { purchaseKey } from '../idempotency.ts';
import { repeated, wordListOption } from '../option-values.ts';
import { checkPlace } from '../output-file.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import { addPayingOptions, type PayingOptions, purchase } from '../paying.ts';
import { mayDelete } from '../prompts.ts';
import type { Session } from '../session.ts';
import { type ImportOptions, importFile } from '../source-import.ts';
import { addMappingOptions, type MappingOptions, mapSource } from '../source-mapping.ts';
import { type ReviewOptions, reviewSource, selectRow } from '../source-review.ts';
import { showResolveSummary, showSource } from '../source-view.ts';
import { addReadingOptions } from '../table-options.ts';
import { counted } from '../text.ts';
import { rowStatuses } from '../vocabulary.ts';

export function addSourceCommands(program: Command, open: () => Session): void {
  const source = program
    .command('source')
    .description('Your tables: upload one and find the company for each row');

  const importing = source
    .command('import')
    .description('Upload a CSV or TSV file (UTF-8, CP932, EUC-JP or UTF-16) and map its columns')
    .argument('<file>')
    .option('--name <name>', 'name of the source; default the file name');
  addMappingOptions(addReadingOptions(importing));
  importing.action((file: string, options: ImportOptions) => importFile(open(), file, options));

  const list = source.command('list').description("List the account's sources, newest first");
  addPageOptions(list);
  list.action((options: PageOptions) => listSources(open(), options));

  source
    .command('inspect')
    .description('Show a source with its detected columns, its mapping and sample rows')
    .argument('<source_id>')
    .action(async (sourceId: string) => {
      const session = open();
      showSource(
        session,
        await answered(
          session.api().GET('/api/service/sources/{sourceId}/inspect', { params: { path: { sourceId } } }),
        ),
      );
    });

  const map = source
    .command('map')
    .description('Choose the columns that identify companies, by flags or by prompts')
    .argument('<source_id>');
  addMappingOptions(map);
  map.action((sourceId: string, options: MappingOptions) => mapSource(open(), sourceId, options));

  const resolve = source
    .command('resolve')
    .description('Find the company for each row, for 1 basic credit per matched row; asks before charging')
    .argument('<source_id>');
  addPayingOptions(resolve);
  resolve.action((sourceId: string, options: PayingOptions) => resolveSource(open(), sourceId, options));

  const review = source
    .command('review')
    .description(
      'Go through rows with several candidates and choose; without a terminal or with --json, only show them',
    )
    .argument('<source_id>')
    .addOption(
      wordListOption('--status <status>', 'show rows in this state instead of choosing', rowStatuses),
    )
    .option('--show <header>', 'show this column of the row (repeatable); default all', repeated);
  addPayingOptions(addPageOptions(review));
  review.action((sourceId: string, options: ReviewOptions) => reviewSource(open(), sourceId, options));

  const select = source
    .command('select')
    .description('Select one of the candidates of a row, for 1 basic credit')
    .argument('<source_id>')
    .argument('<row>', 'number of the row in the review, or its source_row_id')
    .argument('<company_id>');
  addPayingOptions(select);
  select.action((sourceId: string, row: string, companyId: string, options: PayingOptions) =>
    selectRow(open(), { sourceId, row, companyId }, options),
  );

  source
    .command('export')
    .description('Download the uploaded rows with their results, as CSV')
    .argument('<source_id>')
    .option('--out <file>', 'output file; default stdout')
    .option('--bom', 'begin with a byte order mark, for spreadsheets')
    .action((sourceId: string, { out, bom }: { out?: string; bom?: true }) =>
      exportSource(open(), sourceId, out, bom),
    );

  source
    .command('delete')
    .description('Delete a source with its rows; credits are not refunded')
    .argument('<source_id>')
    .option('--yes', 'delete without a prompt')
    .action((sourceId: string, { yes }: { yes?: true }) => deleteSource(open(), sourceId, yes));
}

async function listSources(session: Session, options: PageOptions): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (query) => answered(api.GET('/api/service/sources', { params: { query } })),
    ({ items }) =>
      session.table(
        [
          { title: 'source_id', cell: ({ source_id }) => source_id, whole: true },
          { title: 'name', cell: ({ name }) => name },
          { title: 'status', cell: ({ status }) => status },
          { title: 'rows', cell: ({ row_count }) => row_count },
          { title: 'matched', cell: ({ resolve_summary }) => resolve_summary.matched },
          { title: 'several', cell: ({ resolve_summary }) => resolve_summary.multiple_candidates },
          { title: 'not found', cell: ({ resolve_summary }) => resolve_summary.not_found },
          { title: 'invalid', cell: ({ resolve_summary }) => resolve_summary.invalid },
          { title: 'imported', cell: ({ created_at }) => created_at.slice(0, 10) },
        ],
        items,
      ),
  );
}

async function resolveSource(session: Session, sourceId: string, options: PayingOptions): Promise<void> {
  const api = session.api();
  const path = { sourceId };
  const { source } = await answered(api.GET('/api/service/sources/{sourceId}/inspect', { params: { path } }));
  // Mapping, resolving and selecting change updated_at; until then, retries share one key.
  const key =
    options.idempotencyKey ??
    purchaseKey('source.resolve', {
      url: session.url,
      source_id: source.source_id,
      mapping: source.mapping,
      counts: source.resolve_summary,
      updated_at: source.updated_at,
    });
  const answer = await purchase(session, options, 'Resolving the source', (body) =>
    answered(
      api.POST('/api/service/sources/{sourceId}/resolve', {
        params: { path, header: { 'Idempotency-Key': key } },
        body,
      }),
    ),
  );
  if (!answer) return;
  session.answer(answer, () => showResolveSummary(session, answer.source.resolve_summary));
  if (answer.run.multiple_candidates_count > 0) session.needsPerson();
}

async function exportSource(
  session: Session,
  sourceId: string,
  out: string | undefined,
  bom: true | undefined,
): Promise<void> {
  if (out !== undefined) checkPlace(out);
  const stream = await answered(
    session.api().GET('/api/service/sources/{sourceId}/export', {
      params: { path: { sourceId }, query: { bom: bom === true } },
      parseAs: 'stream',
    }),
  );
  const { bytes } = await downloadTo(session, stream, { file: out });
  if (out !== undefined) session.note(`Written to ${out}: ${counted(bytes, 'byte')}.`);
}

async function deleteSource(session: Session, sourceId: string, yes: true | undefined): Promise<void> {
  if (!(await mayDelete(session, `source ${sourceId} with its rows`, yes))) return;
  const answer = await answered(
    session.api().DELETE('/api/service/sources/{sourceId}', { params: { path: { sourceId } } }),
  );
  session.answer(answer, () => session.note(`Deleted source ${answer.source.source_id}.`));
}
