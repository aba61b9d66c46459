import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../../language.ts';
import { joinClasses } from '../../../parts/classes.ts';
import { FileButton } from '../../../parts/file-button.tsx';
import { goTo, linkTo } from '../../../routing.ts';
import { texts } from '../sources-texts.ts';
import { type ChosenFile, chooseFile, findRefusal, parsePastedTable, type Refusal } from './chosen-file.ts';

/** Takes a file by drop (anywhere on the page), by choosing, or by pasting cells. */
export function DropZone() {
  const text = useTexts(texts);
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const takeFile = (chosen: ChosenFile | null) => {
    if (!chosen) return;
    const refused = findRefusal(chosen.file);
    setRefusal(refused);
    if (refused !== null) return;
    chooseFile(chosen);
    goTo(linkTo(['sources', 'new']));
  };
  const takeFiles = (files: readonly File[]) => {
    const [file] = files;
    if (files.length > 1) setRefusal('several');
    else if (file) takeFile({ file, isCells: false });
  };
  const latest = useRef({ take: takeFile, takeFiles, pastedName: text.pastedName });
  latest.current = { take: takeFile, takeFiles, pastedName: text.pastedName };
  useEffect(() => {
    const handleDrag = (event: DragEvent) =>
      setOver(event.type === 'dragover' && event.dataTransfer?.types.includes('Files') === true);
    const handleDrop = (event: DragEvent) => {
      setOver(false);
      latest.current.takeFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const handlePaste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.type !== 'file') return;
      const { clipboardData: data } = event;
      if (!data) return;
      // A spreadsheet copies a picture of the cells, too.
      const table = parsePastedTable(
        data.getData('text/plain'),
        data.getData('text/html'),
        latest.current.pastedName,
      );
      if (table) latest.current.take(table);
      else latest.current.takeFiles([...data.files]);
    };
    addEventListener('dragover', handleDrag);
    addEventListener('dragleave', handleDrag);
    addEventListener('drop', handleDrop);
    addEventListener('paste', handlePaste);
    return () => {
      removeEventListener('dragover', handleDrag);
      removeEventListener('dragleave', handleDrag);
      removeEventListener('drop', handleDrop);
      removeEventListener('paste', handlePaste);
    };
  }, []);
  return (
    <section class={joinClasses('sources-drop', over && 'sources-drop-over')} aria-label={text.dropTitle}>
      <p class="sources-drop-title">{text.dropTitle}</p>
      <p>{text.dropHint}</p>
      <FileButton
        label={text.choose}
        class="primary"
        accept=".xlsx,.xlsm,.csv,.tsv,.txt"
        onFile={(file) => takeFile({ file, isCells: false })}
      />
      {refusal && (
        <p class="notice notice-error" role="alert">
          {text.refusals[refusal]}
        </p>
      )}
    </section>
  );
}
