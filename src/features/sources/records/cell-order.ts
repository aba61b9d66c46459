/** How cells of a column order rows, wherever they are listed: numbers by their value, then texts; what is blank comes last. */

/** Characters of a cell that order rows. */
const maxKeyLength = 200;
/** Numbers as people write them. A question mark would be a binding. */
const numberForm = '^[-+]{0,1}[0-9]{1,3}([0-9]*|(,[0-9]{3})*)([.][0-9]+){0,1}$';

/**
 * Joins what of a cell orders rows, as `o.cell`; empty for a blank one. Without OFFSET, it would be folded again wherever it is used.
 */
export function joinFoldedCell(cell: string): string {
  const folded = `btrim(lower(normalize(left(${cell}, ${maxKeyLength}), NFKC) COLLATE pg_c_utf8))`;
  return `CROSS JOIN LATERAL (SELECT coalesce(${folded}, '') COLLATE "C" AS cell OFFSET 0) o`;
}

/** The number in a folded cell; for a text, one that stands behind all numbers. */
export function numberInCell(cell: string, descending: boolean): string {
  return `CASE WHEN ${cell} ~ '${numberForm}' THEN CAST(replace(${cell}, ',', '') AS numeric)
    ELSE CAST('${descending ? '-' : ''}Infinity' AS numeric) END`;
}
