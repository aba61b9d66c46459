import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { maxSourceRows } from '../../client/index.ts';
import { ApiError, NoAnswerError } from '../api.ts';
import { defineTextPairs, formatCount, formatTime, useLanguage, useTexts } from '../language.ts';
import { translateFileReason } from './faults/file-reasons.ts';
import { translateLineFault } from './faults/line-faults.ts';
import { Button } from './form.tsx';

const texts = defineTextPairs({
  failed: ['Something went wrong in this page.', 'このページで問題が起きました。'],
  noConnection: [
    'The service does not answer. Check the connection and try again.',
    'サービスが応答しません。接続を確認して、もう一度お試しください。',
  ],
  tryAgain: ['Try again', 'もう一度試す'],
  wait: [(time: string) => `It is possible again from ${time}.`, (time) => `${time} からまた使えます。`],
  requestId: [(id: string) => `Request ${id}`, (id) => `リクエスト ${id}`],
  more: [(count: number) => `and ${count} more`, (count) => `ほか ${count} 件`],
});

/** What to do about an error, in words of the desk. What the service says is for programs. */
const englishRecovery: Readonly<Record<string, string>> = {
  invalid_request: '',
  invalid_api_key: 'Copy the whole key again, or ask whoever runs the service for another one.',
  key_not_permitted: 'Open the desk with another key.',
  key_spending_limit_exceeded: 'Open the desk with another key, or agree to less. Nothing was charged.',
  payload_too_large: 'Split the table, or remove what is not needed.',
  source_file_unreadable: 'Correct it, or save the sheet as CSV in UTF-8, and choose the file again.',
  source_file_encoding_unclear: 'Choose the encoding below.',
  source_not_found: 'Somebody deleted it, or it belongs to another account.',
  company_not_found: 'Search for it under Companies.',
  list_not_found: 'Somebody deleted it, or it belongs to another account.',
  source_run_in_progress: 'Wait until it has ended, or stop it.',
};

/** What the service says about these names the place or the reason, which the reader needs. */
const withReason = new Set([
  'invalid_request',
  'payload_too_large',
  'source_file_unreadable',
  'source_file_type_unsupported',
]);

/** Japanese messages of the errors that a person at the desk meets. Others are shown in English, as the service says them. */
const japanese: Readonly<Record<string, string>> = {
  invalid_api_key:
    'この API キーは使えません。キー全体をもう一度コピーするか、サービスの管理者に確認してください。',
  key_not_permitted: 'この API キーでは、この操作はできません。別のキーでデスクを開いてください。',
  account_suspended: 'このアカウントは停止されています。',
  credit_balance_insufficient: 'クレジットが足りません。何も請求されていません。',
  key_spending_limit_exceeded: 'この API キーの利用上限を超えます。何も請求されていません。',
  invalid_request: '入力内容に誤りがあります。',
  max_credits_exceeded: '料金が、指定した上限を超えます。何も請求されていません。',
  rate_limit_exceeded: 'リクエストが多すぎます。少し待ってから、もう一度お試しください。',
  daily_search_quota_exceeded: '本日の検索回数の上限に達しました。',
  monthly_search_quota_exceeded: '今月の検索回数の上限に達しました。',
  payload_too_large: 'ファイルまたは表が大きすぎます。',
  source_row_limit_exceeded: `行が多すぎます。${formatCount(maxSourceRows)} 行まで取り込めます。`,
  source_file_unreadable: 'ファイルを表として読み取れません。直すか、CSV（UTF-8）で保存し直してください。',
  source_file_encoding_unclear: '文字コードを判別できません。文字コードを選んでください。',
  source_file_type_unsupported:
    'このファイルは取り込めません。パスワードのない .xlsx か CSV で保存し直してください。',
  source_not_found: 'この表はありません。削除されたか、別のアカウントの表です。',
  source_row_not_found: 'この行はありません。',
  source_row_changed: 'この行は、別の列の設定で照合し直されました。もう一度確認して判断してください。',
  source_row_not_selectable: 'この行は、ほかの人が先に判断しました。',
  source_run_in_progress: 'この表の照合は、すでに実行中です。',
  company_not_found: 'この会社はありません。「会社」で検索してください。',
  list_not_found: 'このリストはありません。削除されたか、別のアカウントのリストです。',
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
  const code = known?.code ?? '';
  const details = Array.isArray(known?.details) ? (known.details as FieldFault[]) : [];
  const places = translated ? translateLineFaults(details) : null;
  const reason = places === null && withReason.has(code) && known && translateMessage(known.message);
  const more = translated ? reason : (englishRecovery[code] ?? known?.recovery);
  const faults = places ?? listFaults(details, `${message} ${more}`);
  return (
    <div class="notice notice-error" role="alert">
      <p>{message}</p>
      {more && !(seconds > 0) && <p>{more}</p>}
      {seconds > 0 && <p>{text.wait(formatTime(roundUpToMinute(cameAt + seconds * 1000), language))}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.slice(0, 5).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {faults.length > 5 && <li>{text.more(faults.length - 5)}</li>}
        </ul>
      )}
      <p class="notice-foot">
        {onRetry && <Button label={text.tryAgain} onClick={onRetry} />}
        {known?.requestId && <small>{text.requestId(known.requestId)}</small>}
      </p>
    </div>
  );
}

function translateMessage(message: string): string {
  return translateFileReason(message) ?? message;
}

/** Faults in lines of a file in Japanese; null if they are others. */
function translateLineFaults(details: readonly FieldFault[]): string[] | null {
  const places = details.flatMap(({ field = '', message = '' }) => translateLineFault(field, message) ?? []);
  return places.length > 0 && places.length === details.length ? places : null;
}

/** @param shown what the reader has already been told */
function listFaults(details: readonly FieldFault[], shown: string): string[] {
  return details
    .filter(({ message = '' }) => !shown.includes(message))
    .map(({ field, message }) => `${field} ${message}`);
}

/** Times are shown in minutes, so a full minute is not too early. */
function roundUpToMinute(ms: number): string {
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
