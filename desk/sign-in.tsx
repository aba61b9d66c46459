import { useState } from 'preact/hooks';
import { maxApiKeyLength } from '../client/index.ts';
import { type Api, openApi } from './api.ts';
import { defineTextPairs, formatCount, useTexts } from './language.ts';
import { useAction } from './loading.ts';
import { Button, Check, Field, Form } from './parts/form.tsx';
import { Failure } from './parts/notice.tsx';
import { Page } from './parts/page.tsx';

const texts = defineTextPairs({
  title: ['Open the desk', 'デスクを開く'],
  intro: [
    'Drop a table of companies, and leave with the right company in each row. The price is shown first, and nothing is charged before you agree to it.',
    '取引先などの一覧表を取り込むと、各行に該当する会社（法人番号など）を付けられます。料金は事前に表示し、同意いただくまで請求しません。',
  ],
  label: ['API key', 'API キー'],
  hint: [
    'It begins with cds_. Whoever runs the service gives it to you.',
    'cds_ で始まります。サービスの管理者から受け取ってください。',
  ],
  keep: ['Keep the key in this tab until it is closed', 'このタブを閉じるまでキーを保持する'],
  open: ['Open', '開く'],
  ended: [
    'The service does not accept this key any more. Enter another one.',
    'このキーは使えなくなりました。別のキーを入力してください。',
  ],
  unsent: [
    (decisions: string) =>
      `Decisions that the service did not confirm: ${decisions}. Look at their rows again.`,
    (decisions) => `送信できなかった判断: ${decisions} 件。該当する行をもう一度確認してください。`,
  ],
  malformed: [
    'This is not a key: it has spaces or full-width characters. Copy the whole key again.',
    'キーではありません（空白や全角文字があります）。もう一度コピーしてください。',
  ],
});

/** The key that was in use was refused. */
export interface RefusedKey {
  /** Decisions that were not sent before. */
  readonly unsent: number;
}

/** Asks for the API key and tries it. */
export function SignIn(props: {
  readonly refused: RefusedKey | null;
  readonly onOpen: (apiKey: string, keep: boolean) => void;
}) {
  const text = useTexts(texts);
  const [apiKey, setApiKey] = useState('');
  const [malformed, setMalformed] = useState(false);
  const [keep, setKeep] = useState(true);
  const opening = useAction(async () => {
    const key = apiKey.trim();
    const isKey = /^[\x21-\x7e]+$/.test(key);
    setMalformed(!isKey);
    // A header cannot hold other characters.
    if (!isKey) return;
    const api: Api = openApi(key, () => {});
    await api.get('/keys/current');
    props.onOpen(key, keep);
  });
  return (
    <Page title={text.title}>
      <p class="lead">{text.intro}</p>
      {props.refused && !opening.error && (
        <div class="notice notice-warning">
          <p>{text.ended}</p>
          {props.refused.unsent > 0 && <p>{text.unsent(formatCount(props.refused.unsent))}</p>}
        </div>
      )}
      <Form class="card form-narrow" onSubmit={opening.run}>
        <Field
          label={text.label}
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          maxLength={maxApiKeyLength}
          aria-describedby="key-hint"
          value={apiKey}
          onText={setApiKey}
        />
        <small id="key-hint">{text.hint}</small>
        <Check label={text.keep} checked={keep} onChange={(event) => setKeep(event.currentTarget.checked)} />
        <Button label={text.open} class="primary" type="submit" disabled={opening.running} />
        {malformed && (
          <div class="notice notice-error" role="alert">
            {text.malformed}
          </div>
        )}
        <Failure error={opening.error} />
      </Form>
    </Page>
  );
}
