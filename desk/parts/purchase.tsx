import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { CreditClass } from '../../client/index.ts';
import { createIdempotencyKey } from '../api.ts';
import {
  defineTextPairs,
  formatCount,
  formatQuantity,
  type Language,
  useLanguage,
  useTexts,
} from '../language.ts';
import { useAction, useLoaded } from '../loading.ts';
import { useSession } from '../session.tsx';
import { translateCode } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { Button } from './form.tsx';
import { Failure } from './notice.tsx';
import { Loading } from './page.tsx';

const texts = defineTextPairs({
  price: [
    (credits: string, kind: string) => `Price: ${formatQuantity(credits, `${kind} credit`)}`,
    (credits, kind) => `料金: ${kind} ${credits} クレジット`,
  ],
  free: ['This is free.', '無料です。'],
  left: [
    (before: string, after: string) => `You have ${before}; ${after} remain.`,
    (before, after) => `現在の残高は ${before}、実行後は ${after} です。`,
  ],
  tooFew: [
    (left: string) => `You have only ${left}. Ask whoever runs the service for more credits.`,
    (left) => `残高は ${left} しかありません。サービスの管理者にクレジットの追加を依頼してください。`,
  ],
  agree: [
    (credits: string) => `Agree to ${formatQuantity(credits, 'credit')}`,
    (credits) => `${credits} クレジットで実行する`,
  ],
  agreeFree: ['Go on', '実行する'],
  cancel: ['Cancel', 'やめる'],
});

export interface Price {
  readonly credits: number;
  readonly creditClass: CreditClass;
  /** What the price is for, and what is remarkable about it. */
  readonly about?: ComponentChildren;
  /** It cannot be bought; `about` says why. */
  readonly refused?: boolean;
}

/** Shows a price and buys what it is for, once the person agrees. */
export function Purchase(props: {
  readonly title: string;
  /** Shown above the price. */
  readonly children?: ComponentChildren;
  /** Reads the price; what it reads must not charge. */
  readonly price: (signal: AbortSignal) => Promise<Price>;
  readonly inputs: readonly unknown[];
  /** Whether everything that the purchase needs is given. */
  readonly ready?: boolean;
  /** @param key the same for each try of the same purchase */
  readonly buy: (agreed: { readonly maxCredits: number; readonly key: string }) => Promise<void>;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { credits, refreshCredits } = useSession();
  const { data, error, loading, reload } = useLoaded(props.price, props.inputs);
  const purchase = useRef({ wanted: '', key: '' });
  const buying = useAction(async (price: Price) => {
    const wanted = JSON.stringify([props.inputs, price.credits]);
    if (purchase.current.wanted !== wanted) purchase.current = { wanted, key: createIdempotencyKey() };
    await props.buy({ maxCredits: price.credits, key: purchase.current.key });
    refreshCredits();
  });
  const left = data && credits ? credits[data.creditClass] : null;
  const tooFew = data !== null && left !== null && data.credits > left;
  const { ready = true } = props;
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {props.children}
      {loading && <Loading />}
      <Failure error={error} onRetry={reload} />
      {data && !loading && !error && (
        <>
          {data.about}
          {!data.refused && (
            <p class="price" role="status">
              <strong>{formatPrice(data, text, language)}</strong>
              {left !== null && data.credits > 0 && (
                <span>
                  {tooFew
                    ? text.tooFew(formatCount(left))
                    : text.left(formatCount(left), formatCount(left - data.credits))}
                </span>
              )}
            </p>
          )}
        </>
      )}
      <Failure error={buying.error} />
      <p class="dialog-end">
        {data && !data.refused && (
          <Button
            label={data.credits === 0 ? text.agreeFree : text.agree(formatCount(data.credits))}
            class="primary"
            disabled={loading || tooFew || !ready || buying.running || Boolean(error)}
            onClick={() => void buying.run(data)}
          />
        )}
        <Button label={text.cancel} onClick={props.onClose} />
      </p>
    </Dialog>
  );
}

function formatPrice(
  { credits, creditClass }: Price,
  text: (typeof texts)['en'],
  language: Language,
): string {
  if (credits === 0) return text.free;
  return text.price(formatCount(credits), translateCode('creditClass', creditClass, language));
}
