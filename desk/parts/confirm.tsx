import type { ComponentChildren } from 'preact';
import { defineTextPairs, useTexts } from '../language.ts';
import { useAction } from '../loading.ts';
import { Dialog } from './dialog.tsx';
import { Button, Form } from './form.tsx';
import { Failure } from './notice.tsx';

const texts = defineTextPairs({
  cancel: ['Cancel', 'やめる'],
});

/** Asks before something that cannot be undone, or for the little that it needs. */
export function Confirm(props: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly yes: string;
  /** Whether everything that it needs is given. */
  readonly ready?: boolean;
  /** Whether Enter agrees at once; otherwise the first link or field has the focus. */
  readonly startsAtYes?: boolean;
  readonly onYes: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const doing = useAction(props.onYes);
  const { ready = true } = props;
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <Form
        class="form"
        onSubmit={() => {
          if (ready) void doing.run();
        }}
      >
        {props.children}
        <Failure error={doing.error} />
        <p class="dialog-end">
          <Button
            label={props.yes}
            type="submit"
            class="primary"
            disabled={doing.running || !ready}
            autofocus={props.startsAtYes}
          />
          <Button label={text.cancel} onClick={props.onClose} />
        </p>
      </Form>
    </Dialog>
  );
}
