import { formatCount, useTexts } from '../../language.ts';
import { Button, Check } from '../../parts/form.tsx';
import { reviewTexts } from './review-texts.ts';
import { type Command, ignoreDoubleClick } from './state/keys.ts';
import type { Row } from './state/review-api.ts';
import type { ReviewStore } from './state/review-store.ts';

type ActionName = 'skip' | 'none' | 'not_company' | 'search' | 'undo';

interface Action {
  readonly name: ActionName;
  readonly label: string;
  readonly canBe: boolean;
  readonly run: (event: MouseEvent) => void;
}

const keyOf = { skip: 's', none: 'n', not_company: 'x', search: '/', undo: 'u' } as const satisfies Readonly<
  Record<ActionName, string>
>;

/** What a person can do with the row, with the keys, the price and what is left of the credits: always in sight. */
export function ActionBar(props: {
  readonly store: ReviewStore;
  readonly row: Row | undefined;
  readonly isOpen: boolean;
  /** Without any, all that can be done here is free; the search says its own price. */
  readonly hasCompanies: boolean;
  readonly readOnly: boolean;
  readonly keysOn: boolean;
  /** A key for one table reaches no other company. */
  readonly canSearch: boolean;
  readonly canRemember: boolean;
  /** What became of the last key. */
  readonly said: string;
  readonly onCommand: (command: Command) => void;
  readonly onShowSame: () => void;
}) {
  const { store, row, isOpen } = props;
  const text = useTexts(reviewTexts);
  const { scope, agreement, creditsLeft } = store;
  const createHandler = (name: ActionName) => () => props.onCommand({ name });
  const same = row?.same_name_rows ?? 0;
  const canDecide = isOpen && !props.readOnly;
  const actions: readonly Action[] = [
    { name: 'skip', label: text.skip, canBe: canDecide, run: ignoreDoubleClick(createHandler('skip')) },
    { name: 'none', label: text.none, canBe: canDecide, run: ignoreDoubleClick(createHandler('none')) },
    {
      name: 'not_company',
      label: text.notCompany,
      canBe: canDecide,
      run: ignoreDoubleClick(createHandler('not_company')),
    },
    ...(props.canSearch
      ? [{ name: 'search', label: text.search, canBe: canDecide, run: createHandler('search') } as const]
      : []),
    { name: 'undo', label: text.undo, canBe: !props.readOnly, run: createHandler('undo') },
  ];
  return (
    <footer class="review-bar">
      <div class="review-actions">
        {actions.map(({ name, label, canBe, run }) => (
          <button key={name} type="button" disabled={!canBe} aria-keyshortcuts={keyOf[name]} onClick={run}>
            {label}
            {props.keysOn && <kbd>{keyOf[name]}</kbd>}
          </button>
        ))}
      </div>
      {canDecide && (
        <fieldset class="review-scope">
          <legend class="hidden-visually">{text.scope}</legend>
          {same > 1 && (
            <>
              <Check
                label={
                  <>
                    {text.scopeSame(formatCount(same))}
                    {props.keysOn && <kbd>a</kbd>}
                  </>
                }
                aria-keyshortcuts="a"
                checked={scope.same}
                onChange={() => store.setScope({ same: !scope.same })}
              />
              <Button label={text.showSame} class="quiet review-small" onClick={props.onShowSame} />
            </>
          )}
          {props.canRemember && (
            <Check
              label={
                <>
                  {text.scopeAlways}
                  {props.keysOn && <kbd>m</kbd>}
                </>
              }
              aria-keyshortcuts="m"
              checked={scope.always}
              onChange={() => store.setScope({ always: !scope.always })}
            />
          )}
        </fieldset>
      )}
      <p class="review-said" role="status">
        {props.said}
      </p>
      <p class="review-price">
        {canDecide && props.hasCompanies && (
          <strong>{store.price === 0 ? text.priceFree : text.price(store.price)}</strong>
        )}
        {agreement.ceiling !== null && (
          <span>{text.agreedLeft(formatCount(agreement.remaining), formatCount(agreement.ceiling))}</span>
        )}
        {creditsLeft !== null && <span>{text.creditsLeft(formatCount(creditsLeft))}</span>}
      </p>
    </footer>
  );
}
