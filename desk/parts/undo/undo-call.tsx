import { useState } from 'preact/hooks';
import { decisionActionTexts } from '../../../client/index.ts';
import {
  defineTextPairs,
  formatCount,
  formatQuantity,
  formatTime,
  useLanguage,
  useTexts,
} from '../../language.ts';
import { Confirm } from '../confirm.tsx';
import { Check } from '../form.tsx';
import { formatKeyName } from '../key-name.ts';
import type { CallToUndo } from './call-to-undo.ts';
import { SettledRows } from './settled-rows.tsx';

const shownOutcomes = 8;

const actionTexts = defineTextPairs(decisionActionTexts);

const texts = defineTextPairs({
  title: [
    (rows: string) => `Undo the decision about ${formatQuantity(rows, 'row')}?`,
    (rows) => `${rows} 行の判断を取り消しますか`,
  ],
  titleOfOne: ['Undo the decision about this row?', 'この行の判断を取り消しますか'],
  undo: ['Undo', '取り消す'],
  about: ['The rows are open again.', 'これらの行は未確定に戻ります。'],
  aboutOne: ['The row is open again.', 'この行は未確定に戻ります。'],
  paid: [
    'Nothing is refunded, and settling again is free.',
    'クレジットは戻りませんが、もう一度確定するのは無料です。',
  ],
  forgotten: [
    'If the decision was remembered for the name, it is forgotten, too: it does nothing in later tables.',
    'この判断が名称とともに記憶されている場合は、その記憶も消え、今後の表には使われません。',
  ],
  byKey: [
    (label: string, when: string) => `Decided by ${label}, ${when}`,
    (label, when) => `判断したキー: ${label}（${when}）`,
  ],
  ownKey: ['This is the key that you use.', 'いまお使いのキーです。'],
  otherKey: ['This is not the key that you use.', 'いまお使いのキーとは別のキーです。'],
  rows: [(rows: string) => formatQuantity(rows, 'row'), (rows) => `${rows} 行`],
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
  const actions = useTexts(actionTexts);
  const language = useLanguage();
  // What a choice settled that was right for its own row is not proposed.
  const [reopens, setReopens] = useState(!call.switchesOff);
  const { total_rows: settledRows, rows: firstSettled } = call.settled;
  const shown = call.outcomes.slice(0, shownOutcomes);
  const isOne = call.rows === 1;
  return (
    <Confirm
      title={isOne ? text.titleOfOne : text.title(formatCount(call.rows))}
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
          {shown.map(({ key, company, action, rows }) => (
            <li key={key}>
              {company === null ? actions[action] : <span lang="ja">{company}</span>}:{' '}
              {text.rows(formatCount(rows))}
            </li>
          ))}
          {(call.hasMore || shown.length < call.outcomes.length) && <li>{text.more}</li>}
        </ul>
      )}
      {call.undoneBefore > 0 && <p>{text.undoneBefore(formatCount(call.undoneBefore))}</p>}
      {call.decidedAgain > 0 && <p>{text.decidedAgain(formatCount(call.decidedAgain))}</p>}
      {present.length > 0 && <p class="notice notice-warning">{text.present(present.join(', '))}</p>}
      <p>{isOne ? text.aboutOne : text.about}</p>
      {call.isPaid && <p>{text.paid}</p>}
      {call.mayRemember && <p>{text.forgotten}</p>}
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
