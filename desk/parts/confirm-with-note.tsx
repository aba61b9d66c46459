import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Confirm } from './confirm.tsx';
import { Field } from './form.tsx';

/** Asks before something, and for a few words about it. */
export function ConfirmWithNote(props: {
  readonly title: string;
  readonly about: ComponentChildren;
  /** Of the note. */
  readonly label: string;
  readonly maxLength: number;
  readonly yes: string;
  readonly onYes: (note: string) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const [note, setNote] = useState('');
  return (
    <Confirm
      title={props.title}
      yes={props.yes}
      onYes={() => props.onYes(note.trim())}
      onClose={props.onClose}
    >
      <p>{props.about}</p>
      <Field label={props.label} maxLength={props.maxLength} value={note} onText={setNote} />
    </Confirm>
  );
}
