import type { ComponentChildren } from 'preact';
import { type Language, useLanguage } from '../../language.ts';
import { DataText } from '../../parts/data-text.tsx';
import { linkTo } from '../../routing.ts';
import { prefecture, word } from '../../words.ts';

interface Chosen {
  readonly company_id: string;
  readonly display_name: string;
  readonly legal_name: string;
  readonly prefecture: string | null;
  readonly city: string | null;
  readonly listing_status: string;
  readonly status: string;
  readonly market_segment?: string | null;
}

/** A company in brief, as results, suggestions and related companies show it. */
export function CompanyLine({
  company,
  children,
}: {
  readonly company: Chosen;
  readonly children?: ComponentChildren;
}) {
  const language = useLanguage();
  return (
    <>
      <p class="companies-name">
        <a href={linkTo(['companies', company.company_id])}>
          <DataText text={company.display_name} />
        </a>
        <StateTags company={company} />
      </p>
      <p class="companies-facts">
        {company.legal_name !== company.display_name && <DataText text={company.legal_name} />}
        {(company.prefecture ?? company.city) && <DataText text={placeOf(company, language)} />}
        {children}
      </p>
    </>
  );
}

export function placeOf(
  place: { readonly prefecture: string | null; readonly city: string | null },
  language: Language,
): string {
  const parts = [place.prefecture && prefecture(place.prefecture, language), place.city];
  return parts.filter(Boolean).join(language === 'ja' ? '' : ' ');
}

export function StateTags({
  company: { status, listing_status: listing, market_segment: segment },
}: {
  readonly company: Pick<Chosen, 'status' | 'listing_status' | 'market_segment'>;
}) {
  const language = useLanguage();
  return (
    <>
      {status !== 'active' && <span class="tag tag-warn">{word('status', status, language)}</span>}
      {listing !== 'unknown' && (
        <span class={listing === 'listed' ? 'tag tag-good' : 'tag'}>
          {[word('listing', listing, language), segment && word('segment', segment, language)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </>
  );
}
