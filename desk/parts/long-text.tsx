/** Longer texts would make the lines of a table high. */
const maxLength = 40;
const maxLines = 3;

/** A text of a cell: a long one is cut after a few lines until the reader opens it. */
export function LongText({ text }: { readonly text: string }) {
  if (text.length <= maxLength && text.split('\n').length <= maxLines) return text;
  return (
    <details class="long-text">
      <summary>{text}</summary>
    </details>
  );
}
