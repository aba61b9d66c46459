import { useState } from 'preact/hooks';
import { type ExportFormat, exportFormats, maxJoinedLines, maxPageItems } from '../../../client/index.ts';
import type { SampledSource } from '../../api-types.ts';
import { downloadFile } from '../../download.ts';
import { defineTextPairs, formatCount, formatQuantity, useLanguage, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { Button, ChoiceGroup, Form, listOptions, Select } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { useSession } from '../../session.tsx';
import { buildFormatQuery, toNewFormat } from './export-form.tsx';
import { buildFileName } from './file-names.ts';
import { texts as resultTexts } from './result-texts.ts';

const texts = defineTextPairs({
  title: ['Join another table', '別の表とつなげる'],
  hint: [
    'Each row of this table, with the rows of the other table that are settled on the same company beside it, as a new file.',
    'この表の各行の横に、別の表で同じ会社に確定した行を並べて、新しいファイルにします。',
  ],
  other: ['Other table', '別の表'],
  choose: ['Choose a table', '表を選んでください'],
  none: ['There is no other table with settled rows.', '確定した行のある表がほかにありません。'],
  lines: [
    (lines: string) => `The file gets ${formatQuantity(lines, 'line')}.`,
    (lines) => `${lines} 行のファイルになります。`,
  ],
  partners: [
    (rows: string, partners: string) =>
      `${partners} of ${formatQuantity(rows, 'row')} have a partner in the other table; the others stay, with empty cells.`,
    (rows, partners) =>
      `${rows} 行のうち ${partners} 行に相手があります。相手のない行も、空欄のまま残ります。`,
  ],
  several: [
    (rows: string) => `${formatQuantity(rows, 'row')} with several partners: one line for each pair.`,
    (rows) => `相手が複数ある ${rows} 行は、組み合わせごとに一行になります。`,
  ],
  leftOut: [
    (rows: string) =>
      `${formatQuantity(rows, 'row')} of the other table have no partner here and are left out.`,
    (rows) => `別の表の ${rows} 行は、この表に相手がないため入りません。`,
  ],
  tooMany: [
    (most: string) => `A file has at most ${most} lines.`,
    (most) => `一つのファイルは ${most} 行までです。`,
  ],
  save: ['Download the joined table', 'つなげた表をダウンロード'],
});

/** Two tables joined on the company, as a file. What the file will have is said before. */
export function JoinForm({ source }: { readonly source: SampledSource }) {
  const text = useTexts(texts);
  const { format: formatTitle, formats, saving: savingText } = useTexts(resultTexts);
  const lang = useLanguage();
  const { api } = useSession();
  const { source_id: sourceId } = source;
  const [otherId, setOtherId] = useState('');
  const [format, setFormat] = useState<ExportFormat>(toNewFormat(source.reading?.file_type ?? 'csv'));
  const sources = useCollected(
    (page, signal) => api.get('/sources', { query: { limit: maxPageItems, ...page }, signal }),
    [api],
  );
  const counts = useLoaded(
    async (signal) =>
      otherId === ''
        ? null
        : api.get('/sources/{sourceId}/join', { path: { sourceId }, query: { other: otherId }, signal }),
    [api, sourceId, otherId, source.updated_at],
  );
  const saving = useAction(() => {
    const query = new URLSearchParams({ other: otherId, ...buildFormatQuery(format), lang });
    const path = `/api/service/sources/${sourceId}/join/export?${query}`;
    return downloadFile(api, path, buildFileName(source, `-joined.${format}`));
  });
  const joined = otherId === '' || counts.loading ? null : counts.data;
  const tables = sources.items.filter(
    (each) => each.source_id !== sourceId && each.resolve_summary.matched > 0,
  );
  return (
    <Form class="card" onSubmit={saving.run}>
      <h2>{text.title}</h2>
      <p>{text.hint}</p>
      <CollectionStart of={sources} />
      {sources.first && !sources.hasMore && tables.length === 0 && <p>{text.none}</p>}
      {tables.length > 0 && (
        <Select
          label={text.other}
          value={otherId}
          options={[['', text.choose], ...tables.map(({ source_id, name }) => [source_id, name] as const)]}
          onChange={setOtherId}
        />
      )}
      <MoreOf of={sources} />
      {tables.length > 0 && (
        <>
          <ChoiceGroup
            legend={formatTitle}
            name="join-format"
            value={format}
            options={listOptions(exportFormats, formats)}
            onChange={setFormat}
          />
          {joined && (
            <Notice kind={joined.lines > maxJoinedLines ? 'warning' : 'info'}>
              <p>{text.lines(formatCount(joined.lines))}</p>
              {joined.lines > maxJoinedLines && <p>{text.tooMany(formatCount(maxJoinedLines))}</p>}
              <p>{text.partners(formatCount(joined.rows), formatCount(joined.rows_with_partner))}</p>
              {joined.rows_with_several_partners > 0 && (
                <p>{text.several(formatCount(joined.rows_with_several_partners))}</p>
              )}
              {joined.other_rows_left_out > 0 && (
                <p>{text.leftOut(formatCount(joined.other_rows_left_out))}</p>
              )}
            </Notice>
          )}
          <p class="buttons">
            <Button
              label={text.save}
              type="submit"
              disabled={!joined || joined.lines > maxJoinedLines || saving.running}
            />
          </p>
          {saving.running && <p role="status">{savingText}</p>}
          <Failure error={saving.error ?? counts.error} />
        </>
      )}
    </Form>
  );
}
