import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { ApiError, NoAnswerError } from '../api.ts';
import { type Texts, time, useLanguage, useTexts } from '../language.ts';

const texts: Texts<{
  failed: string;
  noConnection: string;
  tryAgain: string;
  wait: (time: string) => string;
  requestId: (id: string) => string;
  more: (count: number) => string;
}> = {
  en: {
    failed: 'Something went wrong in this page.',
    noConnection: 'The service does not answer. Check the connection and try again.',
    tryAgain: 'Try again',
    wait: (time) => `It is possible again from ${time}.`,
    requestId: (id) => `Request ${id}`,
    more: (count) => `and ${count} more`,
  },
  ja: {
    failed: 'このページで問題が起きました。',
    noConnection: 'サービスが応答しません。接続を確認して、もう一度お試しください。',
    tryAgain: 'もう一度試す',
    wait: (time) => `${time} からまた使えます。`,
    requestId: (id) => `リクエスト ${id}`,
    more: (count) => `ほか ${count} 件`,
  },
};

/** Japanese messages of the errors that a person at the desk meets. Others are shown in English, as the service says them. */
const japanese: Readonly<Record<string, string>> = {
  invalid_api_key: 'この API キーは使えません。',
  key_not_permitted: 'この API キーでは、この操作はできません。',
  account_suspended: 'このアカウントは停止されています。',
  credit_balance_insufficient: 'クレジットが足りません。',
  max_credits_exceeded: '価格が、合意した上限を超えています。何も請求されていません。',
  rate_limit_exceeded: 'リクエストが多すぎます。少し待ってから、もう一度お試しください。',
  daily_search_quota_exceeded: '本日の検索回数の上限に達しました。',
  monthly_search_quota_exceeded: '今月の検索回数の上限に達しました。',
  payload_too_large: 'ファイルまたは表が大きすぎます。',
  source_row_limit_exceeded: '行が多すぎます。50,000 行まで取り込めます。',
  source_file_unreadable: 'ファイルを読み取れません。',
  source_file_encoding_unclear: '文字コードを判別できません。文字コードを選んでください。',
  source_file_type_unsupported: 'この種類のファイルは取り込めません。CSV か .xlsx を選んでください。',
  source_not_found: 'この表はありません。',
  source_row_not_found: 'この行はありません。',
  source_row_not_selectable: 'この行は、ほかの人が先に決めました。',
  source_run_in_progress: 'この表の照合は、すでに実行中です。',
  company_not_found: 'この会社はありません。',
  list_not_found: 'このリストはありません。',
  search_unavailable: '検索がいま使えません。少し待ってから、もう一度お試しください。',
  database_unavailable: 'サービスがいま使えません。少し待ってから、もう一度お試しください。',
};

interface FieldFault {
  readonly field?: string;
  readonly message?: string;
}

/** Shows an error of a call, with what to do. Shows nothing without an error. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const text = useTexts(texts);
  const language = useLanguage();
  // Counted from when the error came, not from when it is drawn again.
  const cameAt = useMemo(() => Date.now(), [error]);
  if (!error) return null;
  const known = error instanceof ApiError ? error : null;
  const translated = language === 'ja' && known ? japanese[known.code ?? ''] : undefined;
  const message =
    error instanceof NoAnswerError ? text.noConnection : (translated ?? known?.message ?? text.failed);
  const seconds = Number(known?.retryAfter ?? Number.NaN);
  const faults = Array.isArray(known?.details) ? (known.details as FieldFault[]) : [];
  return (
    <div class="notice notice-error" role="alert">
      <p>{message}</p>
      {known?.recovery && !translated && !(seconds > 0) && <p>{known.recovery}</p>}
      {seconds > 0 && <p>{text.wait(time(nextMinute(cameAt + seconds * 1000), language))}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.slice(0, 5).map((fault) => (
            <li key={`${fault.field} ${fault.message}`}>
              {fault.field} {fault.message}
            </li>
          ))}
          {faults.length > 5 && <li>{text.more(faults.length - 5)}</li>}
        </ul>
      )}
      <p class="notice-foot">
        {onRetry && (
          <button type="button" onClick={onRetry}>
            {text.tryAgain}
          </button>
        )}
        {known?.requestId && <small>{text.requestId(known.requestId)}</small>}
      </p>
    </div>
  );
}

/** Times are shown in minutes, so a full minute is not too early. */
function nextMinute(ms: number): string {
  return new Date(Math.ceil(ms / 60_000) * 60_000).toISOString();
}

/** A remark, good news or a warning. It is read out when it appears. */
export function Notice({
  kind = 'info',
  children,
}: {
  readonly kind?: 'info' | 'good' | 'warning';
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice notice-${kind}`} role="status">
      {children}
    </div>
  );
}
