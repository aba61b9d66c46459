import { maxImportBytes } from '../../../../client/index.ts';

/** A file that a person chose. */
export interface ChosenFile {
  readonly file: File;
  /** It has cells that were copied in a spreadsheet: tabs divide them, whatever else is in them. */
  readonly isCells: boolean;
}

/** The file that a person chose, until another one is chosen or the desk is closed. It is in memory only. */
let chosen: ChosenFile | null = null;

export function chooseFile(file: ChosenFile | null): void {
  chosen = file;
}

export function getChosenFile(): ChosenFile | null {
  return chosen;
}

export type Refusal = 'empty' | 'too_large' | 'type' | 'several';

/** Why the service would not read the file, as far as its name and size show; null if it may. */
export function findRefusal({ name, size }: Pick<File, 'name' | 'size'>): Refusal | null {
  if (size === 0) return 'empty';
  if (size > maxImportBytes) return 'too_large';
  const [, extension = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
  if (
    ['xls', 'xlsb', 'ods', 'numbers', 'pdf', 'doc', 'docx', 'zip', 'json', 'html', 'png', 'jpg'].includes(
      extension,
    )
  )
    return 'type';
  return null;
}

/** Cells that were copied, as a file; null if the text is not a table. @param html what a spreadsheet copies beside the text @param name of the table */
export function parsePastedTable(text: string, html: string, name: string): ChosenFile | null {
  const isCells = text.includes('\t') || /<table/i.test(html);
  if (!isCells && text.trim().split('\n').length < 2) return null;
  return { file: new File([text], `${name}.tsv`, { type: 'text/tab-separated-values' }), isCells };
}
