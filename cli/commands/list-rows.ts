import type { Command } from 'commander';
import type { Schema } from '../../client/index.ts';
import { answered } from '../calls.ts';
import { companyColumns } from '../company-view.ts';
import { downloadTo } from '../download.ts';
import { usageFailure } from '../failure.ts';
import { purchaseKey } from '../idempotency.ts';
import { wordListOption } from '../option-values.ts';
import { checkPlace } from '../output-file.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import { addPayingOptions, type PayingOptions, purchase } from '../paying.ts';
import type { Session } from '../session.ts';
import { counted } from '../text.ts';
import { type EnrichmentField, enrichmentFields } from '../vocabulary.ts';

/** The rows of a List: preview, enrich and export. */

interface PerField {
  readonly field: string;
  readonly found_rows: number;
  readonly credits: number;
}

export function addListRowsCommands(list: Command, open: () => Session): void {
  const preview = list
    .command('preview')
    .description('Show the current rows of a List')
    .argument('<list_id>');
  addPageOptions(preview);
  preview.action((listId: string, options: PageOptions) => previewList(open(), listId, options));

  const enrich = list
    .command('enrich')
    .description(
      'Buy values for the rows, for 1 enrichment credit per row and field with a new value; asks before charging',
    )
    .argument('<list_id>')
    .addOption(wordListOption('--field <field>', 'field to enrich', enrichmentFields).makeOptionMandatory());
  addPayingOptions(enrich);
  enrich.action((listId: string, options: PayingOptions & { field: EnrichmentField[] }) =>
    enrichList(open(), listId, options),
  );

  const runs = list
    .command('enrichments')
    .description('List the enrichment runs, newest first')
    .argument('<list_id>');
  addPageOptions(runs);
  runs.action((listId: string, options: PageOptions) => showRuns(open(), listId, options));

  list
    .command('export')
    .description('Download a List as CSV, and check it against its SHA-256')
    .argument('<list_id>')
    .option('--out <file>', 'output file; default stdout')
    .option('--bom', 'begin with a byte order mark, for spreadsheets')
    .action((listId: string, { out, bom }: { out?: string; bom?: true }) =>
      exportList(open(), listId, out, bom),
    );
}

async function previewList(session: Session, listId: string, options: PageOptions): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (query) =>
      answered(api.GET('/api/service/lists/{listId}/preview', { params: { path: { listId }, query } })),
    ({ rows, meta }) => {
      session.table(
        [
          ...companyColumns<Schema<'ListRow'>>((row) => row.company ?? unknownCompany(row.company_id)),
          { title: 'values', cell: ({ enrichments }) => Object.keys(enrichments).join(', ') },
          { title: 'left out', cell: ({ suppressed, excluded }) => leftOut(suppressed, excluded) },
        ],
        rows,
      );
      session.note(
        `${counted(meta.total_rows, 'row')}; ${meta.suppressed_rows} suppressed, ${meta.excluded_rows} excluded, ${meta.publishable_rows} in exports.`,
      );
    },
  );
}

function unknownCompany(companyId: string) {
  return { company_id: companyId, display_name: '', legal_name: '', listing_status: '' };
}

function leftOut(suppressed: boolean, excluded: boolean): string {
  return [suppressed && 'suppressed', excluded && 'excluded'].filter(Boolean).join(', ');
}

async function enrichList(
  session: Session,
  listId: string,
  { field, ...paying }: PayingOptions & { field: EnrichmentField[] },
): Promise<void> {
  const api = session.api();
  const path = { listId };
  const fields = enrichmentFields.filter((each) => field.includes(each));
  const { estimate } = await answered(
    api.POST('/api/service/lists/{listId}/enrichments/estimate', { params: { path }, body: { fields } }),
  );
  if (!session.json) showPerField(session, estimate.per_field);
  const { items: runs } = await answered(
    api.GET('/api/service/lists/{listId}/enrichments', { params: { path, query: { limit: 1 } } }),
  );
  // Retries share one key until the next run changes the state.
  const key =
    paying.idempotencyKey ??
    purchaseKey('list.enrich', {
      url: session.url,
      list_id: listId,
      fields,
      last_run: runs[0]?.run_id ?? null,
    });
  const answer = await purchase(session, paying, 'Enriching the List', (limits) =>
    answered(
      api.POST('/api/service/lists/{listId}/enrichments/run', {
        params: { path, header: { 'Idempotency-Key': key } },
        body: { fields, ...limits },
      }),
    ),
  );
  if (!answer) return;
  session.answer(answer, ({ run }) =>
    session.fields([
      ['run_id', run.run_id],
      ['new values', run.found_count],
      ['unchanged', run.unchanged_count],
      ['nothing found', run.not_found_count],
    ]),
  );
}

function showPerField(session: Session, perField: readonly PerField[]): void {
  session.table(
    [
      { title: 'field', cell: ({ field }) => field },
      { title: 'rows with a value', cell: ({ found_rows }) => found_rows },
      { title: 'new: credits', cell: ({ credits }) => credits },
    ],
    perField,
  );
}

async function showRuns(session: Session, listId: string, options: PageOptions): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (query) =>
      answered(api.GET('/api/service/lists/{listId}/enrichments', { params: { path: { listId }, query } })),
    ({ items }) =>
      session.table(
        [
          { title: 'run_id', cell: ({ run_id }) => run_id, whole: true },
          { title: 'time', cell: ({ created_at }) => created_at },
          { title: 'fields', cell: ({ fields }) => fields.join(', ') },
          { title: 'new', cell: ({ found_count }) => found_count },
          { title: 'unchanged', cell: ({ unchanged_count }) => unchanged_count },
          { title: 'nothing', cell: ({ not_found_count }) => not_found_count },
        ],
        items,
      ),
  );
}

async function exportList(
  session: Session,
  listId: string,
  out: string | undefined,
  bom: true | undefined,
): Promise<void> {
  if (session.json && out === undefined)
    throw usageFailure('--json needs --out, because only one of the two can go to stdout.');
  if (out !== undefined) checkPlace(out);
  const api = session.api();
  const answer = await answered(
    api.GET('/api/service/lists/{listId}/export', {
      params: { path: { listId }, query: { bom: bom === true } },
    }),
  );
  const fileName = answer.path.split('/').at(-1) ?? '';
  const stream = await answered(
    api.GET('/api/service/lists/{listId}/exports/{fileName}', {
      params: { path: { listId, fileName } },
      parseAs: 'stream',
    }),
  );
  await downloadTo(session, stream, { file: out, sha256: answer.sha256, bytes: answer.bytes });
  if (session.json) session.answer(answer, () => {});
  const rows = `${counted(answer.row_count, 'row')} of ${counted(answer.columns.length, 'column')}`;
  session.note(`${out ?? 'Exported'}: ${rows}, SHA-256 ${answer.sha256} (verified).`);
}
