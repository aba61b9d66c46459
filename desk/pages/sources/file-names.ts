import type { SampledSource } from '../../api-types.ts';

/** The name of a table without the ending of its file, which may stand before the name of a sheet. */
export function removeExtension(name: string): string {
  return name.replace(/\.(?:csv|tsv|txt|xls[xm])(?=$| \([^)]*\)$)/i, '');
}

/** @param ending with the extension */
export function buildFileName(
  { name, original_filename: original }: Pick<SampledSource, 'name' | 'original_filename'>,
  ending: string,
): string {
  return removeExtension(original ?? name).replace(/[\\/:*?"<>|]/g, '_') + ending;
}
