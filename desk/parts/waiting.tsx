import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { defineTextPairs, useTexts } from '../language.ts';
import { RateWaits } from '../rate-waits.ts';
import { Button } from './form.tsx';

const texts = defineTextPairs({
  about: [
    'There were too many requests in a short time. This page goes on by itself; nothing is lost.',
    '短時間にリクエストが集中したため、待っています。入力した内容はそのままで、自動的に再開します。',
  ],
  seconds: [(seconds: number) => `Waiting ${seconds} s`, (seconds) => `あと ${seconds} 秒`],
  stop: ['Stop waiting', '待たずに中止'],
});

export const WaitsContext = createContext(new RateWaits());

/** Says that calls wait because there were too many, and for how long. Shows nothing otherwise. */
export function Waiting() {
  const text = useTexts(texts);
  const waits = useContext(WaitsContext);
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    const show = () =>
      setSeconds(waits.until === null ? null : Math.max(1, Math.ceil((waits.until - Date.now()) / 1000)));
    show();
    const timer = setInterval(show, 500);
    const unfollow = waits.follow(show);
    return () => {
      clearInterval(timer);
      unfollow();
    };
  }, [waits]);
  return (
    <div role="status">
      {seconds !== null && (
        <div class="notice notice-warning waiting">
          <span>{text.about}</span>
          {/* A reader that says every second would say nothing else. */}
          <strong aria-hidden="true">{text.seconds(seconds)}</strong>
          <Button label={text.stop} onClick={() => waits.stop()} />
        </div>
      )}
    </div>
  );
}
