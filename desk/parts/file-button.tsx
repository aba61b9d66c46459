import { useRef } from 'preact/hooks';
import { Button } from './form.tsx';

/** A button that asks for a table as a file. */
export function FileButton(props: {
  readonly label: string;
  readonly class?: string;
  readonly disabled?: boolean;
  /** Endings of files, with a comma between them. */
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}) {
  const { label, accept = '.xlsx,.xlsm,.csv,.tsv', onFile, ...given } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...given} label={label} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        class="hidden-visually"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
