import type { ComponentChildren } from 'preact';
import { defineTextPairs, useTexts } from '../language.ts';

const texts = defineTextPairs({
  table: [(label: string) => `${label}: table`, (label) => `${label}（表）`],
});

/**
 * A wide table scrolls by itself, so that the page does not. It can be reached and scrolled by keyboard.
 * @param props.label what the table shows; the section around it may have the same name
 */
export function TableScroll(props: { readonly label: string; readonly children: ComponentChildren }) {
  const text = useTexts(texts);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section class="table-scroll" aria-label={text.table(props.label)} tabIndex={0}>
      {props.children}
    </section>
  );
}
