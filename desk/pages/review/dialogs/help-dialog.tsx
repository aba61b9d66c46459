import { defineTexts, useTexts } from '../../../language.ts';
import { Dialog } from '../../../parts/dialog.tsx';

/** Keys, and what they do. */
type KeyHelp = readonly [keys: readonly string[], does: string];

const texts = defineTexts({
  en: {
    title: 'Keys of the review',
    on: 'Single keys decide',
    hint: 'Keys also work in full width, with a Japanese input method. They do nothing while you type in a field.',
    keys: [
      [['1', '…', '9'], 'choose that company'],
      [['0'], 'show the next companies'],
      [['n'], 'none of these'],
      [['x'], 'not a company'],
      [['s'], 'skip: the row comes last'],
      [['u'], 'undo the last thing you did'],
      [['/'], 'search for another company'],
      [['l'], 'list all companies of this name, by place'],
      [['a'], 'decide for all rows with this name, or for this row'],
      [['m'], 'remember the company for later tables'],
      [['j', '→'], 'next row'],
      [['k', '←'], 'previous row'],
      [['?'], 'this help'],
    ] as readonly KeyHelp[],
    close: 'Close',
    marks: 'Marks in names',
    different: ['事', 'is really different'],
    equal: ['㈱', 'is written differently, but counts as equal'],
  },
  ja: {
    title: '確認画面のキー操作',
    on: '1 文字のキーで操作する',
    hint: '日本語入力中の全角キーでも使えます。入力欄に文字を入れている間は働きません。',
    keys: [
      [['1', '…', '9'], 'その会社を選ぶ'],
      [['0'], '次の候補を表示'],
      [['n'], '該当なし'],
      [['x'], '会社ではない'],
      [['s'], '後回し（最後に回ります）'],
      [['u'], '直前の操作を元に戻す'],
      [['/'], '別の会社を検索'],
      [['l'], '同名の会社を所在地別にすべて表示'],
      [['a'], '同じ名称の行すべて／この行だけ'],
      [['m'], '今後の表でもこの会社を使う'],
      [['j', '→'], '次の行'],
      [['k', '←'], '前の行'],
      [['?'], 'このヘルプ'],
    ],
    close: '閉じる',
    marks: '名称の印',
    different: ['事', '実際に異なる文字'],
    equal: ['㈱', '書き方は違うが、同じとみなす文字'],
  },
});

export function HelpDialog(props: {
  readonly keysOn: boolean;
  readonly onKeysOn: (on: boolean) => void;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  return (
    <Dialog title={text.title} onClose={props.onClose}>
      <label class="check">
        <input
          type="checkbox"
          checked={props.keysOn}
          onChange={(event) => props.onKeysOn(event.currentTarget.checked)}
        />
        {text.on}
      </label>
      <dl class="review-keys">
        {text.keys.map(([keys, what]) => (
          <div key={what}>
            <dt>{keys.map((key) => (key === '…' ? ' … ' : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h3 class="review-small-head">{text.marks}</h3>
      <p class="review-legend">
        <mark class="review-different">{text.different[0]}</mark> {text.different[1]}
      </p>
      <p class="review-legend">
        <span class="review-equal">{text.equal[0]}</span> {text.equal[1]}
      </p>
      <p>
        <small>{text.hint}</small>
      </p>
      <button type="button" onClick={props.onClose}>
        {text.close}
      </button>
    </Dialog>
  );
}
