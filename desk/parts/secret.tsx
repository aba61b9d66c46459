import { useEffect, useRef, useState } from 'preact/hooks';
import { defineTextPairs, useTexts } from '../language.ts';
import { Button } from './form.tsx';

const texts = defineTextPairs({
  copy: ['Copy', 'コピー'],
  copied: ['Copied.', 'コピーしました。'],
});

/** A secret that is shown once. */
export function Secret({
  label,
  about,
  value,
}: {
  readonly label: string;
  readonly about: string;
  readonly value: string;
}) {
  const text = useTexts(texts);
  const [isCopied, setIsCopied] = useState(false);
  const place = useRef<HTMLElement>(null);
  // The form that made it is gone. The next step is to copy it.
  useEffect(() => place.current?.focus(), [value]);
  const copySecret = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  };
  return (
    <section ref={place} class="notice notice-good secret" aria-label={label} tabIndex={-1}>
      <strong>{label}</strong>
      <code>{value}</code>
      <p>{about}</p>
      <p class="actions">
        {/* Only pages of a secure address have a clipboard. */}
        {'clipboard' in navigator && <Button label={text.copy} onClick={() => void copySecret()} />}
        {isCopied && text.copied}
      </p>
    </section>
  );
}
