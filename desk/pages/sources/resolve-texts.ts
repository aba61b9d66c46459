import { prices } from '../../../client/index.ts';
import { defineTextPairs, formatQuantity, spellCount, spellQuantity } from '../../texts.ts';

const { credits } = prices.matchedRow;

export const texts = defineTextPairs({
  lead: [
    `The company of each row is looked up. ${spellQuantity(credits, 'credit')} for each row that is settled; nothing for the others. A settled row is never charged again.`,
    `各行の会社を探します。確定した行ごとに ${credits} クレジット、それ以外は無料です。一度確定した行に再び料金はかかりません。`,
  ],
  nothingToDo: [
    'Every row has been looked up with these columns.',
    'この列の設定で、すべての行を照合済みです。',
  ],
  workingOut: ['Working out the price …', '料金を計算しています…'],
  workingOutLarge: [
    'Working out the exact price. Every row is looked up for it, which can take minutes. You need not wait.',
    '正確な料金を計算しています。すべての行を照合するため、数分かかることがあります。待たずに始めることもできます。',
  ],
  expected: ['What to expect', '見込み'],
  price: [
    (credits: string) => `Price: ${formatQuantity(credits, 'credit')}`,
    (credits) => `料金：${credits} クレジット`,
  ],
  priceAtMost: [
    (credits: string) => `Price: at most ${formatQuantity(credits, 'credit')}`,
    (credits) => `料金：最大 ${credits} クレジット`,
  ],
  priceOfSheet: [
    (sheet: string, credits: string) => `${sheet} ${credits}`,
    (sheet, credits) => `${sheet} ${credits}`,
  ],
  ofSheets: [
    (sheets: readonly string[]) => `All sheets of this workbook together: ${sheets.join(', ')}`,
    (sheets: readonly string[]) => `このブックのシートをまとめて照合します：${sheets.join('、')}`,
  ],
  missing: [
    (missing: string) => `Missing: ${formatQuantity(missing, 'credit')}.`,
    (missing) => `${missing} クレジット足りません。`,
  ],
  priceRule: [
    `${spellCount(credits)} for each row that is settled.`,
    `確定した行ごとに ${credits} クレジットです。`,
  ],
  left: [
    (credits: string) => `${formatQuantity(credits, 'credit')} left`,
    (credits) => `残り ${credits} クレジット`,
  ],
  tooFew: [
    (missing: string) =>
      `Missing: ${formatQuantity(missing, 'credit')}. You can agree to what is left: it stops there, and what is done stays.`,
    (missing) =>
      `${missing} クレジット足りません。残りの分だけで始めることもできます。そこで止まり、済んだ分は残ります。`,
  ],
  keyLimit: [
    (left: string) =>
      `The key may spend only ${formatQuantity(left, 'more credit')}. You can agree to that: it stops there, and what is done stays.`,
    (left) =>
      `このキーで使えるのは残り ${left} クレジットです。その分だけで始めることもできます。そこで止まり、済んだ分は残ります。`,
  ],
  exact: ['Work out the exact price first', '先に正確な料金を計算する'],
  ceiling: ['Spend at most', '上限'],
  ceilingHint: [
    'Rows are looked up in groups. It stops before a group that would cost more.',
    '行はまとめて照合します。上限を超えるまとまりの前で止まります。',
  ],
  agree: [
    (credits: string) => `Agree to ${formatQuantity(credits, 'credit')} and start`,
    (credits) => `${credits} クレジットに同意して始める`,
  ],
  free: ['Start, free of charge', '無料で始める'],
  running: ['Looking up the companies', '照合しています'],
  queued: ['Waiting to begin …', '開始を待っています…'],
  lost: ['Last seen', '最後に確認した状態'],
  done: [
    (done: string, total: string) => `${done} of ${formatQuantity(total, 'row')}`,
    (done, total) => `${total} 行中 ${done} 行`,
  ],
  pace: [(rows: string) => `${formatQuantity(rows, 'row')} a second`, (rows) => `毎秒 ${rows} 行`],
  remaining: [
    (minutes: number, seconds: number) =>
      minutes > 0 ? `about ${minutes} min left` : `about ${seconds} s left`,
    (minutes, seconds) => (minutes > 0 ? `残り約 ${minutes} 分` : `残り約 ${seconds} 秒`),
  ],
  charged: [
    (credits: string) => `${formatQuantity(credits, 'credit')} charged`,
    (credits) => `${credits} クレジット請求済み`,
  ],
  cancel: ['Stop', '止める'],
  resume: ['Continue', '続ける'],
  resumeWith: ['Spend at most, with what is already spent', '上限（使用済みを含む）'],
  ended: {
    completed: ['Every row has been looked up.', 'すべての行を照合しました。'],
    cancelled: [
      'Stopped. What is done stays; the rest can be continued at any time.',
      '止めました。済んだ分は残り、続きはいつでも再開できます。',
    ],
    failed: [
      'It failed. What is done stays; the rest can be continued.',
      '失敗しました。済んだ分は残り、続きを再開できます。',
    ],
  },
  stopped: {
    max_credits_reached: [
      'The next group of rows would cost more than what is left of the agreed price.',
      '次のまとまりを照合すると、指定した上限を超えます。',
    ],
    credit_balance_insufficient: [
      'There are too few credits for the next rows.',
      '次の行に必要なクレジットが足りません。',
    ],
    key_spending_limit_reached: [
      'The next group of rows would cost more than the key may still spend.',
      '次のまとまりを照合すると、キーの利用上限を超えます。',
    ],
    mapping_changed: [
      'The columns were changed meanwhile. Continue to look up all rows with the new columns.',
      '途中で列の設定が変わりました。続けると、新しい設定ですべての行を照合します。',
    ],
    search_unavailable: ['The search did not respond.', '検索が応答しませんでした。'],
    internal_error: ['Something went wrong in the service.', 'サービスで問題が起きました。'],
  },
  stay: [
    'You can leave this page. The work goes on, and this page finds it again.',
    'このページを離れても処理は続きます。戻ると続きが表示されます。',
  ],
  review: [(rows: string) => `Review ${formatQuantity(rows, 'row')}`, (rows) => `${rows} 行を確認する`],
  result: ['See the result', '結果を見る'],
});
