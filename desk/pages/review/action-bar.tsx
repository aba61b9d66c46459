import { count, useTexts } from '../../language.ts';
import { type Command, unlessDoubled } from './keys.ts';
import type { Row } from './review-api.ts';
import type { ReviewStore } from './review-store.ts';
import { reviewTexts } from './texts.ts';

/** What a person can do with the row, with the keys, the price and what is left of the credits: always in sight. */
export function ActionBar(props: {
  readonly store: ReviewStore;
  readonly row: Row | undefined;
  readonly isOpen: boolean;
  readonly readOnly: boolean;
  readonly keysOn: boolean;
  /** A key for one table reaches no other company. */
  readonly canSearch: boolean;
  /** What became of the last key. */
  readonly said: string;
  readonly onCommand: (command: Command) => void;
  readonly onShowSame: () => void;
}) {
  const { store, row, isOpen } = props;
  const text = useTexts(reviewTexts);
  const { scope, agreement, creditsLeft } = store;
  const act = (name: Exclude<Command['name'], 'choose'>) => () => props.onCommand({ name });
  const decide = (name: 'skip' | 'none' | 'not_company') => unlessDoubled(act(name));
  const same = row?.same_name_rows ?? 0;
  const canDecide = isOpen && !props.readOnly;
  return (
    <footer class="review-bar">
      <div class="review-actions">
        <Action
          label={text.skip}
          keyName="s"
          shown={props.keysOn}
          disabled={!canDecide}
          onClick={decide('skip')}
        />
        <Action
          label={text.none}
          keyName="n"
          shown={props.keysOn}
          disabled={!canDecide}
          onClick={decide('none')}
        />
        <Action
          label={text.notCompany}
          keyName="x"
          shown={props.keysOn}
          disabled={!canDecide}
          onClick={decide('not_company')}
        />
        {props.canSearch && (
          <Action
            label={text.search}
            keyName="/"
            shown={props.keysOn}
            disabled={!canDecide}
            onClick={act('search')}
          />
        )}
        <Action
          label={text.undo}
          keyName="u"
          shown={props.keysOn}
          disabled={props.readOnly}
          onClick={act('undo')}
        />
      </div>
      {canDecide && (
        <fieldset class="review-scope">
          <legend class="hidden-visually">{text.scope}</legend>
          {same > 1 && (
            <>
              <label class="check">
                <input
                  type="checkbox"
                  aria-keyshortcuts="a"
                  checked={scope.same}
                  onChange={() => store.setScope({ same: !scope.same })}
                />
                {text.scopeSame(count(same))}
                {props.keysOn && <kbd>a</kbd>}
              </label>
              <button type="button" class="quiet review-small" onClick={props.onShowSame}>
                {text.showSame}
              </button>
            </>
          )}
          <label class="check">
            <input
              type="checkbox"
              aria-keyshortcuts="m"
              checked={scope.always}
              onChange={() => store.setScope({ always: !scope.always })}
            />
            {text.scopeAlways}
            {props.keysOn && <kbd>m</kbd>}
          </label>
        </fieldset>
      )}
      <p class="review-said" role="status">
        {props.said}
      </p>
      <p class="review-price">
        {canDecide && <strong>{store.price === 0 ? text.priceFree : text.price(store.price)}</strong>}
        {agreement.ceiling !== null && (
          <span>{text.agreedLeft(count(agreement.remaining), count(agreement.ceiling))}</span>
        )}
        {creditsLeft !== null && <span>{text.creditsLeft(count(creditsLeft))}</span>}
      </p>
    </footer>
  );
}

function Action(props: {
  readonly label: string;
  readonly keyName: string;
  readonly shown: boolean;
  readonly disabled: boolean;
  readonly onClick: (event: MouseEvent) => void;
}) {
  return (
    <button type="button" disabled={props.disabled} aria-keyshortcuts={props.keyName} onClick={props.onClick}>
      {props.label}
      {props.shown && <kbd>{props.keyName}</kbd>}
    </button>
  );
}
