import { useState } from 'preact/hooks';
import { useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { Button, Check } from '../../parts/form.tsx';
import { Failure } from '../../parts/notice.tsx';
import { useSession } from '../../session.tsx';
import { texts } from './list-texts.ts';
import { allColumns, getColumnName, isEnriched } from './row-columns.tsx';

/** Which columns are shown. They can be kept with the List. */
export function ColumnChoice(props: {
  readonly columns: readonly string[];
  readonly listId: string;
  readonly isFixed: boolean;
  readonly onChange: (columns: readonly string[]) => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { columns, listId, onChange } = props;
  const [isKept, setIsKept] = useState(false);
  const keeping = useAction(async () => {
    const body = { columns: [...columns] };
    await api.patch('/lists/{listId}/workspace-preferences', { path: { listId }, body });
    setIsKept(true);
  });
  return (
    <details class="lists-columns">
      <summary class="button">{text.columns}</summary>
      <div class="card">
        {allColumns.map((column) => (
          <Check
            key={column}
            label={[getColumnName(column, text), isEnriched(column) && ' +']}
            checked={columns.includes(column)}
            onChange={() => {
              setIsKept(false);
              onChange(allColumns.filter((one) => columns.includes(one) !== (one === column)));
            }}
          />
        ))}
        {!props.isFixed && <Button label={text.saveColumns} action={keeping} />}
        <Failure error={keeping.error} />
        <small role="status">{isKept && text.savedColumns}</small>
      </div>
    </details>
  );
}
