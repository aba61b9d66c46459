import { useEffect, useState } from 'preact/hooks';
import { formatCount, useTexts } from '../../language.ts';
import { Notice } from '../../parts/notice.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { texts } from './result-texts.ts';

/** Says that decisions of the table's review are still being sent, which the page does not count yet, or were refused. */
export function UnsentDecisions({
  sourceId,
  onSent,
}: {
  readonly sourceId: string;
  /** Called when the last one was. */
  readonly onSent: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const countUnsent = () => api.unsent.get(sourceId)?.() ?? 0;
  const countRefused = () => api.refused.get(sourceId)?.() ?? 0;
  const [unsent, setUnsent] = useState(countUnsent);
  const [refused, setRefused] = useState(countRefused);
  useEffect(() => {
    if (unsent === 0) return;
    const timer = setInterval(() => {
      const left = countUnsent();
      setUnsent(left);
      setRefused(countRefused());
      if (left === 0) onSent();
    }, 500);
    return () => clearInterval(timer);
  }, [unsent === 0]);
  return (
    <>
      <div role="status">
        {unsent > 0 && <Notice kind="warning">{text.unsent(formatCount(unsent))}</Notice>}
      </div>
      <div role="alert">
        {refused > 0 && (
          <Notice kind="warning">
            {text.refused(formatCount(refused))}{' '}
            <a href={linkTo(['sources', sourceId, 'review'])}>{text.seeRefused}</a>
          </Notice>
        )}
      </div>
    </>
  );
}
