import { useTexts } from '../../language.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useSession } from '../../session.tsx';
import { texts } from './list-texts.ts';
import type { List } from './lists-page.tsx';

export function Publish(props: {
  readonly listId: string;
  readonly onPublished: (list: List) => void;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  return (
    <Confirm
      title={text.publishTitle}
      yes={text.publish}
      onYes={async () => {
        const { list } = await api.post('/lists/{listId}/publish', {
          path: { listId: props.listId },
          body: {},
        });
        props.onPublished(list);
        props.onClose();
      }}
      onClose={props.onClose}
    >
      <p>{text.publishAbout}</p>
    </Confirm>
  );
}
