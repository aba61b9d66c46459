import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Waiting } from './waiting.tsx';

/** A window above the page. Escape closes it, and the focus goes back to where it was, or to the heading. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  // Before the next key arrives: it is typed here, not taken for a command of the page below.
  useLayoutEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
      // The event comes later, and nobody closed it.
      isGone.current = true;
      shown?.close();
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        // What opened the dialog may be gone: a deleted row, a revoked key.
        const place = before?.isConnected ? before : document.querySelector('#page h1');
        (place as HTMLElement | null)?.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={props.title}
      onClose={() => isGone.current || props.onClose()}
      onKeyDown={(event) => {
        // A key that is held does not agree to what it opened.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
    >
      <h2>{props.title}</h2>
      <Waiting />
      {props.children}
    </dialog>
  );
}
