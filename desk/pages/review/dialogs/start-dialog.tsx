import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { prices } from '../../../../client/index.ts';
import { defineTextPairs, formatCount, formatQuantity, useTexts } from '../../../language.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Button, Field, Form } from '../../../parts/form.tsx';

const texts = defineTextPairs({
  title: ['Agree to a price for this review', 'この確認作業で使うクレジットの上限'],
  again: ['The agreed credits are used up', '上限のクレジットを使い切りました'],
  intro: [
    (open: string) => `Open: ${formatQuantity(open, 'row')}.`,
    (open) => `未確定の行が ${open} 行あります。`,
  ],
  price: [
    `Each row for which you choose a company costs ${prices.matchedRow.text}. All other decisions are free.`,
    `会社を選んだ行ごとに ${prices.matchedRow.credits} 基本クレジットかかります。ほかの判断は無料です。`,
  ],
  paid: [
    'Rows that were paid before cost nothing, whatever you choose.',
    '以前に支払い済みの行は、何を選んでも無料です。',
  ],
  charged: [
    (credits: string) => `This review has cost ${formatQuantity(credits, 'credit')} so far.`,
    (credits) => `これまでに ${credits} クレジットかかりました。`,
  ],
  needed: [
    (credits: string) => `This choice costs ${formatQuantity(credits, 'credit')}.`,
    (credits) => `この選択には ${credits} クレジット必要です。`,
  ],
  ceiling: ['Credits that this review may cost altogether', 'この作業で使ってよいクレジットの上限'],
  hint: [
    (credits: string) => `The account has ${formatQuantity(credits, 'credit')}.`,
    (credits) => `残高は ${credits} クレジットです。`,
  ],
  hintOfKey: [
    (credits: string) => `The key may still spend ${formatQuantity(credits, 'credit')}.`,
    (credits) => `このキーで使えるのはあと ${credits} クレジットです。`,
  ],
  agree: [
    (credits: string) => `Agree to at most ${formatQuantity(credits, 'credit')}`,
    (credits) => `最大 ${credits} クレジットに同意する`,
  ],
  look: ['Start without choosing companies', '会社の選択はあとにする'],
  cancel: ['Do not choose', '選ばない'],
});

/** Asks once for the whole review what it may cost, and again when that is used up. */
export function StartDialog(props: {
  readonly open: number;
  /** Charged, or perhaps about to be. */
  readonly used: number;
  readonly charged: number;
  readonly creditsLeft: number | null;
  /** What is left is that of the key, not of the account. */
  readonly isLimitOfKey: boolean;
  /** Price of the choice that waits; null at the start. */
  readonly needed: number | null;
  /** Nothing was agreed before. */
  readonly first: boolean;
  readonly onAgree: (ceiling: number) => void;
  readonly onClose: () => void;
}) {
  const { open, used, charged, creditsLeft, needed, first } = props;
  const text = useTexts(texts);
  const hint = props.isLimitOfKey ? text.hintOfKey : text.hint;
  const { credits } = prices.matchedRow;
  const most = open * credits;
  const [given, setGiven] = useState(
    String(used + Math.max(Math.min(most, creditsLeft ?? most), needed ?? credits)),
  );
  const ceiling = Number(given);
  const agree = useRef<HTMLButtonElement>(null);
  // Not the field: digits that were meant for companies would raise the price.
  useLayoutEffect(() => agree.current?.focus(), []);
  const isValid = /^\d{1,7}$/.test(given) && ceiling >= used + (needed ?? 0);
  return (
    <Dialog title={first ? text.title : text.again} onClose={props.onClose}>
      <Form
        class="review-start"
        onSubmit={() => {
          if (isValid) props.onAgree(ceiling);
        }}
      >
        <p>
          {needed === null ? text.intro(formatCount(open)) : text.needed(formatCount(needed))} {text.price}{' '}
          {needed === null && text.paid}
          {charged > 0 && ` ${text.charged(formatCount(charged))}`}
        </p>
        <Field
          label={text.ceiling}
          type="number"
          inputMode="numeric"
          min={used + (needed ?? 0)}
          max={9_999_999}
          required
          aria-describedby="review-start-hint"
          value={given}
          onText={setGiven}
        />
        {creditsLeft !== null && <small id="review-start-hint">{hint(formatCount(creditsLeft))}</small>}
        <p class="review-buttons">
          <button ref={agree} type="submit" class="primary" disabled={!isValid}>
            {text.agree(isValid ? formatCount(ceiling) : '–')}
          </button>
          <Button label={needed === null ? text.look : text.cancel} onClick={props.onClose} />
        </p>
      </Form>
    </Dialog>
  );
}
