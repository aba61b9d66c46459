import { useState } from 'preact/hooks';
import {
  type ExportFormat,
  type ExportLayout,
  exportFormats,
  exportLayouts,
  openStatuses,
  type SourceExportFormat,
  sourceExportFormats,
} from '../../../client/index.ts';
import type { SampledSource } from '../../api-types.ts';
import { downloadFile } from '../../download.ts';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { Button, Check, ChoiceGroup, Form, listOptions } from '../../parts/form.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { useSession } from '../../session.tsx';
import { ExportColumns, useExportColumns } from './export-columns.tsx';
import { buildFileName } from './file-names.ts';
import { texts } from './result-texts.ts';

/** `utf-8`: CSV in UTF-8, if the user's own file has another form. */
type FileForm = SourceExportFormat | 'utf-8';
/** What can be chosen, by the form of the user's own file, if that can come back. */
const formsBeside: Readonly<Record<SourceExportFormat, readonly FileForm[]>> = {
  csv: [...exportFormats, 'utf-8'],
  xlsx: exportFormats,
  xlsm: sourceExportFormats,
};
const rowChoices = ['all', 'matched', 'open'] as const;
type RowChoice = (typeof rowChoices)[number];
/** Absent: all rows. */
const statusOf: Readonly<Record<RowChoice, string | undefined>> = {
  all: undefined,
  matched: 'matched',
  open: openStatuses.join(','),
};

/** The format of a new file, which never has macros. */
export function toNewFormat(format: SourceExportFormat): ExportFormat {
  return format === 'xlsm' ? 'xlsx' : format;
}

export function buildFormatQuery(format: ExportFormat) {
  return { format, ...(format === 'csv' && { bom: 'true' }) };
}

/** The user's table with the companies, or the decisions, as a file. */
export function ExportForm({ source }: { readonly source: SampledSource }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const ownType = source.reading?.free_column == null ? null : source.reading.file_type;
  const [chosenForm, setForm] = useState<FileForm>(
    ownType ?? toNewFormat(source.reading?.file_type ?? 'csv'),
  );
  const language = useLanguage();
  const columns = useExportColumns();
  const [layout, setLayout] = useState<ExportLayout>('file');
  const [rows, setRows] = useState<RowChoice>('all');
  const [withAudit, setWithAudit] = useState(false);
  const [withSheets, setWithSheets] = useState(true);
  const [changed, setChanged] = useState<{ disarmed: number; missing: number } | null>(null);
  const base = `/api/service/sources/${source.source_id}`;
  const isNew = layout === 'table' || rows !== 'all';
  const form = chosenForm === 'xlsm' && isNew ? 'xlsx' : chosenForm;
  const format = form === 'utf-8' ? 'csv' : form;
  const newFormat = toNewFormat(format);
  const isOwnFile = form === ownType && !isNew;
  const forms = formsBeside[isNew && ownType === 'xlsm' ? 'xlsx' : (ownType ?? 'xlsx')];
  const sheets = source.other_sheets.filter(({ status, writable }) => writable && status !== 'imported');
  const hasSheets = isOwnFile && format !== 'csv' && sheets.length > 0;
  const saving = useAction(async () => {
    const status = statusOf[rows];
    const query = new URLSearchParams({
      ...(isOwnFile ? { format } : buildFormatQuery(newFormat)),
      layout,
      lang: language,
      columns: columns.words.join(','),
      ...(status && { status }),
      ...(format !== 'csv' && withAudit && { audit: 'true' }),
      ...(hasSheets && withSheets && { with: sheets.map(({ source_id }) => source_id).join(',') }),
    });
    const fileName = buildFileName(source, `-companies.${format}`);
    const headers = await downloadFile(api, `${base}/export?${query}`, fileName);
    const count = (name: string) => Number(headers.get(name) ?? 0);
    setChanged({ disarmed: count('Disarmed-Cells'), missing: count('Missing-Characters') });
  });
  const savingAudit = useAction(() => {
    const query = new URLSearchParams({ ...buildFormatQuery(newFormat), lang: language });
    return downloadFile(
      api,
      `${base}/history/export?${query}`,
      buildFileName(source, `-decisions.${newFormat}`),
    );
  });
  return (
    <Form class="card" onSubmit={saving.run}>
      <h2>{text.export}</h2>
      <p>{text.exportHint}</p>
      <ChoiceGroup
        legend={text.format}
        name="format"
        value={form}
        options={listOptions(forms, text.formats)}
        onChange={setForm}
      >
        <small>{isOwnFile ? text.ownFile : text.newFile}</small>
      </ChoiceGroup>
      <ExportColumns chosen={columns.chosen} onChoose={columns.choose} />
      <ChoiceGroup
        legend={text.rowsOf}
        name="rows"
        value={rows}
        options={listOptions(rowChoices, text.rowChoices)}
        onChange={setRows}
      />
      <ChoiceGroup
        legend={text.layout}
        name="layout"
        value={layout}
        options={listOptions(exportLayouts, text.layouts)}
        onChange={setLayout}
        disabled={rows !== 'all'}
      >
        {rows !== 'all' && <small>{text.rowsHint}</small>}
      </ChoiceGroup>
      {hasSheets && (
        <Check
          label={text.otherSheets(sheets.map(({ sheet }) => sheet))}
          checked={withSheets}
          onChange={() => setWithSheets(!withSheets)}
        />
      )}
      {format !== 'csv' && (
        <Check label={text.auditSheet} checked={withAudit} onChange={() => setWithAudit(!withAudit)} />
      )}
      <p class="buttons">
        <Button label={text.save} type="submit" class="primary" disabled={saving.running} />
        <Button label={text.audit} action={savingAudit} />
      </p>
      {(saving.running || savingAudit.running) && <p role="status">{text.saving}</p>}
      {changed !== null && !saving.running && (
        <Notice kind="good">
          <p>
            {text.saved} {changed.disarmed > 0 && text.disarmed(formatCount(changed.disarmed))}{' '}
            {changed.missing > 0 && text.missing(formatCount(changed.missing))}
          </p>
        </Notice>
      )}
      <Failure error={saving.error ?? savingAudit.error} />
    </Form>
  );
}
