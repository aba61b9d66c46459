import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A window above the page. Escape closes it, and the focus goes back to where it was, or to the heading. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
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
    <dialog ref={dialog} aria-label={props.title} onClose={props.onClose}>
      <h2>{props.title}</h2>
      {props.children}
    </dialog>
  );
}
