import { fileEncodings, fileSeparators, maxFileRow } from '../../../../client/index.ts';
import type { ParsedFile } from '../../../api-types.ts';
import { formatCount, useTexts } from '../../../language.ts';
import { listOptions, type Option, Select } from '../../../parts/form.tsx';
import { texts } from './preview-texts.ts';

/** What a person changed of how the file is read. Absent: as the service finds it. */
export interface ParseChanges {
  readonly encoding?: string;
  readonly separator?: string;
  readonly sheet?: string;
  readonly header_row?: string;
  readonly last_row?: string;
  /** Lines that are rows, although the service set them aside. */
  readonly keep: readonly number[];
}

type Choice = Exclude<keyof ParseChanges, 'keep'>;

/** How the file is read, with what was found. @param props.parsed null if it could not be read */
export function ParseChoices(props: {
  readonly parsed: ParsedFile | null;
  readonly changes: ParseChanges;
  /** Whether the sheet is chosen elsewhere. */
  readonly hidesSheet: boolean;
  readonly onChange: (changes: ParseChanges) => void;
}) {
  const text = useTexts(texts);
  const { parsed, changes, hidesSheet, onChange } = props;
  const changeField = (name: Choice, value: string) => {
    const { [name]: _, ...others } = changes;
    // Another sheet has other lines.
    const rest = name === 'sheet' ? { keep: [] } : others;
    onChange({ ...rest, ...(value !== '' && { [name]: value }) });
  };
  const describeParsed = (parsedAs: string | false | null | undefined) =>
    (parsedAs && `${parsedAs} (${text.found})`) || text.found;
  const renderSelect = (
    name: Choice,
    label: string,
    parsedAs: string | null | undefined,
    options: readonly Option<string>[],
  ) => (
    <Select
      label={label}
      value={changes[name] ?? ''}
      // What was found belongs to the choice that it was read with.
      options={[['', describeParsed(!changes[name] && parsedAs)], ...options]}
      onChange={(value) => changeField(name, value)}
    />
  );
  const renderLine = (name: Choice, label: string, min: number, parsedAs: string | null, hint?: string) => (
    <label>
      {label}
      <input
        type="number"
        min={min}
        max={maxFileRow}
        value={changes[name] ?? ''}
        placeholder={describeParsed(parsedAs)}
        onChange={(event) => changeField(name, event.currentTarget.value)}
      />
      {hint && <small>{hint}</small>}
    </label>
  );
  const headerRow = parsed && (parsed.header_row === null ? text.noHeader : formatCount(parsed.header_row));
  return (
    <div class="card sources-parsing">
      {(parsed?.file_type ?? 'csv') === 'csv' && (
        <>
          {renderSelect('encoding', text.encoding, parsed?.encoding, listOptions(fileEncodings, String))}
          {renderSelect(
            'separator',
            text.separator,
            parsed?.separator && text.separators[parsed.separator],
            listOptions(fileSeparators, text.separators),
          )}
        </>
      )}
      {parsed &&
        parsed.sheets.length > 1 &&
        !hidesSheet &&
        renderSelect('sheet', text.sheet, parsed.sheet, listOptions(parsed.sheets, String))}
      {renderLine('header_row', text.headerRow, 0, headerRow, `0: ${text.noHeader}`)}
      {renderLine('last_row', text.lastRow, 1, parsed && formatCount(parsed.last_row))}
    </div>
  );
}
