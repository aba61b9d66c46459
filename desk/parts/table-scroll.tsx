import type { ComponentChildren } from 'preact';

/** A wide table scrolls by itself, so that the page does not. It can be reached and scrolled by keyboard. */
export function TableScroll(props: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section class="table-scroll" aria-label={props.label} tabIndex={0}>
      {props.children}
    </section>
  );
}
