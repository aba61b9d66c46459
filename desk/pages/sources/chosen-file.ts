/** The file that a person chose, until it is stored by the service. It is in memory only. */
let chosen: File | null = null;

export function chooseFile(file: File): void {
  chosen = file;
}

export function chosenFile(): File | null {
  return chosen;
}

/** Bodies of the service end here (32 MiB). */
export const maxFileBytes = 32 * 1024 * 1024;

/** Why the service would not read the file, as far as its name and size show; null if it may. */
export function refusalOf({
  name,
  size,
}: Pick<File, 'name' | 'size'>): 'empty' | 'too_large' | 'type' | null {
  if (size === 0) return 'empty';
  if (size > maxFileBytes) return 'too_large';
  const [, extension = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
  return [
    'xls',
    'xlsb',
    'xlsm',
    'ods',
    'numbers',
    'pdf',
    'doc',
    'docx',
    'zip',
    'json',
    'html',
    'png',
    'jpg',
  ].includes(extension)
    ? 'type'
    : null;
}

/** Cells that were copied in a spreadsheet, as a file; null if the text is not a table. */
export function pastedTable(text: string): File | null {
  const isTable = text.includes('\t') || text.trim().split('\n').length > 1;
  return isTable ? new File([text], 'pasted.tsv', { type: 'text/tab-separated-values' }) : null;
}
