import { answer } from '../../api.ts';
import { useTexts } from '../../language.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useSession } from '../../session.tsx';
import type { List } from './lists-page.tsx';
import { texts } from './texts.ts';

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
        const params = { path: { listId: props.listId } };
        const { list } = await answer(
          api.client.POST('/api/service/lists/{listId}/publish', { params, body: {} }),
        );
        props.onPublished(list);
        props.onClose();
      }}
      onClose={props.onClose}
    >
      <p>{text.publishAbout}</p>
    </Confirm>
  );
}
