import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { defineTextPairs, useTexts } from '../language.ts';
import { joinClasses } from './classes.ts';
import { detectLanguage } from './data-text.tsx';

const texts = defineTextPairs({
  loading: ['Loading …', '読み込み中…'],
});

/**
 * The frame of a page: its title is the heading, the title of the tab, and gets the focus when the page opens, so that a screen
 * reader says where it is.
 */
export function Page(props: {
  readonly title: string;
  /** The title is a name of the data, maybe in another language than the page. */
  readonly titleIsData?: boolean;
  readonly wide?: boolean;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // With the page itself: a moment later, it would take the focus from a field that a person already typed in.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = `${props.title} · Company Data Desk`;
  }, [props.title]);
  return (
    <main class={joinClasses('page', props.wide && 'page-wide')}>
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1} lang={props.titleIsData ? detectLanguage(props.title) : undefined}>
          {props.title}
        </h1>
        {props.aside}
      </header>
      {props.children}
    </main>
  );
}

export function Loading() {
  const text = useTexts(texts);
  return (
    <p class="loading" role="status">
      {text.loading}
    </p>
  );
}
