import { useState } from 'preact/hooks';
import { type ExportFormat, exportFormats } from '../../../client/index.ts';
import { downloadFile } from '../../download.ts';
import { formatCount, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { Button, Check, ChoiceGroup, Form, listOptions } from '../../parts/form.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { useSession } from '../../session.tsx';
import { texts } from './list-texts.ts';
import type { PartProps } from './part-props.ts';

/** The rows as a file. */
export function ExportList({ detail: { list } }: PartProps) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [bom, setBom] = useState(true);
  const [disarm, setDisarm] = useState(true);
  const [withSource, setWithSource] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const exporting = useAction(async () => {
    setDone(null);
    const query = {
      format,
      bom: format === 'csv' && bom,
      formulas: disarm ? ('disarm' as const) : ('keep' as const),
      ...(withSource && { source_columns: ['true'] }),
    };
    const made = await api.get('/lists/{listId}/export', { path: { listId: list.list_id }, query });
    const fileName = `${list.name}.${format}`.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
    await downloadFile(api, made.path, fileName);
    setDone(text.exported(formatCount(made.row_count), formatCount(made.disarmed_cells)));
  });
  return (
    <Form class="card form lists-narrow" onSubmit={exporting.run}>
      <h2>{text.tabs.export}</h2>
      <p class="lists-soft">{text.exportAbout}</p>
      <ChoiceGroup
        class="lists-fields"
        legend={text.format}
        name="format"
        value={format}
        options={listOptions(exportFormats, text.formats)}
        onChange={setFormat}
      />
      {format === 'csv' && (
        <>
          <Check label={text.bom} checked={bom} onChange={() => setBom(!bom)} />
          <Check label={text.disarm} checked={disarm} onChange={() => setDisarm(!disarm)} />
        </>
      )}
      {list.source.kind === 'source' && (
        <Check label={text.sourceColumns} checked={withSource} onChange={() => setWithSource(!withSource)} />
      )}
      <p class="actions">
        <Button
          label={exporting.running ? text.preparing : text.download}
          type="submit"
          class="primary"
          disabled={exporting.running}
        />
      </p>
      <Failure error={exporting.error} />
      {done !== null && <Notice kind="good">{done}</Notice>}
    </Form>
  );
}
