import type { Command } from 'commander';
import { type EnrichmentField, enrichmentFields, prices, type Schema } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { createUsageFailure } from '../failure.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { appendValue, createWordListOption, omitUndefined } from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import { addPayingOptions, makePurchase, type PayingOptions } from '../input/paying.ts';
import { buildCompanyColumns } from '../output/company-view.ts';
import {
  addExportOptions,
  buildFileQuery,
  downloadTo,
  type ExportOptions,
  noteDisarmed,
} from '../output/download.ts';
import { checkPlace } from '../output/output-file.ts';
import { formatQuantity } from '../output/text.ts';
import type { Run, Session } from '../session.ts';

/** The rows of a List: preview, enrich and export. */

export function addListRowsCommands(list: Command, run: Run): void {
  const preview = list
    .command('preview')
    .description('Show the current rows of a List')
    .argument('<list_id>');
  addPageOptions(preview).action(run(previewList));

  const enrich = list
    .command('enrich')
    .description(
      `Buy values for the rows, for ${prices.newValue.text} per row and field with a new value; asks before charging`,
    )
    .argument('<list_id>')
    .addOption(
      createWordListOption('--field <field>', 'field to enrich', enrichmentFields).makeOptionMandatory(),
    );
  addPayingOptions(enrich).action(run(enrichList));

  const runs = list
    .command('enrichments')
    .description('List the enrichment runs, newest first')
    .argument('<list_id>');
  addPageOptions(runs).action(run(showRuns));

  const exporting = list
    .command('export')
    .description('Download a List as CSV or Excel workbook, and check it against its SHA-256')
    .argument('<list_id>')
    .option('--source-columns', 'begin with all columns of the source that the List was made from')
    .option('--source-column <header>', 'begin with this column of the source (repeatable)', appendValue);
  addExportOptions(exporting).action(run(exportList));
}

async function previewList(session: Session, listId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) =>
      session.api.GET('/api/service/lists/{listId}/preview', { params: { path: { listId }, query } }),
    ({ rows, meta }) => {
      session.printTable(rows, {
        ...buildCompanyColumns<Schema<'ListRow'>>(({ company, company_id }) => company ?? { company_id }),
        values: ({ enrichments }) => Object.keys(enrichments).join(', '),
        'left out': ({ suppressed, excluded }) =>
          [suppressed && 'suppressed', excluded && 'excluded'].filter(Boolean).join(', '),
      });
      session.note(
        `${formatQuantity(meta.total_rows, 'row')}; ${meta.suppressed_rows} suppressed, ${meta.excluded_rows} excluded, ${meta.publishable_rows} in exports.`,
      );
    },
  );
}

async function enrichList(
  session: Session,
  listId: string,
  { field, ...paying }: PayingOptions & { field: EnrichmentField[] },
): Promise<void> {
  const api = session.api;
  const path = { listId };
  const fields = enrichmentFields.filter((each) => field.includes(each));
  const { estimate } = await getAnswer(
    api.POST('/api/service/lists/{listId}/enrichments/estimate', { params: { path }, body: { fields } }),
  );
  if (!session.json) {
    session.printTable(estimate.per_field, {
      field: 'field',
      'rows with a value': 'found_rows',
      'new: credits': 'credits',
    });
  }
  const { items: runs } = await getAnswer(
    api.GET('/api/service/lists/{listId}/enrichments', { params: { path, query: { limit: 1 } } }),
  );
  // Retries share one key until the next run changes the state.
  const meaning = { url: session.url, list_id: listId, fields, last_run: runs[0]?.run_id ?? null };
  const key = paying.idempotencyKey ?? computeIdempotencyKey('list.enrich', meaning);
  const answer = await makePurchase(session, paying, 'Enriching the List', (limits) =>
    api.POST('/api/service/lists/{listId}/enrichments/run', {
      params: { path, header: { 'Idempotency-Key': key } },
      body: { fields, ...limits },
    }),
  );
  if (!answer) return;
  session.printAnswer(answer, ({ run }) =>
    session.printFields([
      ['run_id', run.run_id],
      ['new values', run.found_count],
      ['unchanged', run.unchanged_count],
      ['nothing found', run.not_found_count],
    ]),
  );
}

async function showRuns(session: Session, listId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) =>
      session.api.GET('/api/service/lists/{listId}/enrichments', { params: { path: { listId }, query } }),
    ({ items }) =>
      session.printTable(items, {
        run_id: 'run_id',
        time: 'created_at',
        fields: ({ fields }) => fields.join(', '),
        new: 'found_count',
        unchanged: 'unchanged_count',
        nothing: 'not_found_count',
      }),
  );
}

interface ListExportOptions extends ExportOptions {
  readonly sourceColumns?: true;
  readonly sourceColumn?: string[];
}

async function exportList(
  session: Session,
  listId: string,
  { sourceColumns, sourceColumn, ...options }: ListExportOptions,
): Promise<void> {
  const { out } = options;
  if (session.json && out === undefined)
    throw createUsageFailure('--json needs --out, because only one of the two can go to stdout.');
  if (out !== undefined) checkPlace(out);
  const api = session.api;
  const columns = sourceColumns ? ['true'] : sourceColumn;
  const query = { ...buildFileQuery(session, options), ...omitUndefined({ source_columns: columns }) };
  const answer = await getAnswer(
    api.GET('/api/service/lists/{listId}/export', {
      params: { path: { listId }, query },
    }),
  );
  const fileName = answer.path.split('/').at(-1) ?? '';
  const stream = await getAnswer(
    api.GET('/api/service/lists/{listId}/exports/{fileName}', {
      params: { path: { listId, fileName } },
      parseAs: 'stream',
    }),
  );
  await downloadTo(session, stream, { file: out, sha256: answer.sha256, bytes: answer.bytes });
  if (session.json) session.printAnswer(answer, () => {});
  const rows = `${formatQuantity(answer.row_count, 'row')} of ${formatQuantity(answer.columns.length, 'column')}`;
  session.note(`${out ?? 'Exported'}: ${rows}, SHA-256 ${answer.sha256} (verified).`);
  noteDisarmed(session, answer.disarmed_cells);
}
