import type { ImportedSheet } from '../../../api-types.ts';
import { formatCount, useTexts } from '../../../language.ts';
import { BoxGroup } from '../../../parts/form.tsx';
import { TableSample } from './preview-table.tsx';
import { texts } from './preview-texts.ts';

/** Whether the sheet cannot be read even if it is asked for. */
function isUnreadable({ left_out: reason }: ImportedSheet): boolean {
  return reason === 'not_a_table' || reason === 'empty';
}

/** Whether the sheet is read without being asked for. */
export function isFound({ left_out }: ImportedSheet): boolean {
  return left_out === null;
}

/** The name of a sheet for the service, which splits a list at commas; a number names a sheet too. */
export function nameSheet(sheets: readonly ImportedSheet[], name: string): string {
  if (!name.includes(',') && name === name.trim() && name !== 'all') return name;
  return String(sheets.findIndex(({ sheet }) => sheet === name) + 1);
}

/** The sheets of a workbook: those with companies are ticked, the others say why they are not. */
export function SheetChoices(props: {
  readonly sheets: readonly ImportedSheet[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}) {
  const text = useTexts(texts);
  const { sheets, chosen, onChoose } = props;
  const describe = ({ left_out, preview }: ImportedSheet) =>
    left_out === null ? text.sheetRows(formatCount(preview?.row_count ?? 0)) : text.sheetReasons[left_out];
  return (
    <BoxGroup
      class="card sources-sheets"
      legend={text.sheets}
      options={sheets.map((each) => [each.sheet, text.sheetLabel(each.sheet, describe(each))])}
      values={chosen}
      disabledValues={sheets.filter(isUnreadable).map(({ sheet }) => sheet)}
      onChange={onChoose}
    >
      <small>{text.sheetsHint}</small>
    </BoxGroup>
  );
}

/** The tables of several sheets, one below the other. */
export function SheetTables({ sheets }: { readonly sheets: readonly ImportedSheet[] }) {
  return (
    <>
      {sheets.map(
        ({ sheet, preview }) =>
          preview && (
            <section key={sheet} aria-label={sheet}>
              <h2>{sheet}</h2>
              <TableSample table={preview} offersSheets />
            </section>
          ),
      )}
    </>
  );
}
