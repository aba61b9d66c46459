import { useState } from 'preact/hooks';
import { type Texts, useTexts } from '../../language.ts';
import * as codes from './reason-texts.ts';
import type { Choice } from './review-api.ts';

/** A company in a list from which a person chooses one by keys or clicks. */
export interface PickedCompany extends Choice {
  readonly prefecture: string | null;
  readonly city: string | null;
  readonly status: string;
  readonly listing_status: string;
  readonly corporate_number?: string | null;
  readonly securities_code?: string | null;
}

const texts: Texts<{ companies: string; hint: string }> = {
  en: { companies: 'Companies', hint: 'Arrow keys move, Enter chooses.' },
  ja: { companies: '会社', hint: '矢印キーで移動し、Enter で選びます。' },
};

/** Companies as buttons; arrow keys move between them. */
export function CompanyPicker(props: {
  readonly companies: readonly PickedCompany[];
  /** Null: nothing can be chosen. */
  readonly onPick: ((company: PickedCompany) => void) | null;
}) {
  const text = useTexts(texts);
  const statuses = useTexts(codes.companyStatusTexts);
  const listings = useTexts(codes.listingTexts);
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const move = (event: KeyboardEvent, by: number) => {
    event.preventDefault();
    const buttons = [...(list?.querySelectorAll('button') ?? [])];
    const place = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.min(buttons.length - 1, Math.max(0, place + by))]?.focus();
  };
  return (
    <>
      <ul
        class="review-picker"
        aria-label={text.companies}
        ref={setList}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(event, 1);
          if (event.key === 'ArrowUp') move(event, -1);
        }}
      >
        {props.companies.map((company) => (
          <li key={company.company_id}>
            <button type="button" disabled={props.onPick === null} onClick={() => props.onPick?.(company)}>
              <strong lang="ja">{company.legal_name}</strong>
              <span class="review-soft">
                {[
                  company.status !== 'active' && codes.codeText(statuses, company.status),
                  [company.prefecture, company.city].filter(Boolean).join(''),
                  company.corporate_number ?? company.company_id.replace(/^cn_/, ''),
                  codes.codeText(listings, company.listing_status),
                  company.securities_code,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <small>{text.hint}</small>
    </>
  );
}
