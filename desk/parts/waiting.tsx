import { useEffect, useState } from 'preact/hooks';
import { defineTextPairs, useTexts } from '../language.ts';
import { rateWaits } from '../rate-waits.ts';
import { useAddress } from '../routing.ts';
import { Button } from './form.tsx';

const texts = defineTextPairs({
  about: [
    'There were too many requests in a short time. This page goes on by itself; nothing is lost.',
    '短時間にリクエストが集中したため、待っています。入力した内容はそのままで、自動的に再開します。',
  ],
  seconds: [(seconds: number) => `Waiting ${seconds} s`, (seconds) => `あと ${seconds} 秒`],
  stop: ['Stop waiting', '待たずに中止'],
});

/** Says that calls wait because there were too many, and for how long. Shows nothing otherwise. */
export function Waiting() {
  const [section, , page] = useAddress().path;
  // Elsewhere, a person does not see that decisions are being sent.
  const ofReview = section === 'sources' && page === 'review';
  const text = useTexts(texts);
  const [{ until, canStop }, setShown] = useState(() => readWaits(ofReview));
  useEffect(() => {
    const show = () => setShown(readWaits(ofReview));
    show();
    return rateWaits.follow(show);
  }, [ofReview]);
  return (
    <div role="status">
      {until !== null && (
        <div class="notice notice-warning waiting">
          <span>{text.about}</span>
          <SecondsLeft until={until} />
          {canStop && <Button label={text.stop} onClick={() => rateWaits.stop(ofReview)} />}
        </div>
      )}
    </div>
  );
}

function readWaits(ofReview: boolean) {
  return { until: rateWaits.until, canStop: rateWaits.canStop(ofReview) };
}

function SecondsLeft({ until }: { readonly until: number }) {
  const text = useTexts(texts);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  // A reader that says every second would say nothing else.
  return <strong aria-hidden="true">{text.seconds(Math.max(1, Math.ceil((until - now) / 1000)))}</strong>;
}
