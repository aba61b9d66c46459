import { type Comparison, compareNames, type Equality, type Piece } from './name-difference.ts';

/** A name of a company that may be the one that was written. */
export interface CompanyName {
  /** As `field` of a reason: `legal_name`, `former_name`, `kana_name` … */
  readonly field: string;
  readonly name: string;
}

export interface CompanyComparison {
  /** The legal name. Its letters are marked if it is the name that is nearest; otherwise only a differing legal form is. */
  readonly legal: readonly Piece[];
  /** The nearest name, if it is another one than the legal name. */
  readonly other: { readonly field: string; readonly pieces: readonly Piece[] } | null;
  readonly written: readonly Piece[];
  readonly rules: readonly Equality[];
  readonly differences: number;
}

/** Compares what was written with the name of the company that is nearest to it. */
export function compareWithCompany(
  written: string,
  legalName: string,
  otherNames: readonly CompanyName[],
): CompanyComparison {
  const legal = compareNames(written, legalName);
  let nearest: { compared: Comparison; field: string } | null = null;
  for (const name of otherNames) {
    if (name.name === legalName) continue;
    const compared = compareNames(written, name.name);
    if (compared.nameDifferences < (nearest?.compared ?? legal).nameDifferences)
      nearest = { compared, field: name.field };
  }
  if (!nearest) {
    const { rules, differences } = legal;
    return { legal: legal.name, other: null, written: legal.written, rules, differences };
  }
  const { rules, differences } = nearest.compared;
  const hasForm = nearest.compared.name.some(({ form }) => form);
  const legalPieces = legal.name.map((piece): Piece => {
    if (piece.form && !hasForm) return piece;
    return { text: piece.text, kind: 'same' };
  });
  const other = { field: nearest.field, pieces: nearest.compared.name };
  const { written: pieces } = nearest.compared;
  // The other name has no legal form, so that of the company counts.
  const formDiffers = !hasForm && legal.written.some(({ form, kind }) => form && kind === 'different');
  if (!formDiffers) return { legal: legalPieces, other, written: pieces, rules, differences };
  return {
    legal: legalPieces,
    other,
    written: pieces.map((piece): Piece => {
      if (!piece.form) return piece;
      return { text: piece.text, kind: 'different', form: true };
    }),
    rules: rules.filter((rule) => rule !== 'form_left_out'),
    differences,
  };
}
