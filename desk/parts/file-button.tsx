import { useRef } from 'preact/hooks';
import { Button } from './form.tsx';

/** A button that asks for a table as a file. */
export function FileButton(props: {
  readonly label: string;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button label={props.label} disabled={props.disabled} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        class="hidden-visually"
        tabIndex={-1}
        aria-label={props.label}
        accept=".xlsx,.csv,.tsv"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          if (file) props.onFile(file);
        }}
      />
    </>
  );
}
