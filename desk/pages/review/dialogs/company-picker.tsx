import { useLayoutEffect, useRef } from 'preact/hooks';
import { defineTextPairs, useLanguage, useTexts } from '../../../language.ts';
import { translateCode } from '../../../words.ts';
import { findCommand, isMeant } from '../state/keys.ts';
import type { Choice } from '../state/review-api.ts';

/** A company in a list from which a person chooses one by keys or clicks. */
export interface PickedCompany extends Choice {
  readonly prefecture: string | null;
  readonly city: string | null;
  readonly status: string;
  readonly listing_status: string;
  readonly corporate_number?: string | null;
  readonly securities_code?: string | null;
}

const texts = defineTextPairs({
  companies: ['Companies', '会社'],
  hint: ['Arrow keys move, Enter chooses.', '矢印キーで移動し、Enter で選びます。'],
  digits: [
    '1–9 choose. Arrow keys move, Enter chooses.',
    '1～9 で選びます。矢印キーで移動し、Enter でも選べます。',
  ],
});

/**
 * Companies as buttons; arrow keys move between them. Right after a search, no button has the focus: one Enter too many, as after
 * converting kana, must not choose a company that nobody has looked at.
 */
export function CompanyPicker(props: {
  readonly companies: readonly PickedCompany[];
  /** Null: nothing can be chosen. */
  readonly onPick: ((company: PickedCompany) => void) | null;
  /** The list gets the focus when its companies change, and digits choose. */
  readonly takesFocus?: boolean;
}) {
  const { companies, takesFocus = false } = props;
  const text = useTexts(texts);
  const language = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    shownAt.current = performance.now();
    if (takesFocus) list.current?.focus();
  }, [companies, takesFocus]);
  const moveFocus = (event: KeyboardEvent, by: number) => {
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const place = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.min(buttons.length - 1, Math.max(0, place + by))]?.focus();
  };
  return (
    <>
      <ul
        class="review-picker"
        aria-label={text.companies}
        ref={list}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') moveFocus(event, 1);
          if (event.key === 'ArrowUp') moveFocus(event, -1);
          const command = takesFocus ? findCommand(event) : null;
          const company = command?.name === 'choose' && companies[command.number - 1];
          if (company && isMeant(command, event.timeStamp, shownAt.current)) props.onPick?.(company);
        }}
      >
        {companies.map((company, place) => (
          <li key={company.company_id}>
            <button type="button" disabled={props.onPick === null} onClick={() => props.onPick?.(company)}>
              <span>
                {takesFocus && place < 9 && <kbd>{place + 1}</kbd>}{' '}
                <strong lang="ja">{company.legal_name}</strong>
              </span>
              <span class="review-soft">
                {[
                  company.status !== 'active' && translateCode('status', company.status, language),
                  [company.prefecture, company.city].filter(Boolean).join(''),
                  company.corporate_number ?? company.company_id.replace(/^cn_/, ''),
                  company.listing_status !== 'unknown' &&
                    translateCode('listing', company.listing_status, language),
                  company.securities_code,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <small class="keyboard-hint">{takesFocus ? text.digits : text.hint}</small>
    </>
  );
}
