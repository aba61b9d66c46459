import { useState } from 'preact/hooks';
import { type Texts, useTexts } from '../language.ts';

const texts: Texts<{ copy: string; copied: string }> = {
  en: { copy: 'Copy', copied: 'Copied.' },
  ja: { copy: 'コピー', copied: 'コピーしました。' },
};

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
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  };
  return (
    <div class="notice notice-good secret" role="status">
      <strong>{label}</strong>
      <code>{value}</code>
      <p>{about}</p>
      <p class="actions">
        {/* Only pages of a secure address have a clipboard. */}
        {'clipboard' in navigator && (
          <button type="button" onClick={() => void copy()}>
            {text.copy}
          </button>
        )}
        {isCopied && text.copied}
      </p>
    </div>
  );
}
