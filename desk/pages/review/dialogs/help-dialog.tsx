import { defineTextPairs, useTexts } from '../../../language.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Button, Check } from '../../../parts/form.tsx';
import type { Command } from '../state/keys.ts';

const texts = defineTextPairs({
  title: ['Keys of the review', '確認画面のキー操作'],
  on: ['Single keys decide', '1 文字のキーで操作する'],
  hint: [
    'Keys also work in full width, with a Japanese input method. They do nothing while you type in a field.',
    '日本語入力中の全角キーでも使えます。入力欄に文字を入れている間は働きません。',
  ],
  choose: ['choose that company', 'その会社を選ぶ'],
  more: ['show the next companies', '次の候補を表示'],
  none: ['none of these', '該当なし'],
  not_company: ['not a company', '会社ではない'],
  skip: ['skip: the row comes last', '後回し（最後に回ります）'],
  undo: ['undo the last thing you did', '直前の操作を取り消す'],
  search: ['search for another company', '別の会社を検索'],
  namesakes: ['list all companies of this name, by place', '同名の会社を所在地別にすべて表示'],
  same: ['decide for all rows with this name, or for this row', '同じ名称の行すべて／この行だけ'],
  remember: ['remember the company for later tables', '今後の表でもこの会社を使う'],
  next: ['next row', '次の行'],
  previous: ['previous row', '前の行'],
  help: ['this help', 'このヘルプ'],
  close: ['Close', '閉じる'],
  marks: ['Marks in names', '名称の印'],
  different: ['is really different', '実際に異なる文字'],
  equal: ['is written differently, but counts as equal', '書き方は違うが、同じとみなす文字'],
});

const keysOfCommands: readonly (readonly [Command['name'], ...string[]])[] = [
  ['choose', '1', '…', '9'],
  ['more', '0'],
  ['none', 'n'],
  ['not_company', 'x'],
  ['skip', 's'],
  ['undo', 'u'],
  ['search', '/'],
  ['namesakes', 'l'],
  ['same', 'a'],
  ['remember', 'm'],
  ['next', 'j', '→'],
  ['previous', 'k', '←'],
  ['help', '?'],
];

export function HelpDialog(props: {
  readonly keysOn: boolean;
  readonly onKeysOn: (on: boolean) => void;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  return (
    <Dialog title={text.title} onClose={props.onClose}>
      <Check
        label={text.on}
        checked={props.keysOn}
        onChange={(event) => props.onKeysOn(event.currentTarget.checked)}
      />
      <dl class="review-keys">
        {keysOfCommands.map(([command, ...keys]) => (
          <div key={command}>
            <dt>{keys.map((key) => (key === '…' ? ' … ' : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{text[command]}</dd>
          </div>
        ))}
      </dl>
      <h3 class="review-small-head">{text.marks}</h3>
      <p class="review-legend">
        <mark class="review-different">事</mark> {text.different}
      </p>
      <p class="review-legend">
        <span class="review-equal">㈱</span> {text.equal}
      </p>
      <p>
        <small>{text.hint}</small>
      </p>
      <Button label={text.close} onClick={props.onClose} />
    </Dialog>
  );
}
