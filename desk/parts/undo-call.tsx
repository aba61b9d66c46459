import { useState } from 'preact/hooks';
import {
  defineTextPairs,
  formatCount,
  formatQuantity,
  formatTime,
  useLanguage,
  useTexts,
} from '../language.ts';
import type { CallToUndo } from './call-to-undo.ts';
import { Confirm } from './confirm.tsx';
import { Check } from './form.tsx';
import { formatKeyName } from './key-name.ts';
import { SettledRows } from './settled-rows.tsx';

const shownCompanies = 8;

const texts = defineTextPairs({
  title: [
    (rows: string) => `Undo the decision about ${formatQuantity(rows, 'row')}?`,
    (rows) => `${rows} 行の判断を取り消しますか`,
  ],
  undo: ['Undo', '取り消す'],
  about: [
    'The rows are open again. Nothing is refunded, and settling them again is free.',
    'これらの行は未確定に戻ります。クレジットは戻りませんが、もう一度確定するのは無料です。',
  ],
  byKey: [
    (label: string, when: string) => `Decided by ${label}, ${when}`,
    (label, when) => `判断したキー: ${label}（${when}）`,
  ],
  ownKey: ['This is the key that you use.', 'いまお使いのキーです。'],
  otherKey: ['This is not the key that you use.', 'いまお使いのキーとは別のキーです。'],
  rows: [(rows: string) => formatQuantity(rows, 'row'), (rows) => `${rows} 行`],
  noCompany: ['No company', '該当する会社なし'],
  more: ['and others', 'ほか'],
  undoneBefore: [
    (rows: string) => `Undone before: ${formatQuantity(rows, 'row')}.`,
    (rows) => `${rows} 行は、すでに取り消されています。`,
  ],
  decidedAgain: [
    (rows: string) => `Decided again since, and left as they are: ${formatQuantity(rows, 'row')}.`,
    (rows) => `その後に判断し直された ${rows} 行は、そのまま残ります。`,
  ],
  remembered: [
    'A remembered choice settled this row.',
    'この行は、記憶した選択によって自動的に確定しました。',
  ],
  switchOff: ['Switch the remembered choice off', 'この記憶した選択を今後は使わない'],
  switchOffAndReopen: [
    (rows: string) =>
      `Switch the remembered choice off, and reopen ${formatQuantity(rows, 'other row')}, too`,
    (rows) => `この記憶した選択を今後は使わず、ほかの ${rows} 行も未確定に戻す`,
  ],
  present: [(who: string) => `Others work on this table now: ${who}`, (who) => `ほかに作業中の人: ${who}`],
});

/** Asks before a whole call is undone, and says how many rows of whom that takes back. */
export function UndoCall(props: {
  readonly call: CallToUndo;
  readonly ownKeyId: string;
  /** Labels of others who are at the table. */
  readonly present?: readonly string[];
  /** @param reopens whether rows are reopened, too, that a choice settled which the call remembered */
  readonly onYes: (reopens: boolean) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { call, present = [] } = props;
  const text = useTexts(texts);
  const language = useLanguage();
  // What a choice settled that was right for its own row is not proposed.
  const [reopens, setReopens] = useState(!call.switchesOff);
  const { total_rows: settledRows, rows: firstSettled } = call.settled;
  const shown = call.companies.slice(0, shownCompanies);
  return (
    <Confirm
      title={text.title(formatCount(call.rows))}
      yes={text.undo}
      ready={call.rows > 0}
      startsAtYes
      onYes={() => props.onYes(reopens && (settledRows > 0 || call.switchesOff))}
      onClose={props.onClose}
    >
      {call.key && (
        <p>
          {text.byKey(formatKeyName(call.key), call.decidedAt ? formatTime(call.decidedAt, language) : '')}{' '}
          <strong>{call.key.key_id === props.ownKeyId ? text.ownKey : text.otherKey}</strong>
        </p>
      )}
      {shown.length > 0 && (
        <ul>
          {shown.map(({ name, rows }) => (
            <li key={name}>
              <span lang={name === null ? undefined : 'ja'}>{name ?? text.noCompany}</span>:{' '}
              {text.rows(formatCount(rows))}
            </li>
          ))}
          {(call.hasMore || shown.length < call.companies.length) && <li>{text.more}</li>}
        </ul>
      )}
      {call.undoneBefore > 0 && <p>{text.undoneBefore(formatCount(call.undoneBefore))}</p>}
      {call.decidedAgain > 0 && <p>{text.decidedAgain(formatCount(call.decidedAgain))}</p>}
      {present.length > 0 && <p class="notice notice-warning">{text.present(present.join(', '))}</p>}
      <p>{text.about}</p>
      {call.switchesOff ? (
        <>
          <p>{text.remembered}</p>
          <SettledRows total={settledRows} rows={firstSettled} />
          <Check
            label={settledRows === 0 ? text.switchOff : text.switchOffAndReopen(formatCount(settledRows))}
            checked={reopens}
            onChange={() => setReopens(!reopens)}
          />
        </>
      ) : (
        <SettledRows total={settledRows} rows={firstSettled} reopens={reopens} onReopens={setReopens} />
      )}
    </Confirm>
  );
}
