import { useEffect, useState } from 'preact/hooks';
import { defineTextPairs, useTexts } from '../language.ts';
import { rateWaits } from '../rate-waits.ts';
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
  const text = useTexts(texts);
  const [until, setUntil] = useState(rateWaits.until);
  useEffect(() => {
    const show = () => setUntil(rateWaits.until);
    show();
    return rateWaits.follow(show);
  }, []);
  return (
    <div role="status">
      {until !== null && (
        <div class="notice notice-warning waiting">
          <span>{text.about}</span>
          <SecondsLeft until={until} />
          <Button label={text.stop} onClick={() => rateWaits.stop()} />
        </div>
      )}
    </div>
  );
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
