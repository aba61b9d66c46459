import { useTexts } from '../../../language.ts';
import { equalityTexts } from '../code-words.ts';
import type { Piece } from './name-difference.ts';

/** A name with its differing letters marked, and more softly those that the rules treat as equal. */
export function Marked({ pieces }: { readonly pieces: readonly Piece[] }) {
  const rules = useTexts(equalityTexts);
  return (
    <>
      {pieces.map(({ text, kind, rule }, place) => {
        const key = `${place} ${text}`;
        if (kind === 'different')
          return (
            <mark key={key} class="review-different">
              {text}
            </mark>
          );
        if (kind === 'equal')
          return (
            <span key={key} class="review-equal" title={rule && rules[rule]}>
              {text}
            </span>
          );
        return text;
      })}
    </>
  );
}
